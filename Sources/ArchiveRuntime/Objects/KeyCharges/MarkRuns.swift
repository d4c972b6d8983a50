/// Long runs of combining marks. To compare or hash text, Swift sorts the marks of a run, in time that is quadratic in
/// its length.
enum MarkRuns {
  /// Unicode's limit for text that is processed as a stream, which no language exceeds.
  private static let honestLength = 30

  /// The cost of comparing the text beyond its length, in the units of the limits.
  static func cost(of text: String) -> Int {
    // A mark takes at least two bytes.
    guard text.utf8.count > honestLength * 2 else { return 0 }
    var (cost, run) = (0, 0)
    for scalar in text.unicodeScalars {
      if isMark(scalar) {
        run += 1
      } else if run > 0 {
        cost &+= square(run)
        run = 0
      }
    }
    return cost &+ square(run)
  }

  private static func square(_ run: Int) -> Int { run > honestLength ? 4 &* run &* run : 0 }

  @inline(__always)
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    // The most common scalars are not marks: Latin letters, and the ideographs and syllables of East Asia.
    if scalar.value < 0x300 || 0x3100..<0xA66F ~= scalar.value || 0xAC00..<0xD7A4 ~= scalar.value {
      return false
    }
    return scalar.properties.canonicalCombiningClass != .notReordered
  }
}

/// The cost of text in keys of dictionaries and elements of sets, which is hashed and compared.
struct KeyCharges {
  /// The number of nested keys and elements that are being created.
  var depth = 0
  /// The cost of runs of combining marks so far.
  var marks = 0
  /// The share of each key with such runs, by the key's object.
  var marksOfKeys: [Int: Int] = [:]
  /// The extents of keys and their parts.
  var extents = ValueExtents()
}

extension ObjectDecoder {
  /// Charges text that will be hashed, or compared with other text.
  ///
  /// - Throws: `limitExceeded` for runs of marks that would take too long.
  @inline(__always)
  func chargeComparison(of text: String) throws {
    if text.utf8.count > 60 { try chargeMarks(text) }
  }

  @inline(never)
  private func chargeMarks(_ text: String) throws {
    let cost = MarkRuns.cost(of: text)
    guard cost > 0 else { return }
    keyCharges.marks &+= cost
    try archive.charge(cost)
  }

  /// Charges text that will be hashed.
  ///
  /// - Throws: `limitExceeded` if the keys of the archive cost too much.
  @inline(__always)
  func chargeHash(of text: String) throws {
    if text.utf8.count > 15 { try archive.charge(text.utf8.count) }
    try chargeComparison(of: text)
  }

  /// Creates a key of a dictionary, or an element of a set, with all text in it charged for hashing.
  @inline(__always)
  func key<Key>(_ number: Int, _ make: () throws -> Key) throws -> Key {
    // Text and data are charged when they are hashed.
    if Key.self == String.self { return try make() }
    let before = keyCharges.marks
    keyCharges.depth += 1
    defer { keyCharges.depth -= 1 }
    let key = try make()
    if keyCharges.marks != before {
      keyCharges.marksOfKeys[number] = keyCharges.marks &- before
    } else if !keyCharges.marksOfKeys.isEmpty, let known = keyCharges.marksOfKeys[number] {
      // It is cached from another collection, and is hashed again.
      try archive.charge(known)
    }
    return key
  }
}
