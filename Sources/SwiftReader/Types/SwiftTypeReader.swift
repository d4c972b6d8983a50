import ArchiveModel
import SwiftSyntax

/// Reads a type as written in the source.
enum SwiftTypeReader {
  /// The depth beyond which a type is kept as text. No handwritten type is as deep, but question marks can nest without
  /// end.
  private static let deepest = 64

  static func read(_ type: TypeSyntax) -> SwiftType { read(type, depth: 0) }

  private static func read(_ type: TypeSyntax, depth: Int) -> SwiftType {
    guard depth < deepest else { return .other(type.plainText) }
    func inner(_ type: TypeSyntax) -> SwiftType { read(type, depth: depth + 1) }
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type):
      guard type.moduleSelector == nil else { break }
      guard let arguments = arguments(type.genericArgumentClause, inner) else { break }
      return .applied(type.name.plainName, to: arguments)
    case .memberType(let member):
      // `Int.Type` is not a nested type.
      guard case .named(let base, _) = inner(member.baseType), member.moduleSelector == nil else { break }
      guard let arguments = arguments(member.genericArgumentClause, inner) else { break }
      return .applied("\(base).\(member.name.plainName)", to: arguments)
    case .optionalType(let type): return .optional(inner(type.wrappedType))
    case .implicitlyUnwrappedOptionalType(let type): return .implicitlyUnwrapped(inner(type.wrappedType))
    case .arrayType(let type): return .array(inner(type.element))
    case .dictionaryType(let type): return .dictionary(inner(type.key), inner(type.value))
    case .inlineArrayType(let type):
      guard let count = argument(type.count, inner), let element = argument(type.element, inner) else { break }
      return .named("InlineArray", arguments: [count, element])
    case .tupleType(let type): return tuple(type, inner) ?? .other(type.plainText)
    case .attributedType(let type):
      // Only `inout` cannot be ignored; other specifiers are about how a value is passed.
      if type.specifiers.contains(where: { $0.plainText == "inout" }) { break }
      return inner(type.baseType)
    case .someOrAnyType(let type):
      let constraint = inner(type.constraint)
      if type.someOrAnySpecifier.tokenKind == .keyword(.some) { return .some(constraint) }
      if case .composition(let parts) = constraint { return .any(parts) }
      return .any([constraint])
    case .functionType: return .function(type.plainText)
    case .compositionType(let type): return .composition(type.elements.map { inner($0.type) })
    default: break
    }
    return .other(type.plainText)
  }

  static func arguments(
    _ clause: GenericArgumentClauseSyntax?, _ inner: (TypeSyntax) -> SwiftType = SwiftTypeReader.read
  ) -> [SwiftType]? {
    guard let clause else { return [] }
    let read = clause.arguments.map { argument($0, inner) }
    return read.contains(nil) ? nil : read.compactMap { $0 }
  }

  private static func argument(_ argument: GenericArgumentSyntax, _ inner: (TypeSyntax) -> SwiftType) -> SwiftType? {
    if case .type(let type) = argument.argument { return inner(type) }
    // An expression is the number of elements of an inline array.
    return .other(argument.argument.plainText)
  }

  /// Reads a tuple; nil for what is possible only in a function's parameters.
  private static func tuple(_ tuple: TupleTypeSyntax, _ inner: (TypeSyntax) -> SwiftType) -> SwiftType? {
    var elements: [SwiftType.TupleElement] = []
    for element in tuple.elements {
      guard element.inoutKeyword == nil, element.ellipsis == nil else { return nil }
      let label = element.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.plainName }
      elements.append(SwiftType.TupleElement(label: label, type: inner(element.type)))
    }
    // Parentheses around one type have no meaning.
    if elements.count == 1, elements[0].label == nil { return elements[0].type }
    return .tuple(elements)
  }
}
