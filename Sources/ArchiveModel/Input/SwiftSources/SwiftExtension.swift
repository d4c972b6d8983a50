/// The parts of an `extension` that affect generated code.
public struct SwiftExtension: Sendable, Equatable {
  /// The extended type's name as written.
  public var name: String
  public var inherited: [SwiftType]
  /// The text of the `where` clause without the keyword. The extension's members exist only if it holds.
  public var whereClause: String?
  public var initializers: [SwiftInitializer]
  public var methods: [MethodSignature]
  /// The calls in its methods for `NSCoder`, if there are any.
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
