/// One Swift file, for one header.
public struct GeneratedFile: Sendable {
  public let name: String
  /// The header's name below the folder that was given.
  public let source: String
  public let module: String
  /// The runtime and the headers' module.
  public let imports: [GeneratedImport]
  /// 32 or 64, and the byte order for which the offsets hold.
  public let pointerBits: Int
  public let byteOrder: String
  public let triple: String
  public let nestedTypes: [NestedType]
  /// Schemas of records that have no conformance of their own: unnamed ones, and those from other headers.
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
