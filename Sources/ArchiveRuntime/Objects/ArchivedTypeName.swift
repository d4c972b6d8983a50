import Foundation

/// The name that archives have for a type unless it says otherwise: as it is spelled in its module, `Menu.Item`,
/// `Box<Int>`.
enum ArchivedTypeName {
  static func name(of type: Any.Type) -> String { cache.name(of: type) }

  /// - Parameter text: The type as `String(reflecting:)` has it. Modules go, and what stands for a file or a function
  ///   around a private or local type: it changes from process to process.
  static func name(reflected text: String) -> String {
    var rest = Substring(text)
    var name = ""
    var word = ""
    var isQuoted = false
    while let character = rest.first {
      if !isQuoted, let behind = context(rest) {
        rest = behind
        continue
      }
      rest.removeFirst()
      if character == "`" { isQuoted.toggle() }
      if isQuoted || !" <>(),&[]:->".contains(character) {
        word.append(character)
      } else {
        name += withoutModule(word) + String(character)
        word = ""
      }
    }
    return name + withoutModule(word)
  }

  /// What follows `(unknown context at $1f2e).` or `(extension in Module):`; nil where neither begins.
  private static func context(_ text: Substring) -> Substring? {
    guard text.hasPrefix("(unknown context at ") || text.hasPrefix("(extension in "),
      let end = text.firstIndex(of: ")")
    else { return nil }
    return text[end...].dropFirst(2)
  }

  /// A name in a module has a dot before it; one inside a generic type begins with the dot.
  private static func withoutModule(_ word: String) -> String {
    guard let dot = word.firstIndex(of: "."), dot != word.startIndex else { return word }
    return String(word[dot...].dropFirst())
  }

  private static let cache = Cache()

  private final class Cache: @unchecked Sendable {
    private let lock = NSLock()
    private var names: [ObjectIdentifier: String] = [:]

    func name(of type: Any.Type) -> String {
      lock.lock()
      defer { lock.unlock() }
      if let known = names[ObjectIdentifier(type)] { return known }
      let name = ArchivedTypeName.name(reflected: String(reflecting: type))
      names[ObjectIdentifier(type)] = name
      return name
    }
  }
}
