/// A change of one line of a source: `replacement` replaces the `length` bytes from `location` on. A length of 0
/// inserts.
public struct FixIt: Sendable, Hashable, Codable {
  public let location: SourceLocation
  public let length: Int
  public let replacement: String

  public init(at location: SourceLocation, length: Int, replacement: String) {
    self.location = location
    self.length = length
    self.replacement = replacement
  }

  /// Replaces one word. There is no change if the line has another text at the location, as with quoted YAML scalars.
  public static func replacing(
    _ word: String, at location: SourceLocation, in line: String?, by replacement: String?
  ) -> [FixIt] {
    guard let replacement, let line, line.utf8.dropFirst(location.column - 1).starts(with: word.utf8) else { return [] }
    return [FixIt(at: location, length: word.utf8.count, replacement: replacement)]
  }
}
