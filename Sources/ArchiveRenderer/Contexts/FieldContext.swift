import ArchivePlanner
import Mustache

/// An entry of a table. The built-in template prints it whole, as `{{.}}`, because 15,000 fields of three names each take
/// swift-mustache 220 ms; a user's template can print its parts.
///
/// It is a class because swift-mustache copies structs at every lookup.
final class FieldContext: RenderContext, MustacheCustomRenderable {
  let entry: FieldExpression

  init(_ entry: FieldExpression) { self.entry = entry }

  var renderText: String { entry.text }
  var isNull: Bool { false }

  static let names: [String: (any RenderContext.Type)?] = [
    "form": nil, "arguments": nil, "modifiers": nil, "key": nil, "formerKeys": nil, "offset": nil, "element": nil,
    "width": nil, "dimensions": nil, "storage": nil, "count": nil, "encoding": nil, "schema": nil, "symbols": nil,
    "pack": nil, "unpack": nil, "release": nil, "tag": nil, "cases": nil, "default": nil, "isRequired": nil,
    "isWeak": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "form": RenderedText(entry.form)
    case "arguments": RenderedText(entry.arguments)
    case "modifiers": RenderedText(entry.modifiers)
    case "key": RenderedText(entry.key)
    case "formerKeys": list(entry.field.formerKeys.map { SwiftLiteral.string($0.written) })
    case "offset": RenderedText(entry.field.offset)
    case "default": present(entry.field.defaultValue.map { $0.spelling(entry.names.standardLibrary) })
    case "isRequired": entry.field.isRequired
    case "isWeak": entry.field.pointer?.isWeak == true
    default: Self.names[name] == nil ? nil : parts.first { $0.name == name }?.value ?? false
    }
  }

  /// The parts of the field's form, by their names in templates.
  private var parts: [(name: String, value: RenderedText)] {
    switch entry.field.form {
    case .scalar(let element): [("element", RenderedText(element.spelling))]
    case .bits(let width, let element):
      [("width", RenderedText(width)), ("element", RenderedText(element.spelling))]
    case .array(let dimensions, let element, let storage):
      [("element", RenderedText(element.spelling))] + parts(dimensions)
        + parts(storage)
    case .text(let count, let encoding):
      [
        ("count", RenderedText(count)),
        ("encoding", RenderedText(".\(encoding.rawValue)")),
      ]
    case .record(let id): [("schema", RenderedText(entry.names.schema(of: id)))]
    case .records(let dimensions, let id, let storage):
      [("schema", RenderedText(entry.names.schema(of: id)))] + parts(dimensions)
        + parts(storage)
    case .pointer(let dimensions, let pointer): parts(of: pointer) + parts(dimensions)
    case .trailing(let target, let count):
      [
        ("element", RenderedText(entry.names.spelling(of: target))),
        ("count", RenderedText(count.spelling)),
      ]
    case .union(let tag, let cases):
      [
        ("tag", RenderedText(SwiftLiteral.string(tag))),
        ("cases", RenderedText(cases)),
      ]
    }
  }

  private func parts(_ dimensions: [Int]) -> [(name: String, value: RenderedText)] {
    dimensions.isEmpty ? [] : [("dimensions", RenderedText(dimensions))]
  }

  private func parts(_ storage: ArrayStorage) -> [(name: String, value: RenderedText)] {
    storage == .standard ? [] : [("storage", RenderedText(storage.rawValue))]
  }

  private func parts(of pointer: SchemaPointer) -> [(name: String, value: RenderedText)] {
    switch pointer.kind {
    case .target(let target, let count):
      let spelling = RenderedText(entry.names.spelling(of: target))
      let counts = count.map { [("count", RenderedText($0.spelling))] } ?? []
      if case .element = target { return [("element", spelling)] + counts }
      return [("schema", spelling)] + counts
    case .string(let encoding):
      return [("encoding", RenderedText(".\(encoding.rawValue)"))]
    case .symbols(let symbols):
      return [
        ("symbols", RenderedText(symbols.map(entry.names.spelling).joined(separator: ", ")))
      ]
    case .via(let functions):
      return [
        ("pack", RenderedText(functions.pack)),
        ("unpack", RenderedText(functions.unpack)),
      ]
        + (functions.release.map { [("release", RenderedText($0))] } ?? [])
    }
  }
}
