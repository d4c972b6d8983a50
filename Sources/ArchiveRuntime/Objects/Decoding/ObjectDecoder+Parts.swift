// The parts of the archive, as decoding uses them.
extension ObjectDecoder {
  /// The fields of an object.
  func fields(of number: Int) throws -> ObjectFields {
    guard let dictionary = try archive.dictionary(number) else {
      let found = try archive.object(number)
      if try archive.isNullText(found) { throw nullReference() }
      throw ArchiveError.wrongType(path: path(toReference: number), expected: "an object", found: kindName(found))
    }
    return ObjectFields(number, dictionary, try archive.shape(of: dictionary))
  }

  @inline(__always)
  func classNumber(of fields: ObjectFields) throws -> Int {
    guard let position = fields.shape.classPosition,
      let number = try archive.reference(position, in: fields.dictionary.values)
    else { throw ArchiveError.missingKey(path: path(toReference: fields.number) + ".$class") }
    return number
  }

  func className(of number: Int) throws -> String {
    try types.name(of: try classNumber(of: try fields(of: number)), archive)
  }

  /// Reads an object's values.
  func within<Value>(_ number: Int, _ body: () throws -> Value) throws -> Value {
    var outer = try fields(of: number)
    swap(&current, &outer)
    defer { swap(&current, &outer) }
    archive.use?.flags(number, current.dictionary)
    return try body()
  }

  /// Reads the values of what has none in the archive, a text for instance: all take their defaults.
  func withoutValues<Value>(_ number: Int, _ body: () throws -> Value) throws -> Value {
    var outer = ObjectFields(number, PropertyListDictionary(keys: .none, values: .none), .empty)
    swap(&current, &outer)
    defer { swap(&current, &outer) }
    return try body()
  }

  /// - Throws: `typeNotAllowed` if the object is not of this type.
  func checkClass(_ number: Int, isThatOf type: any ArchivableComposite.Type) throws {
    let classNumber = try classNumber(of: try fields(of: number))
    guard try types.isClass(classNumber, of: type, archive, objectSettings) else {
      throw ArchiveError.typeNotAllowed(
        path: path(toReference: number), found: try types.shownName(of: classNumber, archive, objectSettings),
        expected: type.archivedClassName)
    }
  }

  /// The key path of a reference from the current object.
  func path(toReference number: Int) -> String { archive.path(to: number, below: current) }
}
