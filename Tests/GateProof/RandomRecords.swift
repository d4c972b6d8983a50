import ArchiveModel

/// Random records of C, and random changes of them.
struct RandomRecords {
  var dice: Dice

  static let numbers = [
    "bool", "u3", "u7", "u8", "u16", "u24", "u31", "u32", "u53", "u54", "u64", "i1", "i2", "i8", "i12", "i16", "i32",
    "i54",
    "i55", "i64", "f16", "bf16", "f32", "f64",
  ]
  static let shaped = ["c(f32)", "c(f64)", "v2(f32)", "v4(f32)", "v4(f64)", "v2(i16)", "v2(i32)"]

  // MARK: Schemas

  mutating func schema() -> ArchivedSchema {
    var root = ArchivedType(name: "root", kind: .record, entries: [])
    var entries: [ArchivedEntry] = []
    for index in 0..<(1 + dice.roll(4)) { entries += field("k\(index)", depth: 0) }
    if dice.chance(25) { entries += union() }
    var types: [ArchivedType] = []
    if dice.chance(35) {
      entries += links()
      types.append(node("node"))
      types.append(node("item"))
    }
    if dice.chance(40) { group(&entries) }
    root.entries = sorted(entries)
    root.isInColumns = !types.isEmpty
    types.append(root)
    let used = Set(types.flatMap(\.entries).compactMap(\.enumeration))
    types += ["enum a", "enum b"].filter(used.contains).map { enumeration($0) }
    return ArchivedSchema(types: types)
  }

  private func enumeration(_ name: String) -> ArchivedType {
    ArchivedType(
      name: name, kind: .enumerators,
      entries: (0..<4).map { ArchivedEntry(key: "E\($0)", form: ArchivedForm(.enumerator(Int64($0)))) })
  }

  mutating func number() -> ArchivedNumber {
    ArchivedNumber(dice.chance(12) ? dice.pick(Self.shaped) : dice.pick(Self.numbers)) ?? ArchivedNumber(.bool)
  }

  mutating func field(_ key: String, depth: Int) -> [ArchivedEntry] {
    switch dice.roll(depth < 2 ? 10 : 6) {
    case 0, 1, 2, 3:
      var entry = ArchivedEntry(key: key, form: ArchivedForm(.number(number())))
      decorate(&entry)
      return [entry]
    case 4:
      var entry = ArchivedEntry(key: key, form: ArchivedForm(.number(number()), dimensions()))
      if dice.chance(25) { entry.storage = dice.pick(["elements", "native"]) }
      return [entry]
    case 5:
      return [
        ArchivedEntry(key: key, form: ArchivedForm(.text(encoding: dice.pick(["utf8", "latin1"])), [1 + dice.roll(8)]))
      ]
    case 6, 7: return (0..<(1 + dice.roll(3))).flatMap { field("\(key).m\($0)", depth: depth + 1) }
    case 8:
      var array = ArchivedEntry(key: key, form: ArchivedForm(.records, dice.chance(20) ? [2, 2] : [1 + dice.roll(3)]))
      if dice.chance(20) { array.storage = "elements" }
      return [array] + (0..<(1 + dice.roll(3))).flatMap { field("\(key)[].f\($0)", depth: depth + 1) }
    default:
      var entry = ArchivedEntry(
        key: key, form: ArchivedForm(.number(ArchivedNumber(.integer(bits: 32, isSigned: false)))))
      entry.enumeration = dice.pick(["enum a", "enum b"])
      if dice.chance(30) { entry.allowedValues = [0, 1, 2, 3] }
      return [entry]
    }
  }

  mutating func dimensions() -> [Int] { dice.chance(25) ? [1 + dice.roll(3), 2] : [1 + dice.roll(5)] }

  private mutating func decorate(_ entry: inout ArchivedEntry) {
    guard case .number(let number) = entry.form.base, number.shape == .single, number.name != "i1" else { return }
    if dice.chance(15) { entry.isRequired = true }
    if dice.chance(15) { entry.defaultValue = number.scalar == .bool ? "true" : "1" }
  }

  private mutating func union() -> [ArchivedEntry] {
    var tag = ArchivedEntry(key: "tag", form: ArchivedForm(.number(ArchivedNumber(.integer(bits: 32, isSigned: true)))))
    let count = 2 + dice.roll(2)
    tag.tagValues = (0..<count + (dice.chance(30) ? 1 : 0)).map { Int64($0) }
    var entries = [tag]
    for index in 0..<count {
      var member = ArchivedEntry(key: "u.m\(index)", form: ArchivedForm(.number(number())))
      member.conditions = [ArchivedEntry.Condition(tag: "tag", values: [Int64(index)], isExclusion: false)]
      entries.append(member)
    }
    return entries
  }

  private mutating func links() -> [ArchivedEntry] {
    // Every table is reached.
    var entries = [
      ArchivedEntry(key: "first", form: ArchivedForm(.link(table: "item"))),
      ArchivedEntry(key: "next", form: ArchivedForm(.link(table: "node"))),
    ]
    if dice.chance(40) { entries.append(ArchivedEntry(key: "label", form: ArchivedForm(.link(table: "#text")))) }
    if dice.chance(40) {
      entries.append(
        ArchivedEntry(key: "n", form: ArchivedForm(.number(ArchivedNumber(.integer(bits: 32, isSigned: false))))))
      var data = ArchivedEntry(
        key: "data", form: ArchivedForm(.link(table: "#" + dice.pick(["f64", "u8", "i32", "u16"]))))
      data.count = "n"
      entries.append(data)
    }
    return entries
  }

  private mutating func node(_ name: String) -> ArchivedType {
    var entries = field("v", depth: 1)
    entries.append(ArchivedEntry(key: "next", form: ArchivedForm(.link(table: name))))
    if dice.chance(30) {
      var other = ArchivedEntry(key: "other", form: ArchivedForm(.link(table: dice.pick(["node", "item"]))))
      other.isWeak = dice.chance(40)
      entries.append(other)
    }
    return ArchivedType(name: name, kind: .record, isInColumns: true, entries: sorted(entries))
  }

  private func sorted(_ entries: [ArchivedEntry]) -> [ArchivedEntry] { entries.sorted { $0.key < $1.key } }

  // MARK: Changes

  /// One random change; what it touches may be nothing.
  mutating func change(_ schema: ArchivedSchema) -> ArchivedSchema {
    var schema = schema
    let position = dice.roll(schema.types.count)
    if schema.types[position].kind == .enumerators {
      changeEnumeration(&schema.types[position])
      return schema
    }
    if dice.chance(4) {
      guard schema.types[position].name == "root" else { return schema }
      let old = schema.types[position]
      let renamed = ArchivedType(
        name: "root", kind: .record, formerNames: dice.chance(50) ? ["former"] : [], isInColumns: old.isInColumns,
        entries: old.entries)
      schema.types[position] = renamed
      return schema
    }
    changeEntries(&schema.types[position])
    let used = Set(schema.types.flatMap(\.entries).compactMap(\.enumeration))
    for name in used where schema[name] == nil { schema.types.append(enumeration(name)) }
    schema = ArchivedSchema(types: schema.types)
    return schema
  }

  private mutating func changeEnumeration(_ type: inout ArchivedType) {
    switch dice.roll(4) {
    case 0: type.entries.append(ArchivedEntry(key: "NEW", form: ArchivedForm(.enumerator(4))))
    case 1: type.entries.remove(at: dice.roll(type.entries.count))
    case 2:
      let (a, b) = (dice.roll(type.entries.count), dice.roll(type.entries.count))
      (type.entries[a].form, type.entries[b].form) = (type.entries[b].form, type.entries[a].form)
    default:
      let index = dice.roll(type.entries.count)
      type.entries[index] = ArchivedEntry(key: "OTHER", form: type.entries[index].form)
    }
    type.entries = sorted(type.entries)
  }

  private mutating func changeEntries(_ type: inout ArchivedType) {
    guard !type.entries.isEmpty else { return }
    var entries = type.entries
    let index = dice.roll(entries.count)
    let key = entries[index].key
    func isPart(_ other: String) -> Bool { other.hasPrefix(key + "[].") }
    // Values that another field requires are kept.
    let isAsked = entries.contains { entry in
      entry.conditions.contains { $0.tag == key } || entry.count == key
    }
    switch dice.roll(17) {
    case 14, 15: regroup(&entries[index])
    case 16:
      // The key of a group, for a field.
      let name = "g\(dice.roll(2))"
      if dice.chance(20), !entries.contains(where: { $0.key == name || $0.group?.key == name }) {
        entries.append(ArchivedEntry(key: name, form: ArchivedForm(.number(number()))))
      } else {
        group(&entries)
      }
    case 0, 1, 2: if !isAsked { changeForm(&entries[index]) }
    case 3:
      if isAsked { break }
      let link = if case .link = entries[index].form.base { true } else { false }
      entries.removeAll { $0.key == key || isPart($0.key) }
      if entries.allSatisfy({ $0.conditions.isEmpty }), let tag = entries.firstIndex(where: { !$0.tagValues.isEmpty }) {
        entries[tag].tagValues = []
      }
      if link, dice.chance(40) { type.removedKeys.append(key) }
    case 4:
      let name = "new\(dice.roll(100))"
      if !entries.contains(where: { $0.key.hasPrefix(name) }) {
        entries += field(name, depth: type.name == "root" ? 0 : 1)
      }
    case 5, 6: rename(key, with: isAsked || dice.chance(60), &entries)
    case 7:
      let other = dice.roll(entries.count)
      let (a, b) = (entries[index], entries[other])
      guard index != other, a.form.base != .records, b.form.base != .records, !isAsked, a.conditions == b.conditions,
        a.key.split(separator: "]").count == b.key.split(separator: "]").count, !a.key.contains("]"), a.count == nil,
        b.count == nil,
        !entries.contains(where: { entry in entry.conditions.contains { $0.tag == b.key } || entry.count == b.key })
      else { break }
      entries[index] = copy(a, key: b.key)
      entries[other] = copy(b, key: a.key)
      if dice.chance(70) { (entries[index].formerKeys, entries[other].formerKeys) = ([a.key], [b.key]) }
    case 8:
      if case .number(let number) = entries[index].form.base, number.shape == .single, number.name != "i1",
        entries[index].form.dimensions.isEmpty
      {
        entries[index].defaultValue = entries[index].defaultValue == nil ? (number.scalar == .bool ? "true" : "1") : nil
      }
    case 9: if case .link = entries[index].form.base { break } else { entries[index].isRequired.toggle() }
    case 10:
      if !entries[index].allowedValues.isEmpty {
        entries[index].allowedValues.removeLast()
      } else if entries[index].enumeration != nil {
        entries[index].allowedValues = [0, 1, 2, 3, 4]
      }
    case 11:
      if !entries[index].conditions.isEmpty {
        let condition = entries[index].conditions[0]
        let values = dice.chance(50) ? condition.values + [Int64(7 + dice.roll(3))] : [Int64(dice.roll(4) + 4)]
        entries[index].conditions = [ArchivedEntry.Condition(tag: condition.tag, values: values, isExclusion: false)]
        if let tag = entries.firstIndex(where: { $0.key == condition.tag }) {
          entries[tag].tagValues = Set(entries.flatMap { $0.conditions.flatMap(\.values) }).sorted()
        }
      } else if entries[index].form.base == .records {
        entries[index].storage = entries[index].storage == nil ? "elements" : nil
      } else if case .number = entries[index].form.base, !entries[index].form.dimensions.isEmpty {
        entries[index].storage = dice.pick([nil, "elements", "native"])
      }
    case 12:
      if case .link(let table) = entries[index].form.base {
        if !table.hasPrefix("#"), type.name != "root" { entries[index].isWeak.toggle() }
        if table == "node" || table == "item", dice.chance(50) {
          entries[index].form = ArchivedForm(.link(table: table == "node" ? "item" : "node"))
        }
      }
    default:
      if entries[index].enumeration != nil { entries[index].enumeration = dice.pick(["enum a", "enum b"]) }
    }
    // An array keeps a field.
    for array in entries
    where array.form.base == .records && !entries.contains(where: { $0.key.hasPrefix(array.key + "[].") }) {
      entries += [ArchivedEntry(key: array.key + "[].left", form: ArchivedForm(.number(ArchivedNumber(.bool))))]
    }
    settleGroups(&entries)
    type.entries = sorted(entries)
    if type.entries.isEmpty {
      type.entries = [ArchivedEntry(key: "left", form: ArchivedForm(.number(ArchivedNumber(.bool))))]
    }
  }

  private func copy(_ entry: ArchivedEntry, key: String) -> ArchivedEntry {
    var copy = ArchivedEntry(key: key, form: entry.form)
    copy.formerKeys = entry.formerKeys
    (copy.defaultValue, copy.isRequired, copy.isWeak, copy.storage) = (
      entry.defaultValue, entry.isRequired, entry.isWeak, entry.storage
    )
    (copy.count, copy.conditions, copy.allowedValues, copy.enumeration) = (
      entry.count, entry.conditions, entry.allowedValues, entry.enumeration
    )
    copy.tagValues = entry.tagValues
    copy.group = entry.group.map { group in
      // A group is beside its fields.
      let name = group.key.lastIndex(of: ".").map { String(group.key[group.key.index(after: $0)...]) } ?? group.key
      return BitGroupPlace(key: prefix(of: key) + name, position: group.position)
    }
    return copy
  }

  // MARK: Groups of bit-fields

  /// What is before the last part of a key.
  private func prefix(of key: String) -> String { key.lastIndex(of: ".").map { String(key[...$0]) } ?? "" }

  /// Puts some of the fields that can be bit-fields into groups.
  private mutating func group(_ entries: inout [ArchivedEntry]) {
    for index in entries.indices where dice.chance(60) { regroup(&entries[index]) }
    settleGroups(&entries)
  }

  private mutating func regroup(_ entry: inout ArchivedEntry) {
    guard entry.canBeGrouped else { return }
    let key = "\(prefix(of: entry.key))g\(dice.roll(2))"
    entry.group = entry.group != nil && dice.chance(30) ? nil : BitGroupPlace(key: key, position: dice.roll(40))
  }

  /// Takes fields out of groups that are no bit-fields, or have no room, and those in different members of a union apart.
  private func settleGroups(_ entries: inout [ArchivedEntry]) {
    var used: [String: UInt64] = [:]
    var conditions: [String: [ArchivedEntry.Condition]] = [:]
    let keys = Set(entries.map(\.key))
    for index in entries.indices {
      guard let group = entries[index].group else { continue }
      entries[index].group = nil
      guard entries[index].canBeGrouped, case .number(let number) = entries[index].form.base,
        let width = number.bitWidth, !keys.contains(group.key),
        conditions[group.key].map({ $0 == entries[index].conditions }) ?? true
      else { continue }
      let bits: UInt64 = (1 << UInt64(width)) - 1
      let known = used[group.key] ?? 0
      let places = [group.position] + Array(0...64)
      guard let place = places.first(where: { $0 <= 64 - width && known & bits << UInt64($0) == 0 }) else { continue }
      used[group.key] = known | bits << UInt64(place)
      conditions[group.key] = entries[index].conditions
      entries[index].group = BitGroupPlace(key: group.key, position: place)
    }
  }

  /// A field, with the fields of its elements.
  private mutating func rename(_ key: String, with was: Bool, _ entries: inout [ArchivedEntry]) {
    let last = key.lastIndex(of: ".").map { key[key.index(after: $0)...] } ?? key[...]
    let name = key.dropLast(last.count) + "r" + last
    guard !entries.contains(where: { $0.key == name }) else { return }
    for index in entries.indices where entries[index].key == key || entries[index].key.hasPrefix(key + "[].") {
      let old = entries[index].key
      entries[index] = copy(entries[index], key: String(name) + String(old.dropFirst(key.count)))
      if was { entries[index].formerKeys.append(old) }
    }
    // Tags and counts are named by their own keys.
    for index in entries.indices { entries[index] = entries[index].naming(String(name), for: key) }
  }

  private mutating func changeForm(_ entry: inout ArchivedEntry) {
    let dimensions = entry.form.dimensions
    switch entry.form.base {
    case .number:
      entry.defaultValue = nil
      // What fits is then for the values to say.
      if !entry.allowedValues.isEmpty { return }
      if !dimensions.isEmpty, dice.chance(40) {
        entry.form.dimensions[dice.chance(80) ? 0 : dimensions.count - 1] = 1 + dice.roll(5)
      } else if dice.chance(10) {
        entry.form.dimensions = dimensions.isEmpty ? self.dimensions() : []
        if dimensions.isEmpty { entry.enumeration = nil } else { entry.storage = nil }
      } else if dice.chance(10), entry.enumeration == nil {
        entry.form = ArchivedForm(.text(encoding: dice.pick(["utf8", "latin1"])), [1 + dice.roll(8)])
        entry.storage = nil
        entry.isRequired = false
      } else {
        entry.form.base = .number(number())
        entry.enumeration = nil
      }
    case .text(let encoding):
      if dice.chance(50) {
        entry.form.dimensions = [1 + dice.roll(8)]
      } else if dice.chance(50) {
        entry.form.base = .text(encoding: encoding == "utf8" ? "latin1" : "utf8")
      } else {
        entry.form = ArchivedForm(
          .number(ArchivedNumber(dice.pick(["u8", "i8", "u16", "f32"])) ?? number()), dimensions)
      }
    case .records: entry.form.dimensions[dice.chance(80) ? 0 : dimensions.count - 1] = 1 + dice.roll(4)
    case .link(let table):
      if table.hasPrefix("#"), table != "#text" {
        entry.form = ArchivedForm(.link(table: "#" + dice.pick(["f64", "u8", "i8", "i32", "u16", "f32"])))
      }
    default: break
    }
  }
}

extension ArchivedEntry {
  fileprivate var canBeGrouped: Bool {
    guard case .number(let number) = form.base, form.dimensions.isEmpty, let width = number.bitWidth else {
      return false
    }
    return width <= 40
  }
}

extension ArchivedEntry {
  /// The entry with another key of its tags and count.
  fileprivate func naming(_ name: String, for key: String) -> ArchivedEntry {
    var entry = self
    if count == key { entry.count = name }
    entry.conditions = conditions.map {
      $0.tag == key ? Condition(tag: name, values: $0.values, isExclusion: $0.isExclusion) : $0
    }
    return entry
  }
}
