/// A struct that stands for a tuple in archives.
public struct TupleCoding: Sendable, Hashable {
  public let name: String
  public let isolation: CodedIsolation
  public let tuple: SwiftTypeUse
  /// The labels, which a tuple is known by where its elements' types may change.
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
