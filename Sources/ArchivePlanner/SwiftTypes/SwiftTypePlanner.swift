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

    public init() {}
  }

  public static func plan(_ model: SwiftModel, foreign: ImportedTypes, options: Options) -> SwiftTypePlan {
    var index = SwiftTypeIndex(model.files)
    var plan = SwiftTypePlan()
    // A source with a syntax error may declare types that seem to be missing, and its error is reported.
    let isWhole = !model.files.contains(where: \.hasSyntaxErrors)
    let selection = SwiftTypeSelection.run(&index, options.configuration, isWhole: isWhole, &plan.diagnostics)
    plan.diagnostics += HandwrittenCoding.adopt(model.files, selection: selection, into: &index)
    plan.diagnostics += UnmarkedTypes(index: index, selection: selection).warnings(
      mayMarkNone: !isWhole || !options.configuration.types.isEmpty)
    var passes = SwiftTypePasses(
      index: index, selection: selection, foreign: foreign, options: options, paths: model.files.map(\.path))
    plan.files = passes.run()
    plan.diagnostics += passes.diagnostics
    plan.summary = passes.summary
    plan.schema = passes.schema
    if options.isStrict { plan.diagnostics = plan.diagnostics.map(\.asError) }
    return plan
  }
}
