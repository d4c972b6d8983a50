/// What an `extension` adds that generated code has to know of.
public struct SwiftExtension: Sendable, Equatable {
  /// The extended type's name as it is written.
  public var name: String
  public var inherited: [SwiftType]
  /// The text of a `where` clause, without the word: what it adds is there only then.
  public var whereClause: String?
  public var initializers: [SwiftInitializer]
  public var methods: [MethodSignature]
  /// What methods for `NSCoder` say, if it has any.
  public var coding: SwiftCoding?
  public var location: SourceLocation

  public init(
    name: String, inherited: [SwiftType] = [], whereClause: String? = nil, initializers: [SwiftInitializer] = [],
    methods: [MethodSignature] = [], location: SourceLocation
  ) {
    self.name = name
    self.inherited = inherited
    self.whereClause = whereClause
    self.initializers = initializers
    self.methods = methods
    self.location = location
  }
}
