import SwiftSyntax

/// Looks for operators and calls in an expression of an archived value whose result may be another one each time that
/// they are applied. What is not known to give the same again may give another: the functions and properties of the app
/// are not looked into.
final class OtherValueFinder: SyntaxVisitor {
  private(set) var isFound = false
  private var names: InitializerNames
  /// The parameters that the value is made of. What is made of others only is a constant here.
  private let own: Set<String>
  /// Whether parts of a value make one of its kind again: `Size(w: max(size.w, 1))`, `max(0, range.lowerBound)..<9`.
  private var isMadeOfParts: Bool

  /// The nodes that refer to these parameters, and the nodes around them.
  private var ownNodes: Set<SyntaxIdentifier> = []

  init(_ names: InitializerNames, of own: Set<String>, isMadeOfParts: Bool) {
    (self.names, self.own, self.isMadeOfParts) = (names, own, isMadeOfParts)
    super.init(viewMode: .sourceAccurate)
  }

  /// Judges the operands and operators of a whole value.
  func judgeValue(_ parts: [ExprSyntax]) {
    parts.forEach(markOwn)
    judge(parts)
  }

  /// Marks what refers to the parameters, once for a whole tree, because a chain of calls is as deep as it is long.
  private func markOwn(_ root: some SyntaxProtocol) {
    for reference in names.references(in: root) where !names.origins(of: reference).isDisjoint(with: own) {
      var node: Syntax? = reference.node
      while let marked = node, ownNodes.insert(marked.id).inserted, marked.id != root.id { node = marked.parent }
    }
  }

  private func judge(_ parts: [ExprSyntax]) {
    guard parts.contains(where: isOwn) else { return }
    // What is archived is not nil, so that it is the first of the two.
    if parts.count > 1, names.preferredParameter(of: parts) != nil { return }
    // A condition chooses one of the values.
    if let number = parts.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      let ternary = parts[number].as(UnresolvedTernaryExprSyntax.self)
    {
      judge(ternary.thenExpression.parts)
      return judge(Array(parts[(number + 1)...]))
    }
    let outer = isMadeOfParts
    defer { isMadeOfParts = outer }
    if parts.contains(where: \.isRangeOperator) { isMadeOfParts = true }
    for part in parts {
      if let symbol = part.as(BinaryOperatorExprSyntax.self)?.operator.text {
        if !Self.operators.contains(symbol) { isFound = true }
      } else if isOwn(part) {
        walk(part)
      }
    }
  }

  private func isOwn(_ node: some SyntaxProtocol) -> Bool { ownNodes.contains(node.id) }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    judge(Array(node.elements))
    return .skipChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let local = names.locals[node.baseName.plainName], local.change != nil, !(isMadeOfParts && local.isPart),
      isOwn(node)
    {
      isFound = true
    }
    return .skipChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if ["!", "-", "~"].contains(node.operator.text), isOwn(node) { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // "Dr. \(name)"
    let segments = node.segments.filter { $0.as(StringSegmentSyntax.self)?.content.text.isEmpty != true }
    if segments.count > 1, isOwn(node) { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    walk(node.body)
    node.elseBody.map { walk($0) }
    return .skipChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    walk(node.cases)
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    if isOwn(node), node.arguments.contains(where: { !$0.expression.isRangeFromStart }) { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard let base = node.base, !base.isSelf else { return .skipChildren }
    let isKnown = isMadeOfParts && ExprSyntax(node).isPart || Self.steady.contains(node.declName.baseName.plainName)
    if isOwn(base), !isKnown { isFound = true }
    walk(base)
    return .skipChildren
  }

  override func visit(_ node: TupleExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.elements.count > 1 else { return .visitChildren }
    judgeConversion(node.elements)
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard isOwn(node) else { return .skipChildren }
    if node.isConversion {
      judgeConversion(node.arguments)
      return .skipChildren
    }
    if let closure = node.calledExpression.as(ClosureExprSyntax.self), node.arguments.isEmpty {
      walk(closure.statements)
      return .skipChildren
    }
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)
    let name = (member?.declName ?? node.calledExpression.as(DeclReferenceExprSyntax.self))?.baseName.plainName ?? ""
    if let member, names.cases.contains(name), member.base.map(isOwn) != true {
      // `.negated(expression)` is around the whole value, and would be around it twice.
      if node.arguments.contains(where: { names.parameter($0.expression).map(own.contains) == true }) { isFound = true }
      judgeConversion(node.arguments)
      return .skipChildren
    }
    let base = member?.base
    if Self.maps.contains(name), base != nil {
      let arguments = node.arguments.map(\.expression)
      if !arguments.allSatisfy({
        $0.plainText.hasSuffix(".init") || ["\\.self", "\\.element"].contains($0.plainText) || judgeElements($0)
      }) {
        isFound = true
      }
      node.trailingClosure.map { _ = judgeElements(ExprSyntax($0)) }
    } else {
      let isList = name == "joined" && (base?.as(ArrayExprSyntax.self)?.elements.count ?? 0) > 1
      // `.scaled(width)` is a function of a type that is not written here.
      let known = member == nil ? Self.functions : base == nil ? [] : Self.steady
      let isKnown = known.contains(name) || base != nil && node.isCutOfDate(name)
      if isList || !isKnown { isFound = true }
      walk(node.arguments)
    }
    base.map { walk($0) }
    return .skipChildren
  }

  /// Judges a value that is made of parts: `P(x: p.x, y: max(p.y, 0))`, and `P(x: p.y, y: p.x)`, which is another one.
  private func judgeConversion(_ arguments: LabeledExprListSyntax) {
    let outer = isMadeOfParts
    isMadeOfParts = true
    let labels = Set(arguments.compactMap { $0.label?.plainName })
    for argument in arguments {
      if let label = argument.label?.plainName, let part = argument.expression.as(MemberAccessExprSyntax.self),
        let base = part.base, base.is(DeclReferenceExprSyntax.self), !base.isSelf, isOwn(base)
      {
        let name = part.declName.baseName.plainName
        if name != label, labels.contains(name) { isFound = true }
      }
      walk(argument.expression)
    }
    isMadeOfParts = outer
  }

  /// Judges what a closure makes of each element; false for what is not a closure.
  private func judgeElements(_ expression: ExprSyntax) -> Bool {
    guard let closure = expression.as(ClosureExprSyntax.self) else { return false }
    let parameters = PatternNames(in: closure.signature?.parameterClause).names
    let elements = parameters.isEmpty ? ["$0"] : parameters
    let outer = (names, isMadeOfParts)
    for element in elements { names.locals[element] = InitializerNames.Local(origins: own) }
    isMadeOfParts = false
    markOwn(closure.statements)
    walk(closure.statements)
    (names, isMadeOfParts) = outer
    return true
  }

  private static let operators: Set<String> = [
    "??", "==", "!=", "<", ">", "<=", ">=", "===", "!==", "&&", "||", "&", "|", "...", "..<",
  ]

  private static let functions: Set<String> = ["abs", "ceil", "floor", "max", "min", "numericCast", "round", "trunc"]

  private static let maps: Set<String> = ["compactMap", "compactMapValues", "flatMap", "map", "mapValues"]

  /// Methods and properties that give their own result again.
  private static let steady: Set<String> = [
    "absoluteString", "absoluteURL", "absoluteURLWithPath", "capitalized", "clamped", "components", "copy", "count",
    "decomposedStringWithCanonicalMapping", "element", "enumerated", "filter", "first", "init", "integral",
    "intersection", "isEmpty", "joined",
    "keys", "last", "localizedCapitalized", "localizedLowercase", "localizedUppercase", "lowercased", "magnitude",
    "max", "min", "mutableCopy", "path", "precomposedStringWithCanonicalMapping", "prefix", "rawValue",
    "resolvingSymlinksInPath", "rounded", "self", "sorted", "split", "standardized", "standardizedFileURL",
    "startOfDay", "subtracting", "suffix", "trimmingCharacters", "trimmingPrefix", "union", "unicodeScalars",
    "uppercased", "utf8", "values",
  ]
}

extension FunctionCallExprSyntax {
  /// `Set(tags)`, `[Int](numbers)`, `Money.init(cents)` and `.some(name)`.
  var isConversion: Bool {
    var called = calledExpression
    if let generic = called.as(GenericSpecializationExprSyntax.self) { called = generic.expression }
    if called.is(ArrayExprSyntax.self) || called.is(DictionaryExprSyntax.self) || called.is(TypeExprSyntax.self) {
      return true
    }
    let member = called.as(MemberAccessExprSyntax.self)
    if member?.declName.baseName.tokenKind == .keyword(.`init`) { return true }
    let name = (member?.declName ?? called.as(DeclReferenceExprSyntax.self))?.baseName.plainName
    if name == "some", member?.base.map({ $0.plainText == "Optional" }) ?? (member != nil) { return true }
    return name?.first?.isUppercase == true
  }
}

extension FunctionCallExprSyntax {
  /// Methods of a calendar that cut a date off, or set its time of day: `date(from: dateComponents([.year], from: date))`.
  fileprivate func isCutOfDate(_ name: String) -> Bool {
    switch (name, arguments.map { $0.label?.plainName ?? "_" }) {
    case ("date", ["from"]), ("dateComponents", ["_", "from"]),
      ("date", ["bySettingHour", "minute", "second", "of"]):
      true
    default: false
    }
  }
}

extension ExprSyntax {
  /// Whether it is a part of a value: `point.x`, `vector[0]`.
  fileprivate var isPart: Bool {
    if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.isPartOrName == true }
    guard let element = self.as(SubscriptCallExprSyntax.self) else { return false }
    return element.calledExpression.isPartOrName
      && element.arguments.allSatisfy {
        $0.expression.is(IntegerLiteralExprSyntax.self) || $0.expression.is(StringLiteralExprSyntax.self)
      }
  }

  fileprivate var isRangeOperator: Bool {
    self.as(BinaryOperatorExprSyntax.self).map { ["..<", "..."].contains($0.operator.text) } ?? false
  }

  private var isPartOrName: Bool { self.is(DeclReferenceExprSyntax.self) || isPart }

  /// `..<limit`
  fileprivate var isRangeFromStart: Bool {
    self.as(PrefixOperatorExprSyntax.self).map { ["..<", "..."].contains($0.operator.text) } ?? false
  }
}
