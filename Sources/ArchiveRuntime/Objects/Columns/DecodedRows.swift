/// The objects of a table's rows.
final class DecodedRows<Row: ArchivableTable> {
  let objects: [Row]
  init(_ objects: [Row]) { self.objects = objects }
}

extension ObjectDecoder {
  /// The object of the row for which the current object stands.
  ///
  /// - Throws: `missingKey`, `wrongType`; `outOfRange` for a row that the table does not have; the errors of the table.
  @inline(never)
  func object(ofRowIn type: any ArchivableTable.Type) throws -> any ArchivableObject {
    func object<Row: ArchivableTable>(_ type: Row.Type) throws -> any ArchivableObject {
      let row = try decode(Int.self, forKey: TableKey.row)
      let objects = try objects(ofTable: try reference(forKey: TableKey.table).number, as: type)
      guard row > 0, row <= objects.count else {
        throw ArchiveError.outOfRange(
          path: path(TableKey.row), value: "\(row)", type: "a table of \(objects.count) rows")
      }
      return objects[row - 1]
    }
    return try object(type)
  }

  /// The elements of an array of this class, from a table.
  ///
  /// - Returns: nil if the object is another one.
  /// - Throws: the errors of the table.
  func rows<Element, Row: ArchivableTable>(_ number: Int, as type: Row.Type) throws -> [Element]? {
    guard Element.self == Row.self, number != 0, case .dictionary = try archive.object(number) else { return nil }
    let classNumber = try classNumber(of: try fields(of: number))
    if try types.isClass(classNumber, of: TableObject<Row>.self, archive, objectSettings) {
      return unsafeBitCast(try objects(ofTable: number, as: type), to: [Element].self)
    }
    guard try types.isClass(classNumber, of: TableRows<Row>.self, archive, objectSettings) else { return nil }
    return try within(number) {
      let array = try TableRows<Row>(from: self)
      try archive.charge(array.rows.count &* 2 &* MemoryLayout<Int>.stride)
      let objects = try objects(ofTable: array.table, as: type)
      let found = try array.rows.enumerated().map { index, row in
        guard row > 0, row <= objects.count else {
          throw ArchiveError.outOfRange(
            path: "\(path("[]").dropLast(3))[\(index)]", value: "\(row)", type: "a table of \(objects.count) rows")
        }
        return objects[Int(row) - 1]
      }
      return unsafeBitCast(found, to: [Element].self)
    }
  }

  /// The objects of a table, which are created if they do not exist yet.
  ///
  /// - Throws: `typeNotAllowed` for an object that is no table of this class; `ambiguousClassName` if another class has the name.
  private func objects<Row: ArchivableTable>(ofTable number: Int, as type: Row.Type) throws -> [Row] {
    if keyCharges.depth > 0 { hashedKeys.holdObjects = true }
    if let known = tables[number] {
      guard let table = known as? DecodedRows<Row> else {
        throw ArchiveError.ambiguousClassName(
          name: try className(of: number), types: [String(reflecting: Swift.type(of: known)), String(reflecting: type)])
      }
      return table.objects
    }
    try checkClass(number, isThatOf: TableObject<Row>.self)
    let objects = try within(number) { try TableObject<Row>(from: self).objects }
    tables[number] = DecodedRows(objects)
    unfinished.tablesInCall.append(number)
    if let validate = try ArchivedClass.of(type).validate {
      for object in objects { unfinished.toValidate.append((object, validate)) }
    }
    return objects
  }
}

extension ColumnsSource {
  /// The objects of all rows, with their links.
  ///
  /// - Throws: `missingKey`, `wrongType`, `outOfRange`, `invalidText`, `unknownCase`; `limitExceeded` before memory is
  ///   allocated; `typeNotAllowed` for an object of another class that a delegate returns; the errors of the class's own code.
  func objects<Row: ArchivableTable>(of type: Row.Type, _ decoder: ObjectDecoder) throws -> [Row] {
    guard let first = try rows(of: type, costOfEach: Row.rowCost) else { return [] }
    return try withExtendedLifetime(self) {
      let made = try Row.values(ofRows: count, from: first)
      let objects = try replaced(made, decoder)
      guard Row.hasLinks else { return objects }
      for (index, object) in made.enumerated() where object === objects[index] {
        try object.connect(fromColumns: LinkedRow(row: ColumnsRow(first.columns, index), objects: objects))
      }
      return objects
    }
  }

  /// The objects that the decoder's delegate has in place of these.
  private func replaced<Row: ArchivableTable>(_ made: [Row], _ decoder: ObjectDecoder) throws -> [Row] {
    guard decoder.objectSettings.delegate != nil else { return made }
    let archivedClass = try ArchivedClass.of(Row.self)
    return try made.map { object in
      let other = try decoder.objectSettings.replacement(ofDecoded: object, archivedClass)
      guard let other = other as? Row else {
        throw ArchiveError.typeNotAllowed(
          path: decoder.path("[]"), found: ArchivedTypeName.name(of: Swift.type(of: other)),
          expected: archivedClass.name)
      }
      return other
    }
  }
}
