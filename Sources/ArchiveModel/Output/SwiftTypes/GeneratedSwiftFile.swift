/// One generated Swift file, for the Swift types of one source file.
public struct GeneratedSwiftFile: Sendable, Hashable {
  public let name: String
  /// The source's name relative to the given folder.
  public let source: String
  /// The imported modules: the runtime first, the others sorted.
  public let imports: [GeneratedImport]
  public let structures: [StructureCoding]
  public let enumerations: [EnumerationCoding]
  public let rawValues: [RawValueCoding]
  public let classes: [ClassCoding]
  public let tuples: [TupleCoding]
  public let existentials: [ExistentialCoding]

  public init(
    name: String, source: String, imports: [GeneratedImport], structures: [StructureCoding] = [],
    enumerations: [EnumerationCoding] = [], rawValues: [RawValueCoding] = [], classes: [ClassCoding] = [],
    tuples: [TupleCoding] = [], existentials: [ExistentialCoding] = []
  ) {
    self.name = name
    self.source = source
    self.imports = imports
    self.structures = structures
    self.enumerations = enumerations
    self.rawValues = rawValues
    self.classes = classes
    self.tuples = tuples
    self.existentials = existentials
  }
}
