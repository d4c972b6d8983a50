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
    old = Self.schema(entries, Self.kind, Self.words)
    var changed = entries
    var kind = Self.kind
    var words = Self.words
    for _ in 0..<(dice.chance(25) ? 2 : 1) { Self.change(&changed, &kind, &words, &dice) }
    new = Self.schema(changed, kind, words)
  }

  private static let kind = (0..<4).map { ArchivedEntry(key: "e\($0)", form: ArchivedForm(.enumerator(Int64($0)))) }

  /// An enumeration of texts: the keys are the raw values.
  private static let words = ["w0", "w1", "w2"].map { ArchivedEntry(key: $0, form: ArchivedForm(.enumerationCase)) }

  /// The types that a value of the protocol may have.
  private static let shapes = ["Circle", "Square"].map { name in
    var entry = ArchivedEntry(key: "\(name) size", form: ArchivedForm(.number(ArchivedNumber(.floating(.double)))))
    entry.isRequired = true
    return ArchivedType(name: name, kind: .structure, entries: [entry])
  }

  private static func schema(
    _ entries: [ArchivedEntry], _ kind: [ArchivedEntry], _ words: [ArchivedEntry]
  ) -> ArchivedSchema {
    var texts = ArchivedType(name: "Word", kind: .enumeration, entries: words)
    texts.rawType = "String"
    var numbers = ArchivedType(name: "Kind", kind: .enumerators, entries: kind)
    numbers.isClosed = true
    return ArchivedSchema(
      types: [ArchivedType(name: "Model", kind: .structure, entries: entries), numbers, texts] + shapes)
  }

  private static func entry(_ key: String, _ dice: inout Dice) -> ArchivedEntry {
    var entry = ArchivedEntry(key: key, form: form(&dice))
    if dice.chance(40), case .number(let number) = entry.form.base, entry.form.dimensions.isEmpty,
      !entry.form.isOptional
    {
      entry.defaultValue = number.scalar == .bool ? "true" : "1"
    }
    entry.isRequired = entry.defaultValue == nil && !entry.form.isOptional
    if entry.form.base == .value(type: "any Shape") { entry.types = shapes.map(\.name) }
    return entry
  }

  private static let valueNames = [
    "Word", "Word", "any Shape", "[String: Int]", "[String: Double]", "[String]", "Set<Int>", "[Int?]", "Range<Int>",
    "ClosedRange<Int>", "(x: Int, y: Int)", "Data", "Date", "UUID", "URL",
  ]
  private static let numberNames = ["bool", "f32", "f64", "i16", "i32", "i64", "i8", "u16", "u32", "u64", "u8"]

  private static func form(_ dice: inout Dice) -> ArchivedForm {
    let number = ArchivedNumber(dice.pick(numberNames)) ?? ArchivedNumber(.bool)
    return switch dice.roll(11) {
    case 8, 9, 10: ArchivedForm(.value(type: dice.pick(valueNames)), isOptional: dice.chance(20))
    case 0: ArchivedForm(.value(type: "String"), isOptional: dice.chance(40))
    case 1: ArchivedForm(.value(type: "Kind"), isOptional: dice.chance(30))
    case 2, 3: ArchivedForm(.number(number.scalar == .bool ? ArchivedNumber(.floating(.double)) : number), [-1])
    default: ArchivedForm(.number(number), isOptional: dice.chance(30))
    }
  }

  private static func change(
    _ entries: inout [ArchivedEntry], _ kind: inout [ArchivedEntry], _ words: inout [ArchivedEntry],
    _ dice: inout Dice
  ) {
    let index = dice.roll(entries.count)
    switch dice.roll(11) {
    case 8: change(&words, &dice)
    case 9:
      if entries[index].types.isEmpty { return }
      entries[index].types.remove(at: dice.roll(entries[index].types.count))
      if entries[index].types.isEmpty { entries[index].types = ["Circle"] }
    case 0, 1, 2:
      let (key, former) = (entries[index].key, entries[index].formerKeys)
      entries[index] = entry(key, &dice)
      entries[index].formerKeys = former
    case 3: if entries.count > 1 { entries.remove(at: index) }
    case 4: if !entries.contains(where: { $0.key == "new" }) { entries.append(entry("new", &dice)) }
    case 5, 6:
      var renamed = ArchivedEntry(key: "r" + entries[index].key, form: entries[index].form)
      (renamed.defaultValue, renamed.isRequired) = (entries[index].defaultValue, entries[index].isRequired)
      renamed.types = entries[index].types
      if dice.chance(60) { renamed.formerKeys = [entries[index].key] }
      entries[index] = renamed
    case 7:
      entries[index].form.isOptional.toggle()
      if !entries[index].form.dimensions.isEmpty { entries[index].form.isOptional = false }
      let number = if case .number = entries[index].form.base { entries[index].form.dimensions.isEmpty } else { false }
      entries[index].defaultValue = !entries[index].form.isOptional && number && dice.chance(50) ? "1" : nil
      entries[index].isRequired = !entries[index].form.isOptional && entries[index].defaultValue == nil
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

  /// Two cases exchange their raw values, one is new, or one is gone.
  private static func change(_ words: inout [ArchivedEntry], _ dice: inout Dice) {
    switch dice.roll(3) {
    case 0 where words.count > 1: (words[0].name, words[1].name) = (words[1].declaredName, words[0].declaredName)
    case 1: words.append(ArchivedEntry(key: "w3", form: ArchivedForm(.enumerationCase)))
    default: words.removeLast()
    }
    words = Dictionary(words.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first }).values.sorted {
      $0.key < $1.key
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
      changes.allSatisfy { $0.type != "Kind" && $0.type != "Word" }
      || changes.count == 1
        && old["Model"]?.entries.contains { $0.form.base == .value(type: changes[0].type) } == true
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
    case .value("String"): return .text(["", "text", "€", "1"][sample % 4])
    case .value("Word"):
      let words = schema["Word"]?.entries ?? []
      return .text(words.isEmpty ? "" : words[sample % words.count].key)
    case .value("any Shape"):
      let type = entry.types[sample % entry.types.count]
      return .enumerationCase(type, ["": .record(["\(type) size": .real(Double(sample))])])
    case .value(let type): return value(of: type, sample)
    default: return .null
    }
  }

  private static func value(of type: String, _ sample: Int) -> SchemaValue {
    let large: Int64 = 1 << 60 + 1
    let numbers: [Int64] = [0, 1, -1, large]
    let number = SchemaValue.integer(numbers[sample % 4])
    switch type {
    case "[String: Int]": return .dictionary(sample == 0 ? [:] : [.text("a"): number, .text("b"): .integer(2)])
    case "[String: Double]": return .dictionary(sample == 0 ? [:] : [.text("a"): .real(Double(sample) / 2)])
    case "[String]": return .list([["a", "b"], [], ["a", "a"], ["1"]][sample % 4].map { .text($0) })
    case "Set<Int>": return .list(sample == 0 ? [] : [.integer(-1), .integer([2, large, 7, 3][sample % 4])])
    case "[Int?]": return .list([[], [number, number], [.null], [number]][sample % 4])
    case "Data": return .text(["", "00ff", "61"][sample % 3])
    case "Date": return .real([0, -0.1, 1e9, .greatestFiniteMagnitude][sample % 4])
    case "UUID": return .text("00010203-0405-0607-0809-0A0B0C0D0E0" + "\(sample % 10)")
    case "URL": return .text(["https://example.com/?a=b#c", "a", "file:///x"][sample % 3])
    case "(x: Int, y: Int)": return .record(["x": number, "y": .integer(3)])
    default: return .list([.integer(-5), number])
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
      case (.list(let first), .list(let second)) where !entry.hasOwnMeaning:
        if first.count != second.count || !zip(first, second).allSatisfy({ $0.isSameNumber(as: $1) }) {
          return .different("\(entry.key): \(value) is \(copy)")
        }
      case (.text, .text), (.null, .null):
        if let was = old["Word"]?[value.key ?? ""]?.declaredName, let now = new["Word"]?[copy.key ?? ""]?.declaredName,
          was != now, entry.form.base == .value(type: "Word"), old["Model"]?[source]?.form.base == entry.form.base
        {
          return .different("\(entry.key) was \(was) and is \(now)")
        }
        if value != copy { return .different("\(entry.key): \(value) is \(copy)") }
      case _ where [old["Model"]?[source], entry].contains { $0?.hasOwnMeaning == true }:
        let first = ValueMeaning.text(old["Model"]?[source]?.form.text ?? "", value)
        let second = ValueMeaning.text(entry.form.text, copy)
        if copy == .null, value != .null {
          lost = "\(entry.key): \(value) is nil"
        } else if first != second {
          return .different("\(entry.key): \(first) is \(second)")
        }
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

extension ArchivedEntry {
  /// Whether equal values of it and of another type may mean different things.
  var hasOwnMeaning: Bool {
    if case .value(let type) = form.base { type != "Kind" && type != "String" && type != "Word" } else { false }
  }
}

extension SchemaValue {
  fileprivate var key: String? { if case .text(let text) = self { text } else { nil } }
}
