/// The keys of an unfinished dictionary: the references to them, and the detection of duplicates.
///
/// Objects of one class usually have the same keys in the same order. So the keys of the last object are expected for
/// the next one (a hidden class with an inline cache): an expected key is compared, but neither hashed nor written
/// again.
struct KeyLog {
  typealias Reference = PropertyListWriter.Reference

  /// The references in the order of the keys.
  private(set) var references: [Reference] = []
  /// All keys so far in their order, if the caller chooses keys; as a set where they are too many to compare each with all.
  private var takenInOrder: [String] = []
  private var taken: Set<ExactText> = []
  private static let few = 12
  /// The keys of the last object of the same class, in order, and how many of them this object has too.
  var expected: [ExpectedKey] = []
  private var expectedCount = 0
  /// The keys from the first unexpected one.
  private var observed: [ExpectedKey] = []

  /// A key with its reference.
  struct ExpectedKey {
    let prefix: String
    let key: String
    let reference: Reference
    fileprivate let prefixBits: TextBits
    fileprivate let keyBits: TextBits

    init(prefix: String, key: String, reference: Reference) {
      (self.prefix, self.key, self.reference) = (prefix, key, reference)
      (prefixBits, keyBits) = (TextBits(prefix), TextBits(key))
    }
  }

  var count: Int { references.count }

  /// Adds a key that is known to be unique.
  @inline(__always)
  mutating func append(_ reference: Reference) { references.append(reference) }

  /// Accepts a key that the last object of this class had at the same position: it is unique, and already written.
  @inline(__always)
  mutating func takeExpected(_ key: String, after prefix: String) -> Bool {
    guard observed.isEmpty, expectedCount < expected.count, expected[expectedCount].key.isExactly(key),
      expected[expectedCount].prefix.isExactly(prefix)
    else { return false }
    takeNext()
    return true
  }

  /// The same by bits, without counting references to texts; false also for equal texts that are not the same in memory.
  @inline(__always)
  mutating func takeExpected(_ key: TextBits, after prefix: TextBits) -> Bool {
    guard observed.isEmpty, expectedCount < expected.count, expected[expectedCount].keyBits == key,
      expected[expectedCount].prefixBits == prefix
    else { return false }
    takeNext()
    return true
  }

  @inline(__always)
  private mutating func takeNext() {
    references.append(expected[expectedCount].reference)
    expectedCount &+= 1
  }

  /// Compares an unexpected key with all earlier ones.
  ///
  /// - Throws: `duplicateKey`.
  mutating func claim(_ key: String) throws(ArchiveError) {
    claimExpected()
    if takenInOrder.count < Self.few {
      guard !takenInOrder.containsExactly(key) else { throw .duplicateKey(path: key) }
    } else {
      if taken.isEmpty { taken = Set(takenInOrder.map(ExactText.init)) }
      guard taken.insert(ExactText(key)).inserted else { throw .duplicateKey(path: key) }
    }
    takenInOrder.append(key)
  }

  /// Adds a key that was claimed and has been written.
  mutating func observe(_ key: ExpectedKey) {
    observed.append(key)
    references.append(key.reference)
  }

  /// From the first unexpected key on, each is compared with all earlier ones, including expected ones.
  private mutating func claimExpected() {
    guard takenInOrder.count < expectedCount else { return }
    for expected in expected[takenInOrder.count..<expectedCount] {
      let key = expected.prefix + expected.key
      if !taken.isEmpty { taken.insert(ExactText(key)) }
      takenInOrder.append(key)
    }
  }

  /// Begins the next object of the class, for which the keys of this one are expected.
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

  /// Removes all keys except the first `count`.
  mutating func takeBack(to count: Int) {
    claimExpected()
    if count < Self.few {
      taken = []
    } else if !taken.isEmpty {
      for key in takenInOrder[min(count, takenInOrder.count)...] { taken.remove(ExactText(key)) }
    }
    takenInOrder.removeSubrange(min(count, takenInOrder.count)...)
    expectedCount = min(expectedCount, count)
    observed.removeSubrange(min(count - expectedCount, observed.count)...)
    references.removeSubrange(count...)
  }

  /// Removes the expected keys, when an object's values are taken back.
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
