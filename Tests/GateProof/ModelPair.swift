import ArchiveModel
import SchemaInterpreter
import SchemaLock

/// A random Swift struct, and what random changes have made of it.
struct ModelPair: RandomPair {
  let old: ArchivedSchema
  let new: ArchivedSchema
  let seed: UInt64
  private var dice: Dice

  init(_ seed: UInt64) {
    self.seed = seed
    dice = Dice(seed)
    var entries: [ArchivedEntry] = []
    for index in 0..<(1 + dice.roll(4)) { entries.append(Self.entry("k\(index)", &dice)) }
    old = Self.schema(entries, Self.kind)
    var changed = entries
    var kind = Self.kind
    for _ in 0..<(dice.chance(25) ? 2 : 1) { Self.change(&changed, &kind, &dice) }
    new = Self.schema(changed, kind)
  }

  private static let kind = (0..<4).map { ArchivedEntry(key: "e\($0)", form: ArchivedForm(.enumerator(Int64($0)))) }

  private static func schema(_ entries: [ArchivedEntry], _ kind: [ArchivedEntry]) -> ArchivedSchema {
    var numbers = ArchivedType(name: "Kind", kind: .enumerators, entries: kind)
    numbers.isClosed = true
    return ArchivedSchema(types: [ArchivedType(name: "Model", kind: .structure, entries: entries), numbers])
  }

  private static func entry(_ key: String, _ dice: inout Dice) -> ArchivedEntry {
    var entry = ArchivedEntry(key: key, form: form(&dice))
    if dice.chance(40), case .number(let number) = entry.form.base, entry.form.dimensions.isEmpty,
      !entry.form.isOptional
    {
      entry.defaultValue = number.scalar == .bool ? "true" : "1"
    }
    entry.isRequired = entry.defaultValue == nil && !entry.form.isOptional
    return entry
  }

  private static let numberNames = ["bool", "f32", "f64", "i16", "i32", "i64", "i8", "u16", "u32", "u64", "u8"]

  private static func form(_ dice: inout Dice) -> ArchivedForm {
    let number = ArchivedNumber(dice.pick(numberNames)) ?? ArchivedNumber(.bool)
    return switch dice.roll(8) {
    case 0: ArchivedForm(.value(type: "String"), isOptional: dice.chance(40))
    case 1: ArchivedForm(.value(type: "Kind"), isOptional: dice.chance(30))
    case 2, 3: ArchivedForm(.number(number.scalar == .bool ? ArchivedNumber(.floating(.f64)) : number), [-1])
    default: ArchivedForm(.number(number), isOptional: dice.chance(30))
    }
  }

  private static func change(_ entries: inout [ArchivedEntry], _ kind: inout [ArchivedEntry], _ dice: inout Dice) {
    let index = dice.roll(entries.count)
    switch dice.roll(9) {
    case 0, 1, 2:
      let (key, former) = (entries[index].key, entries[index].formerKeys)
      entries[index] = entry(key, &dice)
      entries[index].formerKeys = former
    case 3: if entries.count > 1 { entries.remove(at: index) }
    case 4: if !entries.contains(where: { $0.key == "new" }) { entries.append(entry("new", &dice)) }
    case 5, 6:
      var renamed = ArchivedEntry(key: "r" + entries[index].key, form: entries[index].form)
      (renamed.defaultValue, renamed.isRequired) = (entries[index].defaultValue, entries[index].isRequired)
      if dice.chance(60) { renamed.formerKeys = [entries[index].key] }
      entries[index] = renamed
    case 7:
      entries[index].form.isOptional.toggle()
      if !entries[index].form.dimensions.isEmpty { entries[index].form.isOptional = false }
      entries[index].defaultValue = nil
      entries[index].isRequired = !entries[index].form.isOptional
    default:
      switch dice.roll(3) {
      case 0: kind.append(ArchivedEntry(key: "new", form: ArchivedForm(.enumerator(4))))
      case 1: kind.remove(at: dice.roll(kind.count))
      default: kind[0].form = ArchivedForm(.enumerator(5))
      }
      kind = Dictionary(kind.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first }).values.sorted {
        $0.key < $1.key
      }
    }
  }

  var changes: [Change] { Judge.changes(from: old, to: new) }

  var text: String {
    var lock = LockFile()
    lock.update(to: old)
    var after = LockFile()
    after.update(to: new)
    let told = changes.map { "  \($0.rule.rawValue) \($0.subject): \($0.level), forward \($0.forward)" }
    return (["old:", lock.text, "new:", after.text, "gate:"] + told).joined(separator: "\n")
  }

  func problems(_ counts: inout [Level: Int]) throws -> [String] {
    let changes = changes
    let level = changes.map(\.level).max() ?? .safe
    let forward = changes.map(\.forward).max() ?? .safe
    counts[level, default: 0] += 1
    counts[forward, default: 0] += 1
    // What an enumeration's change does is seen if both have a property of it.
    let isExact =
      changes.allSatisfy { $0.type != "Kind" }
      || changes.count == 1 && old["Model"]?.entries.contains { $0.form.base == .value(type: "Kind") } == true
    let first = Verdict.problem(
      try outcomes(old, new), changes.map { ($0.rule, $0.level) }, isForward: false, isExact: isExact)
    let second = Verdict.problem(
      try outcomes(new, old), changes.map { ($0.rule, $0.forward) }, isForward: true, isExact: isExact)
    return [first.map { "backward, \(level): \($0)" }, second.map { "forward, \(forward): \($0)" }].compactMap(\.self)
  }

  private func outcomes(_ old: ArchivedSchema, _ new: ArchivedSchema) throws -> [Outcome] {
    let (writer, reader) = (try ModelProgram(old, root: "Model"), try ModelProgram(new, root: "Model"))
    return try (0..<8).map { sample in
      let written = Self.values(sample, old)
      let data = try writer.encode(SchemaGraph(root: written))
      do { return compare(written, old, try reader.decode(data).root, new) } catch { return .refused("\(error)") }
    }
  }

  static func values(_ sample: Int, _ schema: ArchivedSchema) -> [String: SchemaValue] {
    Dictionary(
      (schema["Model"]?.entries ?? []).map { ($0.key, value(of: $0, sample, schema)) },
      uniquingKeysWith: { $1 })
  }

  private static func value(of entry: ArchivedEntry, _ sample: Int, _ schema: ArchivedSchema) -> SchemaValue {
    if entry.form.isOptional, sample == 7 { return .null }
    switch entry.form.base {
    case .number(let number):
      let edges = RandomValues.edges(number)
      if entry.form.dimensions.isEmpty { return edges[sample % edges.count] }
      return .list(sample == 6 ? [] : (0..<3).map { edges[(sample + $0) % edges.count] })
    case .value("Kind"):
      let numbers = schema["Kind"]?.entries ?? []
      if case .enumerator(let number)? = numbers.isEmpty ? nil : numbers[sample % numbers.count].form.base {
        return .integer(number)
      }
      return .integer(0)
    default: return .text(["", "text", "€", "1"][sample % 4])
    }
  }

  func compare(
    _ written: [String: SchemaValue], _ old: ArchivedSchema, _ read: [String: SchemaValue], _ new: ArchivedSchema
  ) -> Outcome {
    var used: Set<String> = []
    var lost: String?
    for entry in new["Model"]?.entries ?? [] {
      let copy = read[entry.key] ?? .null
      guard let source = ([entry.key] + entry.formerKeys).first(where: { written[$0] != nil }),
        let value = written[source]
      else { continue }
      used.insert(source)
      switch (value, copy) {
      case (.list(let first), .list(let second)):
        if first.count != second.count || !zip(first, second).allSatisfy({ $0.isSameNumber(as: $1) }) {
          return .different("\(entry.key): \(value) is \(copy)")
        }
      case (.text, .text), (.null, .null): if value != copy { return .different("\(entry.key): \(value) is \(copy)") }
      case (.null, _): lost = "\(entry.key): nil is \(copy)"
      default: if !value.isSameNumber(as: copy) { return .different("\(entry.key): \(value) is \(copy)") }
      }
      if case .value("Kind") = entry.form.base, old["Model"]?[source]?.form.base == entry.form.base,
        case .integer(let number) = value
      {
        func name(_ schema: ArchivedSchema) -> String? {
          schema["Kind"]?.entries.first { $0.form.base == .enumerator(number) }?.key
        }
        if let was = name(old), let now = name(new), was != now {
          return .different("\(entry.key) was \(was) and is \(now)")
        }
      }
    }
    if let key = written.keys.sorted().first(where: { !used.contains($0) && written[$0] != .null }) {
      return .lost(key)
    }
    return lost.map { .lost($0) } ?? .equal
  }
}
