/// A function that a function pointer may point to.
public struct SchemaSymbol: Sendable, Hashable {
  public let name: String
  /// The record that contains the pointer, the pointer's offset in it, and the path to it.
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
