import ArchiveModel

extension SchemaLayout {
  /// The last argument of a schema: `layout: .of(CShop.order.self, "number:i32@0") { … }`, with the comma before it.
  var argument: String {
    guard let typeName else { return ",\n    layout: .of(\(text))" }
    // Records with pointers are unsafe in Swift's strict memory safety; the runtime's functions are marked so, too, so
    // that the word is right for every record.
    let start = ",\n    layout: unsafe .of(\(typeName).self, \(text)"
    if reads.count + constants.count > LongList.mostElements {
      return start + ") { reader, record in\n\(parts(typeName))    }"
    }
    let statements = self.statements(reader: reads.isEmpty ? "layout" : "$0", record: "$1", typeName)
    guard !statements.isEmpty else { return start + ")" }
    let parameters = reads.isEmpty ? " layout, _ in" : ""
    return start + ") {\(parameters)\n" + statements.map { "      \($0)\n" }.joined() + "    }"
  }

  private func statements(reader: String, record: String, _ typeName: String) -> [String] {
    reads.map {
      "unsafe "
        + ($0.isArray ? "\(reader).array(\(record), \\\(typeName).\($0.path))" : "\(reader)(\(record).\($0.path))")
    } + constants.map { "\(reader).constant(\($0.name), \($0.expression), \($0.value))" }
  }

  /// The statements in functions of their own, and the calls of these.
  private func parts(_ typeName: String) -> String {
    let parts = LongList.parts(of: statements(reader: "reader", record: "record", typeName))
    let functions = parts.enumerated().map { number, statements in
      "      @unsafe func part\(number + 1)(_ reader: inout ArchiveRuntime.LayoutReader, _ record: \(typeName)) {\n"
        + statements.map { "        \($0)\n" }.joined() + "      }\n"
    }
    return functions.joined() + parts.indices.map { "      unsafe part\($0 + 1)(&reader, record)\n" }.joined()
  }
}
