import ArchiveModel

/// Resolves `container(node, link)`: the nodes that contain the links of an intrusive list.
struct ContainerResolver {
  let records: RecordIndex

  func resolve(
    _ given: FieldAnnotations.Container, on field: Field, _ scope: MemberScope
  ) -> Result<NodeContainer, FieldOutcome> {
    let (name, path) = (given.node, given.link)
    guard let record = field.type.linkRecord.flatMap({ records[$0] }) else {
      return .failure(.refused(.unsupported(field, "is no link record")))
    }
    guard let link = isLink(record) ? record : linkOfHead(record) else {
      return .failure(
        .invalid(
          .invalidContainer, at: given.location,
          "'\(record.displayName)' has no pointers to its own type, so it is not a link",
          advice: "write 'container' on a link record, like 'struct link { struct link *next; }'"))
    }
    guard let node = records.named(name.text) else {
      let near = nearestWord(to: name.text, among: records.typeNames.sorted())
      return .failure(
        .invalid(
          .unknownType, at: name.location, "no struct '\(name.text)' is defined in the headers, or reached from them",
          advice: didYouMean(near)
            ?? "name the struct that contains the links by its tag or typedef",
          fixIts: name.fixIts(replacingBy: near)))
    }
    switch MemberPath.find(path.text, in: node, records) {
    case .missing(let missing):
      return .failure(
        .invalid(
          .unknownField, at: path.location.moved(by: missing.offset),
          "'\(node.displayName)' has no field '\(path.text)'",
          advice: didYouMean(missing.name, among: missing.candidates)
            ?? "its fields are \(missing.candidates.quotedList)"))
    case .skipped:
      return .failure(
        .invalid(
          .unusableField, at: path.location, "'\(path.text)' of '\(node.displayName)' is not archived",
          advice: "remove 'skip' from it"))
    case .found(let member):
      guard case .record(link.id) = member.field.type, member.branches.isEmpty else {
        return .failure(
          .invalid(
            .invalidContainer, at: path.location,
            "'\(path.text)' of '\(node.displayName)' is '\(member.field.typePhrase)', and the link here is '\(link.displayName)'",
            advice: "name the field of '\(node.displayName)' that is such a link"))
      }
      if let refusal = refusal(of: node, on: field, scope) { return .failure(.refused(refusal)) }
      return .success(NodeContainer(node: node.id, offset: member.bitOffset / 8, link: link.id))
    }
  }

  private func isLink(_ record: Record) -> Bool {
    record.fields.contains { $0.type.arrayElement.type == .pointer(to: .record(record.id)) }
  }

  /// The links that the head of a list or tree leads to, if it is a type of its own: `struct root { struct node *first; }`.
  private func linkOfHead(_ record: Record) -> Record? {
    for (index, field) in record.fields.enumerated() {
      if case .pointer(to: .record(let id)) = field.type, let link = records[id], isLink(link),
        !records.annotations(of: record, field: index).isSkipped
      {
        return link
      }
    }
    return nil
  }

  /// Why the links cannot lead to such a node.
  private func refusal(of node: Record, on field: Field, _ scope: MemberScope) -> Refusal? {
    if node.id == scope.root.id { return nil }
    if node.kind == .union, !records.determinesItsMember(node) { return .unionPointee(field, node) }
    if records.annotations(of: node).isSkipped {
      return .unsupported(field, "is a pointer to '\(node.displayName)', which is skipped")
    }
    return nil
  }
}

extension CType {
  /// The record in the field, or behind its pointer.
  fileprivate var linkRecord: Record.ID? {
    switch arrayElement.type {
    case .record(let id): id
    case .pointer(to: .record(let id)): id
    default: nil
    }
  }
}
