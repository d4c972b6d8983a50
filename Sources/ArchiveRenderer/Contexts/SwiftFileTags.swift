import ArchiveModel
import ArchivePlanner

extension GeneratedSwiftFile: RenderContext {
  static let tags: Tags = [
    "source": .text { $0.source },
    "imports": .parts { $0.imports },
    "aliases": .parts { $0.types.filter { $0.alias != nil } },
    "structures": .parts { $0.structures },
    "enumerations": .parts { $0.enumerations },
    "rawValues": .parts { $0.rawValues },
    "ownCodings": .parts { $0.ownCodings },
    "classes": .parts { $0.classes },
    "tuples": .parts { $0.tuples },
    "existentials": .parts { $0.existentials },
  ]
}

extension CodedIsolation: RenderContext {
  static let tags: Tags = [
    "isolation": .text { $0.declaration?.prefix ?? "" },
    "actor": .text { $0.conformance.map { SwiftIsolation.actor($0).prefix } ?? "" },
    "hasActor": .flag { $0.conformance != nil },
    "isInferred": .flag { $0.isInferred },
  ]
}

extension RawValueCoding: RenderContext {
  static let tags: Tags =
    CodedIsolation.tags.through { $0.isolation } + [
      "typeName": .text { $0.typeName.spelling },
      "access": .text { $0.access.prefix },
      "isCodable": .flag { $0.isCodable },
      "isConditional": .flag { $0.isConditional },
    ]
}

extension OwnCoding: RenderContext {
  static let tags: Tags =
    CodedIsolation.tags.through { $0.isolation } + [
      "typeName": .text { $0.typeName.spelling },
      "access": .text { $0.access.prefix },
      "whereClause": .list { $0.conditions },
      // A conditional or isolated conformance is not implied by another conformance.
      "hasNamedConformance": .flag { !$0.conditions.isEmpty || $0.isolation.conformance != nil },
    ]
}

extension TupleCoding: RenderContext {
  static let tags: Tags =
    CodedIsolation.tags.through { $0.isolation } + [
      "name": .text { $0.name },
      "tuple": .text { $0.tuple.spelling },
      "archivedName": .text { SwiftLiteral.string($0.archivedName) },
      "values": .parts { $0.values },
      "constants": .parts { $0.values.map(ConstantContext.init) },
      "arguments": .text { CodedValue.arguments($0.labels, $0.values) },
    ]
}

extension ExistentialCoding: RenderContext {
  static let tags: Tags =
    CodedIsolation.tags.through { $0.isolation } + [
      "name": .text { $0.name },
      "type": .text { $0.type.spelling },
      "types": .text { existential in
        LongList.literal(
          existential.types.map { "\($0.expression).self" }, of: "any ArchiveRuntime.ArchivableValue.Type")
      },
    ]
}
