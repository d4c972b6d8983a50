import ArchivePlanner

/// The statements for the values of one type. For a long type they are split into functions: after each throwing call
/// the compiler adds cleanup code for all values so far, so 1,000 calls in one body take swiftc minutes at -O.
enum LongStatements {
  /// A context for each value; for a long list, a context for each function.
  static func contexts(_ values: [CodedValue]) -> Any {
    guard values.count > LongList.mostElements else { return values.map(\.rendered) }
    return LongList.parts(of: values).enumerated().map { StatementPartContext(number: $0 + 1, values: $1).rendered }
  }

  /// The properties that a struct's initializer assigns. Only its own body can initialise them (without calling
  /// observers), so the functions return the values.
  static func initializing(_ values: [CodedValue]) -> Any {
    guard values.count > LongList.mostElements else { return values.map(\.rendered) }
    return [InitializedPartsContext(values: values).rendered]
  }

  /// The constants for the arguments of an initializer.
  static func constants(_ constants: [ConstantContext]) -> Any {
    guard constants.count > LongList.mostElements else { return constants.map(\.rendered) }
    return tuples(of: constants).map { ConstantPartContext(constants: $0).rendered }
  }

  /// The elements in groups that a function returns as tuples. The groups are smaller than those of statements, because
  /// the call site takes each tuple apart.
  static func tuples<Element>(of elements: [Element]) -> [ArraySlice<Element>] {
    stride(from: 0, to: elements.count, by: 50).map { elements[$0..<min($0 + 50, elements.count)] }
  }

  /// The statements for all values as one text, because swift-mustache takes a microsecond for each value of a list, and
  /// most of a file are these.
  static func text(_ values: [CodedValue], _ statement: (CodedValue) -> String) -> String? {
    let lines =
      values.count > LongList.mostElements
      ? LongList.parts(of: values).enumerated().map {
        StatementPartContext(number: $0 + 1, values: $1).function(statement)
      }
      : values.map(statement)
    return lines.isEmpty ? nil : lines.joined(separator: "\n    ")
  }

  /// The statements for the properties that a struct's initializer assigns as one text.
  static func initializingText(_ values: [CodedValue]) -> String? {
    values.count > LongList.mostElements
      ? InitializedPartsContext(values: values).text(\.decodeExpression, \.decodeStatement)
      : text(values, \.decodeStatement)
  }

  /// The source of a function, `func part1() throws { … }`, and of its call.
  static func function(_ name: String, _ statements: [String]) -> String {
    "func \(name)() throws {\n" + statements.map { "      \($0)\n" }.joined() + "    }\n    try \(name)()"
  }
}
