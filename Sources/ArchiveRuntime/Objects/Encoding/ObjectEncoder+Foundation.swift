import Foundation

/// Foundation's objects in an archive: collections, texts and numbers that stand by themselves, and their classes.
extension ObjectEncoder {
  /// Puts a collection of Foundation's into the archive.
  func collection(_ names: FoundationClass, _ lists: [(key: String, numbers: [Int])]) throws -> Int {
    let number = sink.reserveObject()
    // Where a delegate has left out an object, Foundation has its NSNull; a list has no place for nothing.
    let lists =
      objectSettings.delegate == nil
      ? lists : lists.map { list in (list.key, list.numbers.map { $0 == 0 ? nullElement().number : $0 }) }
    setCollection(number, names, lists)
    return number
  }

  /// Puts a collection with one list into the archive.
  ///
  /// - Parameter archive: gives each element's number to what it is called with.
  func list(_ kind: FoundationClass, _ archive: ((Int) -> Void) throws -> Void) throws -> ArchivedReference {
    let first = elementNumbers.count
    defer { elementNumbers.removeSubrange(first...) }
    try archive { self.elementNumbers.append($0) }
    if objectSettings.delegate != nil {
      // As above: what a delegate has left out.
      for index in first..<elementNumbers.count where elementNumbers[index] == 0 {
        elementNumbers[index] = nullElement().number
      }
    }
    let number = sink.reserveObject()
    let list = sink.list(elementNumbers[first...])
    sink.setObject(number, key: CollectionKey.objects, value: list, class: types.number(of: kind, into: &sink))
    return ArchivedReference(number: number)
  }

  func setCollection(_ number: Int, _ names: FoundationClass, _ lists: [(key: String, numbers: [Int])]) {
    let fields = lists.map { (key: $0.key, value: sink.list($0.numbers)) }
    sink.setObject(number, fields, class: types.number(of: names, into: &sink))
  }

  /// Puts an object of one of Foundation's classes into the archive.
  func object(_ names: FoundationClass, _ fields: [(key: String, value: PropertyListWriter.Reference)]) -> Int {
    let number = sink.reserveObject()
    sink.setObject(number, fields, class: types.number(of: names, into: &sink))
    return number
  }

  /// A text or number as an object; equal ones are one.
  func leaf(_ reference: PropertyListWriter.Reference) -> ArchivedReference {
    if let known = leaves[reference] { return ArchivedReference(number: known) }
    let number = sink.add(reference)
    leaves[reference] = number
    return ArchivedReference(number: number)
  }

  /// What stands for nothing in a collection, where Foundation has no nil: the one NSNull.
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
