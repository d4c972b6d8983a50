import ArchiveModel
import Foundation
import SchemaInterpreter

/// What is read from a list of objects is read from columns too, and with the same values, whatever the structs have
/// become. Columns may be read where a list is refused: an integer above 2^63 that a `Float` has exactly.
public enum ColumnsProof {
  /// What was read in two ways, and how many archives were read, and refused, in the same way.
  public typealias Outcome = (problems: [String], read: Int, refused: Int)

  /// A release's types, of which there are two.
  private struct Side {
    let schema: ArchivedSchema
    let seed: UInt64
    let isOld: Bool

    /// With a struct inside, which the other release may not have, or may have another one.
    var nested: NestedModel {
      NestedModel(schema, isOld ? seed : seed ^ [0, 0, 0x7, 0x700, 0xc00][Int(seed % 5)])
    }
  }

  /// Arrays of structs.
  public static func models(_ count: Int, from seed: UInt64) throws -> Outcome {
    try compare(count, from: seed) { side, _ in
      side.schema
    } graphs: { side in
      lists((0..<8).map { .record(ModelPair.values($0, side.schema)) })
    }
  }

  /// Arrays of structs that have a struct inside. They may be read as arrays of optionals.
  public static func nestedModels(_ count: Int, from seed: UInt64) throws -> Outcome {
    try compare(count, from: seed, readAs: "[Model?]") { side, _ in
      side.nested.schema
    } graphs: { side in
      lists(
        (0..<8).map { .record(side.nested.nested(ModelPair.values($0, side.schema), isNil: $0 % 3 == 1)) })
    }
  }

  /// Objects of a class, which refer to each other: those of a table are those that are read one by one, with the same links.
  public static func classes(_ count: Int, from seed: UInt64) throws -> Outcome {
    try compare(count, from: seed, readAs: "[Model?]") { side, inColumns in
      classes(of: side.schema, inColumns: inColumns)
    } graphs: { side in
      [linked(side.seed, side.schema)]
    } reading: {
      drawing($0)
    }
  }

  private static func lists(_ rows: [SchemaValue]) -> [SchemaGraph] {
    (rows.map { [$0] } + [rows]).map { SchemaGraph(root: ["rows": .list($0)]) }
  }

  /// - Parameters:
  ///   - other: what a third of the readers have in place of an array of models.
  ///   - types: the model's types.
  ///   - graphs: what is archived in both forms.
  ///   - text: what is compared of what is read.
  private static func compare(
    _ count: Int, from seed: UInt64, readAs other: String = "[Model]",
    types: (Side, _ inColumns: Bool) -> ArchivedSchema, graphs: (Side) -> [SchemaGraph],
    reading text: (SchemaGraph) -> String = { "\($0.root["rows"] ?? .null)" }
  ) throws -> Outcome {
    var outcome: Outcome = ([], 0, 0)
    for seed in seed..<seed + UInt64(count) {
      let pair = ModelPair(seed)
      guard hasColumns(pair.old), hasColumns(pair.new) else { continue }
      let sides = [
        Side(schema: pair.old, seed: seed, isOld: true), Side(schema: pair.new, seed: seed, isOld: false),
      ]
      let elements = seed % 3 == 0 ? other : "[Model]"
      for (writer, reader) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        let separate = try ModelProgram(holder(of: types(writer, false), inColumns: false), root: "Holder")
        let columns = try ModelProgram(holder(of: types(writer, true), inColumns: true), root: "Holder")
        let program = try ModelProgram(holder(of: types(reader, true), inColumns: true, elements), root: "Holder")
        for graph in graphs(writer) {
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
    let own = ArchivedEntry(key: "own link", form: ArchivedForm(.value(type: "Model"), isOptional: true))
    var weak = ArchivedEntry(key: "weak link", form: ArchivedForm(.value(type: "Model"), isOptional: true))
    weak.isWeak = true
    return ArchivedSchema(
      types: schema.types.map { type in
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
      case .value(let type): ["String", "Kind", "Word", "Date", "UUID", "URL", "Data"].contains(type)
      default: false
      }
    } ?? false
  }

  /// The model's types, with one that has an array of models and one of them.
  private static func holder(
    of schema: ArchivedSchema, inColumns: Bool, _ elements: String = "[Model]"
  ) -> ArchivedSchema {
    var rows = ArchivedEntry(key: "rows", form: ArchivedForm(.value(type: elements)))
    rows.isRequired = true
    let one = ArchivedEntry(key: "one", form: ArchivedForm(.value(type: "Model"), isOptional: true))
    return ArchivedSchema(
      types: [ArchivedType(name: "Holder", kind: .structure, entries: [rows, one])]
        + schema.types.map { type in
          var type = type
          if type.name == "Model" || type.name == "Inner" { type.isInColumns = inColumns }
          return type
        })
  }
}
