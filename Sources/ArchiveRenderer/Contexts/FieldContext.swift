import ArchiveModel
import Mustache

/// A field is printed whole, `{{.}}`; a template of one's own may take it apart.
///
/// A class, because swift-mustache copies what is not one at every look.
final class FieldContext: RenderContext, MustacheCustomRenderable {
  private let entry: FieldExpression

  init(_ entry: FieldExpression) { self.entry = entry }

  var renderText: String { entry.text }
  var isNull: Bool { false }

  static let names: [String: (any RenderContext.Type)?] = [
    "key": nil, "offset": nil, "form": nil, "element": nil, "width": nil, "dimensions": nil, "storage": nil,
    "count": nil, "encoding": nil, "schema": nil, "symbols": nil, "pack": nil, "unpack": nil, "release": nil,
    "tag": nil, "cases": nil, "modifiers": nil,
  ]

  func child(named name: String) -> Any? {
    guard Self.names[name] != nil else { return nil }
    switch name {
    case "key": return RenderedText(entry.key)
    case "offset": return RenderedText(entry.field.offset)
    case "modifiers": return RenderedText(entry.modifiers)
    default: return parts.first { $0.name == name }?.value ?? false
    }
  }

  /// What the field's form has, by the names of templates.
  private var parts: [(name: String, value: RenderedText)] {
    switch entry.field.form {
    case .scalar(let element): [("form", RenderedText("scalar")), ("element", RenderedText(element.spelling))]
    case .bits(let width, let element):
      [("form", RenderedText("bits")), ("width", RenderedText(width)), ("element", RenderedText(element.spelling))]
    case .array(let dimensions, let element, let storage):
      [("form", RenderedText("array")), ("element", RenderedText(element.spelling))] + parts(dimensions)
        + parts(storage)
    case .text(let count, let encoding):
      [
        ("form", RenderedText("text")), ("count", RenderedText(count)),
        ("encoding", RenderedText(".\(encoding.rawValue)")),
      ]
    case .record(let id): [("form", RenderedText("record")), ("schema", RenderedText(entry.names.schema(of: id)))]
    case .records(let dimensions, let id, let storage):
      [("form", RenderedText("records")), ("schema", RenderedText(entry.names.schema(of: id)))] + parts(dimensions)
        + parts(storage)
    case .pointer(let dimensions, let pointer): parts(of: pointer) + parts(dimensions)
    case .trailing(let target, let count):
      [
        ("form", RenderedText("trailing")), ("element", RenderedText(entry.names.spelling(of: target))),
        ("count", RenderedText(count.spelling)),
      ]
    case .union(let tag, let cases):
      [
        ("form", RenderedText("union")), ("tag", RenderedText(SwiftLiteral.string(tag))),
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
      if case .element = target { return [("form", RenderedText("data")), ("element", spelling)] + counts }
      return [("form", RenderedText("link")), ("schema", spelling)] + counts
    case .string(let encoding):
      return [("form", RenderedText("string")), ("encoding", RenderedText(".\(encoding.rawValue)"))]
    case .symbols(let symbols):
      return [
        ("form", RenderedText("symbol")),
        ("symbols", RenderedText(symbols.map(entry.names.spelling).joined(separator: ", "))),
      ]
    case .via(let functions):
      return [
        ("form", RenderedText("via")), ("pack", RenderedText(functions.pack)),
        ("unpack", RenderedText(functions.unpack)),
      ]
        + (functions.release.map { [("release", RenderedText($0))] } ?? [])
    }
  }
}
