import ArchiveModel

extension SchemaLayout {
  /// The last argument of a schema: `layout: .of(CShop.order.self, "number:i32@0") { … }`, with the comma before it.
  var argument: String {
    guard let typeName else { return ",\n    layout: .of(\(text))" }
    // Records with pointers are unsafe in Swift's strict memory safety; the runtime's functions are marked so, too, so
    // that the word is right for every record.
    let statements =
      reads.map { "unsafe " + ($0.isArray ? "$0.array($1, \\\(typeName).\($0.path))" : "$0($1.\($0.path))") }
      + constants.map { "\(reads.isEmpty ? "layout" : "$0").constant(\($0.name), \($0.expression), \($0.value))" }
    let start = ",\n    layout: unsafe .of(\(typeName).self, \(text)"
    guard !statements.isEmpty else { return start + ")" }
    let parameters = reads.isEmpty ? " layout, _ in" : ""
    return start + ") {\(parameters)\n" + statements.map { "      \($0)\n" }.joined() + "    }"
  }
}
