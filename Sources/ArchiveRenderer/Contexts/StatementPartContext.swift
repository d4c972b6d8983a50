import ArchivePlanner

/// Some values of a long type. Templates can only use their statements.
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

  /// Each function returns a tuple of calls, which is assigned at once: with constants in between, 400 properties take
  /// swiftc 5 to 24 s instead of 2. Values that are read in one of two ways stay in the initializer's body.
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
