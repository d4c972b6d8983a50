import SwiftSyntax

/// What hand-written code has where an archive has no value under a key: `""` in `coder.decodeObject(forKey: "k") as? String ?? ""`, and
/// 0 in `coder.decodeInteger(forKey: "k")`, because NSKeyedUnarchiver returns 0 then.
///
/// Only expressions that mean the same in every file are read: literals, members without a type, empty initializers.
enum MissingValue {
  /// - Returns: the expression, "nil" if the code goes on with that; nil if it takes another way, such as `return nil` or `if
  ///   coder.containsValue(…)`.
  static func of(_ call: FunctionCallExprSyntax, _ method: String) -> String? {
    var node = Syntax(call)
    var value = zeros[method] ?? absent
    while let parent = node.parent {
      switch parent.as(SyntaxEnum.self) {
      case .tryExpr, .labeledExprList, .initializerClause: break
      case .tupleExpr(let group): guard group.elements.count == 1 else { return nil }
      case .unresolvedTernaryExpr(let choice):
        guard let sequence = parent.parent?.parent?.as(SequenceExprSyntax.self),
          let other = otherwise(choice, in: Array(sequence.elements))
        else { return nil }
        value = other
        node = Syntax(sequence)
        continue
      case .exprList:
        guard let sequence = parent.parent?.as(SequenceExprSyntax.self),
          let found = self.value(in: Array(sequence.elements), at: node, value)
        else { return nil }
        value = found
        node = Syntax(sequence)
        // The sequence's parent comes next.
        continue
      case .labeledExpr(let argument):
        guard let outer = parent.parent?.parent?.as(FunctionCallExprSyntax.self) else { break }
        if isDelegation(outer) { return isUnconditional(Syntax(outer)) ? value : nil }
        guard let converted = conversion(outer, argument, value) else { return nil }
        value = converted
        node = Syntax(outer)
        continue
      case .codeBlockItem, .patternBinding: return isUnconditional(parent) ? value : nil
      default: return nil
      }
      node = parent
    }
    return nil
  }

  /// What an expression with a local name has where the local has this value: `""` for `name ?? ""`.
  static func of(_ local: String, _ value: String?, in parts: [ExprSyntax]) -> String? {
    guard var value, let part = parts.first(where: { ExpressionReader.names(in: $0).contains(local) }) else {
      return nil
    }
    if let call = part.as(FunctionCallExprSyntax.self), let argument = call.arguments.first {
      guard argument.expression.plainText == local, let converted = conversion(call, argument, value) else {
        return nil
      }
      value = converted
    } else if part.plainText != local {
      return nil
    }
    return self.value(in: parts, at: Syntax(part), value)
  }

  /// The values that NSKeyedUnarchiver returns where there is none.
  private static let zeros: [String: String] = [
    "decodeBool": "false", "decodeInteger": "0", "decodeInt": "0", "decodeInt32": "0", "decodeInt64": "0",
    "decodeCInt": "0", "decodeFloat": "0", "decodeDouble": "0",
  ]

  /// The value of `target = value as? Type ?? other`, where the value is missing.
  ///
  /// - Returns: nil for other operators.
  private static func value(in parts: [ExprSyntax], at node: Syntax, _ value: String) -> String? {
    var parts = parts[...]
    if parts.count > 2, parts[1].is(AssignmentExprSyntax.self) { parts = parts.dropFirst(2) }
    guard parts.contains(where: { $0.id == node.id }) else { return nil }
    if parts.count == 1 { return value }
    let operators = stride(from: parts.startIndex + 1, to: parts.endIndex, by: 2).map { parts[$0] }
    guard operators.allSatisfy({ isCoalescing($0) || $0.as(UnresolvedAsExprSyntax.self).map(isOptionalCast) == true })
    else { return nil }
    guard let last = operators.last, isCoalescing(last), let other = parts.last else {
      return value == absent ? absent : nil
    }
    guard isPortable(other) else { return nil }
    let text = other.trimmedDescription
    // `Kind(rawValue: 0) ?? .plain`
    return value == absent ? text : "\(value) ?? \(text)"
  }

  /// The value of `coder.containsValue(forKey: "k") ? … : value` without the key.
  private static func otherwise(_ choice: UnresolvedTernaryExprSyntax, in parts: [ExprSyntax]) -> String? {
    var parts = parts[...]
    if parts.count > 2, parts[1].is(AssignmentExprSyntax.self) { parts = parts.dropFirst(2) }
    guard parts.count == 3, let condition = parts.first?.as(FunctionCallExprSyntax.self), let other = parts.last,
      condition.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "containsValue"
    else { return nil }
    if other.is(NilLiteralExprSyntax.self) { return absent }
    return isPortable(other) ? other.trimmedDescription : nil
  }

  /// Whether a cast of nil is nil: `as? T`, `as T?`.
  private static func isOptionalCast(_ cast: UnresolvedAsExprSyntax) -> Bool {
    cast.questionOrExclamationMark?.tokenKind != .exclamationMark
  }

  private static let absent = "nil"

  /// The value of `Kind(rawValue: value)` and of `Int32(value)`.
  private static func conversion(
    _ call: FunctionCallExprSyntax, _ argument: LabeledExprSyntax, _ value: String
  ) -> String? {
    guard call.arguments.count == 1, call.trailingClosure == nil, value != absent else { return nil }
    let callee = call.calledExpression.plainText
    switch argument.label?.text {
    case nil: return numbers.contains(callee) && value == "0" ? "0" : nil
    case "rawValue":
      guard callee.first?.isUppercase == true else { return nil }
      return "\(callee)(rawValue: \(value))"
    default: return nil
    }
  }

  private static let numbers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double",
    "CGFloat",
    "TimeInterval",
  ]

  private static func isDelegation(_ call: FunctionCallExprSyntax) -> Bool {
    ["self.init", "super.init"].contains(call.calledExpression.plainText)
  }

  private static func isCoalescing(_ part: ExprSyntax) -> Bool {
    part.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
  }

  /// Whether a statement is one of the function's own, and in no branch.
  static func isUnconditional(_ statement: Syntax) -> Bool {
    var node = statement
    while let parent = node.parent {
      if parent.is(InitializerDeclSyntax.self) || parent.is(FunctionDeclSyntax.self) { return true }
      let isPlain =
        parent.is(TryExprSyntax.self) || parent.is(CodeBlockItemSyntax.self) || parent.is(CodeBlockItemListSyntax.self)
        || parent.is(CodeBlockSyntax.self)
        || parent.is(VariableDeclSyntax.self) || parent.is(PatternBindingListSyntax.self)
        || parent.is(PatternBindingSyntax.self)
      guard isPlain else { return false }
      node = parent
    }
    return false
  }

  /// Whether the expression is one that properties begin with: a literal, `nil`, `Cache()`, `Size(width: 0, height: 0)`.
  static func isInitialValue(_ expression: ExprSyntax) -> Bool {
    if let call = expression.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
      call.calledExpression.plainText.first?.isUppercase == true,
      call.arguments.allSatisfy({ isPortable($0.expression) })
    {
      return true
    }
    return expression.is(NilLiteralExprSyntax.self) || isPortable(expression)
  }

  /// Whether the expression means the same in every file.
  static func isPortable(_ expression: ExprSyntax) -> Bool {
    switch expression.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: true
    case .stringLiteralExpr(let text):
      text.segments.count == 1 && text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    case .prefixOperatorExpr(let negated): negated.operator.text == "-" && isPortable(negated.expression)
    case .arrayExpr(let array): array.elements.isEmpty
    case .dictionaryExpr(let dictionary): dictionary.content.is(TokenSyntax.self)
    case .memberAccessExpr(let member): member.base == nil
    case .functionCallExpr(let call):
      call.arguments.isEmpty && call.trailingClosure == nil && isEmptyInitializer(call.calledExpression)
    default: false
    }
  }

  /// `Date`, `.init`, `[String]`
  private static func isEmptyInitializer(_ callee: ExprSyntax) -> Bool {
    switch callee.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): ["Date", "Data", "UUID", "String", "IndexSet"].contains(name.baseName.text)
    case .memberAccessExpr(let member): member.base == nil && member.declName.baseName.tokenKind == .keyword(.`init`)
    case .arrayExpr, .dictionaryExpr: true
    default: false
    }
  }
}
