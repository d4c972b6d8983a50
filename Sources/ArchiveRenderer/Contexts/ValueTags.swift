import ArchiveModel
import ArchivePlanner

extension CodedValue: RenderContext {
  static let tags: Tags = [
    "key": .text { $0.keyLiteral },
    "encode": .text { $0.encodeStatement },
    "decode": .text { $0.decodeStatement },
    "target": .text { $0.target.spelling },
    "source": .text { $0.sourceExpression },
    "codableEncode": .text { $0.codableEncodeStatement },
    "codableDecode": .text { $0.codableDecodeStatement },
    "secureEncode": .text { $0.secureEncodeStatement },
  ]

  /// Decoded values as arguments: `radius: value0, value1`.
  static func arguments(_ labels: [String?], _ values: [CodedValue]) -> String {
    zip(labels, values).map { $0.prefix + $1.target.spelling }.joined(separator: ", ")
  }
}

extension TemplateTag {
  /// The statements for the values of a type, as `LongStatements` gives them.
  static func statements(_ contexts: @escaping @Sendable (Context) -> Any) -> Self {
    Self(opened: CodedValue.self, value: contexts)
  }

  /// The constants for the arguments of an initializer.
  static func constants(_ constants: @escaping @Sendable (Context) -> [InitializerCall.Constant]) -> Self {
    Self(opened: ConstantContext.self) { LongStatements.constants(constants($0).map(ConstantContext.init)) }
  }
}

/// A local constant with a decoded value: for an initializer's argument, a case's value or a tuple's element.
struct ConstantContext: RenderContext {
  let type: SwiftTypeUse
  let value: CodedValue

  init(_ constant: InitializerCall.Constant) { (type, value) = (constant.type, constant.value) }
  init(_ value: CodedValue) { (type, self.value) = (value.type, value) }

  static let tags: Tags = [
    "name": .text { $0.value.target.spelling },
    "type": .text { $0.type.spelling },
    "decode": .text { $0.value.decodeStatement },
    "isBranching": .flag { $0.value.isBranching },
    "codableDecode": .text { $0.value.codableDecodeStatement },
  ]
}

extension InitializerCall {
  /// The arguments of the call: `name: name, age: age`.
  var argumentText: String { arguments.map(\.spelling).joined(separator: ", ") }
}

/// Some values of a long type. Templates can only use their statements.
struct StatementPartContext: RenderContext {
  let number: Int
  let values: ArraySlice<CodedValue>

  static let tags: Tags =
    CodedValue.tags.withoutValues() + [
      "encode": .text { $0.function(\.encodeStatement) },
      "decode": .text { $0.function(\.decodeStatement) },
      "codableEncode": .text { $0.function(\.codableEncodeStatement) },
      "codableDecode": .text { $0.function(\.codableDecodeStatement) },
      "secureEncode": .text { $0.function(\.secureEncodeStatement) },
    ]

  func function(_ statement: (CodedValue) -> String) -> String {
    LongStatements.function("archivedPart\(number)", values.map(statement))
  }
}

/// All values of a long struct, for the body of its initializer.
struct InitializedPartsContext: RenderContext {
  let values: [CodedValue]

  static let tags: Tags =
    CodedValue.tags.withoutValues() + [
      "decode": .text { $0.text(\.decodeExpression, \.decodeStatement) },
      "codableDecode": .text { $0.text(\.codableDecodeExpression, \.codableDecodeStatement) },
    ]

  /// Each function returns a tuple of calls, which is assigned at once: with constants in between, 400 properties take
  /// swiftc 5 to 24 s instead of 2. Values that are read in one of two ways are assigned after these.
  func text(_ expression: (CodedValue) -> String, _ statement: (CodedValue) -> String) -> String {
    let parts = LongStatements.tuples(of: values.filter { !$0.isBranching })
    let functions = parts.enumerated().map { number, part in
      let name = "archivedPart\(number + 1)"
      let types = part.map(\.type.spelling).joined(separator: ", ")
      return "func \(name)() throws -> (\(types)) {\n      (\n"
        + part.map { "        \(expression($0))" }.joined(separator: ",\n") + "\n      )\n    }\n"
        + "    (\(part.map(\.target.spelling).joined(separator: ", "))) = try \(name)()"
    }
    // When all others have a value, functions may assign those that keep an initial value: in one body, 800 properties take
    // swiftc -O 14 s instead of 7, because every call that throws is followed by code for all properties so far.
    let isKept = { (value: CodedValue) in value.fallback == .initialValue && !value.isObserved }
    let kept = LongList.parts(of: values.filter(isKept)).enumerated().map { number, part in
      LongStatements.function("archivedPart\(functions.count + number + 1)", part.map(statement))
    }
    return (functions + values.filter { $0.isBranching && !isKept($0) }.map(statement) + kept).joined(
      separator: "\n    ")
  }
}

/// Some of the constants for an initializer with many arguments.
struct ConstantPartContext: RenderContext {
  let constants: ArraySlice<ConstantContext>

  static let tags: Tags =
    ConstantContext.tags.withoutValues() + [
      "decode": .text { $0.text(\.decodeStatement) },
      "codableDecode": .text { $0.text(\.codableDecodeStatement) },
    ]

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
