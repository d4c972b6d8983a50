import ArchiveInspection
import ArchiveRuntime
import Foundation

/// What a command writes where the user says.
package enum OutputFile {
  /// Writes a file that appears when it is complete, or into a device or a pipe, or to standard output.
  ///
  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - body: Writes the contents. If it throws, an old file stays as it was.
  /// - Throws: `file`, and what `body` throws.
  package static func write(_ path: String, _ body: (OutputBuffer) throws -> Void) throws {
    if path == "-" { return try StandardOutput.write(body) }
    var old = stat()
    // To replace a device or a pipe by a file would destroy it.
    guard stat(path, &old) == 0, ![S_IFREG, S_IFDIR].contains(old.st_mode & S_IFMT) else {
      return try StreamedFile.replace(path) { try fill($0, path, body) }
    }
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ArchiveError.file(path: path, operation: .open, code: errno, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    try fill(descriptor, path, body)
  }

  /// Writes a text.
  package static func write(_ path: String, _ text: String) throws { try write(path) { $0.append(text) } }

  private static func fill(_ descriptor: Int32, _ path: String, _ body: (OutputBuffer) throws -> Void) throws {
    let output = OutputBuffer(.text(descriptor))
    try body(output)
    try output.finish(path, mayClose: false)
  }
}
