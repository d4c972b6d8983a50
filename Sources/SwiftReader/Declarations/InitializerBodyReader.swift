import ArchiveModel
import SwiftSyntax

/// Reads what the body of an initializer does with its parameters, as far as its own statements show it, also by way of
/// local constants and variables: not what functions do that it calls.
final class InitializerBodyReader: SyntaxVisitor {
  /// What properties get other than the parameter of their name.
  private(set) var changed: [String: SwiftInitializer.Change] = [:]
  /// The parameters that an initializer of the superclass gets as they are.
  private(set) var passedOn: Set<String> = []
  private(set) var callsSuperclass = false
  /// Changes of the properties of parameters, which may be other objects.
  private(set) var objectChanges: [SwiftInitializer.ObjectChange] = []
  private var names: InitializerNames
  /// The properties that get the parameter of their name as it is.
  private var exact: Set<String> = []
  /// The properties that get a value that is not empty, so that a list does not begin with what is added.
  private var filled: Set<String> = []

  init(_ body: CodeBlockSyntax, parameters: [SwiftParameter]) {
    names = InitializerNames(parameters: parameters, of: body)
    super.init(viewMode: .sourceAccurate)
    walk(body)
    // `self.id = UUID()` loses the archived value, unless something else is done with it: `add(id)`.
    let used = Set(names.references(in: body).filter { !$0.isProperty }.map(\.name))
    for (property, change) in changed {
      guard let parameter = names.parameter(of: property), !used.contains(parameter.name) else { continue }
      changed[property] = SwiftInitializer.Change(
        source: change.source, isOtherEachTime: true, isCall: change.isCall, isUnused: true)
    }
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  // MARK: Scopes

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
    names.beginScope()
    return .visitChildren
  }

  override func visitPost(_ node: CodeBlockSyntax) { names.endScope() }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    names.beginScope()
    declareElements(node.pattern, of: node.sequence)
    return .visitChildren
  }

  override func visitPost(_ node: ForStmtSyntax) { names.endScope() }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    names.beginScope()
    return .visitChildren
  }

  override func visitPost(_ node: WhileStmtSyntax) { names.endScope() }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    names.beginScope()
    walk(node.conditions)
    walk(node.body)
    names.endScope()
    // The names of the conditions are not known here.
    node.elseBody.map { walk($0) }
    return .skipChildren
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    names.beginScope()
    if let label = node.label.as(SwitchCaseLabelSyntax.self),
      let subject = node.ancestorOrSelf(mapping: { $0.as(SwitchExprSyntax.self) })?.subject
    {
      for item in label.caseItems { declareElements(item.pattern, of: subject) }
    }
    return .visitChildren
  }

  override func visitPost(_ node: SwitchCaseSyntax) { names.endScope() }

  // MARK: Local names

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let isVariable = node.bindingSpecifier.tokenKind == .keyword(.var)
    for binding in node.bindings {
      declare(binding.pattern, binding.initializer?.value)
      for name in PatternNames(in: binding.pattern).names { names.locals[name]?.isVariable = isVariable }
    }
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.initializer?.value { declare(node.pattern, value) }
    return .visitChildren
  }

  override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
    declareElements(node.pattern, of: node.initializer.value)
    return .visitChildren
  }

  private func declare(_ pattern: PatternSyntax, _ value: ExprSyntax?) {
    if let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName {
      let local = value.map { names.local($0.parts) }
      names.declare(name, local ?? InitializerNames.Local(origins: [], beginsEmpty: true))
    } else if let tuple = pattern.as(TuplePatternSyntax.self) {
      let values = value?.bare.as(TupleExprSyntax.self)?.elements.map(\.expression) ?? []
      for (number, element) in tuple.elements.enumerated() {
        declare(element.pattern, number < values.count ? values[number] : value)
      }
    }
  }

  /// Declares the names of a pattern for parts of a value.
  private func declareElements(_ pattern: PatternSyntax, of value: ExprSyntax) {
    var local = names.local(value.parts)
    local.parameter = nil
    for name in PatternNames(in: pattern).names { names.declare(name, local) }
  }

  // MARK: Assignments

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    guard elements.count > 2 else { return .visitChildren }
    let value = Array(elements.dropFirst(2))
    noteObjectChange(node)
    if elements[1].is(AssignmentExprSyntax.self) {
      if let targets = elements[0].as(TupleExprSyntax.self)?.elements {
        let values = value.count == 1 ? value[0].as(TupleExprSyntax.self)?.elements.map(\.expression) : nil
        for (number, target) in targets.enumerated() {
          assign(target.expression, values.map { number < $0.count ? $0[number].parts : [] } ?? value)
        }
      } else {
        assign(elements[0], value.count == 1 ? value[0].parts : value)
      }
    } else if let symbol = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text, symbol.hasSuffix("="),
      !["==", "!=", "<=", ">=", "===", "!=="].contains(symbol)
    {
      change(root(of: elements[0]), by: Syntax(node), adding: value)
    }
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    let call = node.ancestorOrSelf { $0.as(FunctionCallExprSyntax.self) }
    change(root(of: node.expression), by: call.map(Syntax.init) ?? Syntax(node))
    return .visitChildren
  }

  private func assign(_ target: ExprSyntax, _ value: [ExprSyntax]) {
    switch root(of: target) {
    case .local(let name, let isWhole):
      var local = names.local(value)
      for argument in target.as(SubscriptCallExprSyntax.self)?.arguments.map(\.expression) ?? [] {
        local.change = local.change ?? names.change(argument.parts, of: local.origins)
      }
      if !isWhole { local.parameter = nil }
      if isWhole, names.locals[name]?.origins.isEmpty == true, names.locals[name]?.beginsEmpty == true {
        names.locals[name] = local
      } else {
        names.join(name, local)
      }
    case .property(let property, let isWhole):
      guard let own = names.parameter(of: property) else { return }
      if isWhole, names.preferredParameter(of: value) == own.name {
        exact.insert(property)
        filled.insert(property)
        return
      }
      if !(isWhole && value.count == 1 && value[0].isEmptyValue) { filled.insert(property) }
      // Where another value takes its place in some cases, these are the same the next time.
      let change = names.change(value, of: [own.name])
      // `self.width = height` gives the property another argument. Where a condition decides that, it puts them in order.
      let isOther = change != nil || isWhole && names.preferredParameter(of: value) != nil && !isConditional(target)
      note(property, change ?? text(value), isOther: isOther)
    case nil: break
    }
  }

  /// Notes that a statement changes a variable or a property: `name += "!"`, `list.append(0)`.
  ///
  /// - Parameter added: the values that are added to the end.
  private func change(_ target: Target?, by node: Syntax, adding added: [ExprSyntax]? = nil, isCall: Bool = false) {
    switch target {
    case .local(let name, _):
      if isCall, names.locals[name]?.isVariable == false { return }
      var local = InitializerNames.Local(origins: names.origins(of: node), change: node.plainText)
      if let added, names.locals[name]?.beginsEmpty == true {
        let value = names.local(added)
        if !value.origins.isEmpty { local = .init(origins: value.origins, change: value.change) }
      }
      names.join(name, local)
    case .property(let property, _):
      // `self.items = []; for item in items { self.items.append(item) }`
      if let added, !filled.contains(property), let own = names.parameter(of: property)?.name,
        names.local(added).origins.contains(own)
      {
        let change = names.change(added, of: [own])
        return note(property, change ?? node.plainText, isOther: change != nil, isCall: isCall)
      }
      note(property, node.plainText, isOther: true, isCall: isCall)
    case nil: break
    }
  }

  private func note(_ property: String, _ source: String, isOther: Bool, isCall: Bool = false) {
    guard changed[property]?.isOtherEachTime != true else { return }
    changed[property] = SwiftInitializer.Change(source: source, isOtherEachTime: isOther, isCall: isCall)
  }

  // MARK: Calls

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else {
      return .visitChildren
    }
    let isSuper = base.is(SuperExprSyntax.self)
    if isSuper { passedOn.formUnion(node.arguments.compactMap { names.parameter($0.expression) }) }
    callsSuperclass = callsSuperclass || isSuper
    noteObjectChange(node, member)
    if isSuper || base.isSelf, member.declName.baseName.tokenKind == .keyword(.`init`) {
      passOn(node.arguments, toSuperclass: isSuper)
    } else if node.parent?.is(CodeBlockItemSyntax.self) == true, let target = root(of: base), target.isWhole {
      // `self.log.append("created")`
      let method = member.declName.baseName.plainName
      guard !Self.steadyMethods.contains(method) else { return .visitChildren }
      let added = method == "append" || method == "insert" && node.arguments.count == 1
      change(target, by: Syntax(node), adding: added ? node.arguments.map(\.expression) : nil, isCall: true)
    }
    return .visitChildren
  }

  /// Another initializer has its own way with what it gets. One of the superclass assigns the property that the label
  /// of its argument names: `super.init(title: "Width \(width)")` leaves `width` as it is.
  private func passOn(_ arguments: LabeledExprListSyntax, toSuperclass isSuper: Bool) {
    let asTheyAre = Set(arguments.compactMap { names.parameter($0.expression) })
    for argument in arguments {
      // `super.init(title: title, rank: 0)` beside a parameter `rank`.
      guard let label = argument.label?.plainName, let own = names.parameter(of: label), !exact.contains(label),
        names.parameter(argument.expression) != own.name,
        !names.origins(of: argument.expression).contains(own.name)
      else { continue }
      note(label, argument.expression.plainText, isOther: true)
    }
    for argument in arguments where names.parameter(argument.expression) == nil {
      let origins = names.origins(of: argument.expression)
      for parameter in names.parameters where origins.contains(parameter.name) && !asTheyAre.contains(parameter.name) {
        let property = parameter.label ?? parameter.name
        guard !exact.contains(property), !isSuper || argument.label?.plainName == property else { continue }
        let change = names.change(argument.expression.parts, of: [parameter.name])
        note(property, change ?? argument.expression.plainText, isOther: change != nil)
      }
    }
  }

  /// Methods that change nothing, or nothing more when they are called a second time.
  private static let steadyMethods: Set<String> = [
    "forEach", "formIntersection", "formUnion", "removeAll", "reserveCapacity", "round", "sort", "standardize",
    "subtract",
  ]

  // MARK: Other objects

  /// `account.balance += amount`, and `account.balance = amount`
  private func noteObjectChange(_ node: SequenceExprSyntax) {
    let elements = Array(node.elements)
    guard let (parameter, path) = member(elements[0]) else { return }
    if elements[1].is(AssignmentExprSyntax.self) {
      // `next = max(next, number)` gives the same each time, and so does `byName[name] = self` as a rule.
      let isSteady =
        elements[2].as(FunctionCallExprSyntax.self).map { ["max", "min"].contains($0.calledExpression.plainText) }
      guard isSteady != true, !elements[0].is(SubscriptCallExprSyntax.self), !isChecked(path, before: node) else {
        return
      }
    } else {
      guard let symbol = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text,
        Self.changingOperators.contains(symbol)
      else { return }
    }
    objectChanges.append(SwiftInitializer.ObjectChange(of: parameter, path: path, source: node.plainText))
  }

  /// `account.log.append(text)`
  private func noteObjectChange(_ node: FunctionCallExprSyntax, _ called: MemberAccessExprSyntax) {
    guard node.parent?.is(CodeBlockItemSyntax.self) == true, let base = called.base,
      let (parameter, path) = member(base)
    else { return }
    let label = node.arguments.first?.label?.plainName
    let isOther =
      switch called.declName.baseName.plainName {
      // Those of sets, `insert(text)` and `remove(text)`, change nothing more when they are called again.
      case "insert": node.arguments.count == 2
      case "remove": label == "at"
      case let method: Self.changingMethods.contains(method)
      }
    guard isOther, !isChecked(path, before: node) else { return }
    objectChanges.append(SwiftInitializer.ObjectChange(of: parameter, path: path, source: node.plainText))
  }

  private static let changingOperators: Set<String> = ["+=", "-=", "*=", "/=", "%=", "&+=", "&-=", "&*=", "^="]
  private static let changingMethods: Set<String> = [
    "append", "negate", "popFirst", "popLast", "removeFirst", "removeLast", "reverse", "shuffle", "swapAt", "toggle",
  ]

  /// Whether a condition looks at the property first: `if !account.log.contains(text) { account.log.append(text) }`.
  private func isChecked(_ path: [String], before node: some SyntaxProtocol) -> Bool {
    var conditions: [Syntax] = []
    var inner = Syntax(node)
    while let outer = inner.parent {
      if let condition = outer.as(IfExprSyntax.self)?.conditions { conditions.append(Syntax(condition)) }
      if let statement = outer.as(SwitchExprSyntax.self)?.subject { conditions.append(Syntax(statement)) }
      for statement in outer.as(CodeBlockItemListSyntax.self) ?? [] {
        if let checked = statement.item.as(GuardStmtSyntax.self)?.conditions { conditions.append(Syntax(checked)) }
      }
      inner = outer
    }
    return conditions.contains { $0.tokens(viewMode: .sourceAccurate).contains { $0.plainName == path.last } }
  }

  /// The parameter that an expression begins with, and the names of the properties that follow.
  private func member(_ expression: ExprSyntax) -> (parameter: String, path: [String])? {
    var path: [String] = []
    var rest = expression
    while true {
      if let chained = rest.as(OptionalChainingExprSyntax.self) {
        rest = chained.expression
      } else if let forced = rest.as(ForceUnwrapExprSyntax.self) {
        rest = forced.expression
      } else if let element = rest.as(SubscriptCallExprSyntax.self), path.isEmpty {
        rest = element.calledExpression
      } else if let member = rest.as(MemberAccessExprSyntax.self), let base = member.base {
        let name = member.declName.baseName.plainName
        if base.isSelf { return path.isEmpty ? nil : givenParameter(of: name).map { ($0, path) } }
        path.insert(name, at: 0)
        rest = base
      } else if let name = rest.as(DeclReferenceExprSyntax.self)?.baseName.plainName, !rest.isSelf, !path.isEmpty {
        return (names.parameter(rest) ?? (names.locals[name] == nil ? givenParameter(of: name) : nil)).map {
          ($0, path)
        }
      } else {
        return nil
      }
    }
  }

  /// The parameter that a property got as it is.
  private func givenParameter(of property: String) -> String? {
    exact.contains(property) ? names.parameter(of: property)?.name : nil
  }

  // MARK: Targets

  /// What a statement changes, whole or in a part.
  private enum Target {
    case local(String, isWhole: Bool)
    case property(String, isWhole: Bool)

    var isWhole: Bool {
      switch self {
      case .local(_, let isWhole), .property(_, let isWhole): isWhole
      }
    }
  }

  /// The local name, or the property that is `self.name`, or `name` where no parameter hides it.
  private func root(of expression: ExprSyntax, isWhole: Bool = true) -> Target? {
    if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
      if base.isSelf { return .property(member.declName.baseName.plainName, isWhole: isWhole) }
      return root(of: base, isWhole: false)
    }
    if let element = expression.as(SubscriptCallExprSyntax.self) {
      return root(of: element.calledExpression, isWhole: false)
    }
    if let chained = expression.as(OptionalChainingExprSyntax.self) {
      return root(of: chained.expression, isWhole: isWhole)
    }
    if let forced = expression.as(ForceUnwrapExprSyntax.self) { return root(of: forced.expression, isWhole: isWhole) }
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.plainName, !expression.isSelf else {
      return nil
    }
    if names.locals[name] != nil { return .local(name, isWhole: isWhole) }
    return names.parameters.contains { $0.name == name } ? nil : .property(name, isWhole: isWhole)
  }

  private func isConditional(_ node: ExprSyntax) -> Bool {
    let condition = node.ancestorOrSelf { node -> Syntax? in
      node.is(IfExprSyntax.self) || node.is(SwitchExprSyntax.self) || node.is(GuardStmtSyntax.self) ? Syntax(node) : nil
    }
    return condition != nil
  }

  private func text(_ value: [ExprSyntax]) -> String { value.map(\.plainText).joined(separator: " ") }
}
