import ArchiveModel
import SwiftSyntax

/// The type of a property without an explicit one, if its initial value determines the type.
///
/// nil leads to a clear message that asks for a type; a wrong type would lose data.
enum ValueType {
  static func of(_ value: ExprSyntax) -> SwiftType? {
    switch value.as(ExprSyntaxEnum.self) {
    case .functionCallExpr(let call): of(call)
    case .forceUnwrapExpr(let unwrapped):
      unwrapped.expression.as(FunctionCallExprSyntax.self).flatMap(called)
    case .sequenceExpr(let sequence): conversion(sequence)
    default: literal(value)
    }
  }

  /// The limit for nested brackets and chained names. No handwritten value comes near it, and the stack is finite.
  private static let deepest = 64

  private static func literal(_ value: ExprSyntax, depth: Int = 0) -> SwiftType? {
    guard depth < deepest else { return nil }
    func literal(_ value: ExprSyntax) -> SwiftType? { Self.literal(value, depth: depth + 1) }
    return switch value.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr: named("Int")
    case .floatLiteralExpr: named("Double")
    case .stringLiteralExpr: named("String")
    case .booleanLiteralExpr: named("Bool")
    case .prefixOperatorExpr(let negated) where negated.operator.text == "-":
      switch negated.expression.as(ExprSyntaxEnum.self) {
      case .integerLiteralExpr: named("Int")
      case .floatLiteralExpr: named("Double")
      default: nil
      }
    case .arrayExpr(let array): common(array.elements.map { literal($0.expression) }).map { .array($0) }
    case .dictionaryExpr(let dictionary):
      if case .elements(let pairs) = dictionary.content, let key = common(pairs.map { literal($0.key) }),
        let value = common(pairs.map { literal($0.value) })
      {
        .dictionary(key, value)
      } else {
        nil
      }
    default: nil
    }
  }

  /// The type that all elements have in common.
  private static func common(_ types: [SwiftType?]) -> SwiftType? {
    guard let first = types.first, let first, types.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// Reads a conversion such as `0 as UInt8`.
  private static func conversion(_ sequence: SequenceExprSyntax) -> SwiftType? {
    let parts = Array(sequence.elements)
    guard parts.count == 3, let conversion = parts[1].as(UnresolvedAsExprSyntax.self),
      let target = parts[2].as(TypeExprSyntax.self)
    else { return nil }
    let type = SwiftTypeReader.read(target.type)
    return conversion.questionOrExclamationMark?.tokenKind == .postfixQuestionMark ? .optional(type) : type
  }

  /// Reads `Foo()` and `[Int]()`, but not a call that may be of a failable initializer.
  private static func of(_ call: FunctionCallExprSyntax) -> SwiftType? {
    guard let type = called(call) else { return nil }
    if call.arguments.contains(where: { failableLabels.contains($0.label?.text ?? "") }) { return nil }
    if case .named(let name, _) = type, numbers.contains(SwiftType.withoutModule(name)),
      let only = call.arguments.first, only.label == nil
    {
      // The initializer in `Int("5")` is failable.
      guard let value = literal(only.expression), value == named("Int") || value == named("Double") else { return nil }
    }
    return type
  }

  /// The type whose initializer is called.
  private static func called(_ call: FunctionCallExprSyntax) -> SwiftType? {
    var callee = call.calledExpression
    if let member = callee.as(MemberAccessExprSyntax.self), member.declName.baseName.tokenKind == .keyword(.`init`),
      let base = member.base
    {
      callee = base
    }
    guard let type = written(callee) else { return nil }
    // In `Set([1])` the compiler infers the element type.
    if case .named(let name, arguments: []) = type, generic.contains(SwiftType.withoutModule(name)) { return nil }
    return type
  }

  /// The type that an expression names: each of its names begins with a capital letter.
  private static func written(_ expression: ExprSyntax, depth: Int = 0) -> SwiftType? {
    guard depth < deepest else { return nil }
    func written(_ expression: ExprSyntax) -> SwiftType? { Self.written(expression, depth: depth + 1) }
    return switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name):
      name.argumentNames == nil && isCapitalised(name.baseName)
        ? .applied(name.baseName.plainName, to: []) : nil
    case .memberAccessExpr(let member):
      if let base = member.base, case .named(let outer, _) = written(base), isCapitalised(member.declName.baseName) {
        .applied("\(outer).\(member.declName.baseName.plainName)", to: [])
      } else {
        nil
      }
    case .genericSpecializationExpr(let generic):
      if case .named(let name, _) = written(generic.expression),
        let arguments = SwiftTypeReader.arguments(generic.genericArgumentClause)
      {
        .applied(name, to: arguments)
      } else {
        nil
      }
    case .arrayExpr(let array):
      array.elements.count == 1 ? array.elements.first.flatMap { written($0.expression) }.map { .array($0) } : nil
    case .dictionaryExpr(let dictionary):
      if case .elements(let pairs) = dictionary.content, pairs.count == 1, let pair = pairs.first,
        let key = written(pair.key), let value = written(pair.value)
      {
        .dictionary(key, value)
      } else {
        nil
      }
    case .optionalChainingExpr(let optional): written(optional.expression).map { .optional($0) }
    case .typeExpr(let type): SwiftTypeReader.read(type.type)
    default: nil
    }
  }

  private static func isCapitalised(_ name: TokenSyntax) -> Bool {
    name.plainName.drop { $0 == "_" }.first?.isUppercase == true
  }

  private static func named(_ name: String) -> SwiftType { .named(name, arguments: []) }

  private static let numbers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
    "Float", "Float16", "Float32", "Float64", "Float80", "Double", "Bool",
  ]

  /// Generic types, which are incomplete without arguments.
  private static let generic: Set = [
    "Array", "ArraySlice", "ClosedRange", "ContiguousArray", "Deque", "Dictionary", "InlineArray", "KeyValuePairs",
    "Measurement", "Mutex", "Optional", "OrderedDictionary", "OrderedSet", "Range", "Result", "Set",
    "UnsafeMutablePointer", "UnsafePointer",
  ]

  /// Labels of failable initializers in Swift and Foundation.
  private static let failableLabels: Set = [
    "rawValue", "exactly", "string", "uuidString", "base64Encoded", "base64EncodedString", "data", "bytes",
    "dataRepresentation", "validating", "validatingUTF8", "validatingCString", "utf8String", "coder", "named",
    "contentsOf", "contentsOfFile", "identifier", "abbreviation", "secondsFromGMT", "suiteName", "url", "scheme",
  ]
}
