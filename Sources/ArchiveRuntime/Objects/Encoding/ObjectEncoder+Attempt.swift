extension ObjectEncoder {
  // MARK: Undoing failed calls, and copies

  func write(_ body: (inout PropertyListSink) throws(ArchiveError) -> Void) throws(ArchiveError) {
    try sink.attempt(body)
  }

  /// Writes values at the archive's top. If that fails, everything that was written and queued is removed.
  func attempt(_ body: (ObjectEncoder) throws -> Void) throws {
    let mark = sink.mark
    let (knownTypes, knownLocales, knownConditionals) = (types.mark, madeUpLocales, conditionals.mark)
    let knownTables = tables.map(\.mark)
    // Objects to which they refer may change between two calls.
    defer { sharedValues = SharedValues() }
    do {
      try body(self)
      try substitution?.finish()
    } catch {
      substitution?.forget()
      sink.takeBack(to: mark)
      (queue, queuedValues) = ([], [])
      conditionals.takeBack(to: knownConditionals)
      objects.takeBack(to: mark.objectCount)
      tables.removeSubrange(knownTables.count...)
      for (table, known) in zip(tables, knownTables) { table.takeBack(to: known, mark.objectCount) }
      types.takeBack(to: knownTypes, mark.objectCount)
      leaves.forget(from: mark.objectCount)
      codedOrders = CodedOrders()
      if let known = nullNumber, known >= mark.objectCount { nullNumber = nil }
      madeUpLocales = knownLocales
      (keyDepth, isArchivingTextKeys, document) = (0, false, Document())
      throw error
    }
  }

  /// An independent encoder with the same contents.
  func copy() -> any KeyedEncoding {
    let copy = ObjectEncoder(settings, continuing: sink.copy())
    copy.types = types
    // The states of types are class instances, which change as objects are written.
    copy.types.forgetStates()
    copy.madeUpLocales = madeUpLocales
    copy.leaves = leaves.copy()
    copy.nullNumber = nullNumber
    copy.objects = objects
    copy.conditionals = conditionals
    copy.tables = tables.map { $0.copy() }
    return copy
  }
}
