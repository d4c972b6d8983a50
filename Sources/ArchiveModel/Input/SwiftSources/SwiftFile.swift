public struct SwiftFile: Sendable, Equatable {
  public var path: String
  /// The imported modules.
  public var imports: [String]
  /// All types at any nesting, each before the types inside it.
  public var types: [SwiftTypeDeclaration]
  public var extensions: [SwiftExtension]
  /// The type aliases by qualified name, without generic ones.
  public var aliases: [String: SwiftType]
  /// The constants with string values by qualified name, including cases with string raw values.
  public var constants: [String: SwiftText] = [:]
  /// The class names that the file's code sets on Foundation's coders.
  public var classNames: [SwiftClassName] = []
  /// The lines that have annotations, by number.
  public var annotationLines: [Int: String] = [:]
  /// Whether the file has a syntax error. Its types must not be used then.
  public var hasSyntaxErrors: Bool

  public init(
    path: String, imports: [String] = [], types: [SwiftTypeDeclaration] = [], extensions: [SwiftExtension] = [],
    aliases: [String: SwiftType] = [:], hasSyntaxErrors: Bool = false
  ) {
    self.path = path
    self.imports = imports
    self.types = types
    self.extensions = extensions
    self.aliases = aliases
    self.hasSyntaxErrors = hasSyntaxErrors
  }
}
