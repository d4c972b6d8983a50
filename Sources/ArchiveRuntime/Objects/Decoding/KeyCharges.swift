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
