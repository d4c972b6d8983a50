/// A struct that represents a tuple in archives.
public struct TupleCoding: Sendable, Hashable {
  public let name: String
  public let isolation: CodedIsolation
  public let tuple: SwiftTypeUse
  /// The archived name. It has the tuple's labels only, because the types of the elements may change.
  public let archivedName: String
  public let values: [CodedValue]
  public let labels: [String?]

  public init(
    name: String, isolation: CodedIsolation, tuple: SwiftTypeUse, archivedName: String, values: [CodedValue],
    labels: [String?]
  ) {
    self.name = name
    self.isolation = isolation
    self.tuple = tuple
    self.archivedName = archivedName
    self.values = values
    self.labels = labels
  }
}
