import ArchiveModel
import SwiftSyntax

/// Reads a function with an `NSCoder` parameter: the values that it encodes and decodes, and their keys.
final class CodingReader: SyntaxVisitor {
  private let source: SwiftSourceText
  private let coder: String
  /// The function's other parameters. A key that is one of them is determined by the caller.
  private let parameters: Set<String>
  private(set) var coding = SwiftCoding()
  /// The expressions of the function's constants and variables, as far as the walk has come.
  private var locals = CodingLocals()
  private var outerLocals: [CodingLocals] = []
  /// The decoded values that local names hold until they are assigned, as indices of uses in `coding`.
  private var heldUses: [String: [Int]] = [:]
  /// The expressions that changed these values, as written.
  private var heldChanges: [String: String] = [:]
  private var coders: Set<String>

  /// - Returns: nil for a function without a coder parameter.
  static func read(
    _ parameters: FunctionParameterListSyntax, _ body: CodeBlockSyntax?, in source: SwiftSourceText
  ) -> SwiftCoding? {
    guard let body, let parameter = parameters.first(where: { isCoder($0.type) }) else { return nil }
    let names = parameters.map { ($0.secondName ?? $0.firstName).plainName }
    let coder = (parameter.secondName ?? parameter.firstName).plainName
    let reader = CodingReader(source, coder: coder, parameters: Set(names).subtracting([coder]))
    reader.walk(body)
    return reader.coding
  }

  private static func isCoder(_ type: TypeSyntax) -> Bool {
    let name = type.as(IdentifierTypeSyntax.self)?.name ?? type.as(MemberTypeSyntax.self)?.name
    return ["NSCoder", "NSKeyedArchiver", "NSKeyedUnarchiver"].contains(name?.plainName)
  }

  private init(_ source: SwiftSourceText, coder: String, parameters: Set<String>) {
    self.source = source
    self.coder = coder
    self.parameters = parameters
    coders = [coder]
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Calls

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base, isCoder(base) {
      let method = member.declName.baseName.plainName
      switch direction(of: method, call) {
      case .encode?: noteEncoding(call, method)
      case .decode?: noteDecoding(call, method)
      case nil: break
      }
      return .visitChildren
    }
    if call.arguments.contains(where: { isCoder($0.expression) }) { noteHandedOn(call) }
    noteArguments(call)
    return .visitChildren
  }

  /// Whether a method of the coder writes or reads: one of NSCoder's, or an app's own such as `string(forKey:)` and `set(_:forKey:)`.
  private func direction(of method: String, _ call: FunctionCallExprSyntax) -> SwiftCoding.Direction? {
    if method.hasPrefix("encode") { return .encode }
    if method.hasPrefix("decode") { return .decode }
    guard method != "containsValue", let first = call.arguments.first,
      call.arguments.contains(where: { $0.label?.text == "forKey" })
    else { return nil }
    return first.label == nil ? .encode : .decode
  }

  private func isCoder(_ expression: ExprSyntax) -> Bool {
    coders.contains(ExpressionReader.unwrapped(expression).plainText)
  }

  private func add(_ use: SwiftCoding.Use) { coding.uses.append(use) }

  private func use(
    _ direction: SwiftCoding.Direction, _ call: FunctionCallExprSyntax, _ method: String, subjects: [String],
    conversion: SwiftCoding.Conversion = .none, isHandedOn: Bool = false
  ) -> SwiftCoding.Use {
    let key = call.arguments.first { $0.label?.text == "forKey" || $0.label?.text == "key" }?.expression
    return SwiftCoding.Use(
      direction: direction, key: key.flatMap { TextReader.read($0, locals: locals.values) },
      writtenKey: key?.plainText ?? "", subjects: subjects, conversion: conversion, method: method,
      isHandedOn: isHandedOn, location: source.location(call.start), sourceLine: source.lineText(at: call.start))
  }

  /// Whether the key is a parameter of the function. Then the key is resolved where the function is called.
  private func isCallersKey(_ use: SwiftCoding.Use) -> Bool { parameters.contains(use.writtenKey) }

  private func noteEncoding(_ call: FunctionCallExprSyntax, _ method: String) {
    guard let value = call.arguments.first, value.label?.text != "forKey" else { return }
    let read = ExpressionReader.read(value.expression, locals)
    var conversion = read.conversion
    if !Self.plainEncodings.contains(method) { conversion = .other(call.plainText) }
    if method == "encodeBytes" { conversion = .bytes }
    var use = use(.encode, call, method, subjects: read.subjects, conversion: conversion)
    use.isNumberObject = ExpressionReader.isNumberObject(value.expression, locals)
    use.nilReplacement = ExpressionReader.nilReplacement(in: value.expression, locals)
    if !isCallersKey(use) { add(use) }
  }

  /// Methods of NSCoder that write a value unchanged.
  private static let plainEncodings: Set<String> = [
    "encode", "encodeObject", "encodeConditionalObject", "encodeCInt", "encodeInt", "encodeInt32", "encodeInt64",
    "encodeInteger", "encodeBool", "encodeFloat", "encodeDouble", "encodeBytes", "encodePoint", "encodeSize",
    "encodeRect", "encodeCGPoint", "encodeCGSize", "encodeCGRect",
  ]

  private func noteDecoding(_ call: FunctionCallExprSyntax, _ method: String) {
    let target = DecodingTarget.of(ExprSyntax(call))
    var use = use(.decode, call, method, subjects: target.properties)
    if isCallersKey(use) { return }
    use.fallback = MissingValue.of(call, method)
    let change = DecodedChange.around(call)
    for property in target.properties { use.changes[property] = change }
    add(use)
    for name in target.locals + target.properties.filter(locals.isDeclared) {
      heldUses[name, default: []].append(coding.uses.count - 1)
      if let change { heldChanges[name] = change }
    }
  }

  /// Notes calls that pass on the coder: `super.encode(with: coder)`, `details.encode(with: coder)`, `encodeDetails(to:
  /// coder)`.
  private func noteHandedOn(_ call: FunctionCallExprSyntax) {
    let callee = call.calledExpression.plainText
    if callee == "super.encode" {
      coding.callsSuper = true
      return
    }
    if callee == "super.init" || callee == "self.init" { return }
    let values = call.arguments.filter {
      !isCoder($0.expression) && $0.label?.text != "forKey" && $0.label?.text != "key"
    }
    var subjects = values.flatMap { ExpressionReader.read($0.expression, locals).subjects }
    let name: String
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
      name = member.declName.baseName.plainName
      if let base = member.base, !["self", "Self"].contains(base.plainText) {
        subjects += ExpressionReader.read(base, locals).subjects
      }
    } else {
      name = callee
    }
    let target = DecodingTarget.of(ExprSyntax(call))
    let direction: SwiftCoding.Direction = target.properties.isEmpty && target.locals.isEmpty ? .encode : .decode
    let use = use(
      direction, call, name, subjects: subjects + target.properties, conversion: .other(call.plainText),
      isHandedOn: true)
    if !isCallersKey(use) { add(use) }
  }

  // MARK: Targets of decoded values

  override func visit(_ sequence: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(sequence.elements)
    if parts.count > 2, parts[1].is(AssignmentExprSyntax.self) {
      let targets = DecodingTarget.names(in: parts[0])
      let values = ExpressionReader.valueParts(Array(parts.dropFirst(2))).flatMap { ExpressionReader.names(in: $0) }
      let isCertain = MissingValue.isUnconditional(Syntax(sequence))
      for value in values { assign(value, to: targets, as: isCertain ? Array(parts.dropFirst(2)) : []) }
      noteChanges(in: parts.dropFirst(2), of: targets)
      if !values.contains(where: { coders.contains($0) || heldUses[$0] != nil }) {
        let name = ownName(of: parts[0])
        if let name, changes(name, in: parts.dropFirst(2)) || isCondition(of: name, sequence) {
          noteChange(of: name, sequence)
        }
        if parts.count > 3 || !MissingValue.isInitialValue(parts[2]) { noteAssignment(to: parts[0], sequence) }
      }
    } else if parts.count > 2, let changing = parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text,
      changing.hasSuffix("="), !Self.comparisons.contains(changing)
    {
      if let name = ownName(of: parts[0]) { noteChange(of: name, sequence) }
      noteAssignment(to: parts[0], sequence)
    }
    return .visitChildren
  }

  /// The property or local that an assignment changes: `name`, `self.name`, `names[0]`.
  private func ownName(of target: ExprSyntax) -> String? {
    switch target.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference): reference.baseName.plainName
    case .memberAccessExpr(let member): member.base?.plainText == "self" ? member.declName.baseName.plainName : nil
    case .subscriptCallExpr(let call): ownName(of: call.calledExpression)
    default: nil
    }
  }

  /// Whether an expression makes another value of the property's own: `name.lowercased()`, and not `name ?? ""`.
  private func changes(_ name: String, in parts: some Sequence<ExprSyntax>) -> Bool {
    parts.flatMap { LocalReferences.all(in: $0, [name]) }.contains { DecodedChange.around($0) != nil }
  }

  /// Whether a statement depends on the property's value: `if index >= count { index = 0 }`, and not `if name == nil`.
  private func isCondition(of name: String, _ statement: some SyntaxProtocol) -> Bool {
    var node = Syntax(statement)
    while let parent = node.parent, !parent.is(FunctionDeclSyntax.self), !parent.is(InitializerDeclSyntax.self) {
      let conditions = parent.as(IfExprSyntax.self)?.conditions ?? []
      if conditions.contains(where: { element in
        element.condition.as(ExprSyntax.self).map { condition in
          ExpressionReader.names(in: condition).contains(name) && !condition.plainText.hasSuffix("== nil")
        } ?? false
      }) {
        return true
      }
      node = parent
    }
    return false
  }

  /// Notes a value that comes from no coder: `depth = children.count`, `child.parent = self`.
  private func noteAssignment(to target: ExprSyntax, _ statement: some SyntaxProtocol) {
    var name = ownName(of: target)
    // Of other objects those that the object's own properties lead to: the element of a loop.
    if let member = target.as(MemberAccessExprSyntax.self), let base = member.base?.plainText,
      locals.parts.contains(base)
    {
      name = member.declName.baseName.plainName
    } else if name.map(locals.isDeclared) == true, !target.plainText.hasPrefix("self.") {
      return
    }
    guard let name else { return }
    if coding.assigned[name] == nil { coding.assigned[name] = statement.plainText }
  }

  private static let comparisons: Set<String> = ["==", "!=", "<=", ">=", "===", "!==", "~="]

  /// Notes what changes decoded values that local names hold: `limit = value == -1 ? nil : value`.
  private func noteChanges(in parts: some Sequence<ExprSyntax>, of targets: [String]) {
    for reference in parts.flatMap({ LocalReferences.all(in: $0, heldUses.keys) }) {
      let local = reference.baseName.plainName
      guard let change = DecodedChange.around(reference) ?? heldChanges[local] else { continue }
      for target in targets {
        for held in heldUses[local] ?? [] { coding.uses[held].changes[target] = change }
        if locals.isDeclared(target), target != local { heldChanges[target] = change }
      }
    }
  }

  /// Notes that properties or locals are changed after their values were decoded: `price *= 100`.
  private func noteChange(of name: String, _ statement: some SyntaxProtocol) {
    let text = statement.plainText
    if locals.isDeclared(name), !text.hasPrefix("self.") {
      if heldUses[name] != nil { heldChanges[name] = text }
      return
    }
    for index in coding.uses.indices
    where coding.uses[index].direction == .decode && coding.uses[index].subjects.contains(name) {
      coding.uses[index].changes[name] = text
    }
  }

  /// Notes arguments of such calls: `self.init(name: name)`, `super.init(name: name)`, `steps.append(step)`.
  private func noteArguments(_ call: FunctionCallExprSyntax) {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else { return }
    let isDelegation =
      member.declName.baseName.tokenKind == .keyword(.`init`) && ["self", "super"].contains(base.plainText)
    for argument in call.arguments {
      let targets =
        isDelegation ? argument.label.map { [$0.plainName] } ?? [] : ExpressionReader.names(in: base)
      let parts = argument.expression.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [argument.expression]
      if isDelegation { noteChanges(in: parts, of: targets) }
      for value in ExpressionReader.names(in: argument.expression) {
        assign(value, to: targets, as: isDelegation ? MissingValue.isUnconditional(Syntax(call)) ? parts : [] : nil)
      }
    }
  }

  /// Gives the decoded values of a local name to the property to which the local is assigned.
  ///
  /// - Parameter parts: the assigned expression, as far as it is known.
  private func assign(_ local: String, to targets: [String], as parts: [ExprSyntax]?) {
    for held in heldUses[local] ?? [] {
      if let parts {
        coding.uses[held].fallback = MissingValue.of(local, coding.uses[held].fallback, in: parts)
      }
      coding.uses[held].subjects += targets.filter { !coding.uses[held].subjects.contains($0) }
      for target in targets where locals.isDeclared(target) && target != local {
        if heldUses[target]?.contains(held) != true { heldUses[target, default: []].append(held) }
      }
    }
  }

  // MARK: Local names

  override func visit(_ binding: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let value = binding.initializer?.value else {
      for name in DecodingTarget.names(in: binding.pattern) { locals.declare(name) }
      return .visitChildren
    }
    declare(binding.pattern, value)
    return .visitChildren
  }

  override func visit(_ binding: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    // `if let name` keeps the meaning of the existing name.
    if let value = binding.initializer?.value { declare(binding.pattern, value) }
    // Where there is no value, the code takes another way.
    for name in DecodingTarget.names(in: binding.pattern) {
      for held in heldUses[name] ?? [] { coding.uses[held].fallback = nil }
    }
    return .visitChildren
  }

  private func declare(_ pattern: PatternSyntax, _ value: ExprSyntax) {
    let names = DecodingTarget.names(in: pattern)
    if names.count == 1, isCoder(ExpressionReader.withoutCast(value)) { coders.insert(names[0]) }
    let values = DecodingTarget.elements(of: value)
    for (index, name) in names.enumerated() {
      heldUses[name] = nil
      let own = names.count == 1 ? value : values.count == names.count ? values[index] : value
      // The local also holds the decoded values of the other locals in its expression.
      let held = ExpressionReader.valueNames(in: own).filter { $0 != name }.flatMap { heldUses[$0] ?? [] }
      if !held.isEmpty { heldUses[name] = held }
      let parts = own.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [own]
      for local in ExpressionReader.names(in: own) where local != name {
        for use in heldUses[local] ?? [] {
          coding.uses[use].fallback = MissingValue.of(local, coding.uses[use].fallback, in: parts)
        }
      }
      heldChanges[name] =
        LocalReferences.all(in: own, heldUses.keys).lazy.filter { $0.baseName.plainName != name }
        .compactMap { DecodedChange.around($0) ?? self.heldChanges[$0.baseName.plainName] }.first
      locals.define(name, own, isWhole: names.count == 1 || values.count == names.count)
    }
  }

  override func visit(_ loop: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    outerLocals.append(locals)
    for name in DecodingTarget.names(in: loop.pattern) { locals.define(name, loop.sequence, isWhole: false) }
    return .visitChildren
  }
  override func visitPost(_ loop: ForStmtSyntax) { leave() }

  override func visit(_ branch: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    outerLocals.append(locals)
    let subject = branch.parent?.parent?.as(SwitchExprSyntax.self)?.subject
    if case .case(let label) = branch.label, let subject {
      for item in label.caseItems {
        for name in DecodingTarget.names(in: item.pattern) { locals.define(name, subject, isWhole: false) }
      }
    }
    return .visitChildren
  }
  override func visitPost(_ branch: SwitchCaseSyntax) { leave() }

  override func visit(_ condition: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
    for name in DecodingTarget.names(in: condition.pattern) {
      locals.define(name, condition.initializer.value, isWhole: false)
    }
    return .visitChildren
  }

  override func visit(_ statement: IfExprSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ statement: IfExprSyntax) { leave() }
  override func visit(_ statement: WhileStmtSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ statement: WhileStmtSyntax) { leave() }
  override func visit(_ statement: DoStmtSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ statement: DoStmtSyntax) { leave() }
  /// Closures such as `marks.forEach { coder.encode($0, …) }` and `bytes.withUnsafeBytes { buffer in … }` have a scope
  /// of their own.
  override func visit(_ closure: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    outerLocals.append(locals)
    let call =
      closure.parent?.as(FunctionCallExprSyntax.self)
      ?? closure.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    if let base = call?.calledExpression.as(MemberAccessExprSyntax.self)?.base {
      for name in ["$0", "$1"] + closure.parameterNames { locals.define(name, base, isWhole: false) }
    }
    return .visitChildren
  }
  override func visitPost(_ closure: ClosureExprSyntax) { leave() }

  private func enter() -> SyntaxVisitorContinueKind {
    outerLocals.append(locals)
    return .visitChildren
  }

  private func leave() { if let outer = outerLocals.popLast() { locals = outer } }
}

extension ClosureExprSyntax {
  fileprivate var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let names): names.map(\.name.plainName)
    case .parameterClause(let clause): clause.parameters.map { ($0.secondName ?? $0.firstName).plainName }
    default: []
    }
  }
}
