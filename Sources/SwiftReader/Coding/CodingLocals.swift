import SwiftSyntax

/// The names that a function's code has declared so far.
struct CodingLocals {
  /// The expressions that define them.
  private(set) var values: [String: ExprSyntax] = [:]
  /// Names for a part of their expression: a loop's element, or a case's value.
  private(set) var parts: Set<String> = []
  private var declared: Set<String> = []

  func isDeclared(_ name: String) -> Bool { declared.contains(name) }

  mutating func declare(_ name: String) {
    declared.insert(name)
    values[name] = nil
  }

  mutating func define(_ name: String, _ value: ExprSyntax, isWhole: Bool) {
    declared.insert(name)
    values[name] = value
    if isWhole { parts.remove(name) } else { parts.insert(name) }
  }

  /// The locals without one name, for the expression that defines it: `let name = name`.
  func without(_ name: String) -> CodingLocals {
    var others = self
    others.values[name] = nil
    others.declared.remove(name)
    return others
  }
}

/// The places where names of a function's locals stand as values.
final class LocalReferences: SyntaxVisitor {
  private let names: Set<String>
  private var found: [DeclReferenceExprSyntax] = []

  static func all(in expression: ExprSyntax, _ names: some Sequence<String>) -> [DeclReferenceExprSyntax] {
    let finder = LocalReferences(Set(names))
    finder.walk(expression)
    return finder.found
  }

  private init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ reference: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember = reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id == reference.id
    if !isMember, names.contains(reference.baseName.plainName) { found.append(reference) }
    return .skipChildren
  }
  override func visit(_ closure: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
