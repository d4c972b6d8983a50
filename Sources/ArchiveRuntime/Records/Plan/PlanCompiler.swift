/// Checks a schema's fields and flattens them into leaves. Every number in the table is checked against the record's
/// size here, once, so that the copying loops need not.
struct PlanCompiler {
  private(set) var leaves: [Leaf] = []
  /// Whether keys of earlier versions are given from the root. They have a mark in front until it is settled whose they
  /// are.
  private var hasRootKeys = false
  private static let rootMark = "\0"
  var links: [LinkPlan] = []
  private(set) var unions: [UnionCheck] = []
  private(set) var requiredGroups: [FieldPlan.RequiredGroup] = []
  /// Removed on purpose, with the keys of the records they stood in.
  private(set) var removedKeys = RemovedKeys()
  /// Records that are brought up to date, the whole one first.
  private(set) var migrations: [MigrationSite] = []
  private(set) var staticKeys: [String] = []
  private(set) var hasElementKeys = false
  private var groupCompiler = GroupCompiler()
  private(set) var groups: [FieldGroup] = []
  var groupScopes: [GroupScope] { groupCompiler.scopes }
  /// The keys that a reader looks for: the leaves' own in order, "$class", the earlier ones.
  private(set) var wantedKeys: [String] = []
  private(set) var classIndex = 0
  /// The records in the record whose types have an identity.
  private(set) var identifiedRecords: [RecordPlan.IdentifiedKey] = []
  private var wantedIndices: [ExactText: Int] = [:]
  var seen: Set<ExactText> = []
  let name: String

  /// Records that hold two of another kind, which hold two of another, would fill the memory.
  private static let mostLeaves = 1 << 20

  init(name: String, size: Int, alignment: Int) throws(ArchiveError) {
    self.name = name
    guard size >= 0, size <= 1 << 40, alignment > 0, alignment & (alignment - 1) == 0 else {
      throw .invalidSchema(type: name, reason: "\(size) bytes aligned to \(alignment)")
    }
  }

  /// Adds the fields of a record of `size` bytes that stands `base` bytes into the whole.
  ///
  /// - Parameter keys: The key and the earlier keys of the record itself, each with its dot; "" for the whole.
  ///   - tests: What must hold for the record to be there.
  ///   - container: What the record's links to its own type lead to, if it is an intrusive list's link.
  mutating func add(
    _ fields: [FieldSchema], keys: [String], at base: Int, size: Int, tests: [TagCondition] = [],
    container: ContainerPlan? = nil
  ) throws(ArchiveError) {
    for field in fields {
      guard !field.key.isEmpty, !field.key.utf8.contains(UInt8(ascii: "\n")) else {
        throw flaw(field, "a key must have characters and no line break")
      }
      if field.group != nil {
        guard case .bits = field.form else { throw flaw(field, "only a bit-field can be in a group") }
      }
      let allKeys = allKeys(of: field, behind: keys)
      let scope = Scope(fields: fields, prefix: keys[0], base: base, size: size)
      var tests = tests
      for condition in field.conditions { tests.append(try test(condition, field, scope)) }
      switch field.form {
      case .pointer, .trailing: try addLink(field, keys: allKeys, scope, tests: tests, container)
      case .union(let tag, let values):
        guard let cell = try integer(tag, scope) else { throw flaw(field, "its tag '\(tag)' is no integer field") }
        unions.append(
          UnionCheck(
            key: allKeys[0], selection: UnionMember(tests: tests), tag: cell, tagName: keys[0] + tag,
            values: Set(values))
        )
      default: try add(field, keys: allKeys, at: base, size: size, tests: tests)
      }
    }
  }

  private mutating func allKeys(of field: FieldSchema, behind prefixes: [String]) -> [String] {
    if field.formerKeys.isEmpty { return prefixes.map { $0 + field.key } }
    if field.formerKeys.contains(where: \.isFromRoot) { hasRootKeys = true }
    return field.keys(behind: prefixes, roots: [Self.rootMark])
  }

  private mutating func add(
    _ field: FieldSchema, keys: [String], at base: Int, size: Int, tests: [TagCondition]
  ) throws(ArchiveError) {
    switch field.form {
    case .scalar(let type):
      try check(type, [], field, size)
      let cell = ElementAccess(type, offset: base + field.offset, closed: try closed(field, type.archived))
      try append(field, keys, type.isPlain ? .scalar(cell) : .wide(cell), cell, tests)
    case .bits(let width, let type):
      let cell = try bits(field, width, type, at: base, size: size)
      let value = width <= 64 ? Leaf.Value.scalar(cell) : .wide(cell)
      guard let place = field.group else {
        try append(field, keys, value, cell, tests)
        return
      }
      try append(field, place, keys, value, cell, recordSize: size, tests)
    case .array(let dimensions, let type, let form):
      try check(type, dimensions, field, size)
      let cell = ElementAccess(
        type, dimensions: dimensions, offset: base + field.offset, closed: try closed(field, type.archived))
      try append(field, keys, .array(cell, form), cell, tests)
    case .text(let count, let encoding):
      try check(.u8, [count], field, size)
      let cell = ElementAccess(
        .text(encoding), dimensions: [count], offset: base + field.offset, codec: .text(count: count, encoding),
        inner: [], closed: nil)
      try append(field, keys, .text(cell, encoding), cell, tests)
    case .record(let schema):
      let plan = try schema.plan
      guard field.closedValues == nil, field.defaultValue == nil else {
        throw flaw(field, "a record takes no default and no closed values")
      }
      try check(plan.size, at: field.offset, field, size)
      guard leaves.count + plan.fields.leaves.count <= Self.mostLeaves else {
        throw flaw(field, "more than \(Self.mostLeaves) keys, those of nested records included")
      }
      removedKeys.add(schema.removedKeys, keys.map { Self.unmarked($0) + "." })
      if !plan.identity.isEmpty {
        identifiedRecords.append(.init(key: Self.unmarked(keys[0]), typeName: plan.name, identity: plan.identity))
      }
      let first = leaves.count
      let container = field.container.map {
        ContainerPlan(isEmbedded: true, node: $0.node, offset: $0.offset, link: { schema.linkType })
      }
      try add(
        schema.fields, keys: keys.map { $0 + "." }, at: base + field.offset, size: plan.size, tests: tests,
        container: container)
      if let migration = schema.migration {
        migrations.append(
          MigrationSite(
            migration: migration, prefixes: keys.map { Self.unmarked($0) + "." }, offset: base + field.offset,
            tests: tests, leaves: first..<leaves.count))
      }
      if field.isRequired { requiredGroups.append(.init(key: keys[0], leaves: first..<leaves.count)) }
    case .pointer, .trailing, .union: break
    case .records(let dimensions, let schema, let form):
      let plan = try schema.plan
      guard field.closedValues == nil, field.defaultValue == nil else {
        throw flaw(field, "an array of records takes no default and no closed values")
      }
      guard dimensions.allSatisfy({ $0 >= 0 }), !dimensions.isEmpty, let count = Description.product(dimensions),
        let bytes = Description.product([count, plan.size])
      else { throw flaw(field, "dimensions \(dimensions)") }
      try check(bytes, at: field.offset, field, size)
      let array = RecordArray(
        plan: plan, dimensions: dimensions, count: count, offset: base + field.offset, form: form)
      removedKeys.add(plan.removedKeys, keys.map { Self.unmarked($0) + "[]." })
      try append(field, keys, .records(array), nil, tests)
      let container = field.container.map {
        ContainerPlan(isEmbedded: true, node: $0.node, offset: $0.offset, link: { schema.linkType })
      }
      links += array.plan.links.map { link in
        link.contained(in: container).inArray(array, key: keys[0], formerKeys: Array(keys.dropFirst())).inside(tests)
      }
    }
  }

  private mutating func append(
    _ field: FieldSchema, _ keys: [String], _ value: Leaf.Value, _ cell: ElementAccess?, _ tests: [TagCondition]
  ) throws(ArchiveError) {
    try take(keys[0], field)
    let main = wanted(keys[0], value)
    let descriptionKey = main.description
    leaves.append(
      Leaf(
        main: main, formerKeys: Array(keys.dropFirst()), isRequired: field.isRequired, value: value,
        defaultBytes: try defaultBytes(field, cell), tests: tests))
    // Which keys a record has is then for its tags to say.
    if !tests.isEmpty { hasElementKeys = true }
    switch value {
    case .scalar, .text: staticKeys.append(keys[0])
    case .wide: staticKeys += [keys[0], descriptionKey]
    case .array(_, .elements):
      staticKeys.append(descriptionKey)
      hasElementKeys = true
    case .array(let cell, let form):
      staticKeys.append(keys[0])
      if form == .native || !cell.isBytes { staticKeys.append(descriptionKey) }
    case .records(let array):
      staticKeys.append(descriptionKey)
      switch array.form {
      case .columns:
        staticKeys += (array.plan.columns.names + array.plan.columns.migrations.map(\.versionKey)).map {
          "\(descriptionKey).\($0)"
        }
      case .elements: hasElementKeys = true
      }
    }
  }

  /// A bit-field that is archived together with others.
  private mutating func append(
    _ field: FieldSchema, _ place: FieldSchema.GroupPlace, _ keys: [String], _ value: Leaf.Value, _ cell: ElementAccess,
    recordSize: Int, _ tests: [TagCondition]
  ) throws(ArchiveError) {
    try take(keys[0], field)
    let prefix = String(keys[0].unicodeScalars.dropLast(field.key.unicodeScalars.count))
    var compiler = groupCompiler
    groupCompiler = GroupCompiler()
    let (index, newKeys, flaw) = compiler.add(
      field, place, leaf: leaves.count, prefix: prefix, cell, recordSize: recordSize, tests: tests
    ) { wantedIndex($0) }
    groupCompiler = compiler
    if let flaw { throw self.flaw(field, flaw) }
    for key in newKeys { try take(key, field) }
    staticKeys += newKeys
    if !tests.isEmpty { hasElementKeys = true }
    // Archives have the field's own key only if it was in no group then.
    let main = Leaf.Key(text: keys[0], index: -1, description: keys[0] + "[]", descriptionIndex: nil)
    var leaf = Leaf(
      main: main, formerKeys: Array(keys.dropFirst()), isRequired: field.isRequired, value: value,
      defaultBytes: try defaultBytes(field, cell), tests: tests)
    leaf.group = index
    leaves.append(leaf)
  }

  /// Settles the positions in groups; call when all fields are added.
  mutating func settleGroups() throws(ArchiveError) {
    if groupCompiler.isEmpty { return }
    let (groups, overlap) = groupCompiler.finish()
    if let overlap {
      throw .invalidSchema(type: name, reason: "field '\(overlap)': its bits in the group are another's as well")
    }
    self.groups = groups
  }

  /// The columns of an array of the record: those that are in every record, and those of members of unions.
  var columns: [Column] {
    leaves.indices.flatMap { index -> [Column] in
      guard let group = leaves[index].group else { return leaves[index].columns }
      guard groups[group].leaves.first == index, groups[group].tests.isEmpty else { return [] }
      return [column(of: groups[group])]
    }
  }

  var memberColumns: [UnionMemberColumn] {
    leaves.indices.flatMap { index -> [UnionMemberColumn] in
      guard let group = leaves[index].group else { return leaves[index].memberColumns }
      guard groups[group].leaves.first == index, !groups[group].tests.isEmpty else { return [] }
      return [UnionMemberColumn(column: column(of: groups[group]), selection: UnionMember(tests: groups[group].tests))]
    }
  }

  private func column(of group: FieldGroup) -> Column {
    let parts = zip(group.description.parts, group.partLeaves).compactMap { part, leaf in
      leaves[leaf].column.map { ColumnPart(part: part, column: $0) }
    }
    return Column(
      name: group.key, formerNames: [], isRequired: false, cell: group.cell, defaultBytes: [], parts: parts)
  }

  /// Settles whose the keys from the root are; call when all fields are added. One may be meant for another record that
  /// has the member: where a field has it, or had it, it is that field's; of several that name it, the first one's.
  mutating func settleRootKeys() {
    guard hasRootKeys else { return }
    var taken = seen
    for keys in leaves.map(\.formerKeys) + links.map(\.formerNames) {
      for key in keys where !Self.isMarked(key) { taken.insert(ExactText(key)) }
    }
    func settled(_ keys: [String]) -> [String] {
      keys.compactMap { key in
        guard Self.isMarked(key) else { return key }
        let own = Self.unmarked(key)
        return taken.insert(ExactText(own)).inserted ? own : nil
      }
    }
    for index in leaves.indices { leaves[index].formerKeys = settled(leaves[index].formerKeys) }
    for index in links.indices { links[index].formerNames = settled(links[index].formerNames) }
  }

  private static func isMarked(_ key: String) -> Bool { key.utf8.first == 0 }

  private static func unmarked(_ key: String) -> String {
    isMarked(key) ? String(key.unicodeScalars.dropFirst()) : key
  }

  /// Adds the migration of the whole record, and the keys of all versions behind those of the fields.
  mutating func addMigration(_ migration: RecordMigration?) {
    if let migration {
      let site = MigrationSite(
        migration: migration, prefixes: [""], offset: 0, tests: [], leaves: leaves.indices)
      migrations.insert(site, at: 0)
    }
    staticKeys += migrations.map(\.versionKey)
  }

  /// Adds keys that the whole record has no field for any more.
  mutating func addRemoved(_ keys: [String]) { removedKeys.add(keys, [""]) }

  /// Adds "$class" and the earlier keys to the keys that a reader looks for; call when all fields are added.
  mutating func addFormerKeys() {
    classIndex = wantedKeys.count
    wantedKeys.append(KeyedArchiveFormat.classKey)
    for index in leaves.indices {
      if leaves[index].group != nil { leaves[index].main = wanted(leaves[index].key, leaves[index].value) }
      leaves[index].old = leaves[index].formerKeys.map { wanted($0, leaves[index].value) }
    }
    addSingles()
  }

  /// Arrays of records may have been one record. Of its keys those are left out that are, or were, another field's.
  private mutating func addSingles() {
    let arrays = leaves.indices.filter { if case .records = leaves[$0].value { true } else { false } }
    guard !arrays.isEmpty else { return }
    let taken = Set(leaves.flatMap { [$0.key] + $0.formerKeys }.map(ExactText.init))
    for index in arrays {
      guard case .records(let array) = leaves[index].value else { continue }
      func add(to key: inout Leaf.Key) {
        let prefix = key.text + "."
        key.single = array.plan.without { taken.contains(ExactText(prefix + $0)) }
      }
      add(to: &leaves[index].main)
      for place in leaves[index].old.indices { add(to: &leaves[index].old[place]) }
    }
  }

  private mutating func wanted(_ key: String, _ value: Leaf.Value) -> Leaf.Key {
    let description = key + "[]"
    switch value {
    case .scalar, .text:
      return Leaf.Key(text: key, index: wantedIndex(key), description: description, descriptionIndex: nil)
    case .wide, .array:
      return Leaf.Key(
        text: key, index: wantedIndex(key), description: description, descriptionIndex: wantedIndex(description))
    case .records(let array):
      let index = wantedIndex(description)
      let columns = array.form == .columns ? array.plan.columns.names.map { wantedIndex("\(description).\($0)") } : []
      return Leaf.Key(
        text: key, index: index, description: description, descriptionIndex: index, columnIndices: columns)
    }
  }

  private mutating func wantedIndex(_ key: String) -> Int {
    let key = KeyedArchiveFormat.mangled(key)
    if let index = wantedIndices[ExactText(key)] { return index }
    wantedIndices[ExactText(key)] = wantedKeys.count
    wantedKeys.append(key)
    return wantedKeys.count - 1
  }
}
