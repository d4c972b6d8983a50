import Foundation

/// The new file of a save, which begins to exist with its first bytes: large data is written while the archive is made.
final class FileOutput {
  private let path: FilePath
  private let steps: FileSteps
  private var replacement: FileReplacement?
  /// The bytes that are written, and those of them that are flushed to the disk.
  private var (written, synchronized) = (0, 0)
  /// The end of what is written.
  private var end = 0
  /// The first error of a write, after which the file is not used, whatever the code that caught the error does.
  private var failure: FileFailure?

  private init(_ path: FilePath, _ steps: FileSteps) { (self.path, self.steps) = (path, steps) }

  /// Replaces a file by the archive that `encode` makes; what of it has gone to the output is not among its bytes.
  static func replace(
    _ path: FilePath, _ steps: FileSteps, _ encode: (PropertyListOutput) throws(ArchiveError) -> Data
  ) throws(FileFailure) {
    let file = FileOutput(path, steps)
    defer { file.replacement?.close() }
    do throws(FileFailure) {
      let output = PropertyListOutput { (bytes, offset) throws(ArchiveError) in try file.writeAhead(bytes, at: offset) }
      let data: Data
      do throws(ArchiveError) { data = try encode(output) } catch { throw FileFailure(error) }
      try file.finish(data, output)
    } catch {
      file.replacement?.temporary.remove()
      throw error
    }
  }

  private func begin() throws(FileFailure) -> TemporaryFile {
    if let replacement { return replacement.temporary }
    let new = try FileReplacement(of: path)
    replacement = new
    return new.temporary
  }

  private func writeAhead(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ArchiveError) {
    do throws(FileFailure) {
      if let failure { throw failure }
      try write(bytes, at: offset, length: FileSteps.length(of: bytes.count), of: nil)
      steps.monitor.wroteAhead(written)
    } catch {
      failure = error
      switch error {
      case .failed(let error): throw error
      case .cancelled: throw .cancelled
      }
    }
  }

  /// Writes the rest, and puts the file in the old one's place.
  private func finish(_ data: Data, _ output: PropertyListOutput) throws(FileFailure) {
    if let failure { throw failure }
    let total = data.count + output.byteCount
    // Data that was taken back does not count.
    written = output.byteCount
    let length = FileSteps.length(of: total)
    let temporary = try begin()
    var (start, ahead) = (0, 0)
    for (end, byteCount) in output.gaps.map({ ($0.position, $0.byteCount) }) + [(data.count, 0)] {
      let outcome = data.withUnsafeBytes { (bytes) -> Result<Void, FileFailure> in
        let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        do throws(FileFailure) {
          return .success(try write(piece, at: start + ahead, length: length, of: total))
        } catch { return .failure(error) }
      }
      try outcome.get()
      (start, ahead) = (end, ahead + byteCount)
    }
    if end > total { try temporary.truncate(to: total) }
    try replacement?.finish { () throws(FileFailure) in try steps.check() }
    steps.report(total, of: total)
  }

  /// Writes in steps, and flushes written parts on the way, so that the end does not take long.
  ///
  /// - Parameter total: the size of the file; nil while it is not known.
  private func write(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, length: Int, of total: Int?
  ) throws(FileFailure) {
    guard !bytes.isEmpty else { return }
    let temporary = try begin()
    for start in stride(from: 0, to: bytes.count, by: length) {
      if let total { steps.report(written, of: total) }
      try steps.check()
      let step = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + length, bytes.count)])
      try temporary.write(step, at: offset + start)
      written += step.count
      end = max(end, offset + start + step.count)
      if written - synchronized >= 64 << 20, written < total ?? .max {
        try temporary.flush()
        synchronized = written
      }
    }
  }
}
