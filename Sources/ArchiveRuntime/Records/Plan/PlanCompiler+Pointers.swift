extension PlanCompiler {
  /// The record that declares a field, in which its tag and its counts are looked up.
  struct Scope {
    let fields: [FieldSchema]
    let prefix: String
    let base: Int
    let size: Int
  }

  /// The integer field at this path of keys; nil if there is none.
  func integer(_ path: String, _ scope: Scope) throws(ArchiveError) -> IntegerCell? {
    for field in scope.fields {
      switch field.form {
      case .scalar(let type) where field.key == path:
        try check(type.storage, at: field.offset, field, scope.size)
        return IntegerCell(ElementAccess(type, offset: scope.base + field.offset))
      case .bits(let width, let type) where field.key == path:
        return IntegerCell(try bits(field, width, type, at: scope.base, size: scope.size))
      case .record(let schema) where path.hasPrefix(field.key + "."):
        try check(schema.size, at: field.offset, field, scope.size)
        let inner = Scope(
          fields: schema.fields, prefix: "", base: scope.base + field.offset, size: schema.size)
        if let found = try integer(String(path.dropFirst(field.key.count + 1)), inner) { return found }
      default: continue
      }
    }
    return nil
  }

  func test(
    _ condition: ConditionSchema, _ field: FieldSchema, _ scope: Scope
  ) throws(ArchiveError) -> TagCondition {
    guard let cell = try integer(condition.tag, scope) else {
      throw flaw(field, "its tag '\(condition.tag)' is no integer field")
    }
    return TagCondition(
      tag: cell, column: scope.prefix + condition.tag, values: condition.values.sorted(),
      isExclusion: condition.isExclusion)
  }

  mutating func addLink(
    _ field: FieldSchema, keys: [String], _ scope: Scope, tests: [TagCondition], _ embedding: ContainerPlan?
  ) throws(ArchiveError) {
    guard field.closedValues == nil, field.defaultValue == nil else {
      throw flaw(field, "a pointer takes no default and no closed values")
    }
    try take(keys[0], field)
    var dimensions: [Int] = []
    var count: CountSchema?
    var container: ContainerPlan?
    let kind: LinkPlan.Kind
    switch field.form {
    case .pointer(let of, let pointer):
      dimensions = of
      guard dimensions.allSatisfy({ $0 >= 0 }),
        let bytes = Description.product([MemoryLayout<UInt>.size] + dimensions)
      else { throw flaw(field, "dimensions \(dimensions)") }
      try check(bytes, at: field.offset, field, scope.size)
      kind = .pointer(pointer)
      if case .target(let target, let counted) = pointer.kind {
        count = counted
        if case .numbers(let type) = target, let reason = type.flaw { throw flaw(field, reason) }
        if case .records(let schema) = target {
          if let own = field.container {
            container = ContainerPlan(isEmbedded: false, node: own.node, offset: own.offset, link: schema)
          } else if counted == nil {
            container = embedding
          }
        }
      }
    case .trailing(let target, let counted):
      guard scope.base == 0, tests.isEmpty, embedding == nil else {
        throw flaw(field, "a flexible array must be the last field of a record")
      }
      try check(0, at: field.offset, field, scope.size)
      if case .numbers(let type) = target, let reason = type.flaw { throw flaw(field, reason) }
      count = counted
      kind = .trailing(target)
    default: return
    }
    links.append(
      LinkPlan(
        name: keys[0], formerNames: Array(keys.dropFirst()), isRequired: field.isRequired,
        selection: tests.isEmpty ? nil : UnionMember(tests: tests), offset: scope.base + field.offset,
        dimensions: dimensions, kind: kind,
        count: try count.map { (count) throws(ArchiveError) in
          try plan(of: count, field, scope)
        }, container: container))
  }

  private func plan(
    of count: CountSchema, _ field: FieldSchema, _ scope: Scope
  ) throws(ArchiveError) -> CountPlan {
    guard count.factor >= 0, count.more >= 0 else {
      throw flaw(field, "a count of \(min(count.factor, count.more))")
    }
    var factors: [IntegerCell] = []
    for key in count.keys {
      guard let cell = try integer(key, scope) else { throw flaw(field, "its count '\(key)' is no integer field") }
      factors.append(cell)
    }
    var capacity: CapacityPlan?
    if let key = count.capacity {
      guard let cell = try integer(key, scope), !factors.contains(cell) else {
        throw flaw(field, "its capacity '\(key)' is no integer field of its own")
      }
      guard count.capacityMore >= 0 else { throw flaw(field, "a capacity less \(count.capacityMore)") }
      guard count.unit > 0 else { throw flaw(field, "a capacity of \(count.unit) elements each") }
      capacity = CapacityPlan(cell: cell, name: scope.prefix + key, unit: count.unit, more: count.capacityMore)
    }
    return CountPlan(
      factors: factors, names: count.keys.map { scope.prefix + $0 }, factor: count.factor, more: count.more,
      allowsNull: count.mayBeNull, isBytes: count.isBytes, capacity: capacity,
      terminator: count.terminator)
  }
}
