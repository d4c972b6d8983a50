import ArchiveModel
import Foundation
import SchemaInterpreter

/// What is read from a list of objects is read from columns too, and with the same values, whatever the structs have
/// become. Columns may be read where a list is refused: an integer above 2^63 that a `Float` has exactly.
public enum ColumnsProof {
  /// What was read in two ways, and how many archives were read, and refused, in the same way.
  public typealias Outcome = (problems: [String], read: Int, refused: Int)

  /// Arrays of structs.
  public static func models(_ count: Int, from seed: UInt64) throws -> Outcome {
    try compare(count, from: seed, holder) { seed, writer in
      let rows = (0..<8).map { SchemaValue.record(ModelPair.values($0, writer)) }
      return (rows.map { [$0] } + [rows]).map { SchemaGraph(root: ["rows": .list($0)]) }
    } reading: { graph in
      "\(graph.root["rows"] ?? .null)"
    }
  }

  /// Objects of a class, which refer to each other: those of a table are those that are read one by one, with the same links.
  public static func classes(_ count: Int, from seed: UInt64) throws -> Outcome {
    try compare(count, from: seed, classes) { seed, writer in
      [linked(seed, writer)]
    } reading: {
      drawing($0)
    }
  }

  /// - Parameters:
  ///   - types: the types around a model, whose values are in columns or not.
  ///   - graphs: what is archived in both forms.
  ///   - text: what is compared of what is read.
  private static func compare(
    _ count: Int, from seed: UInt64, _ types: (ArchivedSchema, _ inColumns: Bool) -> ArchivedSchema,
    _ graphs: (UInt64, ArchivedSchema) -> [SchemaGraph], reading text: (SchemaGraph) -> String
  ) throws -> Outcome {
    var outcome: Outcome = ([], 0, 0)
    for seed in seed..<seed + UInt64(count) {
      let pair = ModelPair(seed)
      guard hasColumns(pair.old), hasColumns(pair.new) else { continue }
      for (writer, reader) in [(pair.old, pair.new), (pair.new, pair.old)] {
        let separate = try ModelProgram(types(writer, false), root: "Holder")
        let columns = try ModelProgram(types(writer, true), root: "Holder")
        let program = try ModelProgram(types(reader, true), root: "Holder")
        for graph in graphs(seed, writer) {
          let archives = [try separate.encode(graph), try columns.encode(graph)]
          // nil if it is refused.
          let read = archives.map { archive in (try? program.decode(archive)).map(text) }
          let (first, second) = (read[0], read[1])
          if let first, first != second {
            outcome.problems.append("seed \(seed): \(first) and \(second ?? "refused")\n\(pair.text)")
          }
          if first == nil { outcome.refused += 1 } else { outcome.read += 1 }
        }
      }
    }
    return outcome
  }

  /// Eight objects, of which the root has some, in any order and one of them twice.
  private static func linked(_ seed: UInt64, _ schema: ArchivedSchema) -> SchemaGraph {
    func link(_ number: Int, _ step: UInt64) -> SchemaValue {
      let target = Int((seed &* step &+ UInt64(number) &* (step &+ 3)) % 9)
      return target == 8 ? .null : .node(target)
    }
    let nodes = (0..<8).map { number in
      var fields = ModelPair.values(number, schema)
      (fields["own link"], fields["weak link"]) = (link(number, 5), link(number, 11))
      return SchemaGraph.Node(type: "Model", fields: fields)
    }
    let rows = (0..<Int(seed % 5) + 1).map { SchemaValue.node(($0 * 3 + Int(seed % 7)) % 8) }
    return SchemaGraph(root: ["rows": .list(rows + [rows[0]]), "one": link(2, 7)], nodes: nodes)
  }

  /// The objects in the order in which they are met, with their links as numbers in that order.
  private static func drawing(_ graph: SchemaGraph) -> String {
    var numbers: [Int: Int] = [:]
    var open: [Int] = []
    func text(_ value: SchemaValue) -> String {
      switch value {
      case .node(let node?):
        if numbers[node] == nil {
          numbers[node] = numbers.count
          open.append(node)
        }
        return "#\(numbers[node] ?? -1)"
      case .list(let values): return "\(values.map(text))"
      default: return "\(value)"
      }
    }
    var lines = ["\(text(graph.root["rows"] ?? .null)) \(text(graph.root["one"] ?? .null))"]
    while !open.isEmpty {
      let fields = graph.nodes[open.removeFirst()].fields
      lines.append(fields.keys.sorted().map { "\($0): \(text(fields[$0] ?? .null))" }.joined(separator: ", "))
    }
    return lines.joined(separator: "\n")
  }

  private static func classes(of schema: ArchivedSchema, inColumns: Bool) -> ArchivedSchema {
    var rows = ArchivedEntry(key: "rows", form: ArchivedForm(.value(type: "[Model]")))
    rows.isRequired = true
    let one = ArchivedEntry(key: "one", form: ArchivedForm(.value(type: "Model"), isOptional: true))
    let own = ArchivedEntry(key: "own link", form: ArchivedForm(.value(type: "Model"), isOptional: true))
    var weak = ArchivedEntry(key: "weak link", form: ArchivedForm(.value(type: "Model"), isOptional: true))
    weak.isWeak = true
    return ArchivedSchema(
      types: [ArchivedType(name: "Holder", kind: .structure, entries: [rows, one])]
        + schema.types.map { type in
          var type = type
          guard type.name == "Model" else { return type }
          (type.kind, type.isInColumns) = (.class, inColumns)
          type.entries += [own, weak]
          return type
        })
  }

  private static func hasColumns(_ schema: ArchivedSchema) -> Bool {
    schema["Model"]?.entries.allSatisfy { entry in
      switch entry.form.base {
      case .number: entry.form.dimensions.isEmpty
      case .value(let type): ["String", "Kind", "Word", "Date", "UUID", "URL"].contains(type)
      default: false
      }
    } ?? false
  }

  private static func holder(of schema: ArchivedSchema, inColumns: Bool) -> ArchivedSchema {
    var rows = ArchivedEntry(key: "rows", form: ArchivedForm(.value(type: "[Model]")))
    rows.isRequired = true
    return ArchivedSchema(
      types: [ArchivedType(name: "Holder", kind: .structure, entries: [rows])]
        + schema.types.map { type in
          var type = type
          if type.name == "Model" { type.isInColumns = inColumns }
          return type
        })
  }
}
