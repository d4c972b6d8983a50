/// What brings a C record of an earlier version up to date: `version(2), migrate(update)`.
public struct SchemaMigration: Sendable, Hashable {
  public enum Call: Sendable, Hashable {
    /// A method that the app has in an extension of the type.
    case method(String)
    /// A function of the headers.
    case function(SwiftName, Signature)
  }

  /// `void f(struct order *, int)`, with what may be otherwise.
  public struct Signature: Sendable, Hashable {
    /// It returns an `int`: anything but 0 is a failure.
    public let returnsCode: Bool
    /// The record that the archive is read as once more, for the third parameter.
    public let former: SwiftName?

    public init(returnsCode: Bool, former: SwiftName?) {
      self.returnsCode = returnsCode
      self.former = former
    }
  }

  /// The type's name in archives.
  public let name: String
  public let formerNames: [String]
  public let version: Int
  public let typeName: SwiftName
  public let call: Call

  public init(name: String, formerNames: [String], version: Int, typeName: SwiftName, call: Call) {
    self.name = name
    self.formerNames = formerNames
    self.version = version
    self.typeName = typeName
    self.call = call
  }
}
