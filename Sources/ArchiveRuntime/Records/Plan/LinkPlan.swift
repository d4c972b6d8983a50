/// A field that leads to something outside its record: a pointer, or a flexible array behind it.
struct LinkPlan: Sendable {
  enum Kind: Sendable {
    case pointer(PointerSchema)
    case trailing(PointerSchema.Target)
  }

  /// The column of links.
  let name: String
  var formerNames: [String]
  let isRequired: Bool
  /// nil where there is one place in every record.
  let selection: UnionMember?
  /// From the place's base.
  let offset: Int
  /// Pointers side by side.
  let dimensions: [Int]
  let kind: Kind
  let count: CountPlan?
  let container: ContainerPlan?

  /// The link's name with the indices of the array elements it is in, so many bytes into the record.
  func name(at delta: Int) -> String { selection?.subscripts(delta).filled(into: name) ?? name }

  /// Pointers in one place.
  var width: Int { dimensions.reduce(1, *) }

  func inArray(_ array: RecordArray, key: String, formerKeys: [String]) -> LinkPlan {
    let names = ([key] + formerKeys).flatMap { key in ([name] + formerNames).map { "\(key)[].\($0)" } }
    let inner = selection ?? UnionMember(tests: [])
    return LinkPlan(
      name: names[0], formerNames: Array(names.dropFirst()), isRequired: isRequired,
      selection: inner.inArray(array) { "\(key)[].\($0)" }, offset: offset, dimensions: dimensions, kind: kind,
      count: count?.renamed { "\(key)[].\($0)" }, container: container)
  }

  /// The same link, leading to a container if it leads to the link record's own type.
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

/// How many elements are behind a pointer, computed from the record's own fields.
struct CountPlan: Sendable {
  let factors: [IntegerCell]
  let names: [String]
  let factor: Int
  let isBytes: Bool

  func renamed(_ name: (String) -> String) -> CountPlan {
    CountPlan(factors: factors, names: names.map(name), factor: factor, isBytes: isBytes)
  }

  /// What an error calls it: `width × height × 4`.
  var words: String { (names + (factor == 1 && !names.isEmpty ? [] : ["\(factor)"])).joined(separator: " × ") }

  /// The product; nil when it is negative or overflows.
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

/// What a link record's pointers lead to: others like it, in nodes of a type or in a list's head.
struct ContainerPlan: Sendable {
  /// Whether the link is one of an embedded link record's: only if it leads to that type is it about containers. To ask
  /// now would be too early, for schemas that are just being made may name each other.
  let isEmbedded: Bool
  let node: @Sendable () -> RecordSchema
  /// Of the link record in a node.
  let offset: Int
  /// The link record's own type.
  let link: @Sendable () -> RecordSchema

  /// Whether a pointer to records of this schema leads into a container.
  func isAbout(_ target: RecordSchema) -> Bool { !isEmbedded || target === link() }
}
