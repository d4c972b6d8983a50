import ArchiveModel
import SchemaInterpreter

/// Values at the edges of their types, for every key of a schema.
struct RandomValues {
  let schema: ArchivedSchema
  var dice: Dice
  /// Its number decides tags, enumerators, and edges, so that all are met by as many samples as there are.
  let sample: Int

  private var edge: Int {
    let tags = schema.types.flatMap(\.entries).map(\.tagValues.count).max() ?? 0
    // Every tag meets every edge.
    return sample / max(tags, 1)
  }

  init(schema: ArchivedSchema, dice: Dice, sample: Int) {
    (self.schema, self.dice, self.sample) = (schema, dice, sample)
  }

  mutating func graph() -> SchemaGraph {
    var nodes: [SchemaGraph.Node] = []
    let types = schema.types.filter { $0.kind == .record && $0.isInColumns && $0.name != "root" }
    for type in types {
      for _ in 0..<2 { nodes.append(SchemaGraph.Node(type: type.name, fields: [:])) }
    }
    for index in nodes.indices {
      if let type = schema[nodes[index].type] { nodes[index].fields = fields(type.entries, nodes) }
    }
    return SchemaGraph(root: fields(schema["root"]?.entries ?? [], nodes), nodes: nodes)
  }

  private mutating func fields(_ entries: [ArchivedEntry], _ nodes: [SchemaGraph.Node]) -> [String: SchemaValue] {
    var values: [String: SchemaValue] = [:]
    let counts = Set(entries.compactMap(\.count))
    let tags = Dictionary(grouping: entries.flatMap(\.conditions), by: \.tag)
    for entry in entries where !entry.key.contains("[].") {
      if counts.contains(entry.key) {
        values[entry.key] = .integer(3)
      } else if let conditions = tags[entry.key] {
        let known =
          entry.tagValues.isEmpty ? conditions.filter { !$0.isExclusion }.flatMap(\.values) + [0] : entry.tagValues
        values[entry.key] = .integer(known[sample % known.count])
      } else {
        values[entry.key] = value(of: entry, entries, nodes)
      }
    }
    for entry in entries {
      let isLive = entry.conditions.allSatisfy { condition in
        guard case .integer(let tag)? = values[condition.tag] else { return false }
        return condition.values.contains(tag) != condition.isExclusion
      }
      if !isLive { values[entry.key] = nil }
    }
    return values
  }

  private mutating func value(
    of entry: ArchivedEntry, _ entries: [ArchivedEntry], _ nodes: [SchemaGraph.Node]
  ) -> SchemaValue {
    let count = entry.form.dimensions.reduce(1, *)
    switch entry.form.base {
    case .number(let number):
      if !entry.allowedValues.isEmpty { return .integer(entry.allowedValues[sample % entry.allowedValues.count]) }
      if entry.enumeration != nil { return .integer([0, 1, 2, 3, 200, 70_000, 4_000_000_001, 3][sample % 8]) }
      if entry.form.dimensions.isEmpty { return self.number(number) }
      return .list((0..<count).map { self.number(number, $0) })
    case .text(let encoding):
      let texts = [
        "", "a", String(repeating: "z", count: count), "é", "Ā", "€uro", String(repeating: "é", count: count),
      ]
      let fitting = texts.filter {
        encoding == "utf8"
          ? $0.utf8.count <= count : $0.unicodeScalars.count <= count && !$0.contains("€") && !$0.contains("Ā")
      }
      return .text(fitting[sample % fitting.count])
    case .records:
      let prefix = entry.key + "[]."
      let inner = entries.filter { $0.key.hasPrefix(prefix) }.map { field -> ArchivedEntry in
        var own = ArchivedEntry(key: String(field.key.dropFirst(prefix.count)), form: field.form)
        own.allowedValues = field.allowedValues
        own.enumeration = field.enumeration
        return own
      }
      return .list((0..<count).map { _ in .record(fields(inner, nodes)) })
    case .link(let table):
      if table == "#text" { return dice.chance(20) ? .null : .text(dice.pick(["", "text", "€uro"])) }
      if table.hasPrefix("#") {
        guard let number = ArchivedNumber(table.dropFirst()) else { return .null }
        return .list((0..<3).map { self.number(number, $0) })
      }
      let targets = nodes.indices.filter { nodes[$0].type == table }
      return .node(sample == 7 || sample > 3 && dice.chance(15) ? nil : targets.isEmpty ? nil : dice.pick(targets))
    default: return .null
    }
  }

  private mutating func number(_ number: ArchivedNumber, _ turn: Int = 0) -> SchemaValue {
    let edges = Self.edges(number)
    let count =
      switch number.shape {
      case .single: 1
      case .complex: 2
      case .vector(let lanes): lanes
      }
    // Elements and lanes differ.
    let lanes = (0..<count).map { edges[(edge + $0 + (count == 1 ? turn : 0)) % edges.count] }
    return count == 1 ? lanes[0] : .list(lanes)
  }

  static func edges(_ number: ArchivedNumber) -> [SchemaValue] {
    switch number.scalar {
    case .bool: return [.integer(0), .integer(1)]
    case .integer(let bits, true):
      let top = Int64.max >> (64 - Int64(bits))
      return [0, top, -top - 1, -1, top / 2, top / 3, min(1, top)].map { .integer($0) }
    case .integer(let bits, false):
      let top = UInt64.max >> (64 - UInt64(bits))
      return [0, top, 1, top / 2, top / 2 + 1, top / 3].map { Int64(exactly: $0).map { .integer($0) } ?? .unsigned($0) }
    case .floating(let format):
      let values: [Double] =
        switch format {
        case .half: [0, 65504, 1, -1, 0.5, 6.103515625e-05, 1.0009765625]
        case .bfloat16: [0, 0x1.FEp127, 1, -1, 0.5, 0x1p-126, 1.0078125]
        case .single:
          [
            0, Double(Float.greatestFiniteMagnitude), 1, -1, 0.5, Double(Float(0.1)),
            Double(Float.leastNonzeroMagnitude),
          ]
        default: [0, Double.greatestFiniteMagnitude, 1, -1, 0.5, 0.1, Double.leastNonzeroMagnitude]
        }
      return values.map { .real($0) }
    }
  }
}
