import ArchivePlanner

extension EnumerationCoding: RenderContext {
  static let tags: Tags =
    CodedType.tags.through { $0.type } + [
      "isInPlace": .flag { $0.isInPlace },
      "usesDeprecated": .flag { $0.usesDeprecated },
      "cases": .parts { $0.cases },
      "plainCases": .parts { $0.plainCases },
      "valueCases": .parts { $0.valueCases },
      "hasValueCases": .flag { !$0.valueCases.isEmpty },
      "hasPlainCases": .flag { !$0.plainCases.isEmpty },
      "isLong": .flag { $0.cases.count > LongList.mostElements },
      "plainParts": .parts { CasePartContext.parts(of: $0.plainCases) },
      "valueParts": .parts { CasePartContext.parts(of: $0.valueCases) },
    ]

  private var plainCases: [Case] { cases.filter(\.values.isEmpty) }
  private var valueCases: [Case] { cases.filter { !$0.values.isEmpty } }
}

/// Some cases of a long enumeration, in a separate function: either all have values, or none has.
struct CasePartContext: RenderContext {
  let number: Int
  let cases: ArraySlice<EnumerationCoding.Case>

  static let tags: Tags = [
    "number": .text { $0.number },
    "plainCases": .parts { Array($0.cases) },
    "valueCases": .parts { Array($0.cases) },
  ]

  static func parts(of cases: [EnumerationCoding.Case]) -> [CasePartContext] {
    LongList.parts(of: cases).enumerated().map { CasePartContext(number: $0 + 1, cases: $1) }
  }
}

extension EnumerationCoding.Case: RenderContext {
  static let tags: Tags = [
    "name": .text { SwiftLiteral.identifier($0.name) },
    "key": .text { SwiftLiteral.string($0.key) },
    "keys": .list { ([$0.key] + $0.formerKeys).map(SwiftLiteral.string) },
    "pattern": .text { $0.values.map { "let \($0.target.spelling)" }.joined(separator: ", ") },
    "values": .parts { $0.values },
    "constants": .parts { $0.values.map(ConstantContext.init) },
    "arguments": .text { CodedValue.arguments($0.labels, $0.values) },
  ]
}
