import ArchiveModel

extension SwiftTypeUse {
  var spelling: String {
    switch self {
    case .named(let name, let arguments):
      arguments.isEmpty
        ? name.spelling : "\(name.spelling)<\(arguments.map(\.spelling).joined(separator: ", "))>"
    case .written(let type): type.spelled
    case .optional(let wrapped): wrapped.groupedSpelling + "?"
    case .array(let element): "[\(element.spelling)]"
    case .dictionary(let key, let value): "[\(key.spelling): \(value.spelling)]"
    case .tuple(let elements):
      "(" + elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.spelling }.joined(separator: ", ") + ")"
    case .existential(let protocols): "any " + protocols.map(\.spelled).joined(separator: " & ")
    }
  }

  /// The type, in parentheses where a suffix would otherwise apply to the last protocol only.
  var groupedSpelling: String {
    if case .existential = self { "(\(spelling))" } else { spelling }
  }
}
