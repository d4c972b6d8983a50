import ArchiveRuntime
import Foundation

/// Standard output: all that a command prints there goes through here, so that none of it is lost in silence.
package enum StandardOutput {
  /// - Parameters:
  ///   - isStyled: Whether the text is made for a terminal, with colours. Nothing in other text can act on one.
  ///   - body: Writes the text.
  /// - Throws: `file` if it cannot be written, and what `body` throws.
  package static func write(isStyled: Bool = false, _ body: (OutputBuffer) throws -> Void) throws {
    let output = OutputBuffer(isStyled ? .descriptor(STDOUT_FILENO) : .text(STDOUT_FILENO))
    try body(output)
    try output.finish("standard output", mayClose: true)
  }

  /// Writes a text.
  package static func write(_ text: String, isStyled: Bool = false) throws {
    try write(isStyled: isStyled) { $0.append(text) }
  }
}

/// Standard error.
package enum StandardError {
  /// Writes a message. There is no other place to say that it cannot be written, and no command is run for it.
  package static func write(_ message: String) { try? write(document: message) }

  /// Writes what a program reads.
  ///
  /// - Throws: `file` if it cannot be written.
  package static func write(document: String) throws {
    let output = OutputBuffer(.descriptor(STDERR_FILENO))
    output.append(document)
    try output.finish("standard error", mayClose: true)
  }
}

extension OutputBuffer {
  /// Writes what is left.
  ///
  /// - Parameter mayClose: Whether a reader that has seen enough and has gone is no failure.
  /// - Throws: `file` if not all could be written.
  package func finish(_ path: String, mayClose: Bool) throws {
    flush()
    guard let code = systemError, !(mayClose && code == EPIPE) else { return }
    throw ArchiveError.file(path: path, operation: .write, code: code, reason: String(cString: strerror(code)))
  }
}
