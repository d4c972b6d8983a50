extension ObjectEncoder {
  /// Archives a C record's fields under `key` and a dot.
  ///
  /// - Throws: `duplicateKey`; `invalidText`, `unknownEnumerationValue`; `layoutMismatch` if the generated code is for
  ///   another target.
  public func encode<Record: ArchivableRecord>(_ record: Record, forKey key: String) throws {
    try put(record, as: RecordForm(), forKey: key)
  }

  /// Archives C records under `key`, in columns.
  ///
  /// - Throws: the same errors as for one record; key paths include the element.
  public func encode<Record: ArchivableRecord>(_ records: [Record], forKey key: String) throws {
    try put(records, as: RecordsForm(), forKey: key)
  }

  /// Archives everything that can be reached from a C pointer under `key`.
  ///
  /// - Throws: the same errors as `ArchiveEncoder.encode(graph:)`, and `duplicateKey`.
  public func encode<Root: ArchivableNode>(graph root: UnsafePointer<Root>?, forKey key: String) throws {
    try put([UnsafeRawPointer(root)], as: GraphForm<Root>(), forKey: key)
  }
}
