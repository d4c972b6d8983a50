import ArchiveModel

/// libclang could not use the options.
public struct HeaderReaderError: Error, CustomStringConvertible {
  public let diagnostic: Diagnostic

  public var description: String { [diagnostic.message, diagnostic.advice].compactMap { $0 }.joined(separator: "; ") }
}
