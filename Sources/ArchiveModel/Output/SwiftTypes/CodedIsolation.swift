/// To which actor generated code says that its declarations belong.
public struct CodedIsolation: Sendable, Hashable {
  /// Of the extension or struct, where it says so itself.
  public let declaration: SwiftIsolation?
  /// The actor of the protocols that it conforms to, where their conformances are isolated.
  public let conformance: String?
  /// Whether the compiler is to infer the isolation of the conformances. It looks at the methods in the extension, so
  /// every protocol has to have one there.
  public let isInferred: Bool

  public init(declaration: SwiftIsolation? = nil, conformance: String? = nil, isInferred: Bool = false) {
    self.declaration = declaration
    self.conformance = conformance
    self.isInferred = isInferred
  }
}
