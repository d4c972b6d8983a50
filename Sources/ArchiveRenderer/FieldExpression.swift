import ArchiveModel

extension SchemaField {
  /// The field as an element of a schema's list: `.array("samples", [4, 4], of: .i16, at: 8).required()`.
  ///
  /// One value for the template and not a dozen: swift-mustache takes a microsecond for every tag, and a set of headers
  /// has tens of thousands of fields.
  var expression: String { constructor + modifiers }

  private var constructor: String {
    switch form {
    case .scalar(let element): ".scalar(\(key), \(element), at: \(offset))"
    case .bits(let width, let element): ".bits(\(key), \(width), of: \(element), at: \(offset))"
    case .array(let dimensions, let element, let storage):
      ".array(\(key), \(dimensions), of: \(element), at: \(offset)\(storage.argument))"
    case .text(let count, let encoding): ".text(\(key), \(count), \(encoding), at: \(offset))"
    case .record(let schema): ".record(\(key), \(schema), at: \(offset))"
    case .records(let dimensions, let schema, let storage):
      ".records(\(key), \(dimensions), of: \(schema), at: \(offset)\(storage.argument))"
    }
  }

  /// What follows the constructor: `.was("old").default(1)`.
  var modifiers: String {
    var text = ""
    if !earlierKeys.isEmpty { text += ".was(\(earlierKeys.joined(separator: ", ")))" }
    if let defaultValue { text += ".default(\(defaultValue))" }
    if isRequired { text += ".required()" }
    if !validValues.isEmpty { text += ".closed(\(validValues))" }
    return text
  }
}

extension SchemaField.ArrayStorage {
  fileprivate var argument: String { self == .standard ? "" : ", as: .\(rawValue)" }
}

extension Schema {
  /// The arguments before the fields: `"order", size: 48, alignment: 8, version: 2, was: ["purchase"]`.
  var arguments: String {
    var text = name.map { "\($0), " } ?? ""
    text += "size: \(size), alignment: \(alignment)"
    if let version { text += ", version: \(version)" }
    if !earlierNames.isEmpty { text += ", was: [\(earlierNames.joined(separator: ", "))]" }
    return text
  }
}
