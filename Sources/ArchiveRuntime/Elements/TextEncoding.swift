/// The encoding of text in a `char` array.
@_spi(GeneratedCode) public enum TextEncoding: String, Sendable, Hashable, BitwiseCopyable {
  /// UTF-8.
  case utf8
  /// ISO 8859-1: every byte is the code point of its value.
  case latin1
}
