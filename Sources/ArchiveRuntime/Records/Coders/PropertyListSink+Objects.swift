import Foundation

/// Archives of many objects: their fields are written one object after another.
extension PropertyListSink {
  /// A key with the reference to it.
  struct ExpectedKey {
    let prefix: String
    let key: String
    let reference: PropertyListWriter.Reference
    private let isASCII: Bool

    init(prefix: String, key: String, reference: PropertyListWriter.Reference) {
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

  // MARK: Keys

  /// Takes a key that the last object of this class had in the same place: it is no other's, and it is written already.
  @inline(__always)
  mutating func takeExpected(_ key: String) -> Bool {
    guard observed.isEmpty, expectedCount < expected.count, expected[expectedCount].is(key, after: prefix)
    else { return false }
    keys.append(expected[expectedCount].reference)
    expectedCount &+= 1
    return true
  }

  /// Where an object's values are taken back, so are the keys that it shared with the last one.
  mutating func forgetExpected() {
    expected = []
    expectedCount = 0
  }

  /// From the first other key on, each is held against all before.
  mutating func noteExpectedAsTaken() {
    guard takenInOrder.count < expectedCount else { return }
    for expected in expected[takenInOrder.count..<expectedCount] {
      let key = expected.prefix + expected.key
      taken.insert(ExactText(key))
      takenInOrder.append(key)
    }
  }

  // MARK: Objects

  /// Puts a place for an object into `$objects`, to be filled by `endObject`.
  mutating func reserveObject() -> Int {
    objects.append(words[.null])
    return objects.count - 1
  }

  /// Fields written before, which wait while an object's are.
  struct OuterFields {
    var keys: [PropertyListWriter.Reference] = []
    var values: [PropertyListWriter.Reference] = []
    var taken: Set<ExactText> = []
    var takenInOrder: [String] = []
    var observed: [ExpectedKey] = []
    var prefix = ""
  }

  /// Sets aside the fields in the making.
  mutating func takeFields() -> OuterFields {
    var outer = OuterFields()
    exchange(&outer)
    return outer
  }

  mutating func restore(_ outer: inout OuterFields) { exchange(&outer) }

  private mutating func exchange(_ other: inout OuterFields) {
    swap(&keys, &other.keys)
    swap(&values, &other.values)
    swap(&taken, &other.taken)
    swap(&takenInOrder, &other.takenInOrder)
    swap(&observed, &other.observed)
    swap(&prefix, &other.prefix)
  }

  /// Fills an object's place with the fields written since the last object.
  ///
  /// - Returns: Where the writer keeps its first value, for those that are known only at the end.
  @discardableResult
  mutating func endObject(_ number: Int, class classNumber: Int) -> Int {
    keys.append(classKey())
    values.append(writer.uid(classNumber))
    let place = writer.containerReferences.count + keys.count
    objects[number] = writer.dictionary(keys: keys, values: values)
    keys.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    updateExpected()
    return place
  }

  /// What the next object of this class is expected to have, once this one's fields are written.
  private mutating func updateExpected() {
    defer { expectedCount = 0 }
    guard !observed.isEmpty || expectedCount < expected.count else { return }
    expected.removeSubrange(expectedCount...)
    expected += observed
    observed.removeAll(keepingCapacity: true)
    taken.removeAll(keepingCapacity: true)
    takenInOrder.removeAll(keepingCapacity: true)
  }

  private mutating func classKey() -> PropertyListWriter.Reference {
    if let classKeyReference { return classKeyReference }
    let reference = writer.key(KeyedArchive.classKey)
    classKeyReference = reference
    return reference
  }

  /// Puts a class into `$objects`: its name and those of its superclasses, nearest first.
  mutating func addClass(_ names: [String]) -> Int {
    let references = names.map { writer.string($0) }
    let list = writer.array(references)
    return add(
      writer.dictionary(keys: [words[.classes], words[.className]], values: [list, references.first ?? words[.null]]))
  }

  /// The key of an object of Foundation's; there are a few that are used again and again.
  private mutating func keyReference(_ key: String) -> PropertyListWriter.Reference {
    for known in foundationKeys where known.key == key { return known.reference }
    let reference = writer.key(key)
    if foundationKeys.count < 8 { foundationKeys.append((key, reference)) }
    return reference
  }

  /// Fills an object's place with one field.
  mutating func setObject(
    _ number: Int, key: String, value: PropertyListWriter.Reference, class classNumber: Int
  ) {
    let key = keyReference(key)
    let classKey = classKey()
    objects[number] = writer.dictionary((key, classKey), values: (value, writer.uid(classNumber)))
  }

  /// Fills an object's place with fields that are given.
  mutating func setObject(
    _ number: Int, _ fields: [(key: String, value: PropertyListWriter.Reference)], class classNumber: Int
  ) {
    var keys = fields.map { keyReference($0.key) }
    var values = fields.map(\.value)
    keys.append(classKey())
    values.append(writer.uid(classNumber))
    objects[number] = writer.dictionary(keys: keys, values: values)
  }

  mutating func add(_ object: PropertyListWriter.Reference) -> Int {
    objects.append(object)
    return objects.count - 1
  }

  /// Bytes, not yet the value of any key.
  mutating func data(_ bytes: Data) throws(ArchiveError) -> PropertyListWriter.Reference {
    try writer.data(byteCount: bytes.count) { (target) throws(ArchiveError) in
      _ = bytes.copyBytes(to: target)
    }
  }

  /// Ends the fields of the archive's top.
  ///
  /// - Returns: The dictionary, and where the writer keeps its first value.
  mutating func endTop() -> (top: PropertyListWriter.Reference, place: Int) {
    let place = writer.containerReferences.count + keys.count
    return (writer.dictionary(keys: keys, values: values), place)
  }

  consuming func finish(top: PropertyListWriter.Reference) throws(ArchiveError) -> Data {
    try Self.finish(writer, words, objects: objects, top: top)
  }

  // MARK: References

  /// The value of the last key is a reference to this object.
  mutating func reference(_ number: Int) { values.append(writer.uid(number)) }

  /// A list of references.
  mutating func list(_ numbers: some Collection<Int>) -> PropertyListWriter.Reference {
    writer.array(ofObjects: numbers)
  }

  /// Replaces a value that was written as null by a reference.
  mutating func setReference(at place: Int, to number: Int) {
    writer.containerReferences[place] = writer.uid(number)
  }
}
