import Foundation

/// Foundation's objects in an archive: collections, separate texts and numbers, and their classes.
extension ObjectEncoder {
  /// Adds a Foundation collection to the archive.
  func collection(_ names: FoundationClass, _ lists: [(key: String, numbers: [Int])]) throws -> Int {
    let number = sink.reserveObject()
    // If a delegate has left out an object, Foundation's form is NSNull, because a list cannot contain null.
    let lists =
      objectSettings.delegate == nil
      ? lists : lists.map { list in (list.key, list.numbers.map { $0 == 0 ? nullElement().number : $0 }) }
    setCollection(number, names, lists)
    return number
  }

  /// Adds a collection with one list to the archive.
  ///
  /// - Parameter archive: passes each element's index to its argument.
  @inline(__always)
  func list(_ kind: FoundationClass, _ archive: ((Int) -> Void) throws -> Void) throws -> ArchivedReference {
    let first = elementNumbers.count
    defer { elementNumbers.removeLast(elementNumbers.count &- first) }
    try archive { self.elementNumbers.append($0) }
    return listed(from: first, kind)
  }

  private func listed(from first: Int, _ kind: FoundationClass) -> ArchivedReference {
    let list = elementList(from: first)
    let number = sink.reserveObject()
    sink.setObject(number, key: CollectionKey.objects, value: list, class: types.number(of: kind, into: &sink))
    return ArchivedReference(number: number)
  }

  private func elementList(from first: Int) -> PropertyListWriter.Reference {
    if objectSettings.delegate != nil {
      // As above, for objects that a delegate has left out.
      for index in first..<elementNumbers.count where elementNumbers[index] == 0 {
        elementNumbers[index] = nullElement().number
      }
    }
    return elementNumbers.withUnsafeBufferPointer { sink.list(UnsafeBufferPointer(rebasing: $0[first...])) }
  }

  /// Adds a dictionary to the archive.
  ///
  /// - Parameters:
  ///   - keys: the indices of the keys.
  ///   - archive: passes the index of each key's value to its argument.
  func dictionary(_ keys: [Int], _ archive: ((Int) -> Void) throws -> Void) throws -> ArchivedReference {
    let first = elementNumbers.count
    defer { elementNumbers.removeLast(elementNumbers.count &- first) }
    try archive { self.elementNumbers.append($0) }
    let (keys, values) = (sink.list(keys), elementList(from: first))
    let number = sink.reserveObject()
    sink.setObject(
      number, keys: (CollectionKey.keys, CollectionKey.objects), values: (keys, values),
      class: types.number(of: .dictionary, into: &sink))
    return ArchivedReference(number: number)
  }

  func setCollection(_ number: Int, _ names: FoundationClass, _ lists: [(key: String, numbers: [Int])]) {
    let fields = lists.map { (key: $0.key, value: sink.list($0.numbers)) }
    sink.setObject(number, fields, class: types.number(of: names, into: &sink))
  }

  /// Adds an object of a Foundation class to the archive.
  func object(_ names: FoundationClass, _ fields: [(key: String, value: PropertyListWriter.Reference)]) -> Int {
    let number = sink.reserveObject()
    sink.setObject(number, fields, class: types.number(of: names, into: &sink))
    return number
  }

  /// Adds a text or number as an object. Equal ones share an object.
  func leaf(_ reference: PropertyListWriter.Reference) -> ArchivedReference {
    if let known = leaves[reference] { return ArchivedReference(number: known) }
    let number = sink.add(reference)
    leaves[reference] = number
    return ArchivedReference(number: number)
  }

  /// The representation of nil in a collection: the single NSNull.
  func nullElement() -> ArchivedReference {
    if let nullNumber { return ArchivedReference(number: nullNumber) }
    let number = object(.null, [])
    nullNumber = number
    return ArchivedReference(number: number)
  }

  func isNullElement(_ reference: ArchivedReference) -> Bool { reference.number == nullNumber }

  func addData(_ data: Data) throws -> Int {
    let reference = try sink.data(data)
    return sink.add(reference)
  }
}
