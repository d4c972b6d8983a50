@_spi(GeneratedCode) public import ArchiveRuntime
import Foundation

/// An earlier release of the program, for which archives are saved: `ArchiveEncoder(for: .release("1.1.0"))`.
///
/// Generated code makes them from the lock (`archivegen … --releases`); `ArchiveRelease.release(_:)` is one of its functions.
public struct ArchiveRelease: Sendable {
  /// As `archivegen lock release` was given it: `1.1.0`.
  public let name: String
  let history: ReleaseHistory
  /// Among the history's releases.
  let number: Int
}

extension ArchiveRelease: Hashable {
  /// Whether both are the same release of the same lock.
  public static func == (left: ArchiveRelease, right: ArchiveRelease) -> Bool {
    left.number == right.number && left.history === right.history
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(ObjectIdentifier(history))
  }
}

/// What the types of a program were in its releases: the table that generated code has from the lock.
///
/// The table has those types that were different in some release, and what is needed to read their archives. A type that is not
/// in it has always been what it is now.
@_spi(GeneratedCode) public final class ReleaseHistory: @unchecked Sendable {
  /// The oldest first.
  public let releases: [String]
  let types: [ExactText: TypeHistory]
  /// The types whose names end so, without the types around a nested one.
  let typesByLastName: [ExactText: [TypeHistory]]
  private let isWhole: Bool
  private let lock = NSLock()
  private var schemas: [PlanKey: RecordSchema] = [:]
  private var plans: [PlanKey: Result<ReleasePlan, ArchiveError>] = [:]

  private struct PlanKey: Hashable {
    let name: ExactText
    let release: Int
  }

  /// - Parameter table: As archivegen writes it; in linear time.
  public init(_ table: String) {
    var parser = ReleaseTableParser()
    isWhole = parser.parse(table)
    releases = parser.releases
    types = parser.types
    typesByLastName = Dictionary(grouping: types.values) { ExactText($0.name.lastName) }
  }

  /// The release of this name.
  ///
  /// - Throws: `ArchiveError.unknownRelease`.
  public func release(_ name: String) throws(ArchiveError) -> ArchiveRelease {
    guard isWhole else { throw .invalidSchema(type: "ArchiveRelease", reason: "the table of releases is broken") }
    guard let number = releases.firstIndex(where: { $0.isExactly(name) }) else {
      throw .unknownRelease(name, known: releases)
    }
    return ArchiveRelease(name: name, history: self, number: number)
  }

  /// The releases of a type of the program; of a generic one those of the type without its arguments.
  func type(named name: String) -> TypeHistory? {
    types[ExactText(name)] ?? GenericTypeName(name).flatMap { types[ExactText($0.base)] }
  }

  // MARK: Schemas

  /// The layout in memory of a record of a release, made at its first use; nil if the release has no such record.
  func schema(named name: String, in release: ArchiveRelease) -> RecordSchema? {
    let key = PlanKey(name: ExactText(name), release: release.number)
    lock.lock()
    defer { lock.unlock() }
    if let known = schemas[key] { return known }
    guard let type = types[key.name]?.type(in: release.number) ?? ReleasedCell(name)?.type(in: self) else { return nil }
    let schema = ReleaseLayout.schema(of: type, in: release)
    schemas[key] = schema
    return schema
  }

  /// How records of a type are saved for a release; made once.
  func plan(for record: RecordPlan, _ type: ReleasedType, in release: ArchiveRelease) throws(ArchiveError)
    -> ReleasePlan
  {
    let key = PlanKey(name: ExactText(record.name), release: release.number)
    lock.lock()
    let known = plans[key]
    lock.unlock()
    if let known { return try known.get() }
    let made = Result { () throws(ArchiveError) in try ReleasePlan(record, type, in: release) }
    lock.lock()
    defer { lock.unlock() }
    plans[key] = made
    return try made.get()
  }
}

/// A type through the releases.
struct TypeHistory: Sendable {
  struct Header: Sendable {
    let span: ReleaseSpan
    var version: Int?
    var formerNames: [String] = []
    /// Of an option set's raw values.
    var integer: ElementType?
    /// The archived name of the nearest archived superclass.
    var superclass: String?
  }

  let name: String
  var headers: [Header] = []
  var entries: [ReleaseEntry] = []

  func type(in release: Int) -> ReleasedType? {
    guard let header = headers.first(where: { $0.span.contains(release) }) else { return nil }
    return ReleasedType(
      name: name, version: header.version, integer: header.integer, superclass: header.superclass,
      entries: entries.filter { $0.span.contains(release) })
  }

  /// What the program itself has; nil if it has the type no more.
  var current: ReleasedType? {
    guard let header = headers.first(where: \.span.isCurrent) else { return nil }
    return ReleasedType(
      name: name, version: header.version, integer: header.integer, superclass: header.superclass,
      entries: entries.filter(\.span.isCurrent))
  }

  /// Whether the program has the type as the release had it.
  func isUnchanged(since release: Int) -> Bool {
    headers.allSatisfy { $0.span.contains(release) == $0.span.isCurrent }
      && entries.allSatisfy { $0.span.contains(release) == $0.span.isCurrent }
  }
}

/// What a type was in one release.
struct ReleasedType: Sendable {
  var name: String
  let version: Int?
  let integer: ElementType?
  var superclass: String?
  /// In the order of the lock.
  let entries: [ReleaseEntry]

  subscript(key: String) -> ReleaseEntry? { entries.first { $0.key.isExactly(key) } }
}

extension ArchiveRelease {
  enum Finding {
    /// The release has the type as the program has it; what it had, if the table says so.
    case unchanged(ReleasedType?)
    case changed(ReleasedType)
    /// The release does not know the type.
    case absent
  }

  /// What a type of the program was in the release.
  func find(_ name: String, formerNames: [String]) -> Finding {
    // The table has generic types without arguments.
    guard let generic = GenericTypeName(name), history.types[ExactText(name)] == nil else {
      return find(plain: name, formerNames: formerNames)
    }
    let formerBases = formerNames.compactMap { GenericTypeName($0)?.base }
    let finding = find(plain: generic.base, formerNames: formerBases)
    var known: ReleasedType?
    switch finding {
    case .unchanged(let type): known = type
    case .changed(let type): known = type
    case .absent: return finding
    }
    let found = generic.name(in: self, base: known?.name ?? generic.base, among: formerNames)
    known?.name = found
    if case .unchanged = finding, found.isExactly(name) { return .unchanged(known) }
    return .changed(known ?? ReleasedType(name: found, version: nil, integer: nil, entries: []))
  }

  private func find(plain name: String, formerNames: [String]) -> Finding {
    let own = history.types[ExactText(name)]
    if let own, let type = own.type(in: number) {
      return own.isUnchanged(since: number) ? .unchanged(type) : .changed(type)
    }
    for former in formerNames {
      if let type = history.types[ExactText(former)]?.type(in: number) { return .changed(type) }
    }
    return own == nil ? .unchanged(nil) : .absent
  }

  /// How records of the type are saved for the release.
  func find(_ plan: RecordPlan) -> Finding { find(cells: plan) ?? find(plan.name, formerNames: plan.formerNames) }
}
