/// What one run read from C headers.
public struct HeaderModel: Sendable {
  public let target: Target
  public let headers: [Header]
  /// Every complete record that the headers define or reach, in order of their definitions' places.
  /// A record that an error touched is not among them: its layout cannot be trusted.
  public let records: [Record]
  /// Typedefs of the C module by name, with what each stands for when that is a record or a pointer to one.
  /// Swift sees `typedef struct foo *foo` beside `struct foo` as two types of one name.
  public let typedefs: [String: TypedefTarget]
  /// Every enumerator by name, for annotations that name one.
  public let constants: [String: Int64]
  /// Those of them that Swift has under the same names: of enumerations of the given headers without attributes.
  public let swiftConstants: Set<String>
  /// The functions that the headers declare, for annotations that name one.
  public let functions: Set<String>
  /// The types of those of them that annotations name, without typedefs: "int (const void *, const void *)".
  public let functionTypes: [String: String]
  public let diagnostics: [Diagnostic]
  /// A warning for each record that is left out because it has too many fields; those of the given headers.
  public let leftOut: [Diagnostic]
  /// The text of source lines that later stages may want to quote in a diagnostic.
  public let lines: SourceLines

  public init(
    target: Target, headers: [Header], records: [Record], typedefs: [String: TypedefTarget],
    constants: [String: Int64] = [:], swiftConstants: Set<String> = [],
    functions: Set<String> = [], functionTypes: [String: String] = [:],
    diagnostics: [Diagnostic], leftOut: [Diagnostic] = [], lines: SourceLines
  ) {
    self.target = target
    self.headers = headers
    self.records = records
    self.typedefs = typedefs
    self.constants = constants
    self.swiftConstants = swiftConstants
    self.functions = functions
    self.functionTypes = functionTypes
    self.diagnostics = diagnostics
    self.leftOut = leftOut
    self.lines = lines
  }
}
