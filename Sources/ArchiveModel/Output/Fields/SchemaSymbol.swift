/// A function that a function pointer may lead to.
public struct SchemaSymbol: Sendable, Hashable {
  public let name: String
  /// The record that the pointer is in, where it stands there, and how it is reached.
  public let record: Record.ID
  public let offset: Int
  public let path: [MemberStep]
  public let function: SwiftName

  public init(name: String, record: Record.ID, offset: Int, path: [MemberStep], function: SwiftName) {
    self.name = name
    self.record = record
    self.offset = offset
    self.path = path
    self.function = function
  }
}
