public struct SwiftFile: Sendable, Equatable {
  public var path: String
  /// The imported modules.
  public var imports: [String] = []
  /// Those that are imported with an access level, such as `internal import`.
  public var restrictedImports: Set<String> = []
  /// All types at any nesting, each before the types inside it.
  public var types: [SwiftTypeDeclaration] = []
  public var extensions: [SwiftExtension] = []
  /// The functions of the file itself, outside types.
  public var functions: [MethodSignature] = []
  /// The type aliases by qualified name.
  public var aliases: [String: SwiftAlias] = [:]
  /// The constants with string values by qualified name, including cases with string raw values.
  public var constants: [String: SwiftText] = [:]
  /// The constants with an initial value, outside functions, by qualified name.
  public var values: [String: SwiftConstant] = [:]
  /// The class names that the file's code sets on Foundation's coders.
  public var classNames: [SwiftClassName] = []
  /// The lines that have annotations, by number.
  public var annotationLines: [Int: String] = [:]
  /// Whether the file has a syntax error. Its types must not be used then.
  public var hasSyntaxErrors = false

  public init(path: String) { self.path = path }
}

/// The result of reading Swift sources: their types, as declared.
public struct SwiftModel: Sendable, Equatable {
  /// The files in the given order.
  public var files: [SwiftFile]
  public var diagnostics: [Diagnostic]

  public init(files: [SwiftFile] = [], diagnostics: [Diagnostic] = []) {
    self.files = files
    self.diagnostics = diagnostics
  }
}

/// The value of a constant as it is written.
public struct SwiftConstant: Sendable, Equatable {
  public let text: String
  /// nil if it is not written, and the text does not show it.
  public let type: SwiftType?

  public init(text: String, type: SwiftType?) {
    self.text = text
    self.type = type
  }
}

/// The parts of an `extension` that affect generated code.
public struct SwiftExtension: Sendable, Equatable {
  /// The extended type's name as written.
  public var name: String
  public var inherited: [SwiftType] = []
  /// The text of the `where` clause without the keyword. The extension's members exist only if it holds.
  public var whereClause: String?
  public var initializers: [SwiftInitializer] = []
  public var methods: [MethodSignature] = []
  /// The calls in its methods for `NSCoder`, if there are any.
  public var coding: SwiftCoding?
  /// The names in the bodies of `init(from:)` and `encode(to:)` for Codable; nil if it has neither.
  public var codableNames: Set<String>?
  public var location: SourceLocation

  public init(of name: String, at location: SourceLocation) {
    self.name = name
    self.location = location
  }
}

/// A class name in Foundation's archives that the code sets: `NSKeyedArchiver.setClassName("Map", for: MapView.self)`.
public struct SwiftClassName: Sendable, Equatable {
  public var type: String
  public var name: SwiftText
  public var location: SourceLocation
  public var sourceLine: String?

  public init(type: String, name: SwiftText, location: SourceLocation, sourceLine: String? = nil) {
    self.type = type
    self.name = name
    self.location = location
    self.sourceLine = sourceLine
  }
}
