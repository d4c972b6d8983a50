import Foundation

extension SchemaValue: CustomStringConvertible {
  /// The value in readable form: `12`, `"text"`, `[1, 2]`, `{x: 1}`, `NULL`.
  public var description: String {
    switch self {
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let text): "\"\(text)\""
    case .list(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
    case .record(let fields):
      "{" + fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
    case .node(nil), .null: "NULL"
    case .node(let index?): "node \(index + 1)"
    case .enumerationCase(let name, let values): values.isEmpty ? name : "\(name)(\(SchemaValue.record(values)))"
    case .dictionary(let entries): "\(entries)"
    }
  }

  /// The value for JSON; numbers beyond JSON's range are strings.
  fileprivate var json: Any {
    switch self {
    case .integer(let value): NSNumber(value: value)
    case .unsigned(let value): NSNumber(value: value)
    case .real(let value): value.isFinite ? NSNumber(value: value) : "\(value)"
    case .text(let text): text
    case .list(let elements): elements.map(\.json)
    case .record(let fields): fields.mapValues(\.json)
    case .node(nil), .null: NSNull()
    case .node(let index?): ["node": index + 1]
    case .enumerationCase(let name, let values): [name: values.mapValues(\.json)]
    case .dictionary(let entries): entries.map { [$0.key.json, $0.value.json] }
    }
  }
}

extension SchemaGraph {
  /// Sorted by key, so that equal values have equal texts.
  public var json: String {
    var document: [String: Any] = ["root": root.mapValues(\.json)]
    if !nodes.isEmpty { document["nodes"] = nodes.map { ["type": $0.type, "fields": $0.fields.mapValues(\.json)] } }
    let data = try? JSONSerialization.data(
      withJSONObject: document, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return (data.map { String(decoding: $0, as: UTF8.self) } ?? "{}") + "\n"
  }
}
