import ArchiveModel
import SwiftSyntax

/// Reads what the body of an initializer does with its parameters, as far as its own statements show it: not what functions do that
/// it calls.
final class InitializerBodyReader: SyntaxVisitor {
  /// What properties get other than the parameter of their name.
  private(set) var changed: [String: SwiftInitializer.Change] = [:]
  /// The parameters that an initializer of the superclass gets as they are.
  private(set) var passedOn: Set<String> = []
  private let parameters: [SwiftParameter]
  /// Parameters that a local constant hides.
  private var hidden: Set<String> = []

  init(_ body: CodeBlockSyntax, parameters: [SwiftParameter]) {
    self.parameters = parameters
    super.init(viewMode: .sourceAccurate)
    walk(body)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for name in node.bindings.compactMap({ $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName })
    where parameters.contains(where: { $0.name == name }) { hidden.insert(name) }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    guard elements.count > 2 else { return .visitChildren }
    let value = Array(elements.dropFirst(2))
    if elements[1].is(AssignmentExprSyntax.self) {
      if let targets = elements[0].as(TupleExprSyntax.self)?.elements {
        let values = value.count == 1 ? value[0].as(TupleExprSyntax.self)?.elements : nil
        for (target, value) in zip(targets, values ?? []) { assign(target.expression, parts(of: value.expression)) }
      } else {
        assign(elements[0], value)
      }
    } else if let symbol = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text, symbol.hasSuffix("="),
      !["==", "!=", "<=", ">=", "===", "!=="].contains(symbol), let property = property(elements[0])
    {
      note(property, "\(property) \(symbol) \(text(value))", isOther: true)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else {
      return .visitChildren
    }
    if base.is(SuperExprSyntax.self) {
      for argument in node.arguments where isParameter(argument.expression) {
        passedOn.insert(argument.expression.plainText)
      }
    } else if isSelf(base), member.declName.baseName.tokenKind == .keyword(.`init`) {
      // A delegating initializer has its own way with what it gets.
      for argument in node.arguments where !isParameter(argument.expression) {
        for parameter in parameters where names(in: Syntax(argument.expression)).contains(parameter.name) {
          let other = isOther(parts(of: argument.expression))
          note(parameter.label ?? parameter.name, argument.expression.plainText, isOther: other)
        }
      }
    } else if node.parent?.is(CodeBlockItemSyntax.self) == true, let property = property(base),
      !base.is(DeclReferenceExprSyntax.self) || !parameters.contains(where: { $0.name == property })
    {
      // `self.log.append("created")`
      note(property, node.plainText, isOther: true, isCall: true)
    }
    return .visitChildren
  }

  // MARK: Assignments

  private func assign(_ target: ExprSyntax, _ value: [ExprSyntax]) {
    guard let property = property(target), let own = parameter(of: property) else { return }
    if value.count == 1, isItself(value[0], own) { return }
    // What is archived is not nil, so that it is the first of the two.
    if value.count == 3, isItself(value[0], own), value[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??" {
      return
    }
    // Another parameter, or a constant that hides one, has another value.
    let isName = value.count == 1 && parameters.contains { $0.name == self.property(value[0]) }
    note(property, text(value), isOther: isName || isOther(value))
  }

  private func note(_ property: String, _ source: String, isOther: Bool, isCall: Bool = false) {
    guard changed[property]?.isOtherEachTime != true else { return }
    changed[property] = SwiftInitializer.Change(source: source, isOtherEachTime: isOther, isCall: isCall)
  }

  /// Whether an expression of an archived value has another value when it is read a second time: `balance * 100`, unlike
  /// `max(0, count)` and `name.lowercased()`.
  private func isOther(_ value: [ExprSyntax]) -> Bool {
    if value.count == 1, let prefixed = value[0].as(PrefixOperatorExprSyntax.self) {
      return ["!", "-", "~"].contains(prefixed.operator.text) && isParameter(prefixed.expression)
    }
    let finder = OtherValueFinder(viewMode: .sourceAccurate)
    for part in value { finder.walk(part) }
    return finder.isFound
  }

  // MARK: Names

  /// `self.name`, or `name` where no parameter hides it.
  private func property(_ expression: ExprSyntax) -> String? {
    if let member = expression.as(MemberAccessExprSyntax.self), member.base.map(isSelf) == true {
      return member.declName.baseName.plainName
    }
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.plainName
  }

  private func isSelf(_ expression: ExprSyntax) -> Bool {
    expression.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
  }

  private func parameter(of property: String) -> SwiftParameter? {
    parameters.first { $0.label == property || $0.name == property }
  }

  private func isItself(_ expression: ExprSyntax, _ parameter: SwiftParameter) -> Bool {
    isParameter(expression) && expression.plainText.filter { $0 != "`" } == parameter.name
  }

  private func isParameter(_ expression: ExprSyntax) -> Bool {
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.plainName else { return false }
    return !hidden.contains(name) && parameters.contains { $0.name == name }
  }

  private func names(in node: Syntax) -> Set<String> {
    Set(node.tokens(viewMode: .sourceAccurate).map(\.plainName))
  }

  private func parts(of expression: ExprSyntax) -> [ExprSyntax] {
    expression.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [expression]
  }

  private func text(_ value: [ExprSyntax]) -> String { value.map(\.plainText).joined(separator: " ") }
}

/// Looks for operators and calls whose result is another one each time that they are applied. Closures have their own values.
private final class OtherValueFinder: SyntaxVisitor {
  private(set) var isFound = false

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if Self.operators.contains(node.operator.text) { isFound = true }
    return .skipChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if Self.calls.contains(node.declName.baseName.plainName) { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // "Dr. \(name)"
    let texts = node.segments.compactMap { $0.as(StringSegmentSyntax.self)?.content.text }
    if node.segments.contains(where: { $0.is(ExpressionSegmentSyntax.self) }), texts.contains(where: { !$0.isEmpty }) {
      isFound = true
    }
    return .visitChildren
  }

  private static let operators: Set<String> = [
    "+", "-", "*", "/", "%", "^", "<<", ">>", "&+", "&-", "&*", "&<<", "&>>", "^^", "**",
  ]

  private static let calls: Set<String> = [
    "reversed", "appending", "shuffled", "advanced", "adding", "addingTimeInterval", "dropFirst", "dropLast", "negated",
  ]
}
