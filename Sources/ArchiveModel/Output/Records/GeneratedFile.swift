/// One generated Swift file, for one header.
public struct GeneratedFile: Sendable {
  public let name: String
  /// The header's name relative to the given folder.
  public let source: String
  public let module: String
  /// The imports of the runtime and the headers' module.
  public let imports: [GeneratedImport]
  /// 32 or 64. Together with the byte order it identifies the platforms for which the offsets are valid.
  public let pointerBits: Int
  public let byteOrder: String
  public let triple: String
  public let nestedTypes: [NestedType]
  /// The schemas of records without a conformance: unnamed records, and records of other headers.
  public let privateSchemas: [PrivateSchema]
  public let conformances: [Conformance]
  public let mirrors: [RecordMirror]

  public init(
    name: String, source: String, module: String, imports: [GeneratedImport], pointerBits: Int, byteOrder: String,
    triple: String, nestedTypes: [NestedType] = [],
    privateSchemas: [PrivateSchema], conformances: [Conformance], mirrors: [RecordMirror]
  ) {
    self.name = name
    self.source = source
    self.module = module
    self.imports = imports
    self.pointerBits = pointerBits
    self.byteOrder = byteOrder
    self.triple = triple
    self.nestedTypes = nestedTypes
    self.privateSchemas = privateSchemas
    self.conformances = conformances
    self.mirrors = mirrors
  }
}
