/// The migration of a C record from earlier versions: `version(2), migrate(update)`.
public struct SchemaMigration: Sendable, Hashable {
  public enum Call: Sendable, Hashable {
    /// A method in the app's extension of the type.
    case method(String)
    /// A function of the headers.
    case function(SwiftName, Signature)
  }

  /// The variable parts of the signature `void f(struct order *, int)`.
  public struct Signature: Sendable, Hashable {
    /// Whether it returns an `int`, of which any value but 0 means failure.
    public let returnsCode: Bool
    /// The record of the third parameter, as which the archive is read a second time.
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
