/// The lines of types and keys in a lock, which are the locations of what the sources no longer have.
public struct LockPlaces: Sendable {
  private var types: [String: Int] = [:]
  private var keys: [String: [String: Int]] = [:]

  /// - Parameter lines: the lines of a valid lock.
  public init(_ lines: [Substring]) {
    var type = ""
    for (index, line) in lines.enumerated() {
      let isKey = line.utf8.first == UInt8(ascii: " ") || line.utf8.first == UInt8(ascii: "\t")
      let words = LockWord.firstTexts(of: line, atMost: isKey ? 1 : 2)
      guard let first = words.first else { continue }
      if isKey {
        keys[type, default: [:]][first] = index
      } else if first == "type", words.count > 1 {
        type = words[1]
        types[type] = index
      }
    }
  }

  /// The line of the key or type, counted from 0; the last one if several releases have different lines.
  public func line(of change: Change) -> Int? {
    let type = change.rule == .typeRenamed ? change.old : change.type
    return change.key.flatMap { keys[type]?[$0] } ?? types[type]
  }
}
