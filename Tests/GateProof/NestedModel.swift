import ArchiveModel
import SchemaInterpreter

/// What a random struct becomes if some of its properties are those of a struct inside it, under a key that another release may
/// have for something else.
struct NestedModel {
  let schema: ArchivedSchema
  private let inner: Set<String>
  private let key: String

  /// - Parameter seed: decides which properties are inside, and under which key.
  init(_ schema: ArchivedSchema, _ seed: UInt64) {
    let keys = (schema["Model"]?.entries ?? []).map(\.key)
    let inner = Set(keys.enumerated().filter { (seed >> UInt64($0.offset)) % 2 == 1 }.map(\.element))
    (self.inner, key) = (inner, ["k0", "k1", "inside"][Int(seed >> 8) % 3])
    guard !inner.isEmpty else {
      self.schema = schema
      return
    }
    var own = ArchivedEntry(key: key, form: ArchivedForm(.value(type: "Inner"), isOptional: (seed >> 10) % 3 == 0))
    own.isRequired = !own.form.isOptional && (seed >> 12) % 2 == 1
    self.schema = ArchivedSchema(
      types: schema.types.flatMap { type -> [ArchivedType] in
        guard type.name == "Model" else { return [type] }
        var outer = type
        outer.entries = type.entries.filter { !inner.contains($0.key) && $0.key != own.key } + [own]
        return [
          outer,
          ArchivedType(name: "Inner", kind: .structure, entries: type.entries.filter { inner.contains($0.key) }),
        ]
      })
  }

  /// - Parameter fields: the values of the struct without a struct inside.
  func nested(_ fields: [String: SchemaValue], isNil: Bool) -> [String: SchemaValue] {
    guard let own = schema["Inner"].flatMap({ _ in schema["Model"]?[key] }) else { return fields }
    var outer = fields.filter { !inner.contains($0.key) }
    outer[key] = own.form.isOptional && isNil ? .null : .record(fields.filter { inner.contains($0.key) })
    return outer
  }
}
