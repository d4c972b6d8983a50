/// An array of values as columns: an object with the keys `[]`, `[].x` and so on, as an array of C structs is at the root.
struct ColumnsObject<Row: ArchivableColumns>: RowsComposite {
  static var suffix: String { "[]" }
  static var rowNames: (name: String, earlier: [String]) { (Row.archivedClassName, Row.earlierArchivedClassNames) }

  let elements: [Row]
  private var columns: WrittenColumns?

  /// - Returns: nil if the array has to be archived element by element.
  /// - Throws: the errors of the elements' own code.
  init?(_ elements: [Row]) throws {
    guard let columns = try WrittenColumns.columns(of: elements) else { return nil }
    (self.elements, self.columns) = (elements, columns)
  }

  func encode(to encoder: ObjectEncoder) throws {
    encoder.noteElements(elements.count, Row.self)
    try columns?.write(in: encoder, typeName: Row.archivedClassName, identity: Row.archivedIdentity)
  }

  init(from decoder: ObjectDecoder) throws {
    elements = try ColumnsSource(decoder).values(of: Row.self)
  }
}

extension ArchivableColumns {
  @_documentation(visibility: internal)
  public static var columnsType: (any ArchivableColumns.Type)? { Self.self }
}

extension ObjectEncoder {
  /// Archives the elements, which are of this type, as columns.
  ///
  /// - Returns: nil if the array has to be a list of separate objects.
  /// - Throws: the errors of the elements' own code.
  func columns<Element, Row: ArchivableColumns>(of elements: [Element], as type: Row.Type) throws -> ArchivedReference?
  {
    // Another release may have no columns, and another name is that of values. Keys of dictionaries and elements of sets are
    // charged part by part.
    guard Element.self == Row.self, !elements.isEmpty, substitution == nil, keyDepth == 0,
      objectSettings.classNames[ObjectIdentifier(type)] == nil,
      let object = try ColumnsObject(unsafeBitCast(elements, to: [Row].self))
    else { return nil }
    return ArchivedReference(number: enqueue(object))
  }
}

extension ObjectDecoder {
  /// The elements, which are of this type, from columns.
  ///
  /// - Returns: nil if the object does not consist of columns of this type.
  func columns<Element, Row: ArchivableColumns>(_ number: Int, as type: Row.Type) throws -> [Element]? {
    guard Element.self == Row.self, number != 0, case .dictionary = try archive.object(number),
      try types.isClass(
        try classNumber(of: try fields(of: number)), of: ColumnsObject<Row>.self, archive, objectSettings)
    else { return nil }
    return try within(number) { unsafeBitCast(try ColumnsObject<Row>(from: self).elements, to: [Element].self) }
  }
}
