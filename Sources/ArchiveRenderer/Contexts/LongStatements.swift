import ArchiveModel

/// The statements for the values of one type. Those of a long type stand in functions of their own: each call that throws
/// has code behind it for all that is there by then, so that 1,000 in one body take swiftc quadratic time, at -O minutes.
enum LongStatements {
  /// Each value by itself, or some of a long list together.
  static func contexts(_ values: [CodedValue]) -> Any {
    guard values.count > LongList.mostElements else { return values.map(ValueContext.init) }
    return LongList.parts(of: values).enumerated().map { StatementPartContext(number: $0 + 1, values: $1) }
  }

  /// Of properties that a struct's initializer assigns. Only its own body may do so (no observer is called then), so the
  /// functions give back the values.
  static func initializing(_ values: [CodedValue]) -> Any {
    guard values.count > LongList.mostElements else { return values.map(ValueContext.init) }
    return [InitializedPartsContext(values: values)]
  }

  /// The constants for an initializer's arguments.
  static func constants(_ constants: [ConstantContext]) -> Any {
    guard constants.count > LongList.mostElements else { return constants }
    return tuples(of: constants).map { ConstantPartContext(constants: $0) }
  }

  /// What a function gives back is exploded where it is called: fewer than statements.
  static func tuples<Element>(of elements: [Element]) -> [ArraySlice<Element>] {
    stride(from: 0, to: elements.count, by: 50).map { elements[$0..<min($0 + 50, elements.count)] }
  }

  /// `func part1() throws { … }` and its call.
  static func function(_ name: String, _ statements: [String]) -> String {
    "func \(name)() throws {\n" + statements.map { "      \($0)\n" }.joined() + "    }\n    try \(name)()"
  }
}
