import ArchiveModel
import ArchivePlanner

/// A property of a type with columns: its place in `archivedColumns`, and how it is written and read.
struct ColumnPropertyContext: RenderContext {
  let index: Int
  let value: CodedValue
  let isNumber: Bool

  static let tags: Tags = [
    "property": .text { $0.property },
    "encode": .text { $0.encodeStatement },
    "decode": .text { $0.decodeStatement },
    "name": .text { $0.value.target.spelling },
    "type": .text { $0.value.type.spelling },
    "isBranching": .flag { $0.value.isBranching },
  ]

  /// An element of `archivedColumns`.
  private var property: String {
    let keys = ([value.key] + value.formerKeys.map(\.text)).map(SwiftLiteral.string).joined(separator: ", ")
    let isRequired =
      switch value.fallback {
      case .none: !value.type.isOptional
      case .required: true
      case .initialValue, .expression: false
      }
    let required = isRequired == value.type.isOptional ? ", isRequired: \(isRequired)" : ""
    return "ArchiveRuntime.ColumnProperty(\(value.type.expression).self, \(keys)\(required))"
  }

  private var encodeStatement: String {
    guard case .property(let name, _, let isUnsafe)? = value.source else { return "" }
    let property = SwiftLiteral.identifier(name)
    if isNumber { return "try encoder.encode(forKey: \(value.keyLiteral), \\.\(property))" }
    return "try encoder.encode(forKey: \(value.keyLiteral)) { \(isUnsafe ? "unsafe " : "")$0.\(property) }"
  }

  private var decodeStatement: String {
    let target = value.target.spelling
    let read = "\(target) = try row.decode(\(value.type.expression).self, \(index))"
    return switch value.fallback {
    case .none, .required: read
    case .initialValue: "if row.has(\(index)) { \(read) }"
    case .expression(let other): "if row.has(\(index)) { \(read) } else { \(target) = \(other.spelling) }"
    }
  }
}

extension ColumnPropertyContext {
  /// - Parameters:
  ///   - read: the values to be read.
  ///   - values: all values in the order of their columns.
  ///   - numberKeys: the keys of those that are copied from memory.
  static func contexts(
    _ read: [CodedValue], among values: [CodedValue], numberKeys: Set<String> = []
  ) -> [ColumnPropertyContext] {
    let places = Dictionary(values.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    return read.compactMap { value in
      places[value.key].map { ColumnPropertyContext(index: $0, value: value, isNumber: numberKeys.contains(value.key)) }
    }
  }
}

extension StructureCoding {
  var columns: [ColumnPropertyContext] { contexts(values) }
  var columnConstants: [ColumnPropertyContext] { contexts((initializer?.constants ?? []).map(\.value)) }
  var columnAssigned: [ColumnPropertyContext] { contexts(assigned) }

  private func contexts(_ read: [CodedValue]) -> [ColumnPropertyContext] {
    ColumnPropertyContext.contexts(read, among: values, numberKeys: numberKeys)
  }
}

extension ClassCoding {
  var columns: [ColumnPropertyContext] { contexts(values) }
  var columnConstants: [ColumnPropertyContext] { contexts(initializer.constants.map(\.value)) }
  var columnAssigned: [ColumnPropertyContext] { contexts(assigned) }
  var columnLinks: [ColumnPropertyContext] { contexts(connected) }
  /// The links that make their objects rows, too.
  var ownedLinks: [ColumnPropertyContext] { contexts(connected.filter { $0.call != .conditional }) }

  private func contexts(_ read: [CodedValue]) -> [ColumnPropertyContext] {
    ColumnPropertyContext.contexts(read, among: values)
  }
}
