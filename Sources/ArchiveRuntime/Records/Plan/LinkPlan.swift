/// A field with a target outside its record: a pointer or a flexible array.
package struct LinkPlan: Sendable {
  package enum Kind: Sendable {
    case pointer(PointerSchema)
    case trailing(PointerSchema.Target)
  }

  /// The column of links.
  package let name: String
  package var formerNames: [String]
  let isRequired: Bool
  /// nil if every record has the link once.
  let selection: UnionMember?
  /// The offset from the location's base.
  let offset: Int
  /// The dimensions of an array of pointers.
  let dimensions: [Int]
  let kind: Kind
  let count: CountPlan?
  let container: ContainerPlan?

  /// The link's name with the indices of the array elements that contain it, `delta` bytes into the record.
  func name(at delta: Int) -> String { selection?.subscripts(delta).filled(into: name) ?? name }

  /// The records that it leads to; nil for numbers, texts and the like.
  package var records: RecordSchema? {
    switch kind {
    case .pointer(let pointer):
      guard case .target(.records(let schema), _) = pointer.kind else { return nil }
      return schema()
    case .trailing(.records(let schema)): return schema()
    case .trailing: return nil
    }
  }

  /// The number of pointers at one location.
  var width: Int { dimensions.reduce(1, *) }

  func inArray(_ array: RecordArray, key: String, formerKeys: [String]) -> LinkPlan {
    let names = ([key] + formerKeys).flatMap { key in ([name] + formerNames).map { "\(key)[].\($0)" } }
    let inner = selection ?? UnionMember(tests: [])
    return LinkPlan(
      name: names[0], formerNames: Array(names.dropFirst()), isRequired: isRequired,
      selection: inner.inArray(array) { "\(key)[].\($0)" }, offset: offset, dimensions: dimensions, kind: kind,
      count: count?.renamed { "\(key)[].\($0)" }, container: container)
  }

  /// The same link, which leads to a container if its target is the link record's own type.
  func contained(in container: ContainerPlan?) -> LinkPlan {
    guard let container, self.container == nil, case .pointer(let pointer) = kind,
      case .target(.records, nil) = pointer.kind
    else { return self }
    return LinkPlan(
      name: name, formerNames: formerNames, isRequired: isRequired, selection: selection, offset: offset,
      dimensions: dimensions, kind: kind, count: count, container: container)
  }

  func inside(_ tests: [TagCondition]) -> LinkPlan {
    guard !tests.isEmpty else { return self }
    return LinkPlan(
      name: name, formerNames: formerNames, isRequired: isRequired,
      selection: (selection ?? UnionMember(tests: [])).inside(tests), offset: offset, dimensions: dimensions,
      kind: kind,
      count: count, container: container)
  }
}

/// Computes the number of elements behind a pointer from the record's own fields.
struct CountPlan: Sendable {
  let factors: [IntegerCell]
  let names: [String]
  let factor: Int
  /// What is added to the product.
  let more: Int
  let allowsNull: Bool
  let isBytes: Bool
  let capacity: CapacityPlan?
  let terminator: TerminatorSchema?

  func renamed(_ name: (String) -> String) -> CountPlan {
    CountPlan(
      factors: factors, names: names.map(name), factor: factor, more: more, allowsNull: allowsNull,
      isBytes: isBytes,
      capacity: capacity.map { CapacityPlan(cell: $0.cell, name: name($0.name), unit: $0.unit, more: $0.more) },
      terminator: terminator)
  }

  /// The count in errors: `width × height × 4`.
  var words: String {
    (names + (factor == 1 && !names.isEmpty ? [] : ["\(factor)"])).joined(separator: " × ")
      + (more == 0 ? "" : " + \(more)")
  }

  /// The values of the words' fields: `3 × 4 + 1`.
  func values(_ base: UnsafeRawPointer) -> String {
    factors.map { "\($0.value(base))" }.joined(separator: " × ") + (more == 0 ? "" : " + \(more)")
  }

  /// The number of elements or bytes; nil if it is negative or overflows.
  func number(_ base: UnsafeRawPointer) -> Int? {
    guard let (number, overflow) = product(base)?.addingReportingOverflow(more), !overflow else { return nil }
    return number
  }

  /// Whether the pointer may be NULL.
  func mayBeNull(_ base: UnsafeRawPointer) -> Bool { allowsNull || product(base) == 0 }

  /// The product; nil if it is negative or overflows.
  func product(_ base: UnsafeRawPointer) -> Int? {
    var product = factor
    for cell in factors {
      guard let value = Int(exactly: cell.value(base)), value >= 0 else { return nil }
      let (next, overflow) = product.multipliedReportingOverflow(by: value)
      guard !overflow else { return nil }
      product = next
    }
    return product >= 0 ? product : nil
  }
}

/// The field that has the size of a block, in the unit of its count.
struct CapacityPlan: Sendable {
  let cell: IntegerCell
  let name: String
  /// What the count is divided by.
  let unit: Int
  /// What the block has more than the field says.
  let more: Int
}

extension RecordSchema {
  /// The type of the links that a field of this type with a container leads to: this one, or that of the links of a head
  /// which is a type of its own (`struct root { struct node *first; }`).
  var linkType: RecordSchema {
    let targets = linkTargets
    return targets.contains { $0 === self }
      ? self : targets.first { link in link.linkTargets.contains { $0 === link } } ?? self
  }

  /// The types of the records that its pointers lead to, one each.
  private var linkTargets: [RecordSchema] {
    fields.compactMap { field in
      guard case .pointer(_, let pointer) = field.form, case .target(.records(let target), nil) = pointer.kind else {
        return nil
      }
      return target()
    }
  }
}

/// The container of a link record: its pointers lead to other link records, in nodes of a type or in a list's head.
struct ContainerPlan: Sendable {
  /// Whether the link belongs to an embedded link record, so that only links to that type lead to containers. This
  /// cannot be resolved now, because schemas that are just being created may refer to each other.
  let isEmbedded: Bool
  let node: @Sendable () -> RecordSchema
  /// The offset of the link record in a node.
  let offset: Int
  /// The type of the link record.
  let link: @Sendable () -> RecordSchema

  /// Whether a pointer to records of this schema leads to a container.
  func isAbout(_ target: RecordSchema) -> Bool { !isEmbedded || target === link() }
}
