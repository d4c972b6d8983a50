import ArchiveModel
import SwiftSyntax

/// Reads the signatures of initializers, methods and payloads.
enum SignatureReader {
  static func initializer(
    _ declaration: InitializerDeclSyntax, access: SwiftAccess, in source: SwiftSourceText
  ) -> SwiftInitializer {
    let modifiers = declaration.modifiers
    let effects = declaration.signature.effectSpecifiers
    var initializer = SwiftInitializer(
      declaration.signature.parameterClause.parameters.map { parameter($0, in: source) },
      at: source.location(declaration.initKeyword.start))
    initializer.access = modifiers.access(default: access)
    initializer.isFailable = declaration.optionalMark != nil
    initializer.isThrowing = effects?.throwsClause != nil
    initializer.isAsync = effects?.asyncSpecifier != nil
    initializer.isRequired = modifiers.has(.required)
    initializer.isConvenience = modifiers.has(.convenience)
    initializer.needsSuperclass = modifiers.has(.override)
    initializer.availability = declaration.attributes.availability
    initializer.isGeneric = declaration.genericParameterClause != nil || declaration.genericWhereClause != nil
    if let body = declaration.body {
      let read = InitializerBodyReader(body, parameters: initializer.parameters)
      (initializer.changed, initializer.passedOn) = (read.changed, read.passedOn)
      initializer.objectChanges = read.objectChanges
      initializer.needsSuperclass = initializer.needsSuperclass || read.callsSuperclass
    }
    return initializer
  }

  static func method(_ function: FunctionDeclSyntax) -> MethodSignature {
    var method = MethodSignature(
      name: function.name.plainName, labels: function.signature.parameterClause.parameters.map(\.firstName.plainName),
      parameters: function.signature.parameterClause.parameters.map { SwiftTypeReader.read($0.type) },
      result: (function.signature.returnClause?.type).map(SwiftTypeReader.read),
      isPrivate: function.modifiers.access(default: .internal) < .internal, isStatic: function.modifiers.areStatic)
    method.isolation = function.modifiers.isolation(function.attributes)
    method.isAsync = function.signature.effectSpecifiers?.asyncSpecifier != nil
    return method
  }

  static func payload(_ parameter: EnumCaseParameterSyntax, in source: SwiftSourceText) -> SwiftParameter {
    var read = SwiftParameter(
      label: parameter.firstName.flatMap(label),
      name: (parameter.secondName ?? parameter.firstName).flatMap(label) ?? "",
      type: SwiftTypeReader.read(parameter.type), hasDefault: parameter.defaultValue != nil
    ).placed(at: parameter.start, in: source)
    read.literalDefault = (parameter.defaultValue?.value).flatMap(literal)
    return read
  }

  /// The text of a number, a truth value, a text on one line, or an empty collection.
  private static func literal(_ value: ExprSyntax) -> String? {
    let isLiteral: Bool
    switch value.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: isLiteral = true
    case .prefixOperatorExpr(let prefixed):
      isLiteral =
        prefixed.operator.text == "-"
        && (prefixed.expression.is(IntegerLiteralExprSyntax.self)
          || prefixed.expression.is(FloatLiteralExprSyntax.self))
    case .stringLiteralExpr(let text):
      isLiteral =
        text.openingQuote.tokenKind == .stringQuote && text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    case .arrayExpr(let list): isLiteral = list.elements.isEmpty
    case .dictionaryExpr(let list): isLiteral = list.content.is(TokenSyntax.self)
    default: isLiteral = false
    }
    return isLiteral ? value.plainText : nil
  }

  private static func parameter(_ parameter: FunctionParameterSyntax, in source: SwiftSourceText) -> SwiftParameter {
    // A parameter `Int...` takes integers and not an array, so it must not match a property's type.
    let type: SwiftType =
      parameter.ellipsis == nil ? SwiftTypeReader.read(parameter.type) : .other("\(parameter.type.plainText)...")
    return SwiftParameter(
      label: label(parameter.firstName), name: (parameter.secondName ?? parameter.firstName).plainName, type: type,
      hasDefault: parameter.defaultValue != nil
    ).placed(at: parameter.start, in: source)
  }

  private static func label(_ name: TokenSyntax) -> String? { name.tokenKind == .wildcard ? nil : name.plainName }
}

extension SwiftParameter {
  fileprivate func placed(at offset: Int, in source: SwiftSourceText) -> SwiftParameter {
    var placed = self
    placed.location = source.location(offset)
    placed.sourceLine = source.lineText(at: offset)
    return placed
  }
}
