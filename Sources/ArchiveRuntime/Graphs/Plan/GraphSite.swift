/// A place inside a record where a value of a type stands that pointers lead to: a pointer into it leads to a part of
/// that record, not to memory of its own.
struct GraphSite: Sendable {
  /// The table of the record.
  let owner: Int
  /// The place's key path, `inner.values`, `items[].position`, and those of earlier versions.
  let paths: [String]
  let offset: Int
  /// Arrays around it.
  let outer: [ElementAccess.Step]
  /// Values side by side, and bytes of one.
  let count: Int
  let size: Int
  /// Those of the arrays around it, then its own.
  let dimensions: [Int]
  /// The head of intrusive lists.
  let isHead: Bool

  var positions: Int { outer.reduce(count) { $0 * $1.count } }

  /// Which of the site's values begins `delta` bytes into the record, with `count` more of them side by side.
  func index(_ delta: Int, count wanted: Int) -> Int? {
    var rest = delta - offset
    guard rest >= 0 else { return nil }
    var index = 0
    for step in outer {
      guard step.stride > 0 else { return nil }
      let place = rest / step.stride
      guard place < step.count else { return nil }
      index = index * step.count + place
      rest -= place * step.stride
    }
    guard size > 0, rest % size == 0, rest / size + wanted <= count else { return nil }
    return index * count + rest / size
  }

  /// The value's index here, if it has the subscripts that it had in an archive with these dimensions; nil when there is
  /// none, or when not all of the values side by side are still so.
  func index(of index: Int, count wanted: Int, in archived: [Int]) -> Int? {
    if archived == dimensions { return index }
    guard let total = Description.product(archived), index >= 0, wanted > 0, wanted <= total, index <= total - wanted,
      let first = Description.index(of: index, in: archived, within: dimensions),
      let last = Description.index(of: index + wanted - 1, in: archived, within: dimensions), last - first == wanted - 1
    else { return nil }
    return first
  }

  /// Where in the record that value begins; nil unless `wanted` values stand there side by side.
  func offset(of index: Int, count wanted: Int) -> Int? {
    guard count > 0, index >= 0, index < positions, index % count + wanted <= count, wanted >= 0 else { return nil }
    var offset = self.offset + index % count * size
    var rest = index / count
    for step in outer.reversed() {
      offset += rest % step.count * step.stride
      rest /= step.count
    }
    return offset
  }

  enum Wanted {
    case numbers(ElementType)
    case records(RecordPlan, RecordSchema?)
  }

  /// Appends the sites of `wanted` in records of `schema`.
  static func find(_ wanted: Wanted, in schema: RecordSchema, table: Int, _ sites: inout [GraphSite]) {
    var search = Search(wanted: wanted, table: table, owner: schema, sites: sites)
    search.find(in: schema, paths: [""], roots: [""], offset: 0, outer: [], dimensions: [])
    sites = search.sites
  }

  private struct Search {
    let wanted: Wanted
    let table: Int
    let owner: RecordSchema
    var sites: [GraphSite]

    /// - Parameter roots: What stands before a key that counts from the root.
    mutating func find(
      in schema: RecordSchema, paths: [String], roots: [String], offset: Int, outer: [ElementAccess.Step],
      dimensions around: [Int]
    ) {
      for field in schema.fields {
        let keys = field.keys(behind: paths, roots: roots)
        let place = offset + field.offset
        switch field.form {
        case .scalar(let type): add(type, around, 1, keys, place, outer)
        case .array(let dimensions, let type, _):
          add(type, around + dimensions, dimensions.reduce(1, *), keys, place, outer)
        case .text(let count, _): add(.u8, around + [count], count, keys, place, outer)
        case .record(let inner):
          add(inner, around, 1, keys, place, outer, isHead: isHead(field, inner, at: place, outer))
          find(in: inner, paths: keys.map { $0 + "." }, roots: roots, offset: place, outer: outer, dimensions: around)
        case .records(let dimensions, let inner, _):
          let count = dimensions.reduce(1, *)
          add(inner, around + dimensions, count, keys, place, outer, isHead: isHead(field, inner, at: place, outer))
          find(
            in: inner, paths: keys.map { $0 + "[]." }, roots: keys.map { $0 + "[]." }, offset: place,
            outer: outer + [ElementAccess.Step(count: count, stride: inner.size)], dimensions: around + dimensions)
        case .pointer(let dimensions, let pointer):
          guard case .records(let plan, let cell?) = wanted, let only = cell.fields.first, cell.fields.count == 1,
            only.key == "*", case .pointer(_, let other) = only.form, pointer.leadsLike(other)
          else { continue }
          append(around + dimensions, keys, place, outer, dimensions.reduce(1, *), plan.size, isHead: false)
        case .bits, .trailing, .union: continue
        }
      }
    }

    private func isHead(_ field: FieldSchema, _ inner: RecordSchema, at offset: Int, _ outer: [ElementAccess.Step])
      -> Bool
    {
      guard let container = field.container else { return false }
      // A node's own link is found by the node.
      return !outer.isEmpty || !(container.offset == offset && isOwner(container.node()))
    }

    private func isOwner(_ node: RecordSchema) -> Bool {
      node === owner || !node.name.isEmpty && node.name.isExactly(owner.name)
    }

    private mutating func add(
      _ type: ElementType, _ dimensions: [Int], _ count: Int, _ keys: [String], _ offset: Int,
      _ outer: [ElementAccess.Step]
    ) {
      guard case .numbers(let wanted) = wanted, wanted.looksLike(type) else { return }
      append(dimensions, keys, offset, outer, count, type.storage, isHead: false)
    }

    private mutating func add(
      _ schema: RecordSchema, _ dimensions: [Int], _ count: Int, _ keys: [String], _ offset: Int,
      _ outer: [ElementAccess.Step],
      isHead: Bool
    ) {
      guard case .records(let plan, let wanted) = wanted,
        schema === wanted || !schema.name.isEmpty && schema.name.isExactly(plan.name)
      else { return }
      append(dimensions, keys, offset, outer, count, schema.size, isHead: isHead)
    }

    private mutating func append(
      _ dimensions: [Int], _ keys: [String], _ offset: Int, _ outer: [ElementAccess.Step], _ count: Int, _ size: Int,
      isHead: Bool
    ) {
      sites.append(
        GraphSite(
          owner: table, paths: keys, offset: offset, outer: outer, count: count, size: size, dimensions: dimensions,
          isHead: isHead))
    }
  }
}

extension PointerSchema {
  /// Whether two pointers are of one type, as far as archives know types.
  fileprivate func leadsLike(_ other: PointerSchema) -> Bool {
    switch (kind, other.kind) {
    case (.target(.records(let schema), _), .target(.records(let otherSchema), _)):
      schema() === otherSchema() || !schema().name.isEmpty && schema().name.isExactly(otherSchema().name)
    case (.target(.numbers(let type), _), .target(.numbers(let otherType), _)): type == otherType
    case (.string(let encoding), .string(let otherEncoding)): encoding == otherEncoding
    default: false
    }
  }
}

extension ElementType {
  /// Whether C lets a pointer to the one lead to the other: the same type but for an integer's sign.
  fileprivate func looksLike(_ other: ElementType) -> Bool {
    if self == other { return true }
    guard shape == .single, other.shape == .single, storage == other.storage,
      case .integer(let bits, _) = number, case .integer(bits, _) = other.number
    else { return false }
    return true
  }
}
