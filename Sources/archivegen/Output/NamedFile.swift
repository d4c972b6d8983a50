import ArchiveRuntime
import Foundation
import InspectionCommands

/// A single file that an option or the place of a lock names; generated files belong to an `OutputFolder`.
enum NamedFile {
  /// Writes a whole file. It is flushed to the disk before it replaces the old one, and gets the permissions of that. Links are
  /// followed, devices and pipes are written to, and `-` is standard output.
  ///
  /// - Throws: `Failure` with the advice. Then an old file is as it was.
  static func write(_ contents: Data, to path: String, advice: String) throws {
    do {
      try OutputFile.write(path) { output in contents.withUnsafeBytes { output.append($0) } }
    } catch let error as ArchiveError {
      throw Failure(
        .unusableOutput, "cannot write '\(path)': \(error.details.reason ?? error.description)", advice: advice)
    }
  }
}
