import ArchiveModel
import Foundation
import SchemaInterpreter

/// What is read from a list of objects is read from columns too, and with the same values, whatever the structs have
/// become. Columns may be read where a list is refused: an integer above 2^63 that a `Float` has exactly.
public enum ColumnsProof {
  /// - Returns: What was read in two ways, and how many arrays were read, and refused, in the same way.
  public static func models(_ count: Int, from seed: UInt64) throws -> (problems: [String], read: Int, refused: Int) {
    var problems: [String] = []
    var (read, refused) = (0, 0)
    for seed in seed..<seed + UInt64(count) {
      let pair = ModelPair(seed)
      guard hasColumns(pair.old), hasColumns(pair.new) else { continue }
      for (writer, reader) in [(pair.old, pair.new), (pair.new, pair.old)] {
        let lists = try ModelProgram(holder(of: writer, inColumns: false), root: "Holder")
        let columns = try ModelProgram(holder(of: writer, inColumns: true), root: "Holder")
        let program = try ModelProgram(holder(of: reader, inColumns: true), root: "Holder")
        let rows = (0..<8).map { SchemaValue.record(ModelPair.values($0, writer)) }
        for rows in rows.map({ [$0] }) + [rows] {
          let graph = SchemaGraph(root: ["rows": .list(rows)])
          let (first, second) = (
            result(program, try lists.encode(graph)), result(program, try columns.encode(graph))
          )
          if let first, first != second {
            problems.append("seed \(seed): \(first) and \(second ?? "refused")\n\(pair.text)")
          }
          if first == nil { refused += 1 } else { read += 1 }
        }
      }
    }
    return (problems, read, refused)
  }

  /// The same for objects of a class, which refer to each other: those that are read from a table are those that are read from
  /// objects, with the same links.
  public static func classes(_ count: Int, from seed: UInt64) throws -> (problems: [String], read: Int, refused: Int) {
    var problems: [String] = []
    var (read, refused) = (0, 0)
    for seed in seed..<seed + UInt64(count) {
      let pair = ModelPair(seed)
      guard hasColumns(pair.old), hasColumns(pair.new) else { continue }
      for (writer, reader) in [(pair.old, pair.new), (pair.new, pair.old)] {
        let objects = try ModelProgram(classes(of: writer, inColumns: false), root: "Holder")
        let tables = try ModelProgram(classes(of: writer, inColumns: true), root: "Holder")
        let program = try ModelProgram(classes(of: reader, inColumns: true), root: "Holder")
        let graph = linked(seed, writer)
        let (first, second) = (
          drawing(program, try objects.encode(graph)), drawing(program, try tables.encode(graph))
        )
        if let first, first != second {
          problems.append("seed \(seed): \(first) and \(second ?? "refused")\n\(pair.text)")
        }
        if first == nil { refused += 1 } else { read += 1 }
      }
    }
    return (problems, read, refused)
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

  /// The objects in the order in which they are met, with their links as numbers in that order; nil if they are refused.
  private static func drawing(_ program: ModelProgram, _ data: Data) -> String? {
    guard let graph = try? program.decode(data) else { return nil }
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

  /// nil if it is refused.
  private static func result(_ program: ModelProgram, _ data: Data) -> String? {
    (try? program.decode(data)).map { "\($0.root["rows"] ?? .null)" }
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
