/// Long runs of combining marks. To compare or to hash text, Swift puts the marks of a run in order, in time with the square
/// of its length.
enum MarkRuns {
  /// Unicode's own bound for text that is processed as a stream, and more than any language writes.
  private static let honestLength = 30

  /// What comparing the text costs beyond its length, in the units that limits count.
  static func cost(of text: String) -> Int {
    // A mark takes two bytes or more.
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
    // What most text consists of has none: Latin letters, and the ideographs and syllables of East Asia.
    if scalar.value < 0x300 || 0x3100..<0xA66F ~= scalar.value || 0xAC00..<0xD7A4 ~= scalar.value { return false }
    return scalar.properties.canonicalCombiningClass != .notReordered
  }
}

/// What the text in keys of dictionaries and elements of sets costs, which is hashed and compared.
struct KeyCharges {
  /// How many keys and elements are being made, one in the other.
  var depth = 0
  /// What runs of combining marks cost so far.
  var marks = 0
  /// The part of each key that has some, by the key's object.
  var marksOfKeys: [Int: Int] = [:]
}

extension ObjectDecoder {
  /// Accounts for text that is going to be hashed, or compared with other text than its own bytes.
  ///
  /// - Throws: `limitExceeded` for runs of marks that would take long.
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

  /// Makes a key of a dictionary, or an element of a set: it will be hashed with all text in it.
  @inline(__always)
  func key<Key>(_ number: Int, _ make: () throws -> Key) throws -> Key {
    // Text and data are paid for when they are hashed.
    if Key.self == String.self { return try make() }
    let before = keyCharges.marks
    keyCharges.depth += 1
    defer { keyCharges.depth -= 1 }
    let key = try make()
    if keyCharges.marks != before {
      keyCharges.marksOfKeys[number] = keyCharges.marks &- before
    } else if !keyCharges.marksOfKeys.isEmpty, let known = keyCharges.marksOfKeys[number] {
      // It was kept from another collection, and is hashed again.
      try archive.charge(known)
    }
    return key
  }
}
