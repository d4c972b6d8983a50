/// A location inside a record that contains a value of a type that pointers lead to. A pointer to it leads to a part of
/// the record, and not to separate memory.
struct GraphSite: Sendable {
  /// The table of the record.
  let owner: Int
  /// The key path, `inner.values` or `items[].position`, and those of earlier versions.
  let paths: [String]
  let offset: Int
  /// The arrays that contain it.
  let outer: [ElementAccess.Step]
  /// The number of consecutive values, and the size of one in bytes.
  let count: Int
  let size: Int
  /// The dimensions of the arrays that contain it, then its own.
  let dimensions: [Int]
  /// Whether it is the head of an intrusive list.
  let isHead: Bool

  var positions: Int { outer.reduce(count) { $0 * $1.count } }

  /// The index of the value at `delta` bytes in the record, if `count` values follow from there.
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

  /// The index of the value with the subscripts that this index has in an archive with these dimensions; nil if there
  /// is none, or if not all of the consecutive values are still consecutive.
  func index(of index: Int, count wanted: Int, in archived: [Int]) -> Int? {
    if archived == dimensions { return index }
    guard let total = Description.product(archived), index >= 0, wanted > 0, wanted <= total, index <= total - wanted,
      let first = Description.index(of: index, in: archived, within: dimensions),
      let last = Description.index(of: index + wanted - 1, in: archived, within: dimensions), last - first == wanted - 1
    else { return nil }
    return first
  }

  /// The offset of a value in the record; nil unless `wanted` consecutive values begin there.
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

    /// - Parameter roots: the prefixes of root-relative keys.
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
      guard let container = field.container, inner.linkType === inner else { return false }
      // A link inside a node is found with the node.
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
  /// Whether two pointers have the same type in archives.
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
  /// Whether C allows a pointer to one type to point to the other: the types are equal except for an integer's sign.
  fileprivate func looksLike(_ other: ElementType) -> Bool {
    if self == other { return true }
    guard shape == .single, other.shape == .single, storage == other.storage,
      case .integer(let bits, _) = number, case .integer(bits, _) = other.number
    else { return false }
    return true
  }
}
