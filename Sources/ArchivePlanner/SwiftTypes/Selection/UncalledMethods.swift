import ArchiveModel

/// Finds coding methods of handwritten subclasses that are never called, because the class that declares the conformance to
/// `ArchivableClass` does not declare them: the protocol's own implementations cannot be overridden.
enum UncalledMethods {
  static func errors(_ index: SwiftTypeIndex) -> [Diagnostic] {
    index.names.flatMap { name -> [Diagnostic] in
      let superclasses = index.lineage(of: name).dropFirst()
      // Without a conformance among its superclasses, its own methods are those of the conformance.
      guard let root = superclasses.last(where: index.handwritten.contains), let declaration = index[name] else {
        return []
      }
      let inherited = Set(superclasses.compactMap { index[$0] }.flatMap(members))
      return members(of: declaration).filter { !inherited.contains($0) }.map { member in
        Diagnostic(
          .uncalledMethod, at: declaration.location,
          "'\(member.shown)' of '\(name)' is never called, because '\(root)', which conforms to ArchivableClass, does not declare it",
          advice: "write '\(member.declaration)' in '\(root)', and 'override' in '\(name)'",
          sourceLine: declaration.sourceLine)
      }
    }
  }

  private static func members(of declaration: SwiftTypeDeclaration) -> [Member] {
    Member.allCases.filter { member in
      switch member.labels {
      case let labels?:
        declaration.methods.contains { $0.name == member.rawValue && $0.labels == labels && !$0.isStatic }
      case nil: declaration.properties.contains { $0.name == member.rawValue && $0.isStatic }
      }
    }
  }

  /// The requirements of `ArchivableClass` that have an implementation in the runtime.
  private enum Member: String, CaseIterable {
    case connect, validateAfterDecoding, replacementForArchiving, replacementAfterDecoding
    case archivedClassName, earlierArchivedClassNames, archivableSubclasses

    /// The labels of a method; nil for a property of the type.
    var labels: [String]? {
      switch self {
      case .connect: ["from"]
      case .validateAfterDecoding, .replacementForArchiving, .replacementAfterDecoding: []
      case .archivedClassName, .earlierArchivedClassNames, .archivableSubclasses: nil
      }
    }

    var shown: String { labels.map { "\(rawValue)(\($0.map { $0 + ":" }.joined()))" } ?? rawValue }

    /// A declaration for the root class that changes nothing.
    var declaration: String {
      switch self {
      case .connect: "func connect(from decoder: ObjectDecoder) throws {}"
      case .validateAfterDecoding: "func validateAfterDecoding() throws {}"
      case .replacementForArchiving, .replacementAfterDecoding:
        "func \(rawValue)() throws -> any ArchivableObject { self }"
      case .archivedClassName: "class var archivedClassName: String { \"…\" }"
      case .earlierArchivedClassNames: "class var earlierArchivedClassNames: [String] { [] }"
      case .archivableSubclasses: "class var archivableSubclasses: [any ArchivableObject.Type] { […] }"
      }
    }
  }
}
