public struct StructureCoding: Sendable, Hashable {
  public let type: CodedType
  public let values: [CodedValue]
  /// nil when every property is assigned by itself.
  public let initializer: InitializerCall?
  /// What is assigned behind the initializer, or all there is.
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
