/// The indices of archived objects, by identity.
struct EncodedObjects: WrittenObjects {
  private var numbers = ObjectIdentityTable()
  /// Objects are retained until the end, because the identity of a freed object could be reused.
  private(set) var kept: [any ArchivableObject] = []

  @inline(__always)
  subscript(object: any ArchivableObject) -> Int? { numbers[ObjectIdentifier(object)] }

  @inline(__always)
  subscript(object: ObjectIdentifier) -> Int? { numbers[object] }

  package func number(of object: AnyObject) -> Int? { numbers[ObjectIdentifier(object)] }

  /// - Returns: the object's place among those that are kept.
  @inline(__always)
  @discardableResult
  mutating func note(_ object: any ArchivableObject, _ number: Int) -> Int {
    kept.append(object)
    numbers[ObjectIdentifier(object)] = number
    return kept.count &- 1
  }

  /// Removes objects that were taken back. They stay retained.
  mutating func takeBack(to objectCount: Int) { numbers.keep { $0 < objectCount } }
}

/// References that are null unless something else archives the object, which is known only at the end.
struct ConditionalReferences {
  /// The references in the current object, with the index of the value.
  private var current: [(index: Int, object: ObjectIdentifier)] = []
  /// The references in earlier objects, with the position in the writer.
  private(set) var waiting: [(place: Int, object: ObjectIdentifier)] = []
  /// Objects that nothing else keeps, because the identity of a freed object could be reused.
  private var kept: [AnyObject] = []
  /// The references that must not be null, with the number of the object that has them.
  private(set) var unowned: [(object: AnyObject, holder: Int, key: String)] = []

  mutating func noteUnowned(_ object: AnyObject, from holder: Int, _ key: String) {
    unowned.append((object, holder, key))
  }

  /// - Parameter isKept: whether the object is among the encoded ones, which are kept.
  @inline(__always)
  mutating func append(_ object: AnyObject, _ index: Int, isKept: Bool) {
    current.append((index, ObjectIdentifier(object)))
    if !isKept { kept.append(object) }
  }

  /// - Parameter place: the position of the current object's values in the writer.
  @inline(__always)
  mutating func endObject(valuesAt place: Int) {
    if current.isEmpty { return }
    for reference in current { waiting.append((place + reference.index, reference.object)) }
    current.removeAll(keepingCapacity: true)
  }

  // MARK: Nested objects

  struct Current {
    fileprivate let references: [(index: Int, object: ObjectIdentifier)]
  }

  mutating func takeCurrent() -> Current {
    defer { current = [] }
    return Current(references: current)
  }

  mutating func restoreCurrent(_ outer: Current) { current = outer.references }

  // MARK: Undoing failed calls

  struct Mark {
    fileprivate let current: Int
    fileprivate let waiting: Int
    fileprivate let unowned: Int
  }

  var mark: Mark { Mark(current: current.count, waiting: waiting.count, unowned: unowned.count) }

  mutating func takeBack(to mark: Mark) {
    current.removeSubrange(mark.current...)
    waiting.removeSubrange(mark.waiting...)
    unowned.removeSubrange(mark.unowned...)
  }
}
