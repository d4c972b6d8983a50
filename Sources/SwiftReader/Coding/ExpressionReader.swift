import ArchiveModel
import SwiftSyntax

/// Finds the property that an encoded expression gets its value from, and the conversion.
enum ExpressionReader {
  typealias Result = (subjects: [String], conversion: SwiftCoding.Conversion)

  private static let deepest = 64

  static func read(_ expression: ExprSyntax, _ locals: CodingLocals, depth: Int = 0) -> Result {
    let expression = withoutCast(unwrapped(expression))
    let other = { (subjects(of: expression, locals), SwiftCoding.Conversion.other(expression.plainText)) }
    guard depth < deepest else { return ([], .other(expression.plainText)) }
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      let name = reference.baseName.plainName
      guard let value = locals.values[name] else { return ([name], .none) }
      let read = read(value, locals.without(name), depth: depth + 1)
      guard locals.parts.contains(name) else { return read }
      return (read.subjects, read.conversion == .none ? .part(value.plainText) : .other(value.plainText))
    case .memberAccessExpr(let member):
      guard let base = member.base else { return ([], .none) }
      let name = member.declName.baseName.plainName
      if base.plainText == "self" { return ([name], .none) }
      if name == "rawValue" {
        let inner = read(base, locals, depth: depth + 1)
        if inner.conversion == .none { return (inner.subjects, .rawValue) }
      }
    case .functionCallExpr(let call):
      if let read = read(call, locals, depth: depth + 1) { return read }
    case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr:
      if subjects(of: expression, locals).isEmpty { return ([], .none) }
    default: break
    }
    return other()
  }

  /// Whether the value is an `NSNumber`: `NSNumber(value: count)`, `count as NSNumber`, or a local constant that is one.
  static func isNumberObject(_ expression: ExprSyntax, _ locals: CodingLocals, depth: Int = 0) -> Bool {
    let expression = unwrapped(expression)
    if let sequence = expression.as(SequenceExprSyntax.self) {
      let parts = Array(sequence.elements)
      return parts.count == 3 && parts[1].is(UnresolvedAsExprSyntax.self)
        && ["NSNumber", "NSNumber?"].contains(parts[2].plainText)
    }
    if let call = expression.as(FunctionCallExprSyntax.self) { return call.calledExpression.plainText == "NSNumber" }
    guard depth < deepest, let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.plainName,
      let value = locals.values[name]
    else { return false }
    return isNumberObject(value, locals.without(name), depth: depth + 1)
  }

  /// Reads calls such as `NSNumber(value: count)` and `kinds.map { $0.rawValue }`.
  private static func read(_ call: FunctionCallExprSyntax, _ locals: CodingLocals, depth: Int) -> Result? {
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "map",
      let base = member.base, mapsToRawValue(call)
    {
      let inner = read(base, locals, depth: depth)
      return inner.conversion == .none ? (inner.subjects, .rawValue) : nil
    }
    guard call.arguments.count == 1, let argument = call.arguments.first, call.trailingClosure == nil else {
      return nil
    }
    let callee = call.calledExpression.plainText
    let label = argument.label?.text
    let conversion: SwiftCoding.Conversion
    if numbers.contains(callee), label == nil || callee == "NSNumber" {
      conversion = .number
    } else if bridges[callee]?.contains(label ?? "_") == true {
      conversion = .none
    } else {
      return nil
    }
    let inner = read(argument.expression, locals, depth: depth)
    switch (inner.conversion, conversion) {
    case (.none, _): return (inner.subjects, conversion)
    // The call is like `NSNumber(value: kind.rawValue)`.
    case (.rawValue, _), (.number, .number), (.number, .none): return inner
    default: return nil
    }
  }

  /// Whether the call is `map { $0.rawValue }` or `map(\.rawValue)`.
  private static func mapsToRawValue(_ call: FunctionCallExprSyntax) -> Bool {
    if let closure = call.trailingClosure { return isRawValue(closure) }
    guard call.arguments.count == 1, let argument = call.arguments.first?.expression else { return false }
    if let closure = argument.as(ClosureExprSyntax.self) { return isRawValue(closure) }
    guard let path = argument.as(KeyPathExprSyntax.self), path.components.count == 1,
      case .property(let property)? = path.components.first?.component
    else { return false }
    return property.declName.baseName.text == "rawValue"
  }

  private static func isRawValue(_ closure: ClosureExprSyntax) -> Bool {
    closure.signature == nil && closure.statements.plainText == "$0.rawValue"
  }

  private static let numbers: Set<String> = [
    "NSNumber", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float",
    "Double", "CGFloat", "CInt", "CDouble", "CFloat", "Bool",
  ]

  /// Foundation's classes for Swift values, and types that Foundation's coders write as texts, with their initializers'
  /// labels.
  private static let bridges: [String: Set<String>] = [
    "NSString": ["string", "_"], "NSMutableString": ["string"], "NSArray": ["array"], "NSMutableArray": ["array"],
    "NSDictionary": ["dictionary"], "NSMutableDictionary": ["dictionary"], "NSSet": ["set"],
    "NSMutableSet": ["set"], "NSData": ["data"], "NSValue": ["range"], "NSMutableData": ["data"],
    "NSStringFromRect": ["_"], "NSStringFromPoint": ["_"], "NSStringFromSize": ["_"], "NSStringFromCGRect": ["_"],
    "NSStringFromCGPoint": ["_"], "NSStringFromCGSize": ["_"],
  ]

  /// The expression without parentheses, `!`, `?`, `try`, and a default after `??`.
  static func unwrapped(_ expression: ExprSyntax) -> ExprSyntax {
    var expression = expression
    for _ in 0..<deepest {
      switch expression.as(ExprSyntaxEnum.self) {
      case .forceUnwrapExpr(let inner): expression = inner.expression
      case .optionalChainingExpr(let inner): expression = inner.expression
      case .tryExpr(let inner): expression = inner.expression
      case .tupleExpr(let group):
        guard group.elements.count == 1, let only = group.elements.first else { return expression }
        expression = only.expression
      case .sequenceExpr(let sequence):
        let parts = Array(sequence.elements)
        guard parts.count == 3, parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
          names(in: parts[2]).isEmpty
        else { return expression }
        expression = parts[0]
      default: return expression
      }
    }
    return expression
  }

  /// What stands in place of nil: `-1` in `limit ?? -1`, `0` in `NSNumber(value: kind?.rawValue ?? 0)`.
  static func nilReplacement(in expression: ExprSyntax, _ locals: CodingLocals, depth: Int = 0) -> String? {
    guard depth < deepest else { return nil }
    switch expression.as(ExprSyntaxEnum.self) {
    case .sequenceExpr(let sequence):
      let parts = Array(sequence.elements)
      if parts.count == 3, parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??" {
        return parts[2].is(NilLiteralExprSyntax.self) ? nil : parts[2].plainText
      }
      return parts.count == 3 && parts[1].is(UnresolvedAsExprSyntax.self)
        ? nilReplacement(in: parts[0], locals, depth: depth + 1) : nil
    case .tupleExpr(let group):
      return group.elements.count == 1
        ? group.elements.first.flatMap { nilReplacement(in: $0.expression, locals, depth: depth + 1) } : nil
    case .functionCallExpr(let call):
      return call.arguments.count == 1
        ? call.arguments.first.flatMap { nilReplacement(in: $0.expression, locals, depth: depth + 1) } : nil
    case .declReferenceExpr(let reference):
      let name = reference.baseName.plainName
      return locals.values[name].flatMap { nilReplacement(in: $0, locals.without(name), depth: depth + 1) }
    default: return nil
    }
  }

  /// The expression without a cast: `name` of `name as NSString`.
  static func withoutCast(_ expression: ExprSyntax) -> ExprSyntax {
    guard let sequence = expression.as(SequenceExprSyntax.self) else { return expression }
    let parts = Array(sequence.elements)
    guard parts.count == 3, parts[1].is(UnresolvedAsExprSyntax.self) else { return expression }
    return unwrapped(parts[0])
  }

  /// The names in an expression; a local name is replaced by the names in its own expression, once.
  private static func subjects(of expression: ExprSyntax, _ locals: CodingLocals) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    var open: [(name: String, local: String?)] = names(in: expression).reversed().map { ($0, nil) }
    while let (name, local) = open.popLast() {
      // In `let name = name` the second `name` is another one.
      if name != local, let value = locals.values[name] {
        guard seen.insert(name).inserted else { continue }
        open += names(in: value).reversed().map { ($0, name) }
      } else if !found.contains(name) {
        found.append(name)
      }
    }
    return found
  }

  /// The names that may give an expression its value: not those in the condition of `isNew ? value : other`.
  static func valueNames(in expression: ExprSyntax) -> [String] {
    let parts = expression.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [expression]
    return valueParts(parts).flatMap { names(in: $0) }
  }

  /// The parts of a sequence without the conditions of ternary operators.
  static func valueParts(_ parts: [ExprSyntax]) -> [ExprSyntax] {
    guard let last = parts.lastIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }) else { return parts }
    return parts[...last].filter { $0.is(UnresolvedTernaryExprSyntax.self) } + parts[(last + 1)...]
  }

  /// The names in an expression that are values: `name`, `self.name`, but not members of other expressions.
  static func names(in expression: some SyntaxProtocol) -> [String] {
    let finder = NameFinder(viewMode: .sourceAccurate)
    finder.walk(expression)
    return finder.names
  }

  private final class NameFinder: SyntaxVisitor {
    var names: [String] = []

    override func visit(_ reference: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      let name = reference.baseName.plainName
      if let member = reference.parent?.as(MemberAccessExprSyntax.self), member.declName.id == reference.id {
        if member.base?.plainText == "self" { note(name) }
      } else if name != "self", name != "super" {
        note(name)
      }
      return .skipChildren
    }

    private func note(_ name: String) { if !names.contains(name) { names.append(name) } }
  }
}

/// The target of a decoded value: a property, a local name, or neither if it cannot be determined.
struct DecodingTarget {
  var properties: [String] = []
  var locals: [String] = []

  /// Examines the code around a call, up to its statement.
  static func of(_ call: ExprSyntax) -> DecodingTarget {
    var node = Syntax(call)
    while let parent = node.parent {
      if let list = parent.as(ExprListSyntax.self), let sequence = list.parent?.as(SequenceExprSyntax.self) {
        let parts = Array(sequence.elements)
        if parts.count > 2, parts[1].is(AssignmentExprSyntax.self), parts[0].id != node.id {
          return DecodingTarget(properties: names(in: parts[0], at: call, of: parts[2]))
        }
      } else if let binding = parent.as(PatternBindingSyntax.self), let value = binding.initializer?.value {
        return DecodingTarget(locals: names(in: binding.pattern, at: call, of: value))
      } else if let binding = parent.as(OptionalBindingConditionSyntax.self) {
        return DecodingTarget(locals: names(in: binding.pattern))
      } else if let loop = parent.as(ForStmtSyntax.self), loop.sequence.id == node.id {
        return DecodingTarget(locals: names(in: loop.pattern))
      } else if let argument = parent.as(LabeledExprSyntax.self),
        let outer = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      {
        let callee = outer.calledExpression.plainText
        if callee == "self.init" || callee == "super.init" {
          return DecodingTarget(properties: argument.label.map { [$0.plainName] } ?? [])
        }
      } else if let item = parent.as(CodeBlockItemSyntax.self) {
        // The call is an argument: `steps.append(coder.decodeObject(…))`.
        guard case .expr(let expression) = item.item, let outer = expression.as(FunctionCallExprSyntax.self),
          let member = outer.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
          outer.id != call.id
        else { return DecodingTarget() }
        return DecodingTarget(properties: ExpressionReader.names(in: base))
      } else if parent.is(ConditionElementSyntax.self) || parent.is(SwitchExprSyntax.self) {
        return DecodingTarget()
      }
      node = parent
    }
    return DecodingTarget()
  }

  /// The names on the left of an assignment; of `(a, b) = (x, y)` the one that corresponds to the call.
  private static func names(in target: ExprSyntax, at call: ExprSyntax, of value: ExprSyntax) -> [String] {
    pick(names(in: target), at: call, of: value)
  }

  private static func names(in pattern: PatternSyntax, at call: ExprSyntax, of value: ExprSyntax) -> [String] {
    pick(names(in: pattern), at: call, of: value)
  }

  private static func pick(_ names: [String], at call: ExprSyntax, of value: ExprSyntax) -> [String] {
    let values = elements(of: value)
    guard names.count > 1, values.count == names.count,
      let index = values.firstIndex(where: { $0.position <= call.position && call.endPosition <= $0.endPosition })
    else { return names }
    return [names[index]]
  }

  /// The elements of a tuple.
  static func elements(of value: ExprSyntax) -> [ExprSyntax] {
    value.as(TupleExprSyntax.self)?.elements.map(\.expression) ?? []
  }

  static func names(in target: ExprSyntax) -> [String] {
    if let tuple = target.as(TupleExprSyntax.self) { return tuple.elements.flatMap { names(in: $0.expression) } }
    return Array(ExpressionReader.names(in: target).prefix(1))
  }

  /// The names that a pattern declares.
  static func names(in pattern: PatternSyntax) -> [String] {
    pattern.tokens(viewMode: .sourceAccurate).compactMap { token in
      guard token.parent?.is(IdentifierPatternSyntax.self) == true else { return nil }
      return token.plainName
    }
  }
}
