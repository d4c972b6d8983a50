/// The keys of dictionaries that have the same.
final class CodedShape {
  let names: [String]
  /// By the index of a key the one that was looked for after it; the first for none before. Types ask for their keys in the
  /// same order each time.
  private var following: [Int]
  /// Of many keys their indices.
  private lazy var positions = Dictionary(
    names.enumerated().map { (ExactText($1), $0) }, uniquingKeysWith: { first, _ in first })
  private static let searchedCount = 12

  init(_ names: [String]) {
    self.names = names
    following = (0...names.count).map { $0 }
  }

  func position(of key: String, after last: Int) -> Int? {
    // A key that was tested for is usually read next.
    if last >= 0, names[last].isExactly(key) { return last }
    let expected = following[last + 1]
    if expected < names.count, names[expected].isExactly(key) { return expected }
    let found =
      names.count > Self.searchedCount ? positions[ExactText(key)] : names.firstIndex { $0.isExactly(key) }
    if let found { following[last + 1] = found }
    return found
  }
}

/// The shapes of an archive's dictionaries, by the objects of their keys.
struct CodedShapes {
  /// The cost of a dictionary's key that no dictionary before had in its place, beside its text.
  static let keyCost = 48

  private var known: [[Int]: CodedShape] = [:]

  /// - Throws: `duplicateKey`; `wrongType` for a key that is no text; `limitExceeded`.
  mutating func shape(_ keys: [Int], _ decoder: ObjectDecoder) throws -> CodedShape {
    if let shape = known[keys] { return shape }
    var names: [String] = []
    var seen: Set<ExactText> = []
    for number in keys {
      let name = try Self.name(number, decoder)
      try decoder.archive.charge(Self.keyCost &+ name.utf8.count)
      guard seen.insert(ExactText(name)).inserted else {
        throw ArchiveError.duplicateKey(path: decoder.path(toReference: number))
      }
      names.append(name)
    }
    let shape = CodedShape(names)
    known[keys] = shape
    return shape
  }

  /// A key is text; other writers have numbers, too.
  private static func name(_ number: Int, _ decoder: ObjectDecoder) throws -> String {
    let reference = ArchivedReference(number: number)
    if number != 0, case .integer(let integer) = try decoder.archive.object(number) { return "\(integer)" }
    return try String.unarchived(reference, from: decoder)
  }
}
