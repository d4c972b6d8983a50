import ArchiveModel

/// Warnings about annotated pointers whose targets are archived only in part, although nothing in the code contradicts the
/// annotation: a link without the struct around it, one element of what is usually an array.
struct DoubtfulTargets {
  private let resolution: ResolvedRecords
  /// For each type of links the attributes `container` of its fields.
  private var containers: [Record.ID: (node: Record, calls: [String])] = [:]

  /// The types of fields with `container`, which is about the pointers in them.
  private var heads: Set<Record.ID> = []

  static func warnings(_ planned: [PlannedRecord], _ resolution: ResolvedRecords) -> [Diagnostic] {
    let reached = resolution.reached(from: planned)
    let pass = DoubtfulTargets(reached, resolution)
    return reached.flatMap { record in record.fields.compactMap { pass.warning(about: $0, of: record.record) } }
  }

  private init(_ reached: [PlannedRecord], _ resolution: ResolvedRecords) {
    self.resolution = resolution
    for planned in reached {
      for field in planned.fields {
        guard let container = field.entry.container, let node = resolution.records[container.node],
          let own = node.fields.first(where: { $0.bitOffset == container.offset * 8 }),
          case .record(let link) = own.type
        else { continue }
        if let head = field.entry.inner { heads.insert(head) }
        let call = "container(\(node.name ?? ""), \(own.name))"
        if containers[link]?.calls.contains(call) != true { containers[link, default: (node, [])].calls.append(call) }
      }
    }
  }

  private func warning(about planned: PlannedField, of record: Record) -> Diagnostic? {
    guard planned.entry.container == nil else { return nil }
    if let link = planned.entry.inner { return bareLink(planned.field, of: record, link) }
    let pointer: SchemaPointer
    switch planned.entry.form {
    // Of a flexible array of pointers.
    case .trailing(let target, let count): pointer = SchemaPointer(.target(target, count))
    default:
      guard let own = planned.entry.pointer else { return nil }
      pointer = own
    }
    guard case .target(let target, let count) = pointer.kind else { return nil }
    let field = planned.field
    // Whoever writes `ref` beside the attribute for an array, or `to` for a link, means one target.
    let annotations = annotations(of: field, in: record)
    switch target {
    case .record(let id):
      // The links' own pointers have the container of the field that they are in.
      guard !heads.contains(record.id), id != record.id, !pointer.isWeak, annotations?.pointee == nil,
        let link = resolution.records[id]
      else { return nil }
      guard let container = containers[id] else { return count == nil ? baseAlone(field, of: record, link) : nil }
      if count != nil {
        return Diagnostic(
          .ambiguousPointer, at: field.location,
          "\(field.displayName) of '\(record.displayName)' points to several '\(link.displayName)', which are elsewhere links in '\(container.node.displayName)', and here the links alone are archived, without what is around them",
          advice: Refusal.headsAdvice(link.displayName, container.calls.alternatives))
      }
      return Diagnostic(
        .ambiguousPointer, at: field.location,
        "\(field.displayName) of '\(record.displayName)' points to a '\(link.displayName)', which is elsewhere a link in '\(container.node.displayName)', and here the link alone is archived, without what is around it",
        advice:
          "write \(container.calls.alternatives) on its line if it leads to such structs, or to(\(link.name ?? "")) if it leads to a list's head or to a link by itself"
      )
    case .cell(let cell):
      if annotations?.isReference ?? false { return nil }
      if count == nil, case .string = cell.pointer.kind {
        return Diagnostic(
          .ambiguousPointer, at: field.location,
          "\(field.displayName) of '\(record.displayName)' is archived as a pointer to one text",
          advice:
            "write 'cstring, count(n)' on its line if it points to an array of texts, 'cstring, terminated' if the array ends with NULL, or 'cstring, ref' if it points to one"
        )
      }
      guard let count, !count.isBytes, !cell.pointer.isWeak, case .target(let element, nil) = cell.pointer.kind
      else { return nil }
      let single: String
      switch element {
      case .element: single = "number"
      case .record(let id):
        guard let target = resolution.records[id], isHiddenArray(field, of: target) else { return nil }
        single = "'\(target.displayName)'"
      case .cell: return nil
      }
      return Diagnostic(
        .ambiguousPointer, at: field.location,
        "each pointer of \(field.displayName) of '\(record.displayName)' is archived as a pointer to one \(single)",
        advice:
          "if they point to arrays, declare a struct with a pointer and its count, and point to an array of these; if each points to one, write ref beside count"
      )
    case .element: return nil
    }
  }

  /// Whether a typedef hides the inner one of two pointers and does not name the struct: `ModelAnimPose *poses` of `struct Transform`.
  /// `thread_t *` of `struct thread` is an array of handles.
  private func isHiddenArray(_ field: Field, of target: Record) -> Bool {
    guard field.typeSpelling.count(where: { $0 == "*" }) == 1 else { return false }
    let typedef = field.typeSpelling.prefix { $0 != "*" }.lowercased()
    let names = [target.tag].compactMap(\.self) + target.typedefs
    return !names.isEmpty && !names.flatMap { NameWords($0).words }.contains { $0.count > 1 && typedef.contains($0) }
  }

  /// A node with which other structs begin.
  private func baseAlone(_ field: Field, of record: Record, _ base: Record) -> Diagnostic? {
    guard let other = resolution.records.extensionOfNode(base) else { return nil }
    return Diagnostic(
      .ambiguousPointer, at: field.location,
      "\(field.displayName) of '\(record.displayName)' points to a '\(base.displayName)', with which '\(other.displayName)' begins, and the '\(base.displayName)' alone is archived",
      advice:
        "write to(\(base.name ?? "")) on its line if all that it leads to is reached by other pointers too, or is such a struct by itself; otherwise, in a copy of the header, let it point to a union of the structs with 'tag'"
    )
  }

  /// A struct of nothing but links inside another one: the links of a list lead from there to other structs.
  private func bareLink(_ field: Field, of record: Record, _ id: Record.ID) -> Diagnostic? {
    guard let link = resolution.records[id], link.kind == .structure, isBare(link), !isBare(record) else { return nil }
    let known = containers[id]?.calls ?? []
    let calls = known.isEmpty ? "container(node, link)" : known.alternatives
    // The attribute of the field applies to every list that begins there.
    let isOne = known.count < 2
    return Diagnostic(
      .ambiguousPointer, at: field.location,
      "\(field.displayName) of '\(record.displayName)' is a link of an intrusive list, and the links alone are archived, without the structs around them",
      advice: "write \(calls) on its line: the struct of the list's nodes, and the field in it that is the link"
        + (isOne
          ? ""
          : "; if a '\(record.displayName)' leads to different nodes, declare a struct of its own for each, in a copy of the header")
    )
  }

  private func isBare(_ record: Record) -> Bool {
    !record.fields.isEmpty && record.fields.allSatisfy { $0.type == .pointer(to: .record(record.id)) }
  }

  private func annotations(of field: Field, in record: Record) -> FieldAnnotations? {
    record.fields.firstIndex(of: field).map { resolution.records.annotations(of: record, field: $0) }
  }
}
