import ArchiveModel

/// A test that reads golden archives with today's code.
public struct GoldenTests: Sendable {
  public struct TypeTest: Sendable {
    public let typeName: SwiftName
    /// The names of its files, and of those under its former names, without the dot and what follows.
    public let files: [String]
    /// Whether a graph is read, from the type's pointers on.
    public let isGraph: Bool
    /// The global actor that its conformance belongs to, unless that is the main actor.
    public let actor: String?
    public let isDeprecated: Bool
    public let isForCOnly: Bool

    public init(
      typeName: SwiftName, files: [String], isGraph: Bool = false, actor: String? = nil, isDeprecated: Bool = false,
      isForCOnly: Bool = false
    ) {
      self.typeName = typeName
      self.files = files
      self.isGraph = isGraph
      self.actor = actor
      self.isDeprecated = isDeprecated
      self.isForCOnly = isForCOnly
    }
  }

  public let imports: [String]
  public let testableImports: [String]
  /// The way from the test's folder to the golden archives.
  public let folder: String
  public let types: [TypeTest]
  /// Release, file and type of each golden that has to be there.
  public let expected: [[String]]
  /// Today's types, as the runtime's `GoldenArchives` takes them: a list of words for each line.
  public let keys: [[String]]

  public init(
    imports: [String], testableImports: [String], folder: String, types: [TypeTest], expected: [[String]],
    keys: [[String]]
  ) {
    self.imports = imports
    self.testableImports = testableImports
    self.folder = folder
    self.types = types
    self.expected = expected
    self.keys = keys
  }
}
