import ArchiveModel
import SwiftSyntax

extension SwiftDeclarationReader {
  /// Notes the constants of a `let` that are texts, because they may be used as keys.
  mutating func noteConstants(_ variable: VariableDeclSyntax, in scope: Scope) {
    guard variable.bindingSpecifier.tokenKind == .keyword(.let) || variable.modifiers.areStatic else { return }
    for binding in variable.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName else { continue }
      var value = binding.initializer?.value
      if value == nil, case .getter(let body)? = binding.accessorBlock?.accessors, body.count == 1 {
        // The value is that of `static var key: String { "name" }`.
        switch body.first?.item {
        case .expr(let expression): value = expression
        case .stmt(let statement): value = statement.as(ReturnStmtSyntax.self)?.expression
        default: break
        }
      }
      if let text = value.flatMap({ TextReader.read($0) }) { file.constants[scope.qualified(name)] = text }
    }
  }

  /// Notes the texts of an enumeration's cases if its raw values are certainly texts.
  mutating func noteConstants(_ element: EnumCaseElementSyntax, of type: Int) {
    let declaration = file.types[type]
    let names = ["String", "Swift.String", "CodingKey", "Swift.CodingKey"]
    guard
      declaration.inherited.contains(where: { if case .named(let name, _) = $0 { names.contains(name) } else { false } }
      )
    else { return }
    let name = element.name.plainName
    let value = element.rawValue.map { TextReader.read($0.value) } ?? SwiftText([.literal(name)])
    if let value { file.constants["\(declaration.name).\(name)"] = value }
  }
}
