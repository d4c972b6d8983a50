import ArchiveModel

extension SchemaLayout {
  /// The last argument of a schema: `layout: .of(CShop.order.self, "number:i32@0") { … }`, with the comma before it.
  var argument: String {
    guard let typeName else { return ",\n    layout: .of(\(text))" }
    let statements =
      reads.map { $0.isArray ? "$0.array($1, \\\(typeName).\($0.path))" : "$0($1.\($0.path))" }
      + constants.map { "$0.constant(\($0.name), \($0.expression), \($0.value))" }
    let start = ",\n    layout: .of(\(typeName).self, \(text)"
    guard !statements.isEmpty else { return start + ")" }
    let unused = reads.isEmpty ? ["_ = $1"] : []
    return start + ") {\n" + (statements + unused).map { "      \($0)\n" }.joined() + "    }"
  }
}
