import Foundation

/// Every type that can be reached from a root type by pointers, each with its table.
package final class GraphPlan: Sendable {
  package struct Table: Sendable {
    package enum Kind: Sendable {
      case records(RecordPlan)
      case numbers(ElementType)
      case text
      case handles
    }

    package let kind: Kind
    package let name: String
    package let formerNames: [String]
    /// The size and alignment of one row in memory, in bytes.
    let size: Int
    let alignment: Int
    package var links: [GraphLink] = []
    /// Determines the links of a record; nil if it has all, or if tags are not enough to determine them.
    var linkDispatch: TagDispatch?
    /// The sites in records of the graph that may contain a value of this type.
    var sites: [GraphSite] = []
    /// The sites in this record that contain heads of other types.
    var heads: [(table: Int, site: Int)] = []
    /// The index in `links` of the flexible array at the end.
    var trailing: Int?

    /// The memory that a decoded row takes: it costs its address too, and one in a block the block's start.
    var byteCountOfRow: Int { max(size, 1) + 2 * MemoryLayout<UInt>.size }

    /// Whether rows may be parts of records, rather than of texts.
    var hasSites: Bool {
      switch kind {
      case .records, .numbers: true
      case .text, .handles: false
      }
    }

    package var plan: RecordPlan? { if case .records(let plan) = kind { plan } else { nil } }
  }

  /// The tables; the first is the root's.
  package let tables: [Table]
  let text: Int?
  let handles: Int?

  /// Whether records of the one type may have records of the other inside them.
  func isOuter(_ table: Int, than other: Int) -> Bool {
    let (size, otherSize) = (tables[table].size, tables[other].size)
    return size != otherSize ? size > otherSize : tables[other].sites.contains { $0.owner == table }
  }

  init(root: RecordSchema) throws(ArchiveError) {
    var compiler = GraphPlanCompiler()
    try compiler.compile(root)
    tables = compiler.tables
    text = compiler.text
    handles = compiler.handles
  }
}

/// A pointer or flexible array with the tables of its targets.
package final class GraphLink: Sendable {
  enum Kind: Sendable {
    /// Rows of records.
    case records
    case numbers
    case text(StringEncoding)
    case symbol([SymbolSchema])
    case handle(HandleSchema)
  }

  package let plan: LinkPlan
  let kind: Kind
  package let table: Int
  package let isWeak: Bool
  let isTrailing: Bool
  /// The size of one element behind the pointer, in bytes.
  let elementSize: Int
  /// For an intrusive list, the table of link records, and the offset of a link record in a node.
  let container: (table: Int, offset: Int)?
  /// Finds the last element behind the pointer; nil if the record has their number.
  let terminator: Terminator?

  init(
    plan: LinkPlan, kind: Kind, table: Int, isWeak: Bool, isTrailing: Bool, elementSize: Int,
    container: (table: Int, offset: Int)?, terminator: Terminator?
  ) {
    self.plan = plan
    self.kind = kind
    self.table = table
    self.isWeak = isWeak
    self.isTrailing = isTrailing
    self.elementSize = elementSize
    self.container = container
    self.terminator = terminator
  }
}

/// Follows the links of schemas to all tables.
private struct GraphPlanCompiler {
  var tables: [GraphPlan.Table] = []
  var text: Int?
  var handles: Int?
  private var schemas: [RecordSchema?] = []
  private var byName: [ExactText: Int] = [:]
  private var bySchema: [ObjectIdentifier: Int] = [:]
  private var byNumber: [ElementType: Int] = [:]

  mutating func compile(_ root: RecordSchema) throws(ArchiveError) {
    _ = try table(root)
    var next = 0
    // Tables are added while links are resolved.
    while next < tables.count {
      try resolveLinks(of: next)
      next += 1
    }
    for table in tables {
      guard let trailing = table.trailing else { continue }
      guard tables[table.links[trailing].table].trailing == nil else {
        throw .invalidSchema(type: table.name, reason: "a flexible array of records that end in one")
      }
    }
    for index in tables.indices { findSites(of: index) }
    for index in tables.indices {
      for (site, place) in tables[index].sites.enumerated() where place.isHead {
        tables[place.owner].heads.append((table: index, site: site))
      }
    }
  }

  private mutating func add(_ table: GraphPlan.Table, _ schema: RecordSchema?) -> Int {
    tables.append(table)
    schemas.append(schema)
    return tables.count - 1
  }

  private mutating func table(_ schema: RecordSchema) throws(ArchiveError) -> Int {
    if let known = bySchema[ObjectIdentifier(schema)] { return known }
    let plan = try schema.plan
    guard !plan.name.isEmpty, !plan.name.utf8.contains(UInt8(ascii: "\n")), plan.name.utf8.first != UInt8(ascii: "#")
    else {
      throw .invalidSchema(type: plan.name, reason: "a record that pointers lead to needs an archived name")
    }
    // Several generated files may contain the schema of the same type.
    if let known = byName[ExactText(plan.name)], let other = schemas[known] {
      guard other.size == schema.size, other.alignment == schema.alignment, other.fields.count == schema.fields.count
      else { throw .invalidSchema(type: plan.name, reason: "another type of the graph has this archived name") }
      bySchema[ObjectIdentifier(schema)] = known
      return known
    }
    let index = add(
      GraphPlan.Table(
        kind: .records(plan), name: plan.name, formerNames: plan.formerNames + formerNames(ofPointer: schema),
        size: plan.size, alignment: plan.alignment),
      schema)
    byName[ExactText(plan.name)] = index
    bySchema[ObjectIdentifier(schema)] = index
    return index
  }

  /// The former names of a table of pointers, `node*`: what they lead to may have had others.
  private func formerNames(ofPointer schema: RecordSchema) -> [String] {
    guard let target = schema.innerLink?() else { return [] }
    return (target.formerNames + formerNames(ofPointer: target)).map { $0 + "*" }
  }

  private mutating func table(_ type: ElementType) -> Int {
    if let known = byNumber[type] { return known }
    let index = add(
      GraphPlan.Table(
        kind: .numbers(type), name: "#" + type.archived.name, formerNames: [], size: type.storage,
        alignment: min(type.storage & -type.storage, 16)),
      nil)
    byNumber[type] = index
    return index
  }

  private mutating func textTable() -> Int {
    if let text { return text }
    let index = add(GraphPlan.Table(kind: .text, name: "#text", formerNames: [], size: 1, alignment: 1), nil)
    text = index
    return index
  }

  private mutating func handleTable() -> Int {
    if let handles { return handles }
    let index = add(GraphPlan.Table(kind: .handles, name: "#handles", formerNames: [], size: 1, alignment: 1), nil)
    handles = index
    return index
  }

  private mutating func resolveLinks(of index: Int) throws(ArchiveError) {
    guard let plan = tables[index].plan else { return }
    var links: [GraphLink] = []
    for (number, link) in plan.links.enumerated() {
      var kind: GraphLink.Kind
      var target: PointerSchema.Target?
      var isWeak = false
      var table = 0
      switch link.kind {
      case .trailing(let elements):
        guard tables[index].trailing == nil else {
          throw .invalidSchema(type: plan.name, reason: "two flexible arrays")
        }
        tables[index].trailing = number
        target = elements
        kind = .records
      case .pointer(let pointer):
        isWeak = pointer.isWeak
        kind = .records
        switch pointer.kind {
        case .target(let pointee, _): target = pointee
        case .string(let encoding): (kind, table) = (.text(encoding), textTable())
        case .symbol(let symbols): (kind, table) = (.symbol(symbols), textTable())
        case .via(let handle): (kind, table) = (.handle(handle), handleTable())
        }
      }
      var container: (table: Int, offset: Int)?
      switch target {
      case .numbers(let type): (kind, table) = (.numbers, self.table(type))
      case .records(let schema):
        let pointee = schema()
        table = try self.table(pointee)
        if let within = link.container, within.isAbout(pointee) {
          let node = try self.table(within.node())
          guard within.offset >= 0, within.offset + tables[table].size <= tables[node].size else {
            throw .invalidSchema(type: plan.name, reason: "'\(link.name)' is not inside its container")
          }
          container = (table: table, offset: within.offset)
          table = node
        }
      case nil: break
      }
      var isTrailing = false
      if case .trailing = link.kind { isTrailing = true }
      links.append(
        GraphLink(
          plan: link, kind: kind, table: table, isWeak: isWeak, isTrailing: isTrailing,
          elementSize: tables[table].size, container: container,
          terminator: try terminator(of: link, in: table, plan.name)))
    }
    tables[index].links = links
    let selections = links.map { $0.plan.selection ?? UnionMember(tests: []) }
    if selections.contains(where: { !$0.tests.isEmpty }) { tables[index].linkDispatch = TagDispatch(selections) }
  }

  private func terminator(of link: LinkPlan, in table: Int, _ owner: String) throws(ArchiveError) -> Terminator? {
    guard let schema = link.count?.terminator else { return nil }
    if let terminator = Terminator(schema, in: tables[table].kind, schemas[table]) { return terminator }
    throw .invalidSchema(
      type: owner, reason: "the elements of '\(link.name)' have no integer or pointer that can be \(schema.words)")
  }

  /// The sites of this table's type in records of all tables.
  private mutating func findSites(of index: Int) {
    let wanted: GraphSite.Wanted
    switch tables[index].kind {
    case .numbers(let type): wanted = .numbers(type)
    case .records(let plan): wanted = .records(plan, schemas[index])
    case .text, .handles: return
    }
    var sites: [GraphSite] = []
    for (owner, schema) in schemas.enumerated() {
      if let schema { GraphSite.find(wanted, in: schema, table: owner, &sites) }
    }
    tables[index].sites = sites
  }
}

extension RecordSchema {
  /// The graph plan for a root of this type.
  package var graphPlan: GraphPlan {
    get throws(ArchiveError) {
      try pointerPlan.value { () throws(ArchiveError) in
        try LayoutCheck.checkPointees(from: self)
        return try GraphPlan(root: self)
      }
    }
  }
}

/// Whose handles are shared: those of fields with the same functions, or those of one field.
enum HandleOwner: Hashable {
  case functions(String)
  case link(table: Int, position: Int)

  init(_ handle: HandleSchema, table: Int, link: Int) {
    self = handle.name.map { .functions($0) } ?? .link(table: table, position: link)
  }
}
