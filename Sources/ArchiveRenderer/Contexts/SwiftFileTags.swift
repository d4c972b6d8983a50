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
    "conversions": .parts { $0.conversions },
  ]
}

extension CodedIsolation: RenderContext {
  static let tags: Tags = [
    "isolation": .text { $0.declaration?.prefix ?? "" },
    "actor": .text { $0.conformance.map { SwiftIsolation.actor($0).prefix } ?? "" },
    "hasActor": .flag { $0.conformance != nil },
    "isInferred": .flag { $0.isInferred },
    "availability": .text { $0.availability.map { "@\($0) " }.joined() },
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

extension ConversionCoding: RenderContext {
  static let tags: Tags =
    CodedIsolation.tags.through { $0.isolation } + [
      "name": .text { $0.name },
      "type": .text { $0.type.spelling },
      "packed": .text { $0.packed.spelling },
      "pack": .text { $0.packStatement },
      "unpack": .text { $0.unpackStatement },
    ]

  private var packStatement: String {
    switch calls {
    case .functions(let pack, _): wrapping.wrapped("try RuntimeInterface.called(\(pack)(value))")
    case .elements, .identified: wrapping.wrapped("Swift.Array(value)")
    case .orderedSet: "ArchiveRuntime.ArchivedOrderedElements(Swift.Array(value))"
    case .orderedDictionary:
      "ArchiveRuntime.ArchivedOrderedEntries(keys: Swift.Array(value.keys), values: Swift.Array(value.values))"
    case .inlineArray: wrapping.wrapped("value.indices.map { value[$0] }")
    }
  }

  private var unpackStatement: String {
    let elements = "packed\(wrapping.suffix)"
    return switch calls {
    case .functions(_, let unpack): "try RuntimeInterface.called(\(unpack)(\(elements)))"
    case .elements: "\(type.spelling)(\(elements))"
    case .orderedSet: "\(type.spelling)(packed.elements)"
    case .orderedDictionary: "\(type.spelling)(uniqueKeys: packed.keys, values: packed.values)"
    case .identified:
      "try RuntimeInterface.whole(\(type.spelling)(\(elements), uniquingIDsWith: { first, _ in first }), of: packed.count)"
    case .inlineArray(let count):
      "let elements = try RuntimeInterface.counted(\(elements), \(count))\n    return \(type.spelling) { elements[$0] }"
    }
  }
}
