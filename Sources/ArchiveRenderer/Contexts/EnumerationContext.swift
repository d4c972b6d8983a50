import ArchivePlanner

struct EnumerationContext: RenderContext {
  let enumeration: EnumerationCoding

  static let names = CodedTypeContext.names.merging([
    "isInPlace": nil, "cases": CaseContext.self, "plainCases": CaseContext.self, "valueCases": CaseContext.self,
    "hasValueCases": nil, "hasPlainCases": nil, "isLong": nil, "plainParts": CasePartContext.self,
    "valueParts": CasePartContext.self,
  ]) { first, _ in first }

  func child(named name: String) -> Any? {
    let values = enumeration.cases.filter { !$0.values.isEmpty }
    let plain = enumeration.cases.filter(\.values.isEmpty)
    return switch name {
    case "isInPlace": enumeration.isInPlace
    case "cases": enumeration.cases.map(CaseContext.init)
    case "plainCases": plain.map(CaseContext.init)
    case "valueCases": values.map(CaseContext.init)
    case "hasValueCases": !values.isEmpty
    case "hasPlainCases": !plain.isEmpty
    case "isLong": enumeration.cases.count > LongList.mostElements
    case "plainParts": CasePartContext.parts(of: plain)
    case "valueParts": CasePartContext.parts(of: values)
    default: CodedTypeContext(type: enumeration.type).child(named: name)
    }
  }
}

/// Some cases of a long enumeration, in a separate function: either all have values, or none has.
struct CasePartContext: RenderContext {
  let number: Int
  let cases: ArraySlice<EnumerationCoding.Case>

  static let names: [String: (any RenderContext.Type)?] = [
    "number": nil, "plainCases": CaseContext.self, "valueCases": CaseContext.self,
  ]

  static func parts(of cases: [EnumerationCoding.Case]) -> [CasePartContext] {
    LongList.parts(of: cases).enumerated().map { CasePartContext(number: $0 + 1, cases: $1) }
  }

  func child(named name: String) -> Any? {
    switch name {
    case "number": RenderedText(number)
    case "plainCases", "valueCases": cases.map(CaseContext.init)
    default: nil
    }
  }
}

struct CaseContext: RenderContext {
  let planned: EnumerationCoding.Case

  static let names: [String: (any RenderContext.Type)?] = [
    "name": nil, "key": nil, "keys": nil, "pattern": nil, "values": ValueContext.self,
    "constants": ConstantContext.self,
    "arguments": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(SwiftLiteral.identifier(planned.name))
    case "key": RenderedText(SwiftLiteral.string(planned.key))
    case "keys": RenderedText(([planned.key] + planned.formerKeys).map(SwiftLiteral.string).joined(separator: ", "))
    case "pattern": RenderedText(planned.values.map { "let \($0.target.spelling)" }.joined(separator: ", "))
    case "values": planned.values.map(ValueContext.init)
    case "constants": planned.values.map { ConstantContext(type: $0.type, value: $0) }
    case "arguments": RenderedText(CodedValue.arguments(planned.labels, planned.values))
    default: nil
    }
  }
}
