/// The lines of a lock on which types and keys are: what is gone from the sources has no other place.
public struct LockPlaces: Sendable {
  private var types: [String: Int] = [:]
  private var keys: [String: [String: Int]] = [:]

  /// - Parameter lines: of a lock that can be parsed.
  public init(_ lines: [Substring]) {
    var type = ""
    for (index, line) in lines.enumerated() {
      guard let words = try? LockWord.words(of: line), let first = words.first else { continue }
      if line.first == " " || line.first == "\t" {
        keys[type, default: [:]][first.text] = index
      } else if first.text == "type", words.count > 1 {
        type = words[1].text
        types[type] = index
      }
    }
  }

  /// The line of the key, or of the type, from 0; the last one where several releases have their own.
  public func line(of change: Change) -> Int? {
    let type = change.rule == .typeRenamed ? change.old : change.type
    return change.key.flatMap { keys[type]?[$0] } ?? types[type]
  }
}
