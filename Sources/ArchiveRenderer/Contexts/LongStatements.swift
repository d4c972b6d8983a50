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
  fileprivate static func tuples<Element>(of elements: [Element]) -> [ArraySlice<Element>] {
    stride(from: 0, to: elements.count, by: 50).map { elements[$0..<min($0 + 50, elements.count)] }
  }

  /// `func part1() throws { … }` and its call.
  fileprivate static func function(_ name: String, _ statements: [String]) -> String {
    "func \(name)() throws {\n" + statements.map { "      \($0)\n" }.joined() + "    }\n    try \(name)()"
  }
}

/// Some of a long type's values. A template sees their statements only.
struct StatementPartContext: RenderContext {
  let number: Int
  let values: ArraySlice<CodedValue>

  static let names = ValueContext.names

  func child(named name: String) -> Any? {
    let statement: (CodedValue) -> String
    switch name {
    case "encode": statement = \.encodeStatement
    case "decode": statement = \.decodeStatement
    case "codableEncode": statement = \.codableEncodeStatement
    case "codableDecode": statement = \.codableDecodeStatement
    case "secureEncode": statement = \.secureEncodeStatement
    default: return Self.names[name] == nil ? nil : false
    }
    return RenderedText(LongStatements.function("archivedPart\(number)", values.map(statement)))
  }
}

/// All values of a long struct, for the body of its initializer.
struct InitializedPartsContext: RenderContext {
  let values: [CodedValue]

  static let names = ValueContext.names

  func child(named name: String) -> Any? {
    switch name {
    case "decode": RenderedText(text(\.decodeExpression, \.decodeStatement))
    case "codableDecode": RenderedText(text(\.codableDecodeExpression, \.codableDecodeStatement))
    default: Self.names[name] == nil ? nil : false
    }
  }

  /// Each function is one tuple of calls, assigned at once: with constants in between, 400 properties take swiftc 5 to 24 s
  /// in place of 2. What is read in one of two ways stays in the initializer's body.
  private func text(_ expression: (CodedValue) -> String, _ statement: (CodedValue) -> String) -> String {
    let parts = LongStatements.tuples(of: values.filter { !$0.isBranching })
    let functions = parts.enumerated().map { number, part in
      let name = "archivedPart\(number + 1)"
      let types = part.map(\.type.spelling).joined(separator: ", ")
      return "func \(name)() throws -> (\(types)) {\n      (\n"
        + part.map { "        \(expression($0))" }.joined(separator: ",\n") + "\n      )\n    }\n"
        + "    (\(part.map(\.target.spelling).joined(separator: ", "))) = try \(name)()"
    }
    return (functions + values.filter(\.isBranching).map(statement)).joined(separator: "\n    ")
  }
}

/// Some of the constants for an initializer with many arguments.
struct ConstantPartContext: RenderContext {
  let constants: ArraySlice<ConstantContext>

  static let names = ConstantContext.names

  func child(named name: String) -> Any? {
    switch name {
    case "isBranching": false
    case "decode": RenderedText(text(\.decodeStatement))
    case "codableDecode": RenderedText(text(\.codableDecodeStatement))
    default: Self.names[name] == nil ? nil : false
    }
  }

  private func text(_ statement: (CodedValue) -> String) -> String {
    let names = constants.map(\.value.target.spelling).joined(separator: ", ")
    let lines = constants.flatMap { constant in
      constant.value.isBranching
        ? ["let \(constant.value.target.spelling): \(constant.type.spelling)", statement(constant.value)]
        : ["let \(statement(constant.value))"]
    }
    return "(\(names)) = try { () throws -> (\(constants.map(\.type.spelling).joined(separator: ", "))) in\n"
      + (lines + ["return (\(names))"]).map { "      \($0)\n" }.joined() + "    }()"
  }
}
