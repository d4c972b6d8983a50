/// The actor isolation of generated declarations.
public struct CodedIsolation: Sendable, Hashable {
  /// The isolation of the extension or struct, if generated code states it.
  public let declaration: SwiftIsolation?
  /// The actor of isolated conformances to the runtime's protocols.
  public let conformance: String?
  /// Whether the compiler infers the isolation of conformances. It does so from the methods in the extension, which
  /// therefore needs a method for each protocol.
  public let isInferred: Bool

  public init(declaration: SwiftIsolation? = nil, conformance: String? = nil, isInferred: Bool = false) {
    self.declaration = declaration
    self.conformance = conformance
    self.isInferred = isInferred
  }
}
