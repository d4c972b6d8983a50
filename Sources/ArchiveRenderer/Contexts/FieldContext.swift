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
    case "key": return Word(entry.key)
    case "offset": return Word(entry.field.offset)
    case "modifiers": return Word(entry.modifiers)
    default: return parts.first { $0.name == name }?.value ?? false
    }
  }

  /// What the field's form has, by the names of templates.
  private var parts: [(name: String, value: Word)] {
    switch entry.field.form {
    case .scalar(let element): [("form", Word("scalar")), ("element", Word(element.spelling))]
    case .bits(let width, let element):
      [("form", Word("bits")), ("width", Word(width)), ("element", Word(element.spelling))]
    case .array(let dimensions, let element, let storage):
      [("form", Word("array")), ("element", Word(element.spelling))] + parts(dimensions) + parts(storage)
    case .text(let count, let encoding):
      [("form", Word("text")), ("count", Word(count)), ("encoding", Word(".\(encoding.rawValue)"))]
    case .record(let id): [("form", Word("record")), ("schema", Word(entry.names.schema(of: id)))]
    case .records(let dimensions, let id, let storage):
      [("form", Word("records")), ("schema", Word(entry.names.schema(of: id)))] + parts(dimensions) + parts(storage)
    case .pointer(let dimensions, let pointer): parts(of: pointer) + parts(dimensions)
    case .trailing(let target, let count):
      [
        ("form", Word("trailing")), ("element", Word(entry.names.spelling(of: target))),
        ("count", Word(count.spelling)),
      ]
    case .union(let tag, let cases):
      [("form", Word("union")), ("tag", Word(SwiftLiteral.string(tag))), ("cases", Word(cases))]
    }
  }

  private func parts(_ dimensions: [Int]) -> [(name: String, value: Word)] {
    dimensions.isEmpty ? [] : [("dimensions", Word(dimensions))]
  }

  private func parts(_ storage: ArrayStorage) -> [(name: String, value: Word)] {
    storage == .standard ? [] : [("storage", Word(storage.rawValue))]
  }

  private func parts(of pointer: SchemaPointer) -> [(name: String, value: Word)] {
    switch pointer.kind {
    case .target(let target, let count):
      let spelling = Word(entry.names.spelling(of: target))
      let counts = count.map { [("count", Word($0.spelling))] } ?? []
      if case .element = target { return [("form", Word("data")), ("element", spelling)] + counts }
      return [("form", Word("link")), ("schema", spelling)] + counts
    case .string(let encoding): return [("form", Word("string")), ("encoding", Word(".\(encoding.rawValue)"))]
    case .symbols(let symbols):
      return [("form", Word("symbol")), ("symbols", Word(symbols.map(entry.names.spelling).joined(separator: ", ")))]
    case .via(let functions):
      return [("form", Word("via")), ("pack", Word(functions.pack)), ("unpack", Word(functions.unpack))]
        + (functions.release.map { [("release", Word($0))] } ?? [])
    }
  }
}
