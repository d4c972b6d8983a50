/// The keys of a dictionary in the making: the references to them, and what finds a key that occurs twice.
///
/// Objects of one class mostly have the same keys in the same order. So the keys of the last one are expected of the next (a
/// hidden class with an inline cache): an expected key is compared, and neither hashed nor written again.
struct KeyLog {
  typealias Reference = PropertyListWriter.Reference

  /// In the order in which the keys were written.
  private(set) var references: [Reference] = []
  /// Every key so far, where the caller chooses keys: as a set and in their order.
  private var taken: Set<ExactText> = []
  private var takenInOrder: [String] = []
  /// The keys that the last object of the same class had, in their order, and how many of them this one had, too.
  var expected: [ExpectedKey] = []
  private var expectedCount = 0
  /// The keys from the first that was not expected.
  private var observed: [ExpectedKey] = []

  /// A key with the reference to it.
  struct ExpectedKey {
    let prefix: String
    let key: String
    let reference: Reference
    private let isASCII: Bool

    init(prefix: String, key: String, reference: Reference) {
      self.prefix = prefix
      self.key = key
      self.reference = reference
      isASCII = key.utf8.allSatisfy { $0 < 0x80 } && prefix.utf8.allSatisfy { $0 < 0x80 }
    }

    @inline(__always)
    func `is`(_ key: String, after prefix: String) -> Bool {
      // What equals ASCII text and is as long is ASCII text, too; to compare its bytes would take longer.
      isASCII
        ? self.key == key && self.prefix == prefix && self.key.utf8.count == key.utf8.count
          && self.prefix.utf8.count == prefix.utf8.count
        : self.key.isExactly(key) && self.prefix.isExactly(prefix)
    }
  }

  var count: Int { references.count }

  /// Notes a key that is known to occur once.
  @inline(__always)
  mutating func append(_ reference: Reference) { references.append(reference) }

  /// Takes a key that the last object of this class had in the same place: it is no other's, and it is written already.
  @inline(__always)
  mutating func takeExpected(_ key: String, after prefix: String) -> Bool {
    guard observed.isEmpty, expectedCount < expected.count, expected[expectedCount].is(key, after: prefix)
    else { return false }
    references.append(expected[expectedCount].reference)
    expectedCount &+= 1
    return true
  }

  /// Compares a key that was not expected with all before it.
  ///
  /// - Throws: `duplicateKey`.
  mutating func claim(_ key: String) throws(ArchiveError) {
    claimExpected()
    guard taken.insert(ExactText(key)).inserted else { throw .duplicateKey(path: key) }
    takenInOrder.append(key)
  }

  /// Notes a key that was claimed, now that it is written.
  mutating func observe(_ key: ExpectedKey) {
    observed.append(key)
    references.append(key.reference)
  }

  /// From the first other key on, each is compared with all before, expected ones included.
  private mutating func claimExpected() {
    guard takenInOrder.count < expectedCount else { return }
    for expected in expected[takenInOrder.count..<expectedCount] {
      let key = expected.prefix + expected.key
      taken.insert(ExactText(key))
      takenInOrder.append(key)
    }
  }

  /// Begins the next object of the class: it is expected to have the keys of this one.
  mutating func beginNext() {
    references.removeAll(keepingCapacity: true)
    defer { expectedCount = 0 }
    guard !observed.isEmpty || expectedCount < expected.count else { return }
    expected.removeSubrange(expectedCount...)
    expected += observed
    observed.removeAll(keepingCapacity: true)
    taken.removeAll(keepingCapacity: true)
    takenInOrder.removeAll(keepingCapacity: true)
  }

  /// Takes keys back, all but the first `count`.
  mutating func takeBack(to count: Int) {
    claimExpected()
    for key in takenInOrder[min(count, takenInOrder.count)...] { taken.remove(ExactText(key)) }
    takenInOrder.removeSubrange(min(count, takenInOrder.count)...)
    expectedCount = min(expectedCount, count)
    observed.removeSubrange(min(count - expectedCount, observed.count)...)
    references.removeSubrange(count...)
  }

  /// Where an object's values are taken back, so are the keys that it shared with the last one.
  mutating func forgetExpected() {
    expected = []
    expectedCount = 0
  }

  /// The same keys, without expectations.
  func copy() -> KeyLog {
    var copy = self
    copy.forgetExpected()
    return copy
  }
}
