import ArchiveModel
import SwiftSyntax

/// What the names in the body of an initializer stand for: its parameters, and the local constants and variables that
/// are made of them.
struct InitializerNames {
  /// What a local constant or variable has.
  struct Local {
    /// The parameters that its value is made of.
    var origins: Set<String>
    /// The parameter whose value it has as it is.
    var parameter: String?
    /// The expression that makes another value of the parameters: `name + "!"`
    var change: String?
    /// Whether that is only a part of the value, of which a conversion may make the value again: `max(size.width, 1)`
    var isPart = false
    /// Whether it begins empty, and gets its elements one by one.
    var beginsEmpty = false
    /// Whether methods may change it.
    var isVariable = false
  }

  let parameters: [SwiftParameter]
  /// The enumeration cases that patterns of the body name: `case .circle(let radius)`.
  let cases: Set<String>
  var locals: [String: Local] = [:]
  /// What the names that the open scopes declare stood for before, innermost scope last.
  private var hidden: [[String: Local?]] = []

  init(parameters: [SwiftParameter], of body: CodeBlockSyntax) {
    self.parameters = parameters
    let finder = CaseFinder(viewMode: .sourceAccurate)
    finder.walk(body)
    cases = finder.cases
  }

  /// The parameter that a property gets by its name.
  func parameter(of property: String) -> SwiftParameter? {
    parameters.first { $0.label == property || $0.name == property }
  }

  /// The name of the parameter whose value an expression is, as it is.
  func parameter(_ expression: ExprSyntax) -> String? {
    guard let name = expression.bare.as(DeclReferenceExprSyntax.self)?.baseName.plainName else { return nil }
    if let local = locals[name] { return local.parameter }
    return parameters.contains { $0.name == name } ? name : nil
  }

  /// The parameter that a value is, as it is, where that is not nil: `name`, and `ratio ?? width / 2`.
  func preferredParameter(of value: [ExprSyntax]) -> String? {
    let symbols = value.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
    guard let first = value.first, value.count == 2 * symbols.count + 1, symbols.first ?? "??" == "??",
      symbols.allSatisfy({ !Self.weakerThanNilCoalescing.contains($0) })
    else { return nil }
    return parameter(first)
  }

  private static let weakerThanNilCoalescing: Set<String> = [
    "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=", "&&", "||",
  ]

  /// The parameters that an expression is made of, also by way of local names, and of properties that have been
  /// assigned.
  func origins(of node: some SyntaxProtocol) -> Set<String> {
    references(in: node).reduce(into: []) { $0.formUnion(origins(of: $1)) }
  }

  func references(in node: some SyntaxProtocol) -> [NameReference] {
    let finder = ReferenceFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.references
  }

  func origins(of reference: NameReference) -> Set<String> {
    if reference.isProperty { return parameter(of: reference.name).map { [$0.name] } ?? [] }
    if let local = locals[reference.name] { return local.origins }
    return parameters.contains { $0.name == reference.name } ? [reference.name] : []
  }

  /// What an expression makes of a parameter, if that may be another value each time that it is made: `balance * 100`
  /// and `normalized(name)`, unlike `max(0, count)` and `name.lowercased()`.
  ///
  /// - Parameter isPart: whether a conversion makes the value of this and other parts.
  func change(_ value: [ExprSyntax], of own: Set<String>, isPart: Bool = false) -> String? {
    let finder = OtherValueFinder(self, of: own, isMadeOfParts: isPart)
    finder.judgeValue(value)
    guard finder.isFound else { return nil }
    let text = value.map(\.plainText).joined(separator: " ")
    guard value.count == 1, let name = value[0].bare.as(DeclReferenceExprSyntax.self)?.baseName.plainName else {
      return text
    }
    return locals[name]?.change ?? text
  }

  /// What a local constant with this value has.
  func local(_ value: [ExprSyntax]) -> Local {
    let origins = value.reduce(into: Set<String>()) { $0.formUnion(self.origins(of: $1)) }
    let change = change(value, of: origins)
    return Local(
      origins: origins, parameter: value.count == 1 ? parameter(value[0]) : nil, change: change,
      isPart: change != nil && self.change(value, of: origins, isPart: true) == nil,
      beginsEmpty: value.count == 1 && value[0].isEmptyValue)
  }

  // MARK: Scopes

  mutating func beginScope() { hidden.append([:]) }

  /// Forgets the names that the scope has declared. What it has assigned to others stays.
  mutating func endScope() {
    for (name, before) in hidden.popLast() ?? [:] { locals[name] = before }
  }

  /// Declares a name in the innermost scope.
  mutating func declare(_ name: String, _ local: Local) {
    if let scope = hidden.indices.last, hidden[scope][name] == nil {
      hidden[scope].updateValue(locals[name], forKey: name)
    }
    locals[name] = local
  }

  /// Gives a variable one more value, which it has in other cases or after its first one.
  mutating func join(_ name: String, _ value: Local) {
    guard let before = locals[name] else { return }
    locals[name] = Local(
      origins: before.origins.union(value.origins),
      parameter: before.parameter == value.parameter ? value.parameter : nil,
      change: before.change ?? value.change,
      isPart: (before.change == nil || before.isPart) && (value.change == nil || value.isPart),
      beginsEmpty: before.beginsEmpty, isVariable: before.isVariable)
  }
}

extension ExprSyntax {
  /// The expression without parentheses, `try`, `await` and `!`.
  var bare: ExprSyntax {
    if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return only.expression.bare
    }
    if let tried = self.as(TryExprSyntax.self) { return tried.expression.bare }
    if let awaited = self.as(AwaitExprSyntax.self) { return awaited.expression.bare }
    if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.bare }
    return self
  }

  /// The operands and operators of a sequence, or the expression alone.
  var parts: [ExprSyntax] { bare.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [self] }

  var isSelf: Bool { self.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self) }

  /// `[]`, `[:]`, `""` and `Set<Int>()`.
  var isEmptyValue: Bool {
    if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
    if let dictionary = self.as(DictionaryExprSyntax.self) { return dictionary.content.is(TokenSyntax.self) }
    if let call = self.as(FunctionCallExprSyntax.self) { return call.arguments.isEmpty && call.isConversion }
    return plainText == "\"\""
  }
}

/// A name that an expression refers to, or a property of `self`.
struct NameReference {
  let node: Syntax
  let name: String
  let isProperty: Bool
}

/// Collects what an expression refers to.
private final class ReferenceFinder: SyntaxVisitor {
  private(set) var references: [NameReference] = []

  /// `if let name`
  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer == nil, let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName {
      references.append(NameReference(node: Syntax(node), name: name, isProperty: false))
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard let base = node.base else { return .skipChildren }
    if base.isSelf {
      references.append(NameReference(node: Syntax(node), name: node.declName.baseName.plainName, isProperty: true))
    } else {
      walk(base)
    }
    return .skipChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    references.append(NameReference(node: Syntax(node), name: node.baseName.plainName, isProperty: false))
    return .skipChildren
  }
}

/// Collects the enumeration cases that patterns name.
private final class CaseFinder: SyntaxVisitor {
  private(set) var cases: Set<String> = []
  private var depth = 0

  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    depth += 1
    return .visitChildren
  }

  override func visitPost(_ node: ExpressionPatternSyntax) { depth -= 1 }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if depth > 0 { cases.insert(node.declName.baseName.plainName) }
    return .visitChildren
  }
}

/// Collects the names that a pattern, or the parameters of a closure, declare.
final class PatternNames: SyntaxVisitor {
  private(set) var names: [String] = []

  init(in node: (some SyntaxProtocol)?) {
    super.init(viewMode: .sourceAccurate)
    if let node { walk(node) }
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.append(node.identifier.plainName)
    return .skipChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    names.append(node.name.plainName)
    return .skipChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    names.append((node.secondName ?? node.firstName).plainName)
    return .skipChildren
  }
}
