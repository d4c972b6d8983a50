import ArchiveModel
import ArchivePlanner

extension ValuePlace {
  var spelling: String {
    switch self {
    case .property(let name, let object, let isUnsafe):
      "\(isUnsafe ? "unsafe " : "")\(object.spelling).\(SwiftLiteral.identifier(name))"
    case .element(let step): "self.value." + [step].spelling
    case .value(let number): "value\(number)"
    // The name must differ from the generated function's own constants.
    case .argument(let name):
      ["decoder", "made", "key", "encoder", "row"].contains(name) ? name + "_" : SwiftLiteral.identifier(name)
    case .name(let name): name
    }
  }
}

extension ValuePlace.Object {
  fileprivate var spelling: String {
    switch self {
    case .own: "self"
    case .made: "made"
    }
  }
}

extension ValueWrapping {
  /// The expression that is archived for `value`.
  func wrapped(_ value: String) -> String {
    switch self {
    case .none: value
    case .record: "ArchiveRuntime.ArchivedRecord(\(value))"
    case .wrapper(let type, _): "\(type.spelling)(\(value))"
    case .map(let inner): "\(value).map { \(inner.wrapped("$0")) }"
    case .mapValues(let inner): "\(value).mapValues { \(inner.wrapped("$0")) }"
    }
  }

  /// The text after the decoded value.
  var suffix: String {
    switch self {
    case .none: ""
    case .record: ".record"
    case .wrapper: ".value"
    case .map(let inner): ".map { $0\(inner.suffix) }"
    case .mapValues(let inner): ".mapValues { $0\(inner.suffix) }"
    }
  }
}

extension SourceExpression {
  var spelling: String {
    switch self {
    case .source(let text): text
    case .text(let text): SwiftLiteral.string(text)
    }
  }
}

extension PlaceholderValue {
  var spelling: String {
    switch self {
    case .null: "nil"
    case .emptyList: "[]"
    case .emptyDictionary: "[:]"
    }
  }
}

extension CodedTypeName {
  /// A literal that interpolates the generic parameters: `"Box<\(T.self)>"`.
  var spelling: String {
    guard !parameters.isEmpty else { return SwiftLiteral.string(name) }
    let names = parameters.map { "\\(\($0).self)" }.joined(separator: ", ")
    return "\"\(SwiftLiteral.escaped(name))<\(names)>\""
  }

  /// Of a generic type: its names without arguments, and the arguments, as a call takes them.
  func genericNames(formerly formerNames: [String]) -> String? {
    if parameters.isEmpty { return nil }
    let names = ([name] + formerNames).map(SwiftLiteral.string).joined(separator: ", ")
    return "[\(names)], [\(parameters.map { "\($0).self" }.joined(separator: ", "))]"
  }
}

extension GeneratedAccess {
  /// The keyword with a space, as it precedes a declaration.
  var prefix: String { self == .internal ? "" : rawValue + " " }
}

extension SwiftIsolation {
  /// The attribute or modifier with a space, as it precedes a declaration.
  var prefix: String {
    switch self {
    case .none: "nonisolated "
    case .actor(let name): "@\(name) "
    }
  }
}

extension InitializerCall.Argument {
  var spelling: String {
    let text =
      switch value {
      case .constant(let place): place.spelling
      case .placeholder(let value): value.spelling
      }
    return label.prefix + text
  }
}

extension String? {
  /// The label of an argument with its colon: `name: `; empty if there is none.
  var prefix: String { map { "\(SwiftLiteral.argumentLabel($0)): " } ?? "" }
}
