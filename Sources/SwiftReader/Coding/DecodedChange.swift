import SwiftSyntax

/// What hand-written code makes of a decoded value before a property has it: `coder.decodeInteger(forKey: "minutes") * 60`.
///
/// Casts, numeric types, raw values, bridges of Foundation and what stands for a missing value change nothing. What is not understood
/// counts as no change.
enum DecodedChange {
  /// - Parameter node: The decoded value: a call of the coder, or a local name for it.
  /// - Returns: The expression that changes it, as written; nil if there is none.
  static func around(_ node: some SyntaxProtocol) -> String? {
    let name = node.as(DeclReferenceExprSyntax.self)?.baseName.plainName
    var node = Syntax(node)
    while let parent = node.parent {
      switch parent.as(SyntaxEnum.self) {
      case .tryExpr, .forceUnwrapExpr, .optionalChainingExpr, .labeledExprList, .tupleExpr: node = parent
      case .prefixOperatorExpr(let negated): return isInCondition(parent) ? nil : negated.plainText
      case .exprList:
        guard let sequence = parent.parent?.as(SequenceExprSyntax.self) else { return nil }
        let parts = value(of: sequence)
        guard let place = parts.firstIndex(where: { $0.id == node.id }) else { return nil }
        if isInCondition(Syntax(sequence)) { return nil }
        let text = parts.map(\.plainText).joined(separator: " ")
        let choice = parts.lastIndex { $0.is(UnresolvedTernaryExprSyntax.self) }
        if let choice {
          // A name in the condition only chooses; a value there becomes another one.
          if place < choice { return node.is(DeclReferenceExprSyntax.self) ? nil : text }
          if isNamed(name, in: parts[..<choice]) { return text }
        }
        guard keepsValue(Array(parts[(choice.map { $0 + 1 } ?? 0)...])) else { return text }
        node = Syntax(sequence)
      case .unresolvedTernaryExpr(let choice):
        // The middle of `isNew ? value : other`.
        guard let sequence = choice.parent?.parent?.as(SequenceExprSyntax.self) else { return nil }
        let parts = value(of: sequence)
        if isNamed(name, in: parts.prefix { $0.id != ExprSyntax(choice).id }) {
          return parts.map(\.plainText).joined(separator: " ")
        }
        node = Syntax(sequence)
      case .labeledExpr(let argument):
        if argument.parent?.parent?.is(TupleExprSyntax.self) == true {
          node = parent
          continue
        }
        guard let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self) else { return nil }
        if isTarget(call) { return nil }
        guard keepsValue(call, argument) else { return isInCondition(Syntax(call)) ? nil : call.plainText }
        node = Syntax(call)
      case .memberAccessExpr(let member):
        let name = member.declName.baseName.plainName
        let call = parent.parent?.as(FunctionCallExprSyntax.self)
        if let call, call.calledExpression.id == ExprSyntax(member).id {
          if mutations.contains(name) { return nil }
          guard copies.contains(name) || mappings.contains(name) && isConversion(call) else { return call.plainText }
          node = Syntax(call)
        } else {
          guard accessors.contains(name) else { return member.plainText }
          node = parent
        }
      default: return nil
      }
    }
    return nil
  }

  /// The parts of a sequence without the target of an assignment.
  static func value(of sequence: SequenceExprSyntax) -> [ExprSyntax] {
    let parts = Array(sequence.elements)
    return parts.count > 2 && parts[1].is(AssignmentExprSyntax.self) ? Array(parts.dropFirst(2)) : parts
  }

  /// Whether the expression is one of the parts, with casts, and other values where it is missing.
  private static func keepsValue(_ parts: [ExprSyntax]) -> Bool {
    parts.indices.allSatisfy { index in
      if index.isMultiple(of: 2) { return true }
      switch parts[index].as(ExprSyntaxEnum.self) {
      case .unresolvedAsExpr: return true
      case .binaryOperatorExpr(let binary):
        return binary.operator.text == "??"
          || binary.operator.text == "==" && index + 1 < parts.count && parts[index + 1].plainText == "true"
      default: return false
      }
    }
  }

  private static func isNamed(_ name: String?, in parts: some Sequence<ExprSyntax>) -> Bool {
    name.map { name in parts.contains { ExpressionReader.names(in: $0).contains(name) } } ?? false
  }

  private static func isInCondition(_ node: Syntax) -> Bool {
    var node = node
    while let parent = node.parent {
      if let element = parent.as(ConditionElementSyntax.self) { return element.condition.is(ExprSyntax.self) }
      if parent.is(SwitchExprSyntax.self) { return true }
      if parent.is(CodeBlockItemSyntax.self) { return false }
      node = parent
    }
    return false
  }

  /// Whether the argument is given to a property: `self.init(name: value)`, `steps.append(value)`.
  private static func isTarget(_ call: FunctionCallExprSyntax) -> Bool {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return false }
    let name = member.declName.baseName
    if name.tokenKind == .keyword(.`init`), ["self", "super"].contains(member.base?.plainText) { return true }
    return mutations.contains(name.plainName)
  }

  /// Whether a call gives the value of its argument in another type: `Int(value)`, `Kind(rawValue: value)`, `NSArray(array: value)`.
  private static func keepsValue(_ call: FunctionCallExprSyntax, _ argument: LabeledExprSyntax) -> Bool {
    guard call.arguments.count == 1, call.trailingClosure == nil else { return false }
    let callee = call.calledExpression.plainText
    if callee == "numericCast" { return true }
    guard callee == ".some" || callee == ".init" || callee.first.map({ $0.isUppercase || $0 == "[" }) == true else {
      return false
    }
    // A method of a type: `Self.corrected(value)`.
    let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.plainName ?? callee
    guard name.first?.isLowercase != true || ["init", "some"].contains(name) else { return false }
    switch argument.label?.text {
    case nil, "rawValue", "truncating", "exactly", "clamping", "referencing": return true
    case .some: return callee.hasPrefix("NS")
    }
  }

  /// Whether a closure or function for `map` gives each element in another type.
  private static func isConversion(_ call: FunctionCallExprSyntax) -> Bool {
    guard let closure = call.trailingClosure ?? call.arguments.first?.expression.as(ClosureExprSyntax.self) else {
      let function = call.arguments.first?.expression.plainText ?? ""
      return [".init", ".init(rawValue:)"].contains(where: function.hasSuffix)
        || accessors.contains { function.hasSuffix("." + $0) }
    }
    guard closure.statements.count == 1, let statement = closure.statements.first?.item,
      let whole = statement.as(ExprSyntax.self) ?? statement.as(ReturnStmtSyntax.self)?.expression
    else { return false }
    let item = ExpressionReader.unwrapped(whole)
    if let sequence = item.as(SequenceExprSyntax.self) { return keepsValue(value(of: sequence)) }
    if let inner = item.as(FunctionCallExprSyntax.self), let argument = inner.arguments.first {
      return keepsValue(inner, argument)
    }
    return item.is(DeclReferenceExprSyntax.self)
      || item.as(MemberAccessExprSyntax.self).map { accessors.contains($0.declName.baseName.plainName) } ?? false
  }

  private static let mutations: Set<String> = ["append", "insert", "add", "addObjects", "union", "formUnion"]
  private static let copies: Set<String> = ["copy", "mutableCopy"]
  private static let mappings: Set<String> = ["map", "flatMap", "compactMap"]
  /// What gives a number or text of Foundation's as Swift's.
  private static let accessors: Set<String> = [
    "boolValue", "intValue", "integerValue", "int8Value", "int16Value", "int32Value", "int64Value", "uintValue",
    "uint8Value", "uint16Value", "uint32Value", "uint64Value", "floatValue", "doubleValue", "decimalValue",
    "stringValue", "rangeValue", "pointValue", "sizeValue", "rectValue", "cgPointValue", "cgSizeValue", "cgRectValue",
    "timeValue", "self", "allObjects", "array", "set",
  ]
}
