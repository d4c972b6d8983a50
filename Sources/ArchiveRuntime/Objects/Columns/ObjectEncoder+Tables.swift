extension ObjectEncoder {
  /// The object that stands for the row of this object.
  ///
  /// - Returns: nil for an object that is archived by itself.
  func numberOfRow(of object: any ArchivableObject, _ type: any ArchivableTable.Type) -> Int? {
    let known = tables.first { $0.type == type }
    if let known, let row = known.row(of: ObjectIdentifier(object)) {
      return known.reference(to: row) { sink.reserveObject() }
    }
    guard let table = openTable(of: type, known), let row = table.enter(object) else { return nil }
    return table.reference(to: row) { sink.reserveObject() }
  }

  /// The object for an array of objects of the class.
  ///
  /// - Returns: nil if it is a list of separate objects.
  func rows(of objects: [AnyObject], _ type: any ArchivableTable.Type) -> ArchivedReference? {
    // Keys of dictionaries and elements of sets are charged part by part.
    guard !objects.isEmpty, keyDepth == 0, let table = openTable(of: type, tables.first { $0.type == type }) else {
      return nil
    }
    return table.array(objects) { sink.reserveObject() }.map { ArchivedReference(number: $0) }
  }

  /// The table for further objects of the class; nil if they are archived one by one.
  private func openTable(of type: any ArchivableTable.Type, _ known: EncodedTable?) -> EncodedTable? {
    // Another release may have no columns, a delegate sees each object, and another name is that of objects.
    guard known?.isClosed != true, substitution == nil, objectSettings.delegate == nil,
      objectSettings.classNames[ObjectIdentifier(type)] == nil
    else { return nil }
    if let known { return known }
    let table = EncodedTable(type, sink.observer)
    tables.append(table)
    return table
  }

  /// Sets each conditional reference to its object or its row, if that is in the archive.
  func resolveConditionals() {
    for reference in conditionals.waiting {
      var number = objects[reference.object]
      for table in tables where number == nil {
        guard let row = table.row(of: reference.object) else { continue }
        number = table.reference(to: row) { sink.reserveObject() }
      }
      if let number { sink.setReference(at: reference.place, to: number) }
    }
    for table in tables { table.writeReferences(in: self) }
  }

  /// Writes the next table.
  ///
  /// - Returns: whether there was one.
  func encodeTable() throws -> Bool {
    guard let table = tables.first(where: { !$0.isWritten }) else { return false }
    try table.write(in: self)
    return true
  }
}
