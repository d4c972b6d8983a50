import ArchiveModel

/// The history of a set of archived types: the schema of each release, the unreleased state, retired names and accepted
/// breaks.
public struct LockFile: Sendable, Hashable {
  /// The latest format; every one up to it is read. Format 2 has groups of bit-fields; format 3 has migrations, stand-ins, listed
  /// types, the types of integers, declared names that are not the keys, numbers that depend on the platform, and capacities;
  /// format 4 has values that are archived by their own `Codable` coding; format 5 has the encodings of texts behind pointers;
  /// format 6 has the nodes of intrusive lists, and arrays that an element ends; format 7 has checksums of releases, and the white
  /// space in the texts of defaults.
  public static let format = 7

  /// The format that this lock is written in: the first one that has all that it says.
  public var format: Int { hasChecksums ? 7 : formatOfLines }

  /// A lock that may lack the facts of format 3 has no checksums before its next release, which is compared with the sources.
  var hasChecksums: Bool { !releases.isEmpty && (!isIncomplete || formatOfLines >= 3) }

  private var formatOfLines: Int {
    if types.contains(where: { $0.entries.contains { $0.entry.hasSpaceInDefault && !$0.entry.isDefaultCollapsed } }) {
      return 7
    }
    if types.contains(where: { $0.entries.contains(where: \.needsFormat6) }) { return 6 }
    if types.contains(where: { $0.entries.contains { $0.entry.encoding != nil } }) { return 5 }
    if types.contains(where: { history in
      history.headers.contains { $0.type.kind == .ownCoding } || history.entries.contains(where: \.entry.isOwnCoding)
    }) {
      return 4
    }
    if types.contains(where: {
      $0.headers.contains(where: \.needsFormat3) || $0.entries.contains(where: \.needsFormat3)
    }) {
      return 3
    }
    return types.contains { $0.entries.contains { $0.entry.group != nil } } ? 2 : 1
  }

  /// Whether it is of a format that lacks the facts of format 3, so that lines without them may stand for lines with them.
  var isIncomplete = false

  /// The direction in which changes must be compatible.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// New code reads old archives.
    case backward
    /// Old code reads new archives.
    case forward
    case full

    public var checksBackward: Bool { self != .forward }
    public var checksForward: Bool { self != .backward }
  }

  /// The releases that have a line. A span without an end is current.
  public struct Span: Sendable, Hashable {
    /// The first release that has the line; nil if none has.
    public var since: String?
    /// The last release that has the line; nil while it is current.
    public var until: String?
    /// The reason why the line's name is never used again; nil if it is not retired.
    public var retired: String?

    var isCurrent: Bool { until == nil && retired == nil }

    /// Records that a release has the line.
    mutating func begin(with release: String) {
      if isCurrent, since == nil { since = release }
    }
  }

  public struct Header: Sendable, Hashable {
    /// The type without its entries.
    public var type: ArchivedType
    public var span = Span()
    public var mode: Mode?

    var needsFormat3: Bool {
      type.isMigrated || !type.standIns.isEmpty || type.isResolved || type.integerType != nil
    }

    /// The type with what a lock of an earlier format does not say taken from `other`.
    func completed(by other: ArchivedType) -> ArchivedType {
      var type = type
      (type.isMigrated, type.standIns, type.isResolved) = (other.isMigrated, other.standIns, other.isResolved)
      type.integerType = other.integerType
      return type
    }
  }

  public struct Entry: Sendable, Hashable {
    public var entry: ArchivedEntry
    public var span = Span()

    var needsFormat6: Bool { !entry.container.isEmpty || entry.count?.hasPrefix("*") ?? false }

    var needsFormat3: Bool {
      entry.name != nil || entry.constant != nil || !entry.types.isEmpty || !entry.otherPlatforms.isEmpty
        || entry.capacity != nil
    }

    /// The entry with what a lock of an earlier format does not say taken from `other`.
    func completed(by other: ArchivedEntry) -> ArchivedEntry {
      var entry = entry
      (entry.name, entry.constant, entry.types) = (other.name, other.constant, other.types)
      (entry.otherPlatforms, entry.capacity) = (other.otherPlatforms, other.capacity)
      return entry
    }
  }

  public struct TypeHistory: Sendable, Hashable {
    public let name: String
    public var headers: [Header] = []
    public var entries: [Entry] = []
  }

  public struct Acceptance: Sendable, Hashable {
    public let rule: Rule
    /// `Item.price`, or a type's name.
    public let subject: String
    public let old: String
    public let new: String
    public let reason: String
    /// Whether a lock before format 7 accepted it, which had one blank for all white space in the texts of defaults.
    let isCollapsed: Bool

    public init(rule: Rule, subject: String, old: String, new: String, reason: String, isCollapsed: Bool = false) {
      self.isCollapsed = isCollapsed
      self.rule = rule
      self.subject = subject
      self.old = old
      self.new = new
      self.reason = reason
    }

    func covers(_ change: Change) -> Bool {
      guard rule == change.rule, subject == change.subject || subject == change.origin else { return false }
      if old == change.old, new == change.new { return true }
      return isCollapsed && SwiftValueText.isSame(old, change.old) && SwiftValueText.isSame(new, change.new)
    }
  }

  public var mode = Mode.backward
  /// The releases, oldest first.
  public var releases: [String] = []
  /// Releases whose support has ended, with the reason. The same goes for all before them.
  public var retiredReleases: [String: String] = [:]
  /// The types, sorted by name.
  public var types: [TypeHistory] = []
  public var accepted: [Acceptance] = []

  public init() {}

  /// Accepts changes for good.
  public mutating func accept(_ changes: [Change], reason: String) {
    for change in changes {
      let acceptance = Acceptance(
        rule: change.rule, subject: change.subject, old: change.old, new: change.new, reason: reason)
      if !accepted.contains(acceptance) { accepted.append(acceptance) }
    }
  }

  /// Removes what was accepted of changes that no release has, when they are gone from the lock.
  ///
  /// - Parameter changes: all that is accepted. An acceptance of two changes stays if one of them is of a release.
  public mutating func forgetUnreleased(among changes: [Change]) {
    accepted.removeAll { acceptance in
      let covered = changes.filter(acceptance.covers)
      return !covered.isEmpty && covered.allSatisfy { $0.releases == [Gate.unreleased] }
    }
  }

  /// The lock with the archived names of C records in the types of Swift's properties. Earlier versions wrote the names that Swift
  /// has for them.
  ///
  /// - Parameter names: the archived names by those of Swift.
  public func naming(_ names: [String: String]) -> LockFile {
    let known = Set(types.map(\.name))
    let renamed = names.filter { !known.contains($0.key) }
    guard !renamed.isEmpty else { return self }
    var lock = self
    for type in lock.types.indices {
      for line in lock.types[type].entries.indices {
        guard case .value(let text) = lock.types[type].entries[line].entry.form.base else { continue }
        lock.types[type].entries[line].entry.form.base = .value(type: TypeText.renaming(text, renamed))
      }
    }
    lock.accepted = accepted.map {
      Acceptance(
        rule: $0.rule, subject: $0.subject, old: TypeText.renaming($0.old, renamed),
        new: TypeText.renaming($0.new, renamed), reason: $0.reason)
    }
    return lock
  }

  public func typeIndex(_ name: String) -> Int? { types.firstIndex { $0.name == name } }

  public func mode(of type: String) -> Mode {
    typeIndex(type).flatMap { types[$0].headers.last(where: \.span.isCurrent)?.mode } ?? mode
  }
}

extension LockFile {
  /// The schema of a release; nil stands for the current state.
  public func schema(of release: String?) -> ArchivedSchema { schemas(of: [release])[0] }

  /// The schemas of several releases. Types that two neighbours have in common share memory, so that they compare fast.
  func schemas(of chosen: [String?]) -> [ArchivedSchema] {
    let positions = Dictionary(releases.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let chosen = chosen.map { $0.flatMap { positions[$0] } }
    var found = Array(repeating: [ArchivedType](), count: chosen.count)
    for history in types {
      let headers = history.headers.map { Lifetime($0.span, positions) }
      let entries = history.entries.map { Lifetime($0.span, positions) }
      var last: (lines: [Int], type: ArchivedType)?
      for (index, position) in chosen.enumerated() {
        guard let header = headers.lastIndex(where: { $0.contains(position) }) else { continue }
        let lines = [header] + entries.indices.filter { entries[$0].contains(position) }
        if last?.lines != lines {
          var type = history.headers[header].type
          type.entries = lines.dropFirst().map { history.entries[$0].entry }
          last = (lines, type)
        }
        if let last { found[index].append(last.type) }
      }
    }
    return found.map { ArchivedSchema(types: $0) }
  }

  /// The releases of a line, by position.
  private struct Lifetime {
    let since: Int?
    let until: Int?
    let isCurrent: Bool

    init(_ span: Span, _ positions: [String: Int]) {
      since = span.since.flatMap { positions[$0] }
      until = span.until.map { positions[$0] ?? -1 }
      isCurrent = span.isCurrent
    }

    /// - Parameter position: of a release; nil stands for the current state.
    func contains(_ position: Int?) -> Bool {
      guard let position else { return isCurrent }
      guard let since, since <= position else { return false }
      return until.map { $0 >= position } ?? true
    }
  }

  /// The bits of groups that fields have or had in a release.
  public var keptPositions: KeptPositions {
    KeptPositions(
      Dictionary(
        types.map { history in
          let places = history.entries.compactMap { line -> KeptPositions.Place? in
            guard let group = line.entry.group, case .number(let number) = line.entry.form.base,
              let width = number.bitWidth
            else { return nil }
            return KeptPositions.Place(key: line.entry.key, group: group, width: width, isCurrent: line.span.isCurrent)
          }
          return (history.name, places)
        }, uniquingKeysWith: { first, _ in first }))
  }

  public var retired: RetiredNames {
    var retired = RetiredNames()
    for history in types {
      if history.headers.contains(where: { $0.span.retired != nil }) { retired.types.insert(history.name) }
      for line in history.entries where line.span.retired != nil {
        // Its former keys have its values too, in archives of earlier releases.
        retired.keys[history.name, default: []]
          .formUnion([line.entry.key] + line.entry.formerKeys.filter { !$0.hasPrefix("/") })
        if let number = line.entry.number { retired.numbers[history.name, default: [:]][number] = line.entry.key }
      }
    }
    return retired
  }

  /// Makes `schema` the current state. Lines of releases are kept, with the last release that has them; others are
  /// removed.
  public mutating func update(to schema: ArchivedSchema) {
    completeDefaults(from: schema)
    let known = Set(types.map(\.name))
    for type in schema.types where !known.contains(type.name) { types.append(TypeHistory(name: type.name)) }
    types.sort { $0.name < $1.name }
    let current = schema.types.keyed(by: \.name)
    for index in types.indices {
      let type = current[types[index].name]
      updateHeaders(of: index, to: type)
      updateEntries(of: index, to: type?.entries ?? [])
    }
    types.removeAll { $0.headers.isEmpty && $0.entries.isEmpty }
  }

  private mutating func updateHeaders(of index: Int, to type: ArchivedType?) {
    var bare = type
    bare?.entries = []
    bare?.location = nil
    bare?.sourceLine = nil
    var mode: Mode?
    types[index].headers = types[index].headers.compactMap { header in
      var header = header
      if header.span.isCurrent {
        mode = header.mode
        if isIncomplete, let bare, header.completed(by: bare) == bare { header.type = bare }
        if header.type == bare {
          bare = nil
        } else if header.span.since == nil {
          return nil
        } else {
          header.span.until = releases.last
        }
      }
      return header
    }
    guard let bare else { return }
    if let last = types[index].headers.indices.last, types[index].headers[last].type == bare,
      types[index].headers[last].span.until == releases.last, types[index].headers[last].span.retired == nil
    {
      types[index].headers[last].span.until = nil
    } else {
      types[index].headers.append(Header(type: bare, mode: mode))
    }
  }

  private mutating func updateEntries(of index: Int, to entries: [ArchivedEntry]) {
    var left = entries
    func take(_ entry: ArchivedEntry) -> Bool {
      guard let found = left.firstIndex(where: { $0.key == entry.key && $0.isRead(like: entry) }) else { return false }
      left.remove(at: found)
      return true
    }
    var lines = types[index].entries
    lines = lines.compactMap { line in
      guard line.span.isCurrent else { return line }
      if take(line.entry) { return line }
      if isIncomplete, let same = left.first(where: { line.completed(by: $0).isRead(like: $0) }), take(same) {
        return Entry(entry: line.completed(by: same), span: line.span)
      }
      guard line.span.since != nil else { return nil }
      var line = line
      line.span.until = releases.last
      return line
    }
    // A line that was removed and added again since the last release is unchanged.
    for position in lines.indices
    where lines[position].span.until != nil && lines[position].span.until == releases.last
      && lines[position].span.retired == nil
    {
      if take(lines[position].entry) { lines[position].span.until = nil }
    }
    lines += left.map { entry in
      var entry = entry
      entry.location = nil
      entry.sourceLine = nil
      return Entry(entry: entry)
    }
    types[index].entries = lines.sorted { left, right in
      (left.entry.key, position(left.span)) < (right.entry.key, position(right.span))
    }
  }

  private func position(_ span: Span) -> Int { span.since.flatMap { releases.firstIndex(of: $0) } ?? releases.count }

  /// Records that a release has everything that is current. Unless it is released as it is, the lock was compared with the sources before. What was only between two releases is forgotten.
  ///
  /// - Returns: false if there is a release with this name.
  public mutating func release(_ name: String, asIs: Bool = false) -> Bool {
    guard !releases.contains(name) else { return false }
    if !asIs { isIncomplete = false }
    releases.append(name)
    for index in types.indices {
      types[index].headers.removeAll { $0.span.retired != nil && $0.span.since == nil }
      types[index].entries.removeAll { $0.span.retired != nil && $0.span.since == nil }
      for line in types[index].headers.indices { types[index].headers[line].span.begin(with: name) }
      for line in types[index].entries.indices { types[index].entries[line].span.begin(with: name) }
    }
    types.removeAll { $0.headers.isEmpty && $0.entries.isEmpty }
    accepted = accepted.filter { has($0.subject) }
    return true
  }

  /// Whether there is a line for a key or a type, or for a key of a member.
  private func has(_ subject: String) -> Bool {
    if typeIndex(subject) != nil { return true }
    return types.contains { type in
      guard subject.hasPrefix(type.name + ".") else { return false }
      let key = subject.dropFirst(type.name.count + 1)
      // A key that a class inherits is in the lines of another type.
      let owners = type.headers.contains { $0.type.superclass != nil } ? types : [type]
      return owners.contains { owner in
        owner.entries.contains { line in
          // Or a key of a struct in place, which has its own line.
          line.entry.key == key || line.entry.key.hasPrefix("\(key).") || line.entry.key.hasPrefix("\(key)[].")
            || key.hasPrefix("\(line.entry.key).")
        }
      }
    }
  }
}
