/// A string expression of literals and constants: `"MVName"`, `Keys.name.rawValue`, `prefix + "Name"`.
public struct SwiftText: Sendable, Hashable {
  public enum Part: Sendable, Hashable {
    case literal(String)
    case constant(ConstantName)
  }

  /// A constant as written: `Keys.name.rawValue`.
  public struct ConstantName: Sendable, Hashable {
    public var names: [String]
    /// Whether the type is inferred by the compiler: `.name`.
    public var isImplicit: Bool

    public init(_ names: [String], isImplicit: Bool = false) {
      self.names = names
      self.isImplicit = isImplicit
    }
  }

  public var parts: [Part]

  public init(_ parts: [Part]) { self.parts = parts }
}
