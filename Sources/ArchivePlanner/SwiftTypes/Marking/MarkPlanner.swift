import ArchiveModel

/// Which marks the sources need so that types are archived: `// archive:`, or `// archive: owncoding` where the properties
/// of a `Codable` type do not suffice.
public enum MarkPlanner {
  public struct Request: Sendable {
    /// The types as somebody names them: qualified, or the last part of a name that only one type has.
    public var types: [String] = []
    /// Whether every type that is `Codable` or has methods for NSCoder is meant.
    public var isForAllCodable = false

    public init() {}
  }

  public static func plan(
    _ model: SwiftModel, _ request: Request, foreign: ImportedTypes, options: SwiftTypePlanner.Options
  ) -> MarkPlan {
    let index = SwiftTypeIndex(model.files)
    var result = MarkPlan()
    let requested = names(request, index, &result.diagnostics)
    guard !result.diagnostics.hasErrors else { return result }
    if request.isForAllCodable { result.hidden = index.names.filter { isHidden($0, index) && isCoded($0, index) } }
    var (own, refused): (Set<String>, Set<String>) = ([], [])
    // Each pass adds to one of the two sets, which are finite.
    while true {
      let closure = Closure(requested.subtracting(refused), own: own, index, foreign: foreign)
      var marked = options
      // The marks say so.
      marked.choosesOwnCoding = false
      marked.configuration.types += closure.configurations(index, own)
      let plan = SwiftTypePlanner.plan(model, foreign: foreign, options: marked)
      let offers = closure.types.intersection(plan.ownCodingOffers.keys).subtracting(own)
      let failed = plan.failed.intersection(closure.types).subtracting(refused)
      if !offers.isEmpty {
        own.formUnion(offers)
      } else if !failed.isEmpty, !failed.isDisjoint(with: requested) {
        // Only errors of types that are wanted; what these need without having errors is told with them.
        result.diagnostics += plan.diagnostics.filter { $0.severity == .error && !result.diagnostics.contains($0) }
        refused.formUnion(failed)
      } else {
        result.refused = index.names.filter(refused.contains)
        result.finish(closure, requested: requested, own: own, index, configured: options.configuration)
        return result
      }
    }
  }

  // MARK: Names

  private static func names(
    _ request: Request, _ index: SwiftTypeIndex, _ diagnostics: inout [Diagnostic]
  ) -> Set<String> {
    var found: Set<String> = []
    for name in request.types {
      let candidates = index[name] != nil ? [name] : index.names.filter { $0.hasSuffix("." + name) }
      guard let only = candidates.first, candidates.count == 1 else {
        diagnostics.append(
          candidates.isEmpty
            ? Diagnostic(
              .unknownType, "no Swift source declares a type '\(name)'",
              advice: didYouMean(name, among: index.names)
                ?? "name a type of the sources, and the folder that it is in beside it")
            : Diagnostic(
              .unknownType, "'\(name)' may be \(candidates.map { "'\($0)'" }.alternatives)",
              advice: "name it with the type around it: '\(candidates[0])'"))
        continue
      }
      found.insert(only)
    }
    if request.isForAllCodable { found.formUnion(index.names.filter { isCoded($0, index) && !isHidden($0, index) }) }
    return found
  }

  /// Whether generated code cannot name the type.
  private static func isHidden(_ name: String, _ index: SwiftTypeIndex) -> Bool {
    index.entries[name].map { $0.access < .internal } ?? true
  }

  private static func isCoded(_ name: String, _ index: SwiftTypeIndex) -> Bool {
    guard let entry = index.entries[name],
      [.struct, .class, .enum].contains(entry.declaration.kind), !entry.declaration.annotations.isSkipped,
      !index.handwritten.contains(name)
    else { return false }
    return index.isCodable(name) == true
      || index.lineage(of: name).contains { holder in
        index[holder]?.inherited.contains { type in
          guard case .named(let name, _) = type else { return false }
          return ["NSCoding", "NSSecureCoding"].contains(KnownTypes.withoutModule(name))
        } == true
      }
  }

  /// The named types with those that they need.
  struct Closure {
    /// The types in the order of the sources, and for each that was not named the one that needs it.
    private(set) var types: Set<String> = []
    private(set) var holders: [String: String] = [:]
    /// Types of other modules.
    private(set) var elsewhere: Set<String> = []

    init(_ requested: Set<String>, own: Set<String>, _ index: SwiftTypeIndex, foreign: ImportedTypes) {
      types = requested
      var open = index.names.filter(requested.contains)
      while let name = open.popLast() {
        guard !own.contains(name), index[name]?.annotations.isOwnCoding != true else { continue }
        let needs = TypeNeeds(of: name, index, foreign: foreign)
        elsewhere.formUnion(needs.codable)
        for needed in needs.declared.sorted() where index[needed]?.annotations.isSkipped != true {
          guard types.insert(needed).inserted else { continue }
          holders[needed] = name
          open.append(needed)
        }
      }
    }

    /// The marks, as a configuration has them.
    func configurations(_ index: SwiftTypeIndex, _ own: Set<String>) -> [TypeConfiguration] {
      func configuration(_ name: String, isOwn: Bool) -> TypeConfiguration {
        let place = index[name]?.location ?? SourceLocation(file: "", line: 1, column: 1)
        return TypeConfiguration(
          name: name, location: place, sourceLine: nil, attributes: isOwn ? [Attribute(.owncoding, at: place)] : [],
          fields: [])
      }
      return index.names.filter(types.contains).map { configuration($0, isOwn: own.contains($0)) }
        + elsewhere.sorted().map { configuration($0, isOwn: true) }
    }
  }
}

/// The marks that the sources need.
public struct MarkPlan: Sendable {
  public struct Mark: Sendable, Hashable {
    public let type: String
    /// Whether it is `// archive: owncoding`.
    public let isOwnCoding: Bool
    /// The type that needs it; nil for a type that was named.
    public let neededBy: String?
    /// Whether the type has a mark, which gets the attribute.
    public let isMarked: Bool
    /// The first character of the declaration, with its attributes, and its name.
    public let start: SourceLocation
    public let name: SourceLocation
  }

  /// The marks, in the order of the sources.
  public var marks: [Mark] = []
  /// Types of other modules, which the configuration has to name with `owncoding`.
  public var elsewhere: [String] = []
  /// The named types that are marked already.
  public var alreadyMarked: [String] = []
  /// The types that are meant and that generated code cannot name, because they are private.
  public var hidden: [String] = []
  /// The types that cannot be archived, and why.
  public var refused: [String] = []
  public var diagnostics: [Diagnostic] = []

  fileprivate mutating func finish(
    _ closure: MarkPlanner.Closure, requested: Set<String>, own: Set<String>, _ index: SwiftTypeIndex,
    configured: Configuration
  ) {
    // What the configuration names needs no mark in the sources.
    let configured = configured.types.keyed(by: \.name)
    elsewhere = closure.elsewhere.filter { configured[$0] == nil }.sorted()
    for name in index.names where closure.types.contains(name) {
      guard let declaration = index[name] else { continue }
      let needsAttribute =
        own.contains(name) && !declaration.annotations.isOwnCoding
        && configured[name]?.attributes.has(.owncoding) != true
      if declaration.isMarked || configured[name] != nil, !needsAttribute {
        if requested.contains(name) { alreadyMarked.append(name) }
        continue
      }
      marks.append(
        Mark(
          type: name, isOwnCoding: own.contains(name), neededBy: closure.holders[name],
          isMarked: declaration.isMarked, start: declaration.start ?? declaration.location, name: declaration.location))
    }
  }
}
