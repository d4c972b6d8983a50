import ArchiveModel
import SwiftSyntax

/// Reads the signatures of initializers, methods and payloads.
enum SignatureReader {
  static func initializer(
    _ declaration: InitializerDeclSyntax, access: SwiftAccess, in source: SwiftSourceText
  ) -> SwiftInitializer {
    let modifiers = declaration.modifiers
    let effects = declaration.signature.effectSpecifiers
    return SwiftInitializer(
      parameters: declaration.signature.parameterClause.parameters.map { parameter($0, in: source) },
      access: modifiers.access(default: access), isFailable: declaration.optionalMark != nil,
      isThrowing: effects?.throwsClause != nil, isAsync: effects?.asyncSpecifier != nil,
      isRequired: modifiers.has(.required), isConvenience: modifiers.has(.convenience),
      isGeneric: declaration.genericParameterClause != nil || declaration.genericWhereClause != nil,
      location: source.location(declaration.initKeyword.start))
  }

  static func method(_ function: FunctionDeclSyntax) -> MethodSignature {
    MethodSignature(
      name: function.name.plainName, labels: function.signature.parameterClause.parameters.map(\.firstName.plainName),
      result: (function.signature.returnClause?.type).map(SwiftTypeReader.read),
      isPrivate: function.modifiers.access(default: .internal) < .internal, isStatic: function.modifiers.areStatic)
  }

  static func payload(_ parameter: EnumCaseParameterSyntax, in source: SwiftSourceText) -> SwiftParameter {
    SwiftParameter(
      label: parameter.firstName.flatMap(label),
      name: (parameter.secondName ?? parameter.firstName).flatMap(label) ?? "",
      type: SwiftTypeReader.read(parameter.type), hasDefault: parameter.defaultValue != nil,
      location: source.location(parameter.start), sourceLine: source.lineText(at: parameter.start))
  }

  private static func parameter(_ parameter: FunctionParameterSyntax, in source: SwiftSourceText) -> SwiftParameter {
    // A parameter `Int...` takes integers and not an array, so it must not match a property's type.
    let type: SwiftType =
      parameter.ellipsis == nil ? SwiftTypeReader.read(parameter.type) : .other("\(parameter.type.plainText)...")
    return SwiftParameter(
      label: label(parameter.firstName), name: (parameter.secondName ?? parameter.firstName).plainName, type: type,
      hasDefault: parameter.defaultValue != nil, location: source.location(parameter.start),
      sourceLine: source.lineText(at: parameter.start))
  }

  private static func label(_ name: TokenSyntax) -> String? { name.tokenKind == .wildcard ? nil : name.plainName }
}
