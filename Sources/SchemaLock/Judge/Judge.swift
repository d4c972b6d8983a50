import ArchiveModel

/// The retired names of a lock, which must not be used again.
public struct RetiredNames: Sendable, Hashable {
  public var types: Set<String> = []
  /// Retired keys by type; for enumerations, retired enumerators.
  public var keys: [String: Set<String>] = [:]
  /// Numbers of retired enumerators, by enumeration.
  public var numbers: [String: [Int64: String]] = [:]

  public init() {}

  mutating func formUnion(_ other: RetiredNames) {
    types.formUnion(other.types)
    for (type, names) in other.keys { keys[type, default: []].formUnion(names) }
    for (type, known) in other.numbers { numbers[type, default: [:]].merge(known) { own, _ in own } }
  }
}

/// Judges changes by their effect on data: archives of `old` read by code for `new`, and the other way round.
public struct Judge {
  private let old: ArchivedSchema
  private let new: ArchivedSchema
  private let retired: RetiredNames
  private let types: TypePair
  /// The archived names of old types with the names of the same types in the new schema.
  private let renamed: [String: String]
  private let declarations: Declarations
  /// By the name of an old type that is gone.
  private let successors: [String: ArchivedType]

  public static func changes(
    from old: ArchivedSchema, to new: ArchivedSchema, retired: RetiredNames = RetiredNames()
  ) -> [Change] {
    var verdicts = JudgedTypes(new)
    return changes(from: old, to: new, retired: retired, &verdicts)
  }

  /// The same; what a type has become is taken from an earlier call where nothing about it differs. Most types are the same
  /// in most releases.
  static func changes(
    from old: ArchivedSchema, to new: ArchivedSchema, retired: RetiredNames, _ verdicts: inout JudgedTypes
  ) -> [Change] {
    Judge(old, new, retired, verdicts).run(&verdicts)
  }

  private init(
    _ old: ArchivedSchema, _ new: ArchivedSchema, _ retired: RetiredNames, _ verdicts: JudgedTypes
  ) {
    self.old = old
    self.new = new
    self.retired = retired
    declarations = verdicts.declarations
    let (oldTypes, newTypes) = (old.types.keyed(by: \.name), verdicts.types)
    types = TypePair(old: oldTypes, new: newTypes)
    var renamed: [String: String] = [:]
    for type in new.types {
      for former in type.formerNames where oldTypes[former] != nil && newTypes[former] == nil {
        renamed[former] = type.name
      }
    }
    successors = TypeSimilarity.successors(from: old, to: new, renamed: renamed)
    // Archives have no name of a type with raw values.
    for (former, heir) in successors where !retired.types.contains(former) {
      if let raw = oldTypes[former]?.rawType, heir.rawType == raw { renamed[former] = heir.name }
    }
    self.renamed = renamed
  }

  private func run(_ verdicts: inout JudgedTypes) -> [Change] {
    var changes: [Change] = []
    if verdicts.renamed != renamed { verdicts.forget(renamed) }
    for type in old.types {
      let name = renamed[type.name] ?? type.name
      guard let successor = types.new[name], successor.name.isExactly(name) else {
        if !retired.types.contains(type.name) { changes.append(removal(of: type)) }
        continue
      }
      if name != type.name {
        changes.append(
          Change(
            .typeRenamed, name, old: type.name, new: name, "'\(type.name)' is called '\(name)' now",
            at: successor.location, sourceLine: successor.sourceLine))
      }
      let context = context(of: type)
      if let known = verdicts[type.name], known.type == type, known.context == context {
        changes += known.changes
      } else {
        let found = judge(type, successor)
        verdicts[type.name] = JudgedTypes.Verdict(type: type, context: context, changes: found)
        changes += found
      }
    }
    changes = OutwardMoves(types, renamed: renamed, declarations).completing(changes)
    changes = MergedTables(types, renamed: renamed).judging(changes)
    changes += reusedNames()
    if new.readsKeysFromRoots {
      changes += PlaceJudgement(old: old, types: types, renamed: renamed, retired: retired).run()
    }
    let known = Set(old.types.map { renamed[$0.name] ?? $0.name })
    for type in new.types where !known.contains(type.name) {
      changes.append(
        retired.types.contains(type.name)
          ? Change(
            .typeNameReused, type.name, "the archived name '\(type.name)' was retired, and a type has it again",
            fixes: ["// archive: name(\"…\")"], at: type.location, sourceLine: type.sourceLine)
          : Change(
            // Old code reads the numbers of an enumeration without names.
            .typeAdded, type.name, forward: type.kind == .enumerators ? .safe : nil, "'\(type.name)' is new",
            at: type.location, sourceLine: type.sourceLine))
    }
    return changes
  }

  /// Types with a name that archives have for another type of today's, which says so with 'was'.
  private func reusedNames() -> [Change] {
    // The first type of those that have a name as a former one.
    var heirs: [String: ArchivedType] = [:]
    for heir in new.types where !heir.formerNames.isEmpty && types.old[heir.name] == nil {
      for name in heir.formerNames where heirs[name] == nil { heirs[name] = heir }
    }
    if heirs.isEmpty { return [] }
    return new.types.compactMap { type in
      guard let heir = heirs[type.name], let former = types.old[type.name], !former.formerNames.contains(heir.name)
      else { return nil }
      return Change(
        .typeNameReused, type.name, old: heir.name,
        "'\(type.name)' was the archived name of what is '\(heir.name)' now, and another type has it",
        fixes: ["// archive: name(\"…\")    on '\(type.name)', a name that no archive has"], at: type.location,
        sourceLine: type.sourceLine)
    }
  }

  /// The other types of the old schema that decide what a type's change is: superclasses, and the types of its values
  /// with those inside them.
  private func context(of type: ArchivedType) -> [ArchivedType] {
    let hierarchy = type.hierarchy { types.old[$0] }
    var found: [String: ArchivedType] = [:]
    var open = hierarchy.dropFirst().map(\.name) + hierarchy.flatMap(\.typeNames)
    while let name = open.popLast() {
      guard found[name] == nil, let type = types.old[name] else { continue }
      found[name] = type
      if type.kind == .structure { open += type.typeNames }
    }
    return found.values.sorted { $0.name < $1.name }
  }

  private func removal(of type: ArchivedType) -> Change {
    if let leftOut = new.leftOut[type.name] { return removal(of: type, leftOut) }
    let likely = successors[type.name]
    let fix = likely.map { likely in
      "// archive: was(\(FormerNames.list(likely.formerNames + type.formerNames, type.name)))    on '\(likely.name)'"
        + (likely.formerNames.isEmpty ? "" : " in place of the one that is there") + ", if it was renamed"
    }
    let what = type.kind == .enumerators ? "the enumeration '\(type.name)'" : "'\(type.name)'"
    return Change(
      .typeRemoved, type.name, level: type.kind == .enumerators ? .safe : nil,
      type.kind == .enumerators ? "\(what) is gone" : "\(what) is gone, and archives have its values",
      fixes: [
        fix, likely == nil ? Change.namingInput : nil,
        Change.retiring(type.name, "if its archives are no longer needed"),
      ].compactMap(\.self),
      at: likely?.location, sourceLine: likely?.sourceLine)
  }

  /// The input declares the type, and does not archive it any more.
  private func removal(of type: ArchivedType, _ leftOut: LeftOutType) -> Change {
    let advice = leftOut.advice.map { $0.hasPrefix("write ") ? String($0.dropFirst("write ".count)) : $0 }?
      // The notes are at another message.
      .replacing("the field that the note names", with: "the field inside it that cannot be archived")
      .replacing("the fields that the notes name", with: "the fields inside it that cannot be archived")
    return Change(
      .typeRemoved, type.name, "'\(type.name)' is left out now, and archives have its values: \(leftOut.reason)",
      fixes: [advice, Change.retiring(type.name, "if its archives are to be forgotten")].compactMap(\.self),
      at: leftOut.location, sourceLine: leftOut.sourceLine)
  }

  // MARK: One type

  private func judge(_ old: ArchivedType, _ new: ArchivedType) -> [Change] {
    if isSame(old, new) { return [] }
    // Archives do not have the names of parameters.
    let old = old.withParameters(new.parameters)
    if old.kind == .enumerators, new.kind == .enumerators { return EnumeratorJudgement.run(old, new, retired) }
    var changes: [Change] = []
    func add(_ rule: Rule, level: Level? = nil, _ from: String, _ to: String, _ message: String) {
      changes.append(
        Change(
          rule, new.name, level: level, old: from, new: to, message, at: new.location, sourceLine: new.sourceLine))
    }
    if let raw = old.rawType, raw == new.rawType, old.kind != new.kind {
      // Archives have the raw value, whether the sources list what it may be or not.
      let isListed = new.kind == .enumeration
      changes.append(
        Change(
          .kindChanged, new.name, level: isListed ? .refuse : .safe, forward: isListed ? .safe : .refuse,
          old: old.phrase, new: new.phrase, "'\(new.name)' was \(old.phrase) and is \(new.phrase)",
          at: new.location, sourceLine: new.sourceLine))
      return changes
    }
    if old.kind != new.kind {
      let isMissed =
        old.leavesNothing(to: new) && (new.kind == .class || old.containsItself(in: { types.old[$0] }))
      add(
        .kindChanged, level: isMissed ? .loss : Set([old.kind, new.kind]) == [.structure, .record] ? .safe : nil,
        old.kind.rawValue, new.kind.rawValue,
        "'\(new.name)' was \(old.phrase) and is \(new.phrase)"
          + (isMissed ? ", and takes its defaults for what its cases had" : ""))
      // Cases are no keys.
      if old.kind == .enumeration || new.kind == .enumeration { return changes }
    }
    // The keys of a type that is archived by its own coding are not known.
    if old.kind == .ownCoding || new.kind == .ownCoding { return changes }
    for name in old.formerNames where !new.formerNames.contains(name) && name != new.name {
      add(.formerNameRemoved, name, "", "'\(new.name)' is not read under its former name '\(name)' any more")
    }
    if let version = old.version, version > new.version ?? 1 {
      add(
        .versionLowered, "\(version)", "\(new.version ?? 1)",
        "'\(new.name)' had version \(version) and has version \(new.version ?? 1)")
    }
    if old.isMigrated, !new.isMigrated {
      add(
        .migrationRemoved, "\(old.version ?? 1)", "",
        "'\(new.name)' had a migration to version \(old.version ?? 1) and has none: archives of earlier versions are read without it"
      )
    }
    let standIns = old.standIns.map { renamed[$0] ?? $0 }
    if !standIns.isEmpty, standIns != new.standIns {
      add(
        .standInChanged, old.standIns.joined(separator: ", "), new.standIns.joined(separator: ", "),
        "'\(standIns.joined(separator: "', '"))' stood for '\(new.name)' in archives, and "
          + (new.standIns.isEmpty ? "nothing does now" : "'\(new.standIns.joined(separator: "', '"))' does now"))
    } else if standIns.isEmpty, !new.standIns.isEmpty {
      add(
        .standInAdded, "", new.standIns.joined(separator: ", "),
        "'\(new.standIns.joined(separator: "', '"))' stands for '\(new.name)' in archives now")
    }
    if old.isResolved, !new.isResolved {
      add(.resolveRemoved, "", "", "objects of '\(new.name)' are not exchanged for others ('resolve') any more")
    }
    changes += superclasses(old, new)
    changes += columns(old, new)
    let entries = (effectiveEntries(of: old, in: types.old), effectiveEntries(of: new, in: types.new))
    let own = KeyJudgement(
      old: old, new: new, oldEntries: entries.0, newEntries: entries.1, renamed: renamed,
      types: types,
      retired: retired, declarations: declarations,
      renamedKeys: KeyJudgement.renamedKeys(entries.0, entries.1),
      moved: MovedReader.all(in: entries.1, types.new).mapValues(\.entry)
    ).run()
    // Inherited keys of both superclasses are judged with the superclass.
    let inherited = inheritedKeys(old, new)
    changes += own.filter { change in change.key.map { !inherited.contains($0) } ?? true }
    return changes
  }

  /// Objects of a class are read where one of its superclasses is expected, as a root too. A superclass that is gone, or was not there, is
  /// expected by nobody: what became of it is a change of its own.
  private func superclasses(_ old: ArchivedType, _ new: ArchivedType) -> [Change] {
    guard old.kind == .class, new.kind == .class, old.superclass != nil || new.superclass != nil else { return [] }
    let former = old.hierarchy { types.old[$0] }.dropFirst().map { renamed[$0.name] ?? $0.name }
    let today = new.hierarchy { types.new[$0] }.dropFirst().map(\.name)
    let known = Set(types.old.keys.map { renamed[$0] ?? $0 })
    let lost = former.filter { types.new[$0]?.kind == .class && !today.contains($0) }
    let gained = today.filter { known.contains($0) && !former.contains($0) }
    guard !lost.isEmpty || !gained.isEmpty else { return [] }
    let holder = lost.lazy.compactMap { name in
      self.new.types.lazy.compactMap { type in
        type.entries.first { $0.typeNames.contains(name) }.map { "'\(type.name).\($0.key)', a '\(name)'" }
      }.first
    }.first
    func phrase(_ names: [String]) -> String {
      names.isEmpty ? "of no other class" : "of " + names.map { "'\($0)'" }.joined(separator: " and ")
    }
    return [
      Change(
        .superclassChanged, new.name, level: lost.isEmpty ? .safe : nil, forward: gained.isEmpty ? .safe : nil,
        old: former.joined(separator: ", "), new: today.joined(separator: ", "),
        "'\(new.name)' was a subclass \(phrase(former)) and is one \(phrase(today))"
          + (holder.map { ": archives may have it in \($0)" } ?? ""),
        at: new.location, sourceLine: new.sourceLine)
    ]
  }

  /// Code without columns refuses arrays and objects that have them; code with columns reads both.
  private func columns(_ old: ArchivedType, _ new: ArchivedType) -> [Change] {
    guard old.kind == new.kind, old.kind == .structure || old.kind == .class, old.isInColumns != new.isInColumns
    else { return [] }
    let (values, single) = new.kind == .class ? ("objects", "objects") : ("arrays", "elements")
    let (from, to) = new.isInColumns ? (single, "columns") : ("columns", single)
    return [
      Change(
        .storageChanged, new.name, level: new.isInColumns ? .safe : .refuse,
        forward: new.isInColumns ? .refuse : .safe, old: from, new: to,
        "\(values) of '\(new.name)' were archived as \(from) and are archived as \(to)",
        fixes: new.isInColumns ? [] : ["// archive: columns    on '\(new.name)', which reads both"],
        at: new.location, sourceLine: new.sourceLine)
    ]
  }

  /// Whether nothing about a type has changed: most types are what they were. Former keys that others have are left to
  /// the rules, and so is what others around the type may have changed.
  private func isSame(_ old: ArchivedType, _ new: ArchivedType) -> Bool {
    guard renamed.isEmpty, retired.keys[new.name] == nil, retired.numbers[new.name] == nil, old.superclass == nil,
      old.entries.count == new.entries.count
    else { return false }
    var bare = new
    (bare.entries, bare.location, bare.sourceLine) = (old.entries, old.location, old.sourceLine)
    return bare == old
      && zip(old.entries, new.entries).allSatisfy { first, second in
        first.isRead(like: second) && !DefaultComparison(types: types).isOther(first, second)
          && !second.formerKeys.contains { new[$0] != nil }
          && (second.enumeration.map { types.enumerators(old: $0) == types.enumerators(new: $0) } ?? true)
      }
  }

  /// The entries with those of its superclasses, which are in the same object.
  private func effectiveEntries(of type: ArchivedType, in types: [String: ArchivedType]) -> [ArchivedEntry] {
    if type.kind == .enumeration { return type.entriesWithFormerCases }
    if type.superclass == nil { return type.entries }
    let entries = type.hierarchy { types[$0] }.flatMap(\.entries).keyed(by: \.key)
    return entries.values.sorted { $0.key < $1.key }
  }

  private func inheritedKeys(_ old: ArchivedType, _ new: ArchivedType) -> Set<String> {
    guard let first = old.superclass.flatMap({ types.old[$0] }), let second = new.superclass.flatMap({ types.new[$0] }),
      (renamed[first.name] ?? first.name) == second.name
    else { return [] }
    return Set(effectiveEntries(of: first, in: types.old).map(\.key))
      .union(effectiveEntries(of: second, in: types.new).map(\.key))
      .subtracting(old.entries.map(\.key)).subtracting(new.entries.map(\.key))
  }
}

extension ArchivedSchema {
  /// Whether properties of Swift structs read keys of what is around these.
  fileprivate var readsKeysFromRoots: Bool {
    types.contains { type in
      type.kind == .structure && type.entries.contains { $0.formerKeys.contains { $0.hasPrefix("/") } }
    }
  }
}

extension ArchivedType {
  /// The type with other names for its parameters.
  fileprivate func withParameters(_ names: [String]) -> ArchivedType {
    guard names != parameters, names.count == parameters.count else { return self }
    let renamed = Dictionary(zip(parameters, names), uniquingKeysWith: { first, _ in first })
    var type = self
    type.parameters = names
    type.entries = entries.map { entry in
      var entry = entry
      if case .value(let text) = entry.form.base { entry.form.base = .value(type: TypeText.renaming(text, renamed)) }
      return entry
    }
    return type
  }

  /// Whether objects of the enumeration are read as those of the struct or class that it has become, without any value of their own:
  /// each case has values, and the struct needs none. A case without values, and one in place, is a text, which is refused.
  fileprivate func leavesNothing(to new: ArchivedType) -> Bool {
    guard kind == .enumeration, rawType == nil, [.structure, .class].contains(new.kind),
      !new.entries.contains(where: \.isRequired)
    else { return false }
    return entries.allSatisfy { entry in
      entry.form.base != .enumerationCase || entries.contains { $0.caseKey == entry.key }
    }
  }

  /// The entries of an enumeration. The values of a renamed case are read below the case's former names too.
  fileprivate var entriesWithFormerCases: [ArchivedEntry] {
    let former = entries.filter { $0.form.base == .enumerationCase && !$0.formerKeys.isEmpty }.keyed(by: \.key)
    if former.isEmpty { return entries }
    return entries.map { entry in
      guard let name = entry.caseKey, let owner = former[name] else { return entry }
      let ends = ([entry.key] + entry.formerKeys).filter { $0.hasPrefix("\(name).") }.map { $0.dropFirst(name.count) }
      var entry = entry
      entry.formerKeys += owner.formerKeys.flatMap { former in ends.map { former + $0 } }
      return entry
    }
  }
}

extension ArchivedType {
  /// The kind, for messages.
  fileprivate var phrase: String {
    switch kind {
    case .record: "a C record"
    case .enumerators: rawType.map { "archived as any '\($0)'" } ?? "a set of numbers with names"
    case .structure: "a struct"
    case .class: "a class"
    case .enumeration: rawType.map { "archived as the '\($0)' of one of its cases" } ?? "a Swift enumeration"
    case .ownCoding: "archived by its own Codable coding"
    }
  }
}
