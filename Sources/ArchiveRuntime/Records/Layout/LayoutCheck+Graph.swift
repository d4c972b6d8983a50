extension LayoutCheck {
  /// Checks the targets of pointers, from a root on: compares their types in the compiled header with those of the
  /// schemas. At this point all schemas have been created.
  static func checkPointees(from root: RecordSchema) throws(ArchiveError) {
    var waiting = [root]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(root)]
    var compared: Set<Comparison> = []
    while let schema = waiting.popLast() {
      try check(schema.pointees, of: schema, &compared)
      for target in schema.fields.flatMap(\.schemas) where seen.insert(ObjectIdentifier(target)).inserted {
        waiting.append(target)
      }
    }
  }

  private struct Comparison: Hashable {
    let type: ObjectIdentifier
    let schema: ObjectIdentifier
  }

  private static func check(
    _ pointees: [Pointee], of owner: RecordSchema, _ compared: inout Set<Comparison>
  ) throws(ArchiveError) {
    var pointees = pointees
    while let pointee = pointees.popLast() {
      var (type, schema) = (pointee.type, pointee.schema())
      // A pointer to a pointer leads to a record of one pointer.
      while schema.layout == nil, let inner = schema.innerLink {
        let found = (type as? any LayoutOptional.Type)?.wrapped ?? type
        guard let target = (found as? any LayoutPointer.Type)?.layoutTarget else { break }
        (type, schema) = (target, inner())
      }
      // A pointer to rows leads to the first record of the first row.
      if schema.layout != nil { type = LayoutValue.elementOfRows(type) }
      let pair = Comparison(type: ObjectIdentifier(type), schema: ObjectIdentifier(schema))
      guard let layout = schema.layout, compared.insert(pair).inserted else { continue }
      if let own = layout.type {
        guard own == type else {
          throw .layoutMismatch(
            type: owner.name, expected: "one whose '\(pointee.member)' points to \(LayoutValue.name(own))",
            found: "a record whose '\(pointee.member)' points to \(LayoutValue.name(type))")
        }
      } else {
        pointees += try run(
          type, layout, schema.layoutText, name: schema.name, size: schema.size, alignment: schema.alignment,
          fields: schema.fields)
      }
    }
  }
}

extension FieldSchema {
  /// The schemas of records inside it or behind its pointers.
  fileprivate var schemas: [RecordSchema] {
    switch form {
    case .record(let schema), .records(_, let schema, _): return [schema]
    case .trailing(.records(let schema), _): return [schema()]
    case .pointer(_, let pointer):
      if case .target(.records(let schema), _) = pointer.kind { return [schema()] }
      return []
    default: return []
    }
  }
}

extension RecordSchema {
  /// The schema that a pointer leads to, of a schema that is nothing but this pointer.
  var innerLink: (@Sendable () -> RecordSchema)? {
    guard fields.count == 1, fields[0].key == "*", case .pointer(_, let pointer) = fields[0].form,
      case .target(.records(let schema), _) = pointer.kind
    else { return nil }
    return schema
  }
}
