extension ObjectEncoder {
  /// Archives a conditional reference that reading needs. Finishing the archive throws `notArchivableValue`, if nothing
  /// else archives the object.
  ///
  /// - Throws: `duplicateKey`.
  @_spi(GeneratedCode) public func encodeUnowned<Object: ArchivableObject>(_ object: Object, forKey key: String) throws
  {
    try writeUnowned(object, forKey: key)
  }

  func writeUnowned(_ object: any ArchivableObject, forKey key: String) throws {
    guard let key = archivedKey(key, isNil: false) else { return }
    try writeConditional(object, forKey: key)
    conditionals.noteUnowned(object, from: sink.objectNumber, key)
  }

  /// - Throws: `notArchivableValue` for an unowned reference to an object that nothing else archives: the archive would
  ///   have null for it, which no read accepts.
  func checkUnowned() throws(ArchiveError) {
    for reference in conditionals.unowned {
      let identity = ObjectIdentifier(reference.object)
      // The delegate may have replaced it by nil, which is the number 0.
      if objects[identity].map({ $0 != 0 }) ?? false || tables.contains(where: { $0.row(of: identity) != nil }) {
        continue
      }
      let holder = objects.kept.first { objects[$0] == reference.holder }
      let path = try holder.map { (object) throws(ArchiveError) in try ArchivedClass.of(type(of: object)).name + "." }
      throw .notArchivableValue(
        path: (path ?? "") + PathSearch.excerpt(reference.key), value: String(describing: type(of: reference.object)),
        reason:
          "the reference is unowned, and nothing else archives the object, so that the archive could not be read; "
          + "archive what owns the object with it, or make the property optional")
    }
  }
}
