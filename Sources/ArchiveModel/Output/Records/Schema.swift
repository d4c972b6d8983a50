/// The arguments of a `RecordSchema`.
public struct Schema: Sendable {
  /// The archived name; nil for a schema that is only used inside others.
  public let name: String?
  public let size: Int
  public let alignment: Int
  public let version: Int?
  /// Former archived names.
  public let formerNames: [String]
  /// Keys of fields that were removed on purpose.
  public let removedKeys: [String]
  public let migration: SchemaMigration?
  public let fields: [SchemaField]
  /// The names of the records and functions that the fields refer to.
  public let names: SchemaNames
  /// The layout that the runtime compares with the header that is compiled in.
  public let layout: SchemaLayout?

  public init(
    name: String?, size: Int, alignment: Int, version: Int? = nil, formerNames: [String] = [],
    removedKeys: [String] = [], migration: SchemaMigration? = nil, fields: [SchemaField],
    names: SchemaNames = SchemaNames(), layout: SchemaLayout? = nil
  ) {
    self.name = name
    self.size = size
    self.alignment = alignment
    self.version = version
    self.formerNames = formerNames
    self.removedKeys = removedKeys
    self.migration = migration
    self.fields = fields
    self.names = names
    self.layout = layout
  }
}
