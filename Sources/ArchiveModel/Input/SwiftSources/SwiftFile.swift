public struct SwiftFile: Sendable, Equatable {
  public var path: String
  /// Module names, as `import` lines have them.
  public var imports: [String]
  /// Types of every nesting, each before those inside it.
  public var types: [SwiftTypeDeclaration]
  public var extensions: [SwiftExtension]
  /// Aliases by their qualified names; those with generic parameters are left out.
  public var aliases: [String: SwiftType]
  /// Constants that hold a text, by their qualified names; cases of enumerations that have one among them.
  public var constants: [String: SwiftText] = [:]
  /// What the file's code says to Foundation's coders of the names of classes.
  public var classNames: [SwiftClassName] = []
  /// Whether there is a syntax error; the file's types are not to be used then.
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
