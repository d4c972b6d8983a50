/// The keys of dictionaries that have the same.
final class CodedShape {
  /// Their objects.
  let numbers: [Int]
  let names: [String]
  /// By the index of a key the one that was looked for after it; the first for none before. Types ask for their keys in the
  /// same order each time.
  @exclusivity(unchecked) private var following: [Int]
  /// Of many keys their indices.
  private let positions: [ExactText: Int]
  private static let searchedCount = 12

  /// - Returns: nil if a key occurs twice.
  init?(_ numbers: [Int], _ names: [String]) {
    (self.numbers, self.names) = (numbers, names)
    following = Array(0...names.count)
    guard names.count > Self.searchedCount else {
      positions = [:]
      for (place, name) in names.enumerated() where names[..<place].contains(where: { $0.isExactly(name) }) {
        return nil
      }
      return
    }
    positions = Dictionary(names.enumerated().map { (ExactText($1), $0) }, uniquingKeysWith: { first, _ in first })
    guard positions.count == names.count else { return nil }
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
  /// The last that were asked for, by bits of their keys' numbers; empty until the first one.
  private var recent: ContiguousArray<CodedShape?> = []

  /// - Throws: `duplicateKey`; `wrongType` for a key that is no text; `limitExceeded`.
  @inline(__always)
  mutating func shape(_ keys: [Int], _ decoder: ObjectDecoder) throws -> CodedShape {
    let place = Self.place(of: keys)
    if !recent.isEmpty, let shape = recent[place], shape.numbers == keys { return shape }
    let shape = try known[keys] ?? make(keys, decoder)
    if recent.isEmpty { recent = ContiguousArray(repeating: nil, count: 16) }
    recent[place] = shape
    return shape
  }

  private static func place(of keys: [Int]) -> Int {
    guard let first = keys.first, let last = keys.last else { return 0 }
    return (first &* 5 &+ last &* 3 &+ keys.count) & 15
  }

  @inline(never)
  private mutating func make(_ keys: [Int], _ decoder: ObjectDecoder) throws -> CodedShape {
    var names: [String] = []
    names.reserveCapacity(keys.count)
    for number in keys {
      let name = try Self.name(number, decoder)
      try decoder.archive.charge(Self.keyCost &+ name.utf8.count)
      names.append(name)
    }
    guard let shape = CodedShape(keys, names) else {
      var seen: Set<ExactText> = []
      let repeated = zip(keys, names).first { !seen.insert(ExactText($1)).inserted }
      throw ArchiveError.duplicateKey(path: decoder.path(toReference: repeated?.0 ?? 0))
    }
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
