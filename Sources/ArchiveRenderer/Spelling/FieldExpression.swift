import ArchiveModel
import ArchivePlanner

/// A field as an element of a schema's list: `.array("samples", [4, 4], of: .i16, at: 8).required()`.
struct FieldExpression {
  let field: SchemaField
  let names: SchemaNames

  /// The whole entry.
  var text: String { ".\(form)(\(arguments))\(modifiers)" }

  var key: String { SwiftLiteral.string(field.key) }

  /// The runtime's constructor: `array`.
  var form: String {
    switch field.form {
    case .scalar: "scalar"
    case .bits: "bits"
    case .array: "array"
    case .text: "text"
    case .record: "record"
    case .records: "records"
    case .trailing: "trailing"
    case .union: "union"
    case .pointer(_, let pointer):
      switch pointer.kind {
      case .target(.element, _): "data"
      case .target: "link"
      case .string: "string"
      case .symbols: "symbol"
      case .via: "via"
      }
    }
  }

  /// The arguments of the constructor: `"samples", [4, 4], of: .i16, at: 8`.
  var arguments: String {
    let offset = field.offset
    switch field.form {
    case .scalar(let element): return "\(key), \(element.spelling), at: \(offset)"
    case .bits(let width, let element): return "\(key), \(width), of: \(element.spelling), at: \(offset)"
    case .array(let dimensions, let element, let storage):
      return "\(key), \(dimensions), of: \(element.spelling), at: \(offset)\(storage.argument)"
    case .text(let count, let encoding): return "\(key), \(count), .\(encoding.rawValue), at: \(offset)"
    case .record(let id): return "\(key), \(names.schema(of: id)), at: \(offset)"
    case .records(let dimensions, let id, let storage):
      return "\(key), \(dimensions), of: \(names.schema(of: id)), at: \(offset)\(storage.argument)"
    case .pointer(let dimensions, let pointer): return arguments(of: pointer, dimensions)
    case .trailing(let target, let count):
      return "\(key), of: \(names.spelling(of: target)), count: \(count.spelling), at: \(offset)"
    case .union(let tag, let cases): return "\(key), tag: \(SwiftLiteral.string(tag)), cases: \(cases)"
    }
  }

  private func arguments(of pointer: SchemaPointer, _ dimensions: [Int]) -> String {
    // A single pointer has no dimensions.
    let lead = dimensions.isEmpty ? key : "\(key), \(dimensions)"
    let offset = field.offset
    switch pointer.kind {
    case .target(let target, let count):
      let count = count.map { ", count: \($0.spelling)" } ?? ""
      if case .element(let element) = target {
        return "\(lead), of: \(element.spelling)\(count), at: \(offset)"
      }
      return "\(lead), to: \(names.spelling(of: target))\(count), at: \(offset)"
    case .string(let encoding): return "\(lead), .\(encoding.rawValue), at: \(offset)"
    case .symbols(let symbols):
      let list = LongList.literal(symbols.map(names.spelling), of: "RuntimeInterface.Symbol")
      return "\(lead), \(list), at: \(offset)"
    case .via(let functions):
      // Closures, because a function's own name is not `@Sendable` in Swift 5 mode.
      let release = functions.release.map { ", release: { unsafe \($0)($0) }" } ?? ""
      let all = [functions.pack, functions.unpack, functions.release].compactMap(\.self).joined(separator: ", ")
      return
        "\(lead), at: \(offset), \(SwiftLiteral.string(all)), pack: { try unsafe RuntimeInterface.called(\(functions.pack)($0)) }, unpack: { try unsafe RuntimeInterface.called(\(functions.unpack)($0)) }\(release)"
    }
  }

  /// The calls after the constructor: `.was("old").default(1)`.
  var modifiers: String {
    var text = ""
    // The order is kept; consecutive keys of one kind share a call.
    var former = field.formerKeys[...]
    while let first = former.first {
      let keys = former.prefix { $0.isFromRoot == first.isFromRoot }
      let list = keys.map { SwiftLiteral.string($0.text) }.joined(separator: ", ")
      text += ".was(\(first.isFromRoot ? "fromRoot: " : "")\(list))"
      former = former.dropFirst(keys.count)
    }
    if let value = field.defaultValue { text += ".default(\(value.spelling(names.standardLibrary)))" }
    if field.isRequired { text += ".required()" }
    if !field.validValues.isEmpty { text += ".closed(\(field.validValues))" }
    if field.pointer?.isWeak == true { text += ".weak()" }
    if let container = field.container {
      text += ".container(\(names.schema(of: container.node)), at: \(container.offset))"
    }
    for condition in field.conditions {
      text +=
        ".\(condition.isExclusion ? "unless" : "when")(\(SwiftLiteral.string(condition.tag)), \(condition.values))"
    }
    if let group = field.group { text += ".grouped(\(SwiftLiteral.string(group.key)), at: \(group.position))" }
    return text
  }
}

extension SchemaNames {
  func schema(of record: Record.ID) -> String { records[record]?.spelling ?? "" }

  /// An element type, or a reference to a schema.
  func spelling(of target: PointerTarget) -> String {
    switch target {
    case .element(let element): element.spelling
    case .record(let id): schema(of: id)
    case .cell(let cell): cells[cell.archivedName]?.spelling ?? ""
    }
  }

  func spelling(of symbol: SchemaSymbol) -> String {
    let type = types[symbol.record]?.spelling ?? ""
    return
      ".init(\(SwiftLiteral.string(symbol.name)), in: \(type).self, at: \(symbol.offset)) { unsafe RuntimeInterface.assign(&$0.\(symbol.path.spelling), \(symbol.function.spelling)) }"
  }
}

extension SchemaReference {
  fileprivate var spelling: String {
    switch self {
    case .ofType(let name): name.spelling + ".archiveSchema"
    case .ofFile(let name): "Schemas." + SwiftLiteral.identifier(name)
    }
  }
}

extension ElementCount {
  /// `.of("width", "height", times: 4)`, `.of("used", capacity: "room")`, `.bytes("length", plus: 1)`, `.terminated("name")`.
  var spelling: String {
    if let terminator {
      let arguments =
        [terminator.key.map(SwiftLiteral.string), terminator.value == 0 ? nil : "by: \(terminator.value)"]
      return ".terminated(\(arguments.compactMap(\.self).joined(separator: ", ")))"
    }
    let times =
      (factor == 1 && !keys.isEmpty ? [] : ["times: \(factor)"]) + (more == 0 ? [] : ["plus: \(more)"])
      + (mayBeNull ? ["orNull: true"] : [])
    let room =
      capacity.map {
        ["capacity: \(SwiftLiteral.string($0))"] + (capacityMore == 0 ? [] : ["less: \(capacityMore)"])
          + (unit == 1 ? [] : ["each: \(unit)"])
      } ?? []
    return ".\(isBytes ? "bytes" : "of")(\((keys.map(SwiftLiteral.string) + times + room).joined(separator: ", ")))"
  }
}

extension DefaultLiteral {
  func spelling(_ standardLibrary: SwiftName.Module) -> String {
    switch self {
    case .truth(let value): return "\(value)"
    case .integer(let isNegative, let magnitude):
      let literal = "\(isNegative && magnitude > 0 ? "-" : "")\(magnitude)"
      // Swift types an integer literal as `Int` unless a type is given.
      guard !isNegative, magnitude > UInt64(Int64.max) else { return literal }
      return "\(literal) as \(SwiftName(standardLibrary, "UInt64").spelling)"
    case .floating(let value): return "\(value)"
    case .text(let text): return SwiftLiteral.string(text)
    }
  }
}

extension ArrayStorage {
  fileprivate var argument: String { self == .standard ? "" : ", as: .\(rawValue)" }
}

extension SchemaMigration {
  /// `.init("order", to: 2, CShop.order.self) { try unsafe RuntimeInterface.updated($0.update(from: $1, $2)) }`
  fileprivate var expression: String {
    let former =
      formerNames.isEmpty ? "" : ", was: [\(formerNames.map(SwiftLiteral.string).joined(separator: ", "))]"
    let own = "\(SwiftLiteral.string(name))\(former), to: \(version)"
    return update.map { ".init(\(own), \($0.typeName.spelling).self) { \($0.call.body) }" } ?? ".init(\(own))"
  }
}

extension SchemaMigration.Call {
  fileprivate var body: String {
    switch self {
    case .method(let name):
      return "try unsafe RuntimeInterface.updated($0.\(SwiftLiteral.identifier(name))(from: $1, $2))"
    case .function(let function, let signature):
      let result = signature.returnsCode ? "updated(code: " : "updated("
      // The version is lower than the current one, but a damaged archive may have any number.
      let call = "try unsafe RuntimeInterface.\(result)\(function.spelling)(&$0, .init(clamping: $1)"
      guard let former = signature.former else { return "_ = $2; \(call)))" }
      return "var former = try $2.decode(\(former.spelling).self); \(call), &former))"
    }
  }
}

extension Schema {
  /// The fields with the names that they use.
  var entries: [FieldExpression] { fields.map { FieldExpression(field: $0, names: names) } }

  /// The arguments before the fields: `"order", size: 48, alignment: 8, version: 2, was: ["purchase"]`.
  var arguments: String {
    var text = name.map { "\(SwiftLiteral.string($0)), " } ?? ""
    text += "size: \(size), alignment: \(alignment)"
    if let version { text += ", version: \(version)" }
    if !formerNames.isEmpty { text += ", was: [\(formerNames.map(SwiftLiteral.string).joined(separator: ", "))]" }
    if !removedKeys.isEmpty { text += ", removed: [\(removedKeys.map(SwiftLiteral.string).joined(separator: ", "))]" }
    if !identity.isEmpty { text += ", identity: [\(identity.map(SwiftLiteral.string).joined(separator: ", "))]" }
    if let migration { text += ", migration: \(migration.expression)" }
    return text
  }
}

extension ElementType {
  /// The runtime's element type: `.u16`, `.complex(.f64)`, `.x87(storage: 12)`.
  var spelling: String {
    switch shape {
    case .single: laneSpelling
    case .complex: ".complex(\(laneSpelling))"
    case .vector(let lanes): ".vector(\(laneSpelling), \(lanes), storage: \(size))"
    }
  }

  private var laneSpelling: String {
    guard let row = ElementTable.row(of: number) else { return "" }
    if case .bitInt(let bits, _) = number { return ".\(row.member)(\(bits), storage: \(laneSize))" }
    return laneSize == row.size ? "." + row.member : ".\(row.member)(storage: \(laneSize))"
  }
}
