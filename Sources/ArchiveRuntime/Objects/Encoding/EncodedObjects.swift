/// The objects that have a place in the archive, by their identity.
struct EncodedObjects {
  private var numbers = ObjectIdentityTable()
  /// Objects are kept until the end: one that is freed could give its identity to another.
  private var kept: [any ArchivableObject] = []

  @inline(__always)
  subscript(object: any ArchivableObject) -> Int? { numbers[ObjectIdentifier(object)] }

  @inline(__always)
  mutating func note(_ object: any ArchivableObject, _ number: Int) {
    kept.append(object)
    numbers[ObjectIdentifier(object)] = number
  }

  /// Forgets objects that were taken back. They are kept all the same.
  mutating func takeBack(to objectCount: Int) { numbers.keep { $0 < objectCount } }
}

/// References to objects that stand for nothing unless something else archives the object, which is known at the end.
struct ConditionalReferences {
  /// Those of the object being written: which of its values they are.
  private var current: [(index: Int, object: any ArchivableObject)] = []
  /// Those of objects already written: where the writer keeps them.
  private var waiting: [(place: Int, object: any ArchivableObject)] = []

  mutating func append(_ object: any ArchivableObject, _ index: Int) { current.append((index, object)) }

  /// - Parameter place: Where the writer keeps the values of the object that was being written.
  @inline(__always)
  mutating func endObject(valuesAt place: Int) {
    if current.isEmpty { return }
    for reference in current { waiting.append((place + reference.index, reference.object)) }
    current.removeAll(keepingCapacity: true)
  }

  /// Gives each reference its object's number, where that is in the archive.
  func resolve(_ objects: EncodedObjects, in sink: inout PropertyListSink) {
    for reference in waiting {
      if let number = objects[reference.object] { sink.setReference(at: reference.place, to: number) }
    }
  }

  // MARK: One object in the other

  struct Current {
    fileprivate let references: [(index: Int, object: any ArchivableObject)]
  }

  mutating func takeCurrent() -> Current {
    defer { current = [] }
    return Current(references: current)
  }

  mutating func restoreCurrent(_ outer: Current) { current = outer.references }

  // MARK: Calls that fail

  struct Mark {
    fileprivate let current: Int
    fileprivate let waiting: Int
  }

  var mark: Mark { Mark(current: current.count, waiting: waiting.count) }

  mutating func takeBack(to mark: Mark) {
    current.removeSubrange(mark.current...)
    waiting.removeSubrange(mark.waiting...)
  }
}
