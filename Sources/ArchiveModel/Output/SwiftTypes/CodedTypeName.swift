/// The name of a type in archives. It includes generic arguments, as Swift prints them: `Box<Int>`.
public struct CodedTypeName: Sendable, Hashable {
  public let name: String
  public let parameters: [String]

  public init(_ name: String, parameters: [String] = []) {
    self.name = name
    self.parameters = parameters
  }
}
