public struct StructureCoding: Sendable, Hashable {
  public let type: CodedType
  public let values: [CodedValue]
  /// nil if all properties are assigned one by one.
  public let initializer: InitializerCall?
  /// The values that are assigned after the initializer; without one, all values.
  public let assigned: [CodedValue]
  public let migrations: [CodedMigration]
  public let validations: [String]

  public init(
    type: CodedType, values: [CodedValue], initializer: InitializerCall?, assigned: [CodedValue],
    migrations: [CodedMigration], validations: [String]
  ) {
    self.type = type
    self.values = values
    self.initializer = initializer
    self.assigned = assigned
    self.migrations = migrations
    self.validations = validations
  }
}
