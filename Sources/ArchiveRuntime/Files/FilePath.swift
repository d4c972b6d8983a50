import Foundation

/// A path, and errors that name it.
struct FilePath: Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// The path up to the last slash, and the rest.
  var parts: (folder: String, name: String) {
    guard let slash = text.lastIndex(of: "/") else { return (".", text) }
    return (slash == text.startIndex ? "/" : String(text[..<slash]), String(text[text.index(after: slash)...]))
  }

  /// - Throws: `file` for a text that is not a path, of which C would see only a part.
  func check() throws(FileFailure) {
    let reason =
      text.isEmpty ? "the path is empty" : "its path has a zero byte"
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw .failed(.file(path: text, operation: .open, code: nil, reason: reason))
    }
  }

  func error(_ operation: ArchiveError.FileOperation, _ code: Int32) -> ArchiveError {
    .file(path: text, operation: operation, code: code, reason: "\(String(cString: strerror(code))) (errno \(code))")
  }

  func refused(_ operation: ArchiveError.FileOperation, _ reason: String) -> FileFailure {
    .failed(.file(path: text, operation: operation, code: nil, reason: reason))
  }

  /// Calls the system, and again if a signal interrupted the call.
  ///
  /// - Throws: `file` if the result is -1.
  @discardableResult
  func attempt<Number: SignedInteger>(
    _ operation: ArchiveError.FileOperation, _ call: () -> Number
  ) throws(FileFailure) -> Number {
    while true {
      let outcome = call()
      guard outcome == -1 else { return outcome }
      let code = errno
      if code != EINTR { throw .failed(error(operation, code)) }
    }
  }
}

extension stat {
  var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

  func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}
