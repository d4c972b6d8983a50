extension SwiftType {
  /// The type as written in source, for messages, and for code that repeats unresolved types.
  public var spelled: String {
    switch self {
    case .named(let name, let arguments):
      arguments.isEmpty ? name : "\(name)<\(arguments.map(\.spelled).joined(separator: ", "))>"
    case .optional(let wrapped): wrapped.grouped + "?"
    case .implicitlyUnwrapped(let wrapped): wrapped.grouped + "!"
    case .array(let element): "[\(element.spelled)]"
    case .dictionary(let key, let value): "[\(key.spelled): \(value.spelled)]"
    case .tuple(let elements):
      "(" + elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.spelled }.joined(separator: ", ") + ")"
    case .any(let protocols): "any " + protocols.map(\.spelled).joined(separator: " & ")
    case .some(let type): "some " + type.spelled
    case .composition(let types): types.map(\.spelled).joined(separator: " & ")
    case .function(let text), .other(let text): text
    }
  }

  /// The type in parentheses if something can follow it only then.
  private var grouped: String {
    switch self {
    case .any, .some, .composition: "(\(spelled))"
    default: spelled
    }
  }
}
