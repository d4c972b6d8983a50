import ArchiveModel

extension Enumeration {
  init(_ declaration: Cursor, name: String, underlying: CType, enclosing: Record.ID?, files: SourceFiles) {
    var cases: [EnumerationCase] = []
    var mayBeClosed = false
    var isFlagSet = false
    declaration.forEachChild { child in
      switch child.kind {
      case .enumerator:
        cases.append(
          EnumerationCase(
            name: child.spelling, value: child.value(as: underlying), location: files.location(child.location)))
      case .unexposedAttribute: mayBeClosed = true
      case .flagEnumAttribute: isFlagSet = true
      default: break
      }
    }
    // The attribute has no kind, and if it comes from a macro, its own text does not name it. The declaration as
    // libclang prints it does.
    let isClosed =
      mayBeClosed && !isFlagSet
      && declaration.prettyPrinted.filter { $0 != "\"" && $0 != " " }.contains("enum_extensibility(closed)")
    self.init(name: name, underlying: underlying, isClosed: isClosed, cases: cases, enclosing: enclosing)
  }
}

extension Cursor {
  /// An enumerator's value. libclang returns wrong signed values for an enumeration with an unsigned type.
  fileprivate func value(as underlying: CType) -> Int64 {
    if case .integer(_, isSigned: true) = underlying { return enumeratorValue }
    return Int64(bitPattern: enumeratorUnsignedValue)
  }
}
