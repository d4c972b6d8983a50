/// A declaration of a member as C writes it, from a type's spelling and a name: the specifiers, and the declarator with
/// the name inside. `int (*)[3]` and `rows` are `int` and `(*rows)[3]`.
public struct Declarator: Sendable, Hashable {
  public let specifiers: String
  public let declarator: String

  public init(type: String, name: String) {
    let text = Array(type.utf8)
    // A spelling like `struct (unnamed at …)` has parentheses that are no declarator.
    let open = UInt8(ascii: "(")
    let begin = text.indices.first {
      text[$0] == open && $0 + 1 < text.count && [UInt8(ascii: "*"), UInt8(ascii: "^")].contains(text[$0 + 1])
    }
    var place: Int
    var cut: Int
    if let begin {
      place = begin
      // The name stands inside the innermost parentheses that begin with a star.
      while place + 1 < text.count, text[place] == open,
        [UInt8(ascii: "*"), UInt8(ascii: "^")].contains(text[place + 1])
      {
        place += 1
        while place < text.count, ![open, UInt8(ascii: ")"), UInt8(ascii: "[")].contains(text[place]) { place += 1 }
      }
      cut = begin
    } else {
      place = text.firstIndex(of: UInt8(ascii: "[")) ?? text.count
      cut = place
    }
    func string(_ part: ArraySlice<UInt8>) -> String { String(decoding: part, as: UTF8.self) }
    specifiers = string(text[..<cut]).trimmingSpaces
    let inside = string(text[cut..<place])
    let needsSpace = inside.last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    declarator = inside + (needsSpace && !name.isEmpty ? " " : "") + name + string(text[place...])
  }

  /// One line of C, without the semicolon.
  public var text: String {
    declarator.isEmpty
      ? specifiers : specifiers.hasSuffix("*") ? specifiers + declarator : "\(specifiers) \(declarator)"
  }
}

extension String {
  var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    while text.first == " " { text.removeFirst() }
    return String(text)
  }

  /// Spaces up to a width, counted in characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

  /// The text without characters that end a line or control a terminal, for comments and cells.
  var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: "\u{FFFD}"
          default: scalar
          }
        }))
  }
}
