import ArchiveModel

extension SchemaField {
  /// The field as an element of a schema's list: `.array("samples", [4, 4], of: .i16, at: 8).required()`.
  ///
  /// One value for the template and not a dozen: swift-mustache takes a microsecond for every tag, and a set of headers
  /// has tens of thousands of fields.
  var expression: String { constructor + modifiers }

  private var constructor: String {
    switch form {
    case .scalar(let element): ".scalar(\(key), \(element.spelling), at: \(offset))"
    case .bits(let width, let element): ".bits(\(key), \(width), of: \(element.spelling), at: \(offset))"
    case .array(let dimensions, let element, let storage):
      ".array(\(key), \(dimensions), of: \(element.spelling), at: \(offset)\(storage.argument))"
    case .text(let count, let encoding): ".text(\(key), \(count), \(encoding), at: \(offset))"
    case .record(let schema): ".record(\(key), \(schema), at: \(offset))"
    case .records(let dimensions, let schema, let storage):
      ".records(\(key), \(dimensions), of: \(schema), at: \(offset)\(storage.argument))"
    case .link(let dimensions, let schema, let count):
      ".link(\(key)\(dimensions.argument), to: \(schema)\(count.argument), at: \(offset))"
    case .data(let dimensions, let element, let count):
      ".data(\(key)\(dimensions.argument), of: \(element.spelling)\(count.argument), at: \(offset))"
    case .string(let dimensions, let encoding): ".string(\(key)\(dimensions.argument), \(encoding), at: \(offset))"
    case .symbol(let dimensions, let symbols):
      ".symbol(\(key)\(dimensions.argument), \(LongList.literal(symbols, of: "ArchiveRuntime.SymbolSchema")), at: \(offset))"
    case .via(let dimensions, let pack, let unpack, let release):
      // Closures, because a function's own name is not `@Sendable` in Swift 5 mode.
      ".via(\(key)\(dimensions.argument), at: \(offset), pack: { try unsafe RuntimeInterface.called(\(pack)($0)) }, unpack: { try unsafe RuntimeInterface.called(\(unpack)($0)) }\(release.map { ", release: { unsafe \($0)($0) }" } ?? ""))"
    case .trailing(let target, let count): ".trailing(\(key), of: \(target.spelling), count: \(count), at: \(offset))"
    case .union(let tag, let cases): ".union(\(key), tag: \(tag), cases: \(cases))"
    }
  }

  /// What follows the constructor: `.was("old").default(1)`.
  var modifiers: String {
    var text = ""
    if !earlierKeys.isEmpty { text += ".was(\(earlierKeys.joined(separator: ", ")))" }
    if let defaultValue { text += ".default(\(defaultValue))" }
    if isRequired { text += ".required()" }
    if !validValues.isEmpty { text += ".closed(\(validValues))" }
    if isWeak { text += ".weak()" }
    if let container { text += ".container(\(container.schema), at: \(container.offset))" }
    for condition in conditions {
      text += ".\(condition.isExclusion ? "unless" : "when")(\(condition.tag), \(condition.values))"
    }
    return text
  }
}

extension SchemaField.ArrayStorage {
  fileprivate var argument: String { self == .standard ? "" : ", as: .\(rawValue)" }
}

extension [Int] {
  /// Of an array of pointers; a single one has none.
  fileprivate var argument: String { isEmpty ? "" : ", \(self)" }
}

extension String? {
  fileprivate var argument: String { map { ", count: \($0)" } ?? "" }
}

extension Schema {
  /// The arguments before the fields: `"order", size: 48, alignment: 8, version: 2, was: ["purchase"]`.
  var arguments: String {
    var text = name.map { "\($0), " } ?? ""
    text += "size: \(size), alignment: \(alignment)"
    if let version { text += ", version: \(version)" }
    if !earlierNames.isEmpty { text += ", was: [\(earlierNames.joined(separator: ", "))]" }
    if !removedKeys.isEmpty { text += ", removed: [\(removedKeys.joined(separator: ", "))]" }
    return text
  }
}

extension Schema {
  /// The list of fields. A template of one's own may make it of `fields`, or of `parts` where there are many.
  var table: String {
    guard fields.count > LongList.mostElements else {
      return "[\n" + fields.map { "      \($0.expression),\n" }.joined() + "    ]"
    }
    let parts = LongList.parts(of: fields)
    let functions = parts.enumerated().map { number, fields in
      "      func part\(number + 1)() -> [ArchiveRuntime.FieldSchema] {\n        [\n"
        + fields.map { "          \($0.expression),\n" }.joined() + "        ]\n      }\n"
    }
    return "{\n" + functions.joined() + "      var fields: [ArchiveRuntime.FieldSchema] = []\n"
      + parts.indices.map { "      fields += part\($0 + 1)()\n" }.joined() + "      return fields\n    }()"
  }
}
