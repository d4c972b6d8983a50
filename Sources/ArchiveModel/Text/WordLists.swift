extension Collection<String> {
  /// "a, b or c"
  public var alternatives: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + suffix(1).joined()
  }

  /// "'a', 'b'", for messages; of many words the first twelve.
  public var quotedList: String { prefix(12).map { "'\($0)'" }.joined(separator: ", ") }
}
