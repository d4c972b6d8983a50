import ArchiveModel
import ArchivePlanner

/// A record of `a.h` whose fields lie one behind the other, four bytes apart.
func record(
  _ tag: String, _ fields: [(name: String, type: CType, annotation: String)], kind: Record.Kind = .structure,
  line: Int = 1,
  annotation: String = "", alignment: Int = 4, isDeprecated: Bool = false
) -> Record {
  Record(
    id: Record.ID(tag), kind: kind, tag: tag, typedefs: [],
    location: SourceLocation(file: "a.h", line: line, column: 8),
    isFromInput: true, size: fields.count * 4, alignment: alignment,
    isDeprecated: isDeprecated,
    fields: fields.enumerated().map { index, field in
      let place = SourceLocation(file: "a.h", line: line + index + 1, column: 5)
      return Field(
        name: field.name, type: field.type, typeSpelling: "T", bitOffset: index * 32,
        isAnonymousMember: field.name.isEmpty, location: place,
        attributes: AttributeParser.parse(field.annotation, at: place, on: .field).attributes)
    },
    attributes: AttributeParser.parse(annotation, at: SourceLocation(file: "a.h", line: line, column: 30), on: .type)
      .attributes)
}

func model(_ records: [Record], typedefs: [String: TypedefTarget] = [:]) -> HeaderModel {
  HeaderModel(
    target: Target(triple: "x86_64-unknown-linux-gnu", pointerSize: 8, isBigEndian: false),
    headers: [Header(path: "a.h", includes: [], isValid: true)], records: records, typedefs: typedefs, diagnostics: [],
    lines: SourceLines())
}

func plan(
  _ records: [Record], typedefs: [String: TypedefTarget] = [:], configuration: Configuration = Configuration(),
  unresolved: UnresolvedPolicy = .refuse, strict: Bool = false
) -> Plan {
  ArchivePlanner.plan(
    model(records, typedefs: typedefs), configuration: configuration,
    options: PlannerOptions(module: "CShop", unresolved: unresolved, isStrict: strict))
}

extension Plan {
  var schemas: [Schema] { renderModel.files.flatMap { $0.conformances.map(\.schema) + $0.standIns.map(\.schema) } }
  var messages: [String] { diagnostics.map(\.message) }
}

let int = CType.integer(bits: 32, isSigned: true)
let char = CType.integer(bits: 8, isSigned: true)
let pointer = CType.pointer(to: .void)
