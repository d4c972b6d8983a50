/// The result of reading C headers.
public struct HeaderModel: Sendable {
  public let target: Target
  public let headers: [Header]
  /// Every complete record that the headers define or refer to, in the order of the definitions. Records that an error
  /// affects are not included, because their layout may be wrong.
  public let records: [Record]
  /// The typedefs of the C module by name, each with the record or pointer to a record that it names. Swift sees
  /// `typedef struct foo *foo` beside `struct foo` as two types with the same name.
  public let typedefs: [String: TypedefTarget]
  /// Every enumerator by name, for annotations that name one.
  public let constants: [String: Int64]
  /// The enumerators that Swift imports under the same names: those of the given headers' enumerations without
  /// attributes.
  public let swiftConstants: Set<String>
  /// The named enumerations that the given headers define, whether a field has their type or not, by their names in
  /// Swift, each with its file.
  public let enumerations: [String: String]
  /// The functions that the headers declare, for annotations that name one.
  public let functions: Set<String>
  /// The types of the functions that annotations name, without typedefs: "int (const void *, const void *)".
  public let functionTypes: [String: String]
  /// How Swift sees those of the functions that annotations name for which attributes change it.
  public let functionImports: [String: FunctionImport]
  public let diagnostics: [Diagnostic]
  /// The lines of given headers that include a file with an error.
  public let faultyIncludes: [FaultyInclude]
  /// What to include first if some headers cannot be read.
  public let proposal: IncludeProposal?
  /// Warnings for records of the given headers that are left out because they have too many fields.
  public let leftOut: [Diagnostic]
  /// Source lines that diagnostics of later stages may show.
  public let lines: SourceLines

  public init(
    target: Target, headers: [Header], records: [Record], typedefs: [String: TypedefTarget],
    constants: [String: Int64] = [:], swiftConstants: Set<String> = [],
    enumerations: [String: String] = [:], functions: Set<String> = [], functionTypes: [String: String] = [:],
    functionImports: [String: FunctionImport] = [:], diagnostics: [Diagnostic], faultyIncludes: [FaultyInclude] = [],
    proposal: IncludeProposal? = nil,
    leftOut: [Diagnostic] = [], lines: SourceLines
  ) {
    self.target = target
    self.headers = headers
    self.records = records
    self.typedefs = typedefs
    self.constants = constants
    self.swiftConstants = swiftConstants
    self.enumerations = enumerations
    self.functions = functions
    self.functionTypes = functionTypes
    self.functionImports = functionImports
    self.diagnostics = diagnostics
    self.faultyIncludes = faultyIncludes
    self.proposal = proposal
    self.leftOut = leftOut
    self.lines = lines
  }
}

/// A line of a given header that includes a file with an error, directly or through others.
public struct FaultyInclude: Sendable, Hashable {
  /// The path of the given header.
  public let header: String
  /// The path of the file that has the error.
  public let file: String
  public let location: SourceLocation
  public let sourceLine: String?

  public init(header: String, file: String, location: SourceLocation, sourceLine: String?) {
    self.header = header
    self.file = file
    self.location = location
    self.sourceLine = sourceLine
  }
}

/// One of the given headers.
public struct Header: Sendable, Hashable {
  /// The path as given, or as found in a given folder.
  public let path: String
  /// Every other file that was read because of this header, sorted, for build systems.
  public let includes: [String]
  public let use: Use

  /// How it was read.
  public enum Use: Sendable {
    /// By itself, without errors.
    case direct
    /// Only where one of the others includes it, because it has errors by itself.
    case included
    /// Not at all. Nothing is generated from the records of such a header.
    case none
  }

  public init(path: String, includes: [String], use: Use) {
    self.path = path
    self.includes = includes
    self.use = use
  }

  public var isValid: Bool { use != .none }
}

/// Headers to include before all others, with which more of the given headers can be read. It was tried.
public struct IncludeProposal: Sendable, Equatable {
  /// The values of `--include`, in order.
  public let includes: [String]
  /// The paths of the given headers that still cannot be read.
  public let unreadable: [String]

  public init(includes: [String], unreadable: [String]) {
    self.includes = includes
    self.unreadable = unreadable
  }
}

/// The platform whose layouts were read.
public struct Target: Sendable, Hashable {
  public let triple: String
  /// The size of a pointer in bytes: 4 or 8.
  public let pointerSize: Int
  public let isBigEndian: Bool

  public init(triple: String, pointerSize: Int, isBigEndian: Bool) {
    self.triple = triple
    self.pointerSize = pointerSize
    self.isBigEndian = isBigEndian
  }
}

/// What attributes make of a function in Swift.
public enum FunctionImport: Sendable, Hashable {
  case renamed(String)
  /// A method, property or initializer with this name: `swift_name("Shop.close(self:)")`.
  case member(String)
  case unavailable
}

public enum TypedefTarget: Sendable, Hashable {
  case record(Record.ID)
  case other
}
