import ArchivePlanner
import Mustache

/// An entry of a table. The built-in template prints it whole, as `{{.}}`, because 15,000 fields of three names each take
/// swift-mustache 220 ms; a user's template can print its parts.
///
/// An object, as `RenderedPart`.
final class FieldContext: RenderContext, MustacheCustomRenderable, MustacheParent {
  let entry: FieldExpression

  init(_ entry: FieldExpression) { self.entry = entry }

  var rendered: any MustacheParent { self }
  func child(named name: String) -> Any? { Self.tags[name]?.value(self) }

  var renderText: String { entry.text }
  var isNull: Bool { false }

  static let tags: Tags =
    [
      "form": .text { $0.entry.form },
      "arguments": .text { $0.entry.arguments },
      "modifiers": .text { $0.entry.modifiers },
      "key": .text { $0.entry.key },
      "formerKeys": .list { $0.entry.field.formerKeys.map { SwiftLiteral.string($0.written) } },
      "offset": .text { $0.entry.field.offset },
      "default": .optional { context in
        context.entry.field.defaultValue.map { $0.spelling(context.entry.names.standardLibrary) }
      },
      "isRequired": .flag { $0.entry.field.isRequired },
      "isWeak": .flag { $0.entry.field.pointer?.isWeak == true },
    ] + Dictionary(uniqueKeysWithValues: partNames.map { name in (name, .part(name)) })

  /// The names that only some forms of fields have.
  private static let partNames = [
    "element", "width", "dimensions", "storage", "count", "encoding", "schema", "symbols", "pack", "unpack", "release",
    "tag", "cases",
  ]

  /// The parts of the field's form, by their names in templates.
  fileprivate var parts: [(name: String, value: RenderedText)] {
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

extension TemplateTag<FieldContext> {
  fileprivate static func part(_ name: String) -> Self {
    Self(opened: nil) { context in present(context.parts.first { $0.name == name }?.value.renderText) }
  }
}
