import ArchiveModel

/// Sample values for every key of a record. They depend on the keys only, and are the same in every run.
public struct SampleValues {
  /// The kind of numbers and texts.
  public enum Kind: Hashable, Sendable {
    /// Small numbers and short texts that differ between keys.
    case readable
    /// The limits of each type, in turn.
    case extreme
  }

  let schema: ArchivedSchema
  let kind: Kind
  /// The edge that this key takes, whatever the others do.
  let chosen: (key: String, edge: Int)?
  /// The case, raw value or type that every value takes which has several, so that a few archives have all of them.
  let alternative: Int?
  /// The types that a value of a protocol may have, at the key that is made now.
  var listed: [String] = []
  var nodes: [SchemaGraph.Node] = []
  var places: [String: Int] = [:]
  /// The root, if it is an object.
  var rootNode: Int?
  /// What could not be made.
  var problem: NotInterpreted?

  /// - Returns: values for the record of this name, and one node for each type that its pointers lead to.
  public static func graph(
    of type: String, in schema: ArchivedSchema, _ kind: Kind, edge: (key: String, edge: Int)? = nil
  ) -> SchemaGraph {
    (try? samples(of: type, in: schema, kind, edge: edge)) ?? SchemaGraph(root: [:])
  }

  /// The same.
  ///
  /// - Throws: `NotInterpreted` if the schema does not tell the type of a value that has to be there.
  public static func samples(
    of type: String, in schema: ArchivedSchema, _ kind: Kind, edge: (key: String, edge: Int)? = nil,
    alternative: Int? = nil
  ) throws(NotInterpreted) -> SchemaGraph {
    var values = SampleValues(schema: schema, kind: kind, chosen: edge, alternative: alternative)
    let graph = values.graph(of: type)
    if let problem = values.problem { throw problem }
    return graph
  }

  private mutating func graph(of type: String) -> SchemaGraph {
    guard let root = schema[type] else { return SchemaGraph(root: [:]) }
    let fields = root.kind == .record ? fields(root.entries, prefix: "", depth: 0) : model(root)
    return SchemaGraph(root: fields, nodes: nodes, rootNode: rootNode)
  }

  private init(schema: ArchivedSchema, kind: Kind, chosen: (key: String, edge: Int)?, alternative: Int? = nil) {
    (self.schema, self.kind, self.chosen, self.alternative) = (schema, kind, chosen, alternative)
  }

  /// The same, with small values.
  init(readable other: SampleValues) {
    self.init(schema: other.schema, kind: .readable, chosen: nil)
  }

  /// The fields of a C record that stands among the values of a Swift type.
  mutating func recordFields(of type: ArchivedType, depth: Int) -> [String: SchemaValue] {
    fields(type.entries, prefix: "", depth: depth)
  }

  /// The number of edge values of an entry.
  public static func edgeCount(of entry: ArchivedEntry) -> Int {
    switch entry.form.base {
    case .number(let number):
      max(entry.allowedValues.count, entry.tagValues.count, edges(number).count)
    case .text, .value: 6
    default: 2
    }
  }

  private mutating func fields(_ entries: [ArchivedEntry], prefix: String, depth: Int) -> [String: SchemaValue] {
    var values: [String: SchemaValue] = [:]
    let counts = Set(entries.compactMap(\.count).flatMap { CountText($0).keys })
    let tags = Dictionary(grouping: entries.flatMap(\.conditions), by: \.tag)
    for entry in entries where !entry.key.contains("[].") {
      let path = prefix + entry.key
      if counts.contains(entry.key) {
        values[entry.key] = .integer(2)
      } else if let conditions = tags[entry.key] {
        let known = entry.tagValues.isEmpty ? conditions.flatMap(\.values) : entry.tagValues
        // The requested member is live.
        let wanted = chosen.flatMap { chosen in
          entries.first { prefix + $0.key == chosen.key }?.conditions.first { $0.tag == entry.key && !$0.isExclusion }?
            .values.first
        }
        let turn = edge(of: path) ?? Self.hash(path)
        values[entry.key] = .integer(wanted ?? (known.isEmpty ? 0 : known[turn % known.count]))
      } else {
        values[entry.key] = value(of: entry, entries, path, depth: depth)
      }
    }
    for entry in entries {
      let isLive = entry.conditions.allSatisfy { condition in
        guard case .integer(let tag)? = values[condition.tag] else { return false }
        return condition.values.contains(tag) != condition.isExclusion
      }
      if !isLive { values[entry.key] = nil }
    }
    // The counts of missing elements are zero.
    for entry in entries {
      guard let count = entry.count, [nil, .node(nil), .null].contains(values[entry.key]) else { continue }
      for key in CountText(count).keys { values[key] = .integer(0) }
    }
    return values
  }

  func edge(of path: String) -> Int? { chosen.flatMap { $0.key == path ? $0.edge : nil } }

  private mutating func value(
    of entry: ArchivedEntry, _ entries: [ArchivedEntry], _ path: String, depth: Int
  ) -> SchemaValue {
    let count = entry.form.dimensions.reduce(1, *)
    switch entry.form.base {
    case .number(let number):
      if !entry.allowedValues.isEmpty {
        let index = edge(of: path) ?? alternative ?? Self.hash(path)
        let value = SchemaValue.integer(entry.allowedValues[index % entry.allowedValues.count])
        return entry.form.dimensions.isEmpty ? value : .list((0..<count).map { _ in value })
      }
      if let name = entry.enumeration, edge(of: path) == nil, let known = schema[name]?.entries, !known.isEmpty,
        case .enumerator(let value) = known[(alternative ?? Self.hash(path)) % known.count].form.base
      {
        return entry.form.dimensions.isEmpty ? .integer(value) : .list((0..<count).map { _ in .integer(value) })
      }
      if entry.form.dimensions.isEmpty { return self.number(number, path, 0) }
      return .list((0..<count).map { self.number(number, path, $0) })
    case .text(let encoding):
      let isUTF8 = encoding == "utf8"
      let name = path.split(separator: ".").last.map(String.init) ?? path
      let texts = [name, "", String(repeating: "z", count: count), String(repeating: "é", count: count), "é", "Ā€"]
      let fitting = texts.map { Self.fitting($0, count, isUTF8) }
      return .text(fitting[edge(of: path) ?? (kind == .readable ? 0 : 2)])
    case .records:
      let prefix = entry.key + "[]."
      let inner = InterpretedTable.inner(of: entry, entries)
      return .list(
        (0..<count).map { _ in .record(fields(inner, prefix: path.dropLast(entry.key.count) + prefix, depth: depth)) })
    case .link(let table):
      if edge(of: path) == 1 || kind == .extreme, entry.form.dimensions.isEmpty {
        return table.hasPrefix("#") ? .null : .node(nil)
      }
      if table == "#text" { return .text(path) }
      if table.hasPrefix("#") {
        guard let number = ArchivedNumber(table.dropFirst()) else { return .null }
        if let end = entry.count.flatMap({ CountText($0).terminator }) {
          return .list([.integer(end.value == 1 ? 0 : 1), .integer(end.value)])
        }
        let count = entry.count.flatMap { CountText($0).elements(of: NumberCell(number)?.size ?? 1) } ?? 1
        return .list((0..<count).map { self.number(number, path, $0) })
      }
      if !entry.form.dimensions.isEmpty {
        return .list((0..<count).map { .node($0 % 2 == 0 ? node(table, depth: depth) : nil) })
      }
      if let text = entry.count.map(CountText.init) {
        return text.terminator == nil
          ? several(text.elements(of: 1) ?? 0, of: table, depth) : ended(text, of: table, depth)
      }
      return .node(node(table, depth: depth))
    default: return .null
    }
  }

  /// As many as a count says, beside each other.
  private mutating func several(_ count: Int, of name: String, _ depth: Int) -> SchemaValue {
    guard depth < 2, count > 0, let type = schema[name] else { return .node(nil) }
    let first = nodes.count
    nodes += (0..<count).map { _ in SchemaGraph.Node(type: name, fields: [:]) }
    for index in first..<first + count { nodes[index].fields = fields(type.entries, prefix: "", depth: depth + 1) }
    return .list((first..<first + count).map { .node($0) })
  }

  /// One, if it does not end the array already, and the one that does.
  private mutating func ended(_ count: CountText, of name: String, _ depth: Int) -> SchemaValue {
    guard case .list(let elements) = several(2, of: name, depth), case .node(let last?) = elements[1],
      let end = count.terminator
    else { return .node(nil) }
    let key = end.value == 0 ? nil : end.key
    nodes[last].fields = key.map { [$0: .integer(end.value)] } ?? [:]
    guard count.isEnd(nodes[last - 1].fields) else { return .list(elements) }
    // Nodes after it are those that values of the two lead to, by their indices.
    if last == nodes.count - 1 { nodes.removeLast() }
    return .list([elements[0]])
  }

  /// The only node of each type. Pointers that would lead to a third level are NULL.
  private mutating func node(_ name: String, depth: Int) -> Int? {
    if let known = places[name] { return known }
    guard depth < 8, let type = schema[name] else { return nil }
    let place = nodes.count
    places[name] = place
    nodes.append(SchemaGraph.Node(type: name, fields: [:]))
    nodes[place].fields = fields(type.entries, prefix: "", depth: depth + 1)
    return place
  }

  func number(_ number: ArchivedNumber, _ path: String, _ index: Int) -> SchemaValue {
    // Long arrays end with zeros, so that archives stay small.
    let isRest = index >= Self.longestArray && chosen == nil
    let lanes: Int =
      switch number.shape {
      case .single: 1
      case .complex: 2
      case .vector(let count): count
      }
    let values = (0..<lanes).map { lane -> SchemaValue in
      if isRest { return .integer(0) }
      let edges = Self.edges(number)
      if let edge = edge(of: path) { return edges[(edge + index + lane) % edges.count] }
      if kind == .extreme {
        let extremes = Self.extremes(number)
        return extremes[(index + lane + Self.hash(path)) % extremes.count]
      }
      let small = 1 + (Self.hash(path) + index * 7 + lane * 3) % 100
      switch number.scalar {
      case .bool: return .integer(Int64(small % 2))
      case .integer(let bits, let isSigned):
        return .integer(
          Int64(small % (1 << min(7, max(1, bits - (isSigned ? 1 : 0))))) * (isSigned && bits == 1 ? -1 : 1))
      case .floating: return .real(Double(small) / 4)
      }
    }
    return number.shape == .single ? values[0] : .list(values)
  }

  private static let longestArray = 64

  /// FNV-1a, so that a key has its values for ever.
  static func hash(_ text: String) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash >> 8)
  }

  /// The longest beginning of a text that fits, without partial characters.
  private static func fitting(_ text: String, _ count: Int, _ isUTF8: Bool) -> String {
    var result = ""
    var size = 0
    for scalar in text.unicodeScalars {
      if !isUTF8, scalar.value > 0xFF { continue }
      size += isUTF8 ? String(scalar).utf8.count : 1
      if size > count { break }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Zero, the greatest and the least value, and values that narrower types cannot hold.
  static func edges(_ number: ArchivedNumber) -> [SchemaValue] {
    switch number.scalar {
    case .bool: return [.integer(0), .integer(1)]
    case .integer(let bits, true):
      let top = Int64.max >> (64 - Int64(min(bits, 64)))
      return [0, top, -top - 1, -1, top / 2, top / 3].map { .integer($0) }
    case .integer(let bits, false):
      let top = UInt64.max >> (64 - UInt64(min(bits, 64)))
      return [0, top, 1, top / 2, top / 2 + 1, top / 3].map { .number($0) }
    case .floating(let format):
      let values: [Double] =
        switch format {
        case .single:
          [0, Double(Float.greatestFiniteMagnitude), -Double(Float.greatestFiniteMagnitude), 0.5, Double(Float(0.1))]
        case _ where FloatingFormat.single.holdsAll(of: format):
          [0, format.greatest, -format.greatest, 0.5, format.leastNormal, 1 + format.ulpOfOne]
        default: [0, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0.5, 0.1]
        }
      return values.map { .real($0) }
    }
  }
  /// The greatest and the least, and of floating types what is no number, or hardly one.
  static func extremes(_ number: ArchivedNumber) -> [SchemaValue] {
    let edges = edges(number)
    switch number.scalar {
    case .bool: return edges
    case .integer(_, let isSigned): return isSigned ? [edges[1], edges[2]] : [edges[1], edges[0]]
    case .floating: return [edges[1], edges[2]] + [-0.0, .infinity, .nan, -.infinity].map { .real($0) }
    }
  }
}

/// Values of formats that are no wider than a double (IEEE 754, 3.4).
extension FloatingFormat {
  private var greatestExponent: Int { (1 << (bits.exponent - 1)) - 1 }
  package var ulpOfOne: Double { Double(sign: .plus, exponent: 1 - bits.significand, significand: 1) }
  package var leastNormal: Double { Double(sign: .plus, exponent: 1 - greatestExponent, significand: 1) }
  package var greatest: Double { Double(sign: .plus, exponent: greatestExponent, significand: 2 - ulpOfOne) }
}
