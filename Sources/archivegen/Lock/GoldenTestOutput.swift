import ArchiveModel
import ArchiveRenderer
import Foundation
import SchemaLock

/// Writes the test that reads the golden archives of every release with today's code.
struct GoldenTestOutput {
  private let read: SchemaReading
  private let lock: LockFile

  init(_ read: SchemaReading, _ lock: LockFile) {
    self.read = read
    self.lock = lock
  }

  /// - Parameters:
  ///   - output: the Swift file, which is written only if it changes.
  ///   - option: the one that names the file, for messages.
  func write(
    to output: String, goldens: String, testable: [String], option: String, _ printer: DiagnosticOutput
  ) throws {
    let tests = GoldenTestPlanning(read, lock).tests(
      folder: relativePath(goldens, from: parentFolder(output)), testable: testable)
    let text = GoldenTestFile.text(tests)
    if FileManager.default.contents(atPath: output) != Data(text.utf8) {
      let (folder, advice) = (parentFolder(output), "name another file with \(option)")
      do {
        if !folder.isEmpty {
          try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
      } catch {
        throw Failure(
          .unusableOutput, "cannot make the folder '\(folder)': \(SystemError.text(of: error))", advice: advice)
      }
      try NamedFile.write(Data(text.utf8), to: output, advice: advice)
    }
    printer.print(
      summary:
        "'\(output)' reads the golden archives of \(tests.types.count.counted("type")) of \(lock.releases.count.counted("release"))"
    )
  }
}
