import ArchiveModel

/// What an error is about, if there is specific advice for it.
enum ErrorCause: Hashable {
  /// The name in an `#include`.
  case missingFile(String)
  /// A type, an incomplete struct or an identifier that nothing declares.
  case unknownName(String)
  /// The text of an `#error`.
  case directive(String)
  /// An option that clang does not know.
  case argument(String)

  init?(_ error: Diagnostic) {
    self.init(error.message, isInFile: error.location != nil, sourceLine: error.sourceLine)
  }

  init?(_ message: String, isInFile: Bool, sourceLine: @autoclosure () -> String?) {
    let quoted = message.firstQuoted
    // libclang proposes quotation marks if the file is in the same folder, but the file's own includes are then not
    // found.
    if message.contains("' file not found"), let quoted {
      self = .missingFile(quoted)
    } else if let quoted,
      [
        "unknown type name", "use of undeclared identifier", "field has incomplete type",
        "array has incomplete element type", "must use 'struct' tag",
      ]
      .contains(where: message.hasPrefix)
    {
      let name = message.hasPrefix("must use") ? message.quoted.dropFirst().first ?? quoted : quoted
      self = .unknownName(name)
    } else if message.hasPrefix("unknown argument") || message.hasPrefix("unsupported option")
      || message.hasPrefix("invalid value") || message.hasPrefix("unsupported argument")
      || message.hasPrefix("unknown target"), !isInFile
    {
      self = .argument(message)
    } else if let line = sourceLine()?.drop(while: \.isWhitespace), line.first == "#",
      line.dropFirst().drop(while: \.isWhitespace).hasPrefix("error")
    {
      self = .directive(message)
    } else {
      return nil
    }
  }
}
