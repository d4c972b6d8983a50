/// A struct that represents a value of protocol type.
public struct ExistentialCoding: Sendable, Hashable {
  public let name: String
  public let isolation: CodedIsolation
  /// `any Shape`
  public let type: SwiftTypeUse
  /// The conforming types that can be archived.
  public let types: [SwiftName]

  public init(name: String, isolation: CodedIsolation, type: SwiftTypeUse, types: [SwiftName]) {
    self.name = name
    self.isolation = isolation
    self.type = type
    self.types = types
  }
}
