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
