import ArchiveModel

/// Properties that moved into a struct inside theirs and are read by a key from the root, `was("/size")`: at the places
/// where the outer struct has no object of its own, its keys were keys of what is around it, `box.size`, and "/size" is
/// another key there. The same goes for the values of an enumeration's case that have become a struct.
struct PlaceJudgement {
  let old: ArchivedSchema
  let types: TypePair
  let renamed: [String: String]
  let retired: RetiredNames

  /// A key of an old struct or enumeration, and what reads it in the new one.
  private struct Move {
    let key: String
    let reader: MovedReader
  }

  /// The keys of an old struct or enumeration that the new one does not have, and what reads keys from the root in it.
  private struct Moves {
    let keys: [String]
    let readers: [String: MovedReader]

    /// - Parameter place: The key of a struct in place.
    func at(_ place: String) -> [Move] {
      keys.compactMap { key in
        (readers[key] ?? readers["\(place).\(key)"]).map { Move(key: key, reader: $0) }
      }
    }
  }

  /// A struct or enumeration with such a key that stands in place, or an object with one of its own.
  private struct Place {
    let move: Move
    /// Its name.
    let type: String
    let root: Root
    /// Its keys, in the archive and in today's code; empty of an object, whose keys are the object's.
    var oldKey = ""
    var newKey = ""

    var isObject: Bool { oldKey.isEmpty }
    /// The property's key in today's code.
    var own: String { isObject ? move.reader.entry.key : "\(newKey).\(move.reader.entry.key)" }
    var expected: String { isObject ? move.key : "\(oldKey).\(move.key)" }

    /// The key of the archive that is read: a value of its own before a struct that has others.
    func found(by formerKeys: [String]) -> String? {
      let around = own.dropLast(Similarity.lastPart(own).count)
      let keys = [own] + formerKeys.map { $0.hasPrefix("/") ? String($0.dropFirst()) : around + $0 }
      return keys.first(where: root.keys.values.contains) ?? keys.first(where: root.keys.structs.contains)
    }
  }

  /// An object of archives: one of a type, or of a tuple in one of its properties.
  private struct Root {
    let type: ArchivedType
    /// The property with the tuple, and a dot.
    var prefix = ""
    /// The keys of the type itself, without those of structs in place.
    var own: Set<String> = []
    var keys = Keys()

    func filled(_ keys: Keys) -> Root {
      var root = self
      root.keys = keys
      return root
    }
  }

  private struct Keys {
    var values: Set<String> = []
    var structs: Set<String> = []
  }

  private struct Field {
    let key: String
    var formerKeys: [String] = []
    let type: SwiftTypeText?
  }

  func run() -> [Change] {
    var (movesByType, taken): ([String: Moves], [Change]) = ([:], [])
    for type in old.types where type.hasNameInArchives {
      movesByType[type.name] = moves(of: type)
    }
    let places = old.types.flatMap { type -> [Place] in
      guard type.hasNameInArchives, let new = types.new[renamed[type.name] ?? type.name], new.kind == type.kind else {
        return []
      }
      let fields = (self.fields(of: type, in: types.old), self.fields(of: new, in: types.new))
      let root = Root(type: new, own: Set(fields.0.map(\.key)))
      var places = self.places(in: root, fields.0, fields.1, movesByType, of: type.name)
      taken += self.taken(in: root, fields.0, fields.1, besides: places)
      for field in fields.0 {
        guard let reader = Self.reader(of: field, fields.1), let from = field.type, let to = reader.type else {
          continue
        }
        for (from, to) in zip(from.tuplesOfTheirOwn, to.tuplesOfTheirOwn) {
          guard let from = self.fields(of: from, in: types.old), let to = self.fields(of: to, in: types.new) else {
            continue
          }
          places += self.places(in: Root(type: new, prefix: "\(field.key)."), from, to, movesByType)
        }
      }
      return places
    }
    return Dictionary(grouping: places, by: \.move.reader.subject).sorted { $0.key < $1.key }.flatMap {
      changes(at: $1)
    } + taken
  }

  /// Values of archives that more than one property reads, one of them by a key from the root.
  private func taken(in root: Root, _ old: [Field], _ new: [Field], besides places: [Place]) -> [Change] {
    let type = root.type
    let movers = Dictionary(
      MovedReader.list(in: type.hierarchy { types.new[$0] }.flatMap(\.entries), types.new).map { ($0.entry.key, $0) },
      uniquingKeysWith: { first, _ in first })
    if movers.isEmpty { return [] }
    let root = root.filled(keys(of: old, in: types.old))
    let readings = readings(of: new, root.keys.values).sorted { $0.own < $1.own }
    let places = Dictionary(grouping: places) { $0.found(by: $0.move.reader.formerKeys) == $0.expected }
      .mapValues { Set($0.map(\.own)) }
    return Dictionary(grouping: readings, by: \.found).filter { $1.count > 1 }.sorted { $0.key < $1.key }.flatMap {
      found, readings in
      // The property that has the key, or has moved or been renamed, is right.
      let owner =
        (readings.first { $0.own == found } ?? readings.first { places[true]?.contains($0.own) == true }
        ?? readings.first { !$0.isFromRoot } ?? readings[0]).own
      return readings.compactMap { reading -> Change? in
        let key = reading.own
        guard reading.isFromRoot, key != owner, places[false]?.contains(key) != true,
          retired.keys[type.name]?.contains(key) != true,
          let mover = Self.nearest(to: key, in: movers)
        else { return nil }
        return Change(
          .keyOfAnotherField, type.name, key: key, level: .misread, forward: .safe, old: found, new: key,
          "archives have '\(found)', which '\(type.name)' reads \(owner == found ? "as before" : "for '\(owner)'"), and '\(mover.subject)' reads it for '\(key)', too",
          fixes: Self.migrating(type, "gives '\(key)' its value", .keyOfAnotherField, key), at: mover.entry.location,
          sourceLine: mover.entry.sourceLine)
      }
    }
  }

  /// The property with such a key, or the nearest struct around it.
  private static func nearest(to key: String, in readers: [String: MovedReader]) -> MovedReader? {
    var key = Substring(key)
    while true {
      if let reader = readers[String(key)] { return reader }
      guard let dot = key.lastIndex(of: ".") else { return nil }
      key = key[..<dot]
    }
  }

  /// A property of today's code that reads a value of archives.
  private struct Reading {
    let own: String
    let found: String
    /// Whether it, or a struct around it, reads a key from the root.
    let isFromRoot: Bool
  }

  /// What properties, those of structs in place too, read of the values `archived`.
  private func readings(of fields: [Field], _ archived: Set<String>) -> [Reading] {
    typealias Around = (key: String, isFromRoot: Bool)
    var readings: [Reading] = []
    var open: [(field: Field, own: String, around: [Around])] = fields.map { ($0, $0.key, [("", false)]) }
    var steps = 0
    // The limits are for schemas that nobody has: structs double their keys, and their former ones, at each level.
    while let (field, own, around) = open.popLast(), steps < 100_000 {
      steps += 1
      let names = [field.key] + field.formerKeys
      let keys = names.flatMap { name -> [Around] in
        name.hasPrefix("/") ? [(String(name.dropFirst()), true)] : around.map { ($0.key + name, $0.isFromRoot) }
      }
      if let found = keys.first(where: { archived.contains($0.key) }) {
        readings.append(Reading(own: own, found: found.key, isFromRoot: found.isFromRoot))
      }
      let inner = field.type.flatMap { self.fields(of: $0, in: types.new) } ?? []
      open += inner.map { ($0, "\(own).\($0.key)", keys.prefix(64).map { ("\($0.key).", $0.isFromRoot) }) }
    }
    return readings
  }

  private func moves(of type: ArchivedType) -> Moves? {
    guard let new = types.new[renamed[type.name] ?? type.name], new.kind == type.kind else { return nil }
    let readers = MovedReader.all(in: new.entries, types.new)
    let keys = type.entries.map(\.key).filter { key in
      !new.entries.contains { $0.key == key || $0.formerKeys.contains(key) }
    }
    return keys.isEmpty || readers.isEmpty ? nil : Moves(keys: keys, readers: readers)
  }

  // MARK: Places

  /// - Parameter object: the type whose object the root is; nil for a tuple.
  private func places(
    in root: Root, _ old: [Field], _ new: [Field], _ moves: [String: Moves], of object: String? = nil
  ) -> [Place] {
    let root = root.filled(keys(of: old, in: types.old))
    var places =
      object.flatMap { name in
        moves[name]?.at("").map { Place(move: $0, type: name, root: root) }
      } ?? []
    var pairs: [(old: [Field], new: [Field], from: String, to: String)] = [(old, new, "", "")]
    // A struct may have moved itself, and reads its keys from the root.
    let moved =
      root.prefix.isEmpty
      ? MovedReader.all(in: root.type.hierarchy { types.new[$0] }.flatMap(\.entries), types.new) : [:]
    var steps = 0
    while let (old, new, from, to) = pairs.popLast(), steps < 100_000 {
      for field in old {
        steps += 1
        let oldKey = from + field.key
        let direct = Self.reader(of: field, new).map { (key: to + $0.key, type: $0.type) }
        guard let reader = direct ?? moved[oldKey].map({ (key: $0.entry.key, type: self.field($0.entry).type) }),
          let type = field.type, let target = reader.type?.unwrapped,
          let inner = fields(of: type, in: types.old), let innerTarget = fields(of: target, in: types.new)
        else { continue }
        let newKey = reader.key
        if case .named(let name, _) = type, case .named(renamed[name] ?? name, _) = target {
          places += (moves[name]?.at(oldKey) ?? []).map {
            Place(move: $0, type: name, root: root, oldKey: oldKey, newKey: newKey)
          }
        }
        pairs.append((inner, innerTarget, "\(oldKey).", "\(newKey)."))
      }
    }
    return places
  }

  /// The keys of an object with such fields.
  private func keys(of fields: [Field], in types: [String: ArchivedType]) -> Keys {
    var keys = Keys()
    var open = fields.map { ($0, $0.key) }
    // The limit is for schemas that nobody has, in which structs double their keys at each level.
    while let (field, key) = open.popLast(), keys.values.count + keys.structs.count < 100_000 {
      guard let inner = field.type.flatMap({ self.fields(of: $0, in: types) }) else {
        keys.values.insert(key)
        continue
      }
      // An enumeration has its case under the key.
      if case .named(let name, _)? = field.type, types[name]?.kind == .enumeration {
        keys.values.insert(key)
      } else {
        keys.structs.insert(key)
      }
      open += inner.map { ($0, "\(key).\($0.key)") }
    }
    return keys
  }

  private static func reader(of field: Field, _ new: [Field]) -> Field? {
    new.first { $0.key == field.key } ?? new.first { $0.formerKeys.contains(field.key) }
  }

  private func fields(of type: ArchivedType, in types: [String: ArchivedType]) -> [Field] {
    let entries = type.superclass == nil ? type.entries : type.hierarchy { types[$0] }.flatMap(\.entries)
    return entries.map(field)
  }

  private func field(_ entry: ArchivedEntry) -> Field {
    guard case .value(let text) = entry.form.base, entry.form.dimensions.isEmpty, !entry.isOwnCoding,
      let type = SwiftTypeText(text)
    else { return Field(key: entry.key, formerKeys: entry.formerKeys, type: nil) }
    return Field(key: entry.key, formerKeys: entry.formerKeys, type: entry.form.isOptional ? .optional(type) : type)
  }

  /// The keys that a value of the type has among those around it; nil for a value that has none there.
  private func fields(of type: SwiftTypeText, in types: [String: ArchivedType]) -> [Field]? {
    switch type {
    case .tuple(let elements):
      return elements.enumerated().map { Field(key: $1.label ?? "\($0)", type: $1.type) }
    case .named(let name, let given):
      guard let known = types[name], known.kind == .structure || known.kind == .enumeration, known.hasNameInArchives,
        known.kind == .structure || !known.containsItself(in: { types[$0] })
      else { return nil }
      let arguments = Dictionary(zip(known.parameters, given), uniquingKeysWith: { first, _ in first })
      let fields = fields(of: known, in: types)
      if arguments.isEmpty { return fields }
      let schema = ArchivedSchema(types: Array(types.values))
      return fields.map {
        Field(key: $0.key, formerKeys: $0.formerKeys, type: $0.type?.substituting(arguments, schema))
      }
    default: return nil
    }
  }

  // MARK: Changes

  /// - Parameter places: those where one property is read.
  private func changes(at places: [Place]) -> [Change] {
    guard let reader = places.first?.move.reader else { return [] }
    // A key of a struct in place is longer than that of the struct alone, and has to be looked for before it.
    let names = reader.formerKeys + places.map { "/\($0.expected)" }.sorted()
    let list = names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
    let remedy = list.enumerated().sorted { left, right in
      let (first, second) = (left.element.count { $0 == "." }, right.element.count { $0 == "." })
      return first != second ? first > second : left.offset < right.offset
    }.map(\.element)
    let texts = remedy.map { "\"\($0)\"" }
    return places.compactMap { place in
      let found = place.found(by: reader.formerKeys)
      let key = place.root.prefix + place.expected
      let type = place.root.type
      if found == place.expected || retired.keys[type.name]?.contains(key) == true { return nil }
      let isOther = found.map { !isOfSameStruct($0, place) } ?? false
      let rule = isOther ? Rule.keyOfAnotherField : .keyRemoved
      // What an object lacks is told with its type.
      if place.isObject, !isOther { return nil }
      let isReadable = places.allSatisfy { place in
        let found = place.found(by: remedy)
        return found == place.expected || place.isObject && (found.map { isOfSameStruct($0, place) } ?? true)
      }
      let fixes =
        isReadable
        ? ["// archive: was(\(texts.joined(separator: ", ")))    on '\(reader.subject)', in this order"]
        : Self.migrating(
          type, "reads '\(place.expected)': no list of former keys is right at every place", rule, key)
      let owner =
        place.root.prefix.isEmpty ? "'\(type.name)'" : "the tuple in '\(type.name).\(place.root.prefix.dropLast())'"
      return Change(
        rule, type.name, key: key,
        level: isOther ? .misread : reader.isRequired && found == nil ? .refuse : .loss,
        forward: .safe,
        (place.isObject ? "archives" : "'\(place.type)' is in place in \(owner), so that archives")
          + " have '\(place.expected)', and '\(reader.subject)' reads \(found.map { "'\($0)'" } ?? "no key that they have") there",
        fixes: fixes, at: reader.entry.location, sourceLine: reader.entry.sourceLine)
    }
  }

  private static func migrating(_ type: ArchivedType, _ action: String, _ rule: Rule, _ key: String) -> [String] {
    [
      "// archive: version(\((type.version ?? 1) + 1)), migrate(update)    on '\(type.name)', whose method \(action)",
      "archivegen lock --accept \(rule.rawValue):\(type.name).\(key)    if 'migrate' does",
    ]
  }

  /// Whether a key belongs to the same struct, and to a property that became the same one.
  private func isOfSameStruct(_ key: String, _ place: Place) -> Bool {
    if place.isObject { return place.root.own.contains(key) }
    return place.move.reader.formerKeys.contains { former in
      former.hasPrefix("/") && "\(place.oldKey).\(former.dropFirst())" == key
    }
  }
}

extension SwiftTypeText {
  fileprivate var unwrapped: SwiftTypeText { if case .optional(let wrapped) = self { wrapped.unwrapped } else { self } }

  /// The tuples in it that are objects, in their order.
  fileprivate var tuplesOfTheirOwn: [SwiftTypeText] { tuples(isInPlace: true) }

  private func tuples(isInPlace: Bool) -> [SwiftTypeText] {
    switch self {
    case .tuple(let elements):
      (isInPlace ? [] : [self]) + elements.flatMap { $0.type.tuples(isInPlace: true) }
    case .named(_, let arguments): arguments.flatMap { $0.tuples(isInPlace: false) }
    case .optional(let inner), .array(let inner): inner.tuples(isInPlace: false)
    case .dictionary(let key, let value): key.tuples(isInPlace: false) + value.tuples(isInPlace: false)
    case .existential: []
    }
  }
}
