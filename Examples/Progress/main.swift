import ArchiveRuntime
import CTrack
import Dispatch
import Foundation

/// Draws one line of the terminal anew for each report: "decoding  [#######---]  68 %".
///
/// Reports come on the thread that saves or loads, so the bar is `Sendable`, and draws at once.
struct ProgressBar: Sendable {
  let isTerminal = isatty(STDOUT_FILENO) == 1

  func show(_ progress: ArchiveProgress) {
    let phase = "\(progress.phase)".padding(toLength: 9, withPad: " ", startingAt: 0)
    // A pipe has no length: then only the bytes are known.
    guard let fraction = progress.fraction else {
      return draw("\(phase) \(progress.completedByteCount) bytes")
    }
    let full = Int(fraction * 40)
    let bar = String(repeating: "#", count: full) + String(repeating: "-", count: 40 - full)
    draw("\(phase) [\(bar)] \(Int(fraction * 100)) %")
  }

  private func draw(_ line: String) {
    // On a terminal the line is drawn over; in a file each report is a line.
    print(isTerminal ? "\r\(line)\u{1B}[K" : line, terminator: isTerminal ? "" : "\n")
    fflush(nil)
  }
}

@main
enum Track {
  static func main() async throws {
    let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "track.archive"
    let count = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 0 : 5_000_000
    let file = ArchiveFile(path: path)
    let bar = ProgressBar()

    let points = (0..<count).map { index in
      track_point(
        latitude: 52 + Double(index) * 1e-6, longitude: 13, altitude: 34, time: UInt32(index), quality: 5, is_moving: 1)
    }

    // Ctrl-C cancels the save. What was in the file's place is still there then, whole.
    let saving = Task { try await file.save(points) { bar.show($0) } }
    signal(SIGINT, SIG_IGN)
    let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    // `main` runs on the main actor, and the handler on a queue: without `@Sendable` Swift ends the process.
    interrupt.setEventHandler { @Sendable in saving.cancel() }
    interrupt.resume()
    do { try await saving.value } catch is CancellationError {
      print("\nThe save was cancelled; \(path) is as it was.")
      exit(1)
    }
    print(bar.isTerminal ? "\n" : "", terminator: "")

    let back = try await file.load([track_point].self) { bar.show($0) }
    print(
      "\(bar.isTerminal ? "\n" : "")\(back.count) points came back; the last one is from second \(back.last?.time ?? 0)."
    )
  }
}
