import ArchiveModel

/// Values of Swift types.
extension SampleValues {
  /// The nesting from which on nothing is made that may be left out.
  private static let enough = 2
  /// The nesting that no value needs which has an end.
  private static let tooMuch = 24

  /// - Returns: the values of a struct or class; of an enumeration, the case under the empty key.
  mutating func model(_ type: ArchivedType) -> [String: SchemaValue] {
    if type.kind == .enumeration { return ["": enumerationCase(type, [:], "", 0)] }
    if type.kind == .class {
      rootNode = nodes.count
      nodes.append(SchemaGraph.Node(type: type.name, fields: [:]))
    }
    return modelFields(type, [:], prefix: "", depth: 0)
  }

  private mutating func modelFields(
    _ type: ArchivedType, _ arguments: [String: SwiftTypeText], prefix: String, depth: Int
  ) -> [String: SchemaValue] {
    var values: [String: SchemaValue] = [:]
    for ancestor in schema.lineage(of: type) {
      for entry in ancestor.entries {
        values[entry.key] = value(of: entry, arguments, path: prefix + entry.key, depth)
      }
    }
    return values
  }

  private mutating func value(
    of entry: ArchivedEntry, _ arguments: [String: SwiftTypeText], path: String, _ depth: Int
  ) -> SchemaValue {
    if entry.form.isOptional, kind == .extreme || edge(of: path) == 5 { return .null }
    let before = listed
    listed = entry.types
    defer { listed = before }
    switch entry.form.base {
    case .number(let number):
      if entry.form.dimensions.isEmpty { return self.number(number, path, 0) }
      let count = edge(of: path) == 3 ? 0 : kind == .extreme ? Self.extremes(number).count : 3
      return .list((0..<count).map { self.number(number, path, $0) })
    case .value(let text):
      guard let type = SwiftTypeText(text)?.substituting(arguments, schema) else {
        note("'\(text)' cannot be made", path)
        return .null
      }
      // A weak reference alone archives nothing; one to the root is never alone.
      if entry.isWeak, case .named(let name, []) = type, let root = rootNode, nodes[root].type == name,
        depth > 0 || entry.isRequired
      {
        return .node(root)
      }
      return value(of: entry.form.isOptional ? .optional(type) : type, path: path, 0, depth)
    default: return .null
    }
  }

  private mutating func note(_ reason: String, _ path: String) {
    if problem == nil { problem = NotInterpreted(subject: path, reason: reason) }
  }

  /// - Parameter turn: Which of several values of one key.
  private mutating func value(of type: SwiftTypeText, path: String, _ turn: Int, _ depth: Int) -> SchemaValue {
    let isSmall = kind == .extreme || depth >= Self.enough
    guard depth < Self.tooMuch else {
      note("its values have no end", path)
      return .null
    }
    switch type {
    case .optional(let wrapped):
      if kind == .extreme || depth >= Self.enough && !isPlain(wrapped) || turn == 1 { return .null }
      return attempt { $0.value(of: wrapped, path: path, turn, depth) } ?? .null
    case .array(let element):
      if edge(of: path) == 3 || isSmall && !isPlain(element) || kind == .extreme && !isNumber(element) {
        return .list([])
      }
      return .list((0..<2).compactMap { index in attempt { $0.value(of: element, path: path, index, depth + 1) } })
    case .dictionary(let key, let value):
      if edge(of: path) == 3 || isSmall { return .dictionary([:]) }
      var entries: [SchemaValue: SchemaValue] = [:]
      for index in 0..<(hasOrder(key) ? 2 : 1) {
        guard let key = attempt({ $0.value(of: key, path: "\(path) \(index + 1)", index, depth + 1) }),
          let value = attempt({ $0.value(of: value, path: path, index, depth + 1) })
        else { continue }
        entries[key] = value
      }
      return .dictionary(entries)
    case .tuple(let elements):
      var fields: [String: SchemaValue] = [:]
      for (index, element) in elements.enumerated() {
        let key = element.label ?? "\(index)"
        fields[key] = value(of: element.type, path: "\(path).\(key)", turn, depth + 1)
      }
      return .record(fields)
    case .existential(let name): return existential(name, path: path, turn, depth)
    case .named(let name, let arguments): return named(name, arguments, path: path, turn, depth)
    }
  }

  /// A value of the first of the listed types, from the chosen one on, of which one can be made.
  private mutating func existential(_ name: String, path: String, _ turn: Int, _ depth: Int) -> SchemaValue {
    let types = listed
    let first = choice(of: path, depth) ?? Self.hash(path) + turn
    for index in types.indices {
      let type = types[(first + index) % types.count]
      if let value = attempt({ $0.value(of: .named(type, []), path: path, turn, depth + 1) }) {
        return .enumerationCase(type, ["": value])
      }
    }
    note("the lock does not tell what stands behind '\(name)'", path)
    return .null
  }

  /// Which of several cases or types a value has, if that is asked for. Not deep down, where values have to end.
  private func choice(of path: String, _ depth: Int) -> Int? {
    edge(of: path) ?? (depth < Self.enough ? alternative : nil)
  }

  /// nil if it cannot be made, where it may be left out.
  private mutating func attempt(_ body: (inout SampleValues) -> SchemaValue) -> SchemaValue? {
    let before = self
    let value = body(&self)
    guard problem != nil, before.problem == nil else { return value }
    self = before
    return nil
  }

  /// Whether it has no values of other types, so that it is small.
  private func isPlain(_ type: SwiftTypeText) -> Bool {
    guard case .named(let name, let arguments) = type else { return false }
    return arguments.isEmpty && (schema[name].map { $0.kind == .enumerators || $0.rawType != nil } ?? true)
  }

  /// Keys without an order stand in archives in the order of their hashes, which no two runs share.
  private func hasOrder(_ type: SwiftTypeText) -> Bool {
    guard case .named(let name, []) = type else { return false }
    return schema[name] == nil && schema["enum " + name] == nil
  }

  private func isNumber(_ type: SwiftTypeText) -> Bool {
    guard case .named(let name, _) = type else { return false }
    return Self.numbers[name] != nil && schema[name] == nil || name.hasPrefix("SIMD")
  }

  private mutating func named(
    _ name: String, _ arguments: [SwiftTypeText], path: String, _ turn: Int, _ depth: Int
  ) -> SchemaValue {
    guard let type = schema[name] ?? schema["enum " + name] else {
      return standard(name, arguments, path: path, turn, depth)
    }
    let bound = Dictionary(zip(type.parameters, arguments), uniquingKeysWith: { first, _ in first })
    switch type.kind {
    case .record: return .record(recordFields(of: type, depth: depth + 1))
    // No archive is made with one.
    case .ownCoding: return .null
    case .structure: return .record(modelFields(type, bound, prefix: path + ".", depth: depth + 1))
    case .enumerators:
      let known = type.entries.compactMap { if case .enumerator(let number) = $0.form.base { number } else { nil } }
      if known.isEmpty {
        return type.rawType == "Double" || type.rawType == "Float"
          ? .real(1.5) : type.rawType == nil ? .integer(1) : .text(label(path))
      }
      return .integer(known[(choice(of: path, depth) ?? Self.hash(path) + turn) % known.count])
    case .enumeration where type.rawType != nil:
      guard !type.entries.isEmpty else { return .text(label(path)) }
      let key = type.entries[(choice(of: path, depth) ?? Self.hash(path) + turn) % type.entries.count].key
      return type.rawType == "Double" || type.rawType == "Float" ? .real(Double(key) ?? 0) : .text(key)
    case .enumeration: return enumerationCase(type, bound, path, depth + 1, turn)
    case .class:
      // One object of each class with its arguments; the first ones that the root leads to lead on to each other.
      let id = SwiftTypeText.named(name, arguments).archivedName
      if let root = rootNode, nodes[root].type == id, depth > 0 { return .node(root) }
      if let known = places[id] { return .node(known) }
      let place = nodes.count
      places[id] = place
      nodes.append(SchemaGraph.Node(type: name, fields: [:]))
      nodes[place].fields = modelFields(type, bound, prefix: "", depth: depth + 1)
      return .node(place)
    }
  }

  private mutating func enumerationCase(
    _ type: ArchivedType, _ arguments: [String: SwiftTypeText], _ path: String, _ depth: Int, _ turn: Int = 0
  ) -> SchemaValue {
    let all = type.entries.filter { $0.form.base == .enumerationCase }.map(\.key)
    func values(_ name: String) -> [ArchivedEntry] { type.entries.filter { $0.key.hasPrefix(name + ".") } }
    let plain = all.filter { values($0).isEmpty }
    // Or leads to nothing else.
    let final = all.filter { values($0).allSatisfy(hasEnd) }
    // Of the enumeration at the root, the case that the chosen key is of.
    let wanted =
      (path.isEmpty ? edge(of: path) : choice(of: path, depth - 1))
      ?? (path.isEmpty
        ? all.firstIndex { name in chosen.map { $0.key == name || $0.key.hasPrefix(name + ".") } ?? false } : nil)
    // What has no values has an end.
    let isSmall = wanted == nil && (kind == .extreme || depth > Self.enough)
    let candidates = !isSmall || plain.isEmpty && final.isEmpty ? all : plain.isEmpty ? final : plain
    guard !candidates.isEmpty else { return .enumerationCase("", [:]) }
    let name = candidates[(wanted ?? Self.hash(path) + turn) % candidates.count]
    var fields: [String: SchemaValue] = [:]
    for entry in values(name) {
      let key = String(entry.key.dropFirst(name.count + 1))
      let inner = path.isEmpty ? entry.key : "\(path).\(entry.key)"
      fields[key] = value(of: entry, arguments, path: inner, depth + 1)
    }
    return .enumerationCase(name, fields)
  }

  private func hasEnd(_ entry: ArchivedEntry) -> Bool {
    guard case .value(let text) = entry.form.base, !entry.form.isOptional else { return true }
    switch SwiftTypeText(text) {
    case .array?, .dictionary?, .optional?: return true
    case let type?: return isPlain(type)
    case nil: return false
    }
  }

  private func label(_ path: String) -> String { path.split(separator: ".").last.map(String.init) ?? path }

  private static let numbers: [String: String] = [
    "Bool": "bool", "Int": "i64", "Int8": "i8", "Int16": "i16", "Int32": "i32", "Int64": "i64", "UInt": "u64",
    "UInt8": "u8", "UInt16": "u16", "UInt32": "u32", "UInt64": "u64", "Float": "f32", "Double": "f64",
    "CGFloat": "f64", "TimeInterval": "f64",
  ]

  private mutating func standard(
    _ name: String, _ arguments: [SwiftTypeText], path: String, _ turn: Int, _ depth: Int
  ) -> SchemaValue {
    if let number = Self.numbers[name].flatMap({ ArchivedNumber($0) }) { return self.number(number, path, turn) }
    let small = 1 + (Self.hash(path) + turn * 7) % 100
    let isExtreme = kind == .extreme
    let text = turn == 0 ? label(path) : "\(label(path)) \(turn + 1)"
    func reals(_ count: Int) -> SchemaValue {
      .list((0..<count).map { .real(isExtreme ? 0 : Double(small + $0) / 4) })
    }
    switch name {
    case "String", "ArchiveValue":
      let texts = [text, "", String(repeating: "z", count: 200), "€é\u{1F600}", "1", "\n\"\\"]
      return .text(texts[edge(of: path) ?? (isExtreme ? 1 + Self.hash(path) % 3 : 0)])
    case "Character": return .text(isExtreme ? "\u{1F600}" : String(text.prefix(1)))
    case "Data": return .text(isExtreme ? "" : text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    case "Date": return .real(isExtreme ? [-63_114_076_800, 64_092_211_200][small % 2] : Double(small) * 86_400.5)
    case "UUID":
      let digits = String(Self.hash(path) + turn, radix: 16).uppercased()
      let tail = String(repeating: "0", count: 12 - digits.count) + digits
      return .text(isExtreme ? "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF" : "00000000-0000-4000-8000-\(tail)")
    case "URL":
      let path = text.utf8.map { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          ? String(decoding: [byte], as: UTF8.self) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
      return .text(isExtreme ? "file:///" : "https://example.com/\(path)?a=1#b")
    case "Decimal": return .text(isExtreme ? "-\(String(repeating: "9", count: 38))" : "\(small).25")
    case "Locale": return .text(isExtreme ? "en_US_POSIX" : "de_DE")
    case "TimeZone": return .text("GMT")
    case "IndexSet": return .list(isExtreme ? [] : [1, 2, 5].map { .integer($0) })
    case "CGPoint", "CGSize", "NSPoint", "NSSize": return reals(2)
    case "CGRect", "NSRect": return reals(4)
    case "NSRange": return .list([.real(isExtreme ? 0 : Double(small)), .real(isExtreme ? 0 : 3)])
    case "Set" where arguments.count == 1:
      if isExtreme || edge(of: path) == 3 { return .list([]) }
      let count = hasOrder(arguments[0]) ? 2 : 1
      return .list(
        (0..<count).compactMap { index in attempt { $0.value(of: arguments[0], path: path, index, depth + 1) } })
    case "Range" where arguments.count == 1, "ClosedRange" where arguments.count == 1:
      // Bounds that are no numbers have no order.
      let bounds = [path + ".lowerBound", path + ".upperBound"].map { path in
        var readable = SampleValues(readable: self)
        return readable.value(of: arguments[0], path: path, 0, depth + 1)
      }
      return .list(bounds)
    case _ where name.hasPrefix("SIMD") && arguments.count == 1:
      let lanes = Int(name.dropFirst(4)) ?? 0
      return .list((0..<lanes).map { value(of: arguments[0], path: path, $0 + turn, depth + 1) })
    default:
      note("the lock does not tell the type '\(name)'", path)
      return .null
    }
  }
}
