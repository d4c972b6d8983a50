import ArchiveModel

/// Decides how the Swift types of an app are archived.
///
/// Each step is a pass: types are indexed and selected, properties get keys and forms, dependencies between objects are
/// followed through all types, every type gets a plan, and the plans are distributed over files.
public enum SwiftTypePlanner {
  public struct Options: Sendable {
    public var unresolved = UnresolvedPolicy.refuse
    public var isStrict = false
    /// The names of the sources relative to the inputs, by path.
    public var names: [String: String] = [:]
    public var configuration = Configuration()
    /// The names of the other generated files.
    public var otherFiles: [String] = []
    public var coverage = OutputCoverage.inputsWithTypes
    /// Whether the plan needs a `schema`.
    public var needsSchema = false
    /// Whether the plan needs `files`.
    public var needsFiles = true
    /// Whether a marked type whose properties do not suffice is archived by its own `Codable` coding, if it has one.
    public var choosesOwnCoding = true

    public init() {}
  }

  public static func plan(_ model: SwiftModel, foreign: ImportedTypes, options: Options) -> SwiftTypePlan {
    var index = SwiftTypeIndex(model.files, importedRecords: Set(foreign.records.keys))
    var diagnostics: [Diagnostic] = []
    // A source with a syntax error may declare types that seem to be missing, and its error is reported.
    let isWhole = !model.files.contains(where: \.hasSyntaxErrors)
    var selection = SwiftTypeSelection.run(&index, options.configuration, isWhole: isWhole, &diagnostics)
    let helpers = CodingHelpers.find(in: selection, index)
    selection.subtract(helpers.keys)
    diagnostics += index.names.compactMap { helpers[$0] }
    diagnostics += RedundantSwiftAttributes.warnings(index, selection)
    diagnostics += UncalledMethods.errors(index)
    let choice = OwnCodingChoice(index)
    diagnostics += AdoptedCoding.adopt(model.files, selection: selection, into: &index)
    diagnostics += HandwrittenCoding.adopt(model.files, selection: selection, into: &index)
    diagnostics += UnmarkedTypes(index: index, selection: selection).warnings(
      mayMarkNone: !isWhole || !options.configuration.types.isEmpty
        || model.diagnostics.contains { $0.id == .undecidedCondition && $0.severity == .error })
    func passes() -> SwiftTypePlan {
      SwiftTypePasses.run(
        index, selection: selection, foreign: foreign, options: options, paths: model.files.map(\.path))
    }
    var plan = passes()
    // Each repetition chooses for more types, which are finite.
    while options.choosesOwnCoding {
      let chosen = choice.choose(plan.ownCodingOffers, &index)
      guard !chosen.isEmpty else { break }
      diagnostics += chosen
      plan = passes()
    }
    plan.diagnostics = diagnostics + plan.diagnostics
    if options.isStrict { plan.diagnostics = plan.diagnostics.map(\.asError) }
    return plan
  }
}

/// The result of planning Swift types.
public struct SwiftTypePlan: Sendable {
  public var files: [GeneratedSwiftFile] = []
  public var diagnostics: [Diagnostic] = []
  public var summary = Plan.Summary()
  /// The modules of the C types that properties have.
  public var cModules: Set<String> = []
  /// The types in archives.
  public var schema = ArchivedSchema()
  /// The selected types that cannot be archived.
  public var failed: Set<String> = []
  /// Those of them that could be archived by their own `Codable` coding, and the first error that this would avoid.
  public var ownCodingOffers: [String: Diagnostic] = [:]
}

/// The diagnostics of a pass over Swift types, and the types for which it found an error.
struct TypeFindings {
  /// The diagnostics with their types.
  private(set) var all: [(type: String, diagnostic: Diagnostic)] = []
  private(set) var failed: Set<String> = []
  /// The kinds of the errors of each type itself.
  private(set) var errors: [String: Set<DiagnosticID>] = [:]

  mutating func add(_ found: [Diagnostic], of name: String) {
    all += found.map { (name, $0) }
    guard found.hasErrors else { return }
    failed.insert(name)
    errors[name, default: []].formUnion(found.filter { $0.severity == .error }.compactMap(\.id))
  }

  /// The first error of each type whose kinds of errors meet a condition.
  func firstErrors(where isIncluded: (Set<DiagnosticID>, String) -> Bool) -> [String: Diagnostic] {
    let names = Set(errors.filter { isIncluded($0.value, $0.key) }.keys)
    return Dictionary(
      all.filter { names.contains($0.type) && $0.diagnostic.severity == .error }.map { ($0.type, $0.diagnostic) },
      // What is not marked is no reason by itself.
      uniquingKeysWith: { first, second in first.id == .unarchivedType ? second : first })
  }

  /// Adds a type with an error that was reported before, or that belongs to another type.
  mutating func fail(_ name: String) { failed.insert(name) }

  mutating func add(_ other: TypeFindings) {
    all += other.all
    failed.formUnion(other.failed)
    errors.merge(other.errors) { $0.union($1) }
  }
}
