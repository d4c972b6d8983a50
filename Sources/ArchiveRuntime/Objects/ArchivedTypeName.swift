import Foundation

/// The default name of a type in archives: its name within the module, `Menu.Item`, `Box<Int>`.
enum ArchivedTypeName {
  static func name(of type: Any.Type) -> String { cache.name(of: type) }

  /// - Parameter text: the result of `String(reflecting:)`. Modules are removed, and so is the context of a private or
  ///   local type, which differs between processes.
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

  /// The text after `(unknown context at $1f2e).` or `(extension in Module):`; nil if it begins with neither.
  private static func context(_ text: Substring) -> Substring? {
    guard text.hasPrefix("(unknown context at ") || text.hasPrefix("(extension in "),
      let end = text.firstIndex(of: ")")
    else { return nil }
    return text[end...].dropFirst(2)
  }

  /// Removes the module before the first dot. A name that begins with a dot is inside a generic type.
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
