import ArchiveModel
@testable import ArchivePlanner

let int32 = ElementType(.integer(bits: 32, isSigned: true)) ?? .byte
let float64 = ElementType(.floating(.double, size: 8)) ?? .byte

/// One file with the conformance of one record.
func model(of schema: Schema) -> RenderModel {
  RenderModel(files: [
    GeneratedFile(
      name: "s+Archive.swift", source: "s.h", module: "C", imports: [], pointerBits: 64, byteOrder: "little",
      triple: "t", privateSchemas: [],
      conformances: [Conformance(typeName: SwiftName(.member("C"), "s"), isPlain: false, schema: schema)],
      mirrors: [])
  ])
}

func model(of fields: [SchemaField]) -> RenderModel {
  model(of: Schema(name: "s", size: 8, alignment: 8, fields: fields, names: SchemaNames()))
}

extension SchemaField.Form {
  /// A pointer to the record with this tag.
  static func link(to tag: String, _ dimensions: [Int] = [], count: ElementCount? = nil) -> Self {
    .pointer(dimensions: dimensions, SchemaPointer(.target(.record(Record.ID(tag)), count)))
  }

  static func data(_ element: ElementType, _ dimensions: [Int] = [], count: ElementCount? = nil) -> Self {
    .pointer(dimensions: dimensions, SchemaPointer(.target(.element(element), count)))
  }

  static func via(_ pack: String, _ unpack: String, _ release: String? = nil, _ dimensions: [Int] = []) -> Self {
    .pointer(
      dimensions: dimensions, SchemaPointer(.via(PointerFunctions(pack: pack, unpack: unpack, release: release))))
  }
}

extension ElementCount {
  static func of(_ keys: String..., times factor: Int = 1) -> ElementCount {
    ElementCount(keys: keys, factor: factor, isBytes: false)
  }

  static func bytes(_ keys: String...) -> ElementCount { ElementCount(keys: keys, factor: 1, isBytes: true) }
}
