import ArchiveModel
import SchemaInterpreter

/// What a reader has got of the values that a writer had.
enum Outcome: Hashable {
  case equal
  /// Values are left out, or have no name any more.
  case lost(String)
  case different(String)
  case refused(String)
}

/// Compares a graph with what another schema read of it.
struct Comparison {
  let old: ArchivedSchema
  let new: ArchivedSchema
  /// Former keys matter when new code reads; old code does not have them.
  private(set) var lost: [String] = []
  private(set) var different: [String] = []
  private var pairs: Set<[Int]> = []
  /// The types whose fields are compared.
  private var types = ("root", "root")

  init(old: ArchivedSchema, new: ArchivedSchema) {
    self.old = old
    self.new = new
  }

  static func outcome(_ written: SchemaGraph, _ old: ArchivedSchema, _ read: SchemaGraph, _ new: ArchivedSchema)
    -> Outcome
  {
    var comparison = Comparison(old: old, new: new)
    comparison.compare(written.root, read.root, type: ("root", "root"), prefix: "", written, read)
    if let first = comparison.different.first { return .different(first) }
    return comparison.lost.first.map { .lost($0) } ?? .equal
  }

  private mutating func compare(
    _ written: [String: SchemaValue], _ read: [String: SchemaValue], type: (String, String), prefix: String,
    _ graph: SchemaGraph, _ copy: SchemaGraph
  ) {
    let outer = types
    types = type
    defer { types = outer }
    func entries(_ schema: ArchivedSchema, _ type: String) -> [ArchivedEntry] { schema[type]?.entries ?? [] }
    let (oldEntries, newEntries) = (entries(old, type.0), entries(new, type.1))
    let oldByKey = Dictionary(oldEntries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    var used: Set<String> = []
    for (key, value) in read {
      let full = prefix + key
      guard let entry = newEntries.first(where: { $0.key == full }) else { continue }
      let source = ([entry.key] + entry.formerKeys).first { oldByKey[$0] != nil }
      guard let source, let from = oldByKey[source] else {
        // New: the default, or nothing.
        if !isDefault(value, entry) { different.append("\(full) is new and has \(value)") }
        continue
      }
      used.insert(source)
      guard let original = written[source] else {
        // A member that was not live.
        if !value.isZero, !isDefault(value, entry) { different.append("\(full) was not there and has \(value)") }
        continue
      }
      compare(original, value, from, entry, full, graph, copy)
    }
    for (key, value) in written where !used.contains(key) && !value.isZero && oldByKey[key]?.isWeak != true {
      lost.append(prefix + key)
    }
  }

  /// Whether the elements, one after another in both lists, have other indices now: an inner dimension has changed.
  private func isReshaped(
    _ from: ArchivedEntry, _ to: ArchivedEntry, _ first: [SchemaValue], _ second: [SchemaValue], _ path: String
  ) -> Bool {
    let (old, new) = (from.form.dimensions, to.form.dimensions)
    // Lanes of a vector that is an element have no dimensions.
    return !path.hasSuffix("]") && old.count > 1 && old.count == new.count && old.dropFirst() != new.dropFirst()
      && old.reduce(1, *) == first.count && new.reduce(1, *) == second.count
  }

  /// Compares the elements with the same indices.
  private mutating func compareReshaped(
    _ first: [SchemaValue], _ second: [SchemaValue], _ from: ArchivedEntry, _ to: ArchivedEntry, _ path: String,
    _ graph: SchemaGraph, _ other: SchemaGraph
  ) {
    var known: Set<Int> = []
    for (index, element) in first.enumerated() {
      var (rest, place, stride, isThere) = (index, 0, 1, true)
      for (old, new) in zip(from.form.dimensions, to.form.dimensions).reversed() {
        if rest % old >= new { isThere = false }
        place += rest % old * stride
        stride *= new
        rest /= old
      }
      guard isThere else {
        if !element.isZero { different.append("\(path) is cut off") }
        continue
      }
      known.insert(place)
      compare(element, second[place], from, to, "\(path)[\(place)]", graph, other)
    }
    for (place, element) in second.enumerated() where !known.contains(place) {
      if !element.isZero, !isDefault(element, to), !isRecord(element) {
        different.append("\(path)[\(place)] is new and has \(element)")
      }
    }
  }

  private mutating func compare(
    _ value: SchemaValue, _ copy: SchemaValue, _ from: ArchivedEntry, _ to: ArchivedEntry, _ path: String,
    _ graph: SchemaGraph, _ other: SchemaGraph
  ) {
    switch (value, copy) {
    case (.node(let first), .node(let second)):
      guard let first, let second else {
        // What nothing else leads to is not archived with a weak pointer.
        if (first == nil) != (second == nil), !from.isWeak {
          to.isWeak ? lost.append(path) : different.append("\(path): a pointer is NULL or is not any more")
        }
        return
      }
      guard pairs.insert([first, second]).inserted else { return }
      let (node, read) = (graph.nodes[first], other.nodes[second])
      guard node.type == read.type else { return different.append("\(path) leads to another type") }
      compare(node.fields, read.fields, type: (node.type, read.type), prefix: "", graph, other)
    case (.list(let lanes), .list(let elements)) where !lanes.hasLists && elements.hasLists:
      // A vector that became the first of an array.
      compare(.list([value]), copy, from, to, path, graph, other)
    case (.list(let elements), .list(let lanes)) where elements.hasLists && !lanes.hasLists && !lanes.isEmpty:
      compare(value, .list([copy]), from, to, path, graph, other)
    case (.list(let first), .list(let second)) where isReshaped(from, to, first, second, path):
      compareReshaped(first, second, from, to, path, graph, other)
    case (.list(let first), .list(let second)):
      // New elements are zeros or the default.
      for (index, element) in second.enumerated() {
        if index < first.count {
          compare(first[index], element, from, to, "\(path)[\(index)]", graph, other)
        } else if !element.isZero, !isDefault(element, to), !isRecord(element) {
          different.append("\(path)[\(index)] is new and has \(element)")
        }
      }
      for element in first.dropFirst(second.count) where !isZero(element, from, to) {
        different.append("\(path) is cut off")
      }
    case (.record(let first), .record(let second)):
      compare(first, second, in: from, to, graph, other)
    case (.text(let first), .text(let second)):
      if Array(first.utf8) != Array(second.utf8) { different.append("\(path): '\(first)' is '\(second)'") }
    case (.text(let text), .list(let bytes)):
      // As they are in memory.
      compareBytes(
        from.form.base == .text(encoding: "utf8")
          ? text.utf8.map { Int64($0) } : text.unicodeScalars.map { Int64($0.value) }, bytes, path)
    case (.list(let elements), .text("")) where from.storage == "elements" && !elements.allSatisfy(\.isZero):
      // Elements under keys of their own, which a text does not look for.
      lost.append(path)
    case (.list(let bytes), .text(let text)):
      let own = bytes.map { number -> Int64 in
        if case .integer(let value) = number { value & 0xFF } else { 0 }
      }
      let scalars =
        to.form.base == .text(encoding: "utf8")
        ? text.utf8.map { Int64($0) } : text.unicodeScalars.map { Int64($0.value) }
      let end = own.firstIndex(of: 0) ?? own.count
      if Array(own.prefix(end)) != scalars {
        different.append("\(path): bytes are '\(text)'")
      } else if own.dropFirst(end).contains(where: { $0 != 0 }) {
        lost.append(path)
      }
    case (.list(let first), _) where from.form.dimensions.isEmpty == false && to.form.dimensions.isEmpty:
      // Of an array the first, if it is the only one.
      let isFirst = first.first.map { $0.isSameNumber(as: copy) } ?? false
      if isFirst, first.dropFirst().allSatisfy(\.isZero) { return }
      isDefault(copy, to) ? lost.append(path) : different.append("\(path): \(value) is \(copy)")
    case (_, .list(let second)) where from.form.dimensions.isEmpty && !to.form.dimensions.isEmpty:
      let isFirst = second.first.map { value.isSameNumber(as: $0) } ?? false
      if isFirst, second.dropFirst().allSatisfy(\.isZero) { return }
      isDefault(copy, to) ? lost.append(path) : different.append("\(path): \(value) is \(copy)")
    case (.text, .null) where from.isWeak == false && from.form.base == .link(table: "#text"):
      // An empty text is not NULL.
      lost.append(path)
    case (.null, _), (_, .null):
      if !value.isZero || !copy.isZero { different.append("\(path): \(value) is \(copy)") }
    default:
      if !value.isSameNumber(as: copy) { return different.append("\(path): \(value) is \(copy)") }
      compareNames(value, from, to, path)
    }
  }

  private func isRecord(_ value: SchemaValue) -> Bool { if case .record = value { true } else { false } }

  private mutating func compareBytes(_ bytes: [Int64], _ copy: [SchemaValue], _ path: String) {
    for (index, element) in copy.enumerated() {
      let byte = index < bytes.count ? bytes[index] : 0
      guard case .integer(let value) = element, value & 0xFF == byte else {
        return different.append("\(path)[\(index)] is \(element)")
      }
    }
  }

  private mutating func compare(
    _ first: [String: SchemaValue], _ second: [String: SchemaValue], in from: ArchivedEntry, _ to: ArchivedEntry,
    _ graph: SchemaGraph, _ other: SchemaGraph
  ) {
    var inner = Comparison(old: Self.inside(from, old[types.0], old), new: Self.inside(to, new[types.1], new))
    inner.pairs = pairs
    inner.compare(first, second, type: ("root", "root"), prefix: "", graph, other)
    lost += inner.lost
    different += inner.different
    pairs.formUnion(inner.pairs)
  }

  /// Whether all is zero in an element that the reader has a key for. Keys that it does not know are lost in every element.
  private func isZero(_ value: SchemaValue, _ from: ArchivedEntry, _ to: ArchivedEntry) -> Bool {
    switch value {
    case .record(let fields):
      let inner = Comparison(old: Self.inside(from, old[types.0], old), new: Self.inside(to, new[types.1], new))
      return fields.allSatisfy { key, field in
        guard let written = inner.old["root"]?[key],
          let read = inner.new["root"]?.entries.first(where: { $0.key == key || $0.formerKeys.contains(key) })
        else { return true }
        return inner.isZero(field, written, read)
      }
    case .list(let elements): return elements.allSatisfy { isZero($0, from, to) }
    default: return value.isZero
    }
  }

  /// The fields of an array's elements as a separate type.
  private static func inside(
    _ array: ArchivedEntry, _ owner: ArchivedType?, _ schema: ArchivedSchema
  ) -> ArchivedSchema {
    let prefix = array.key + "[]."
    let prefixes = [prefix] + array.formerKeys.map { $0 + "[]." }
    var types = schema.types.filter { $0.name != "root" }
    var root = ArchivedType(name: "root", kind: .record)
    root.entries = (owner?.entries ?? []).filter { $0.key.hasPrefix(prefix) }.map { entry in
      var own = ArchivedEntry(key: String(entry.key.dropFirst(prefix.count)), form: entry.form)
      own.formerKeys = entry.formerKeys.compactMap { key in
        prefixes.first(where: key.hasPrefix).map { String(key.dropFirst($0.count)) }
      }
      (own.defaultValue, own.enumeration, own.isWeak) = (entry.defaultValue, entry.enumeration, entry.isWeak)
      return own
    }
    types.append(root)
    return ArchivedSchema(types: types)
  }

  private mutating func compareNames(_ value: SchemaValue, _ from: ArchivedEntry, _ to: ArchivedEntry, _ path: String) {
    guard case .integer(let number) = value, let first = from.enumeration, let second = to.enumeration else { return }
    if first != second { return different.append("\(path) is of another enumeration") }
    func name(_ schema: ArchivedSchema, _ type: String) -> String? {
      schema[type]?.entries.first { $0.form.base == .enumerator(number) }?.key
    }
    guard let was = name(old, first) else { return }
    guard let now = name(new, second) else { return lost.append("\(path) has no name") }
    if was != now { different.append("\(path) was \(was) and is \(now)") }
  }

  private func isDefault(_ value: SchemaValue, _ entry: ArchivedEntry) -> Bool {
    if value.isZero { return true }
    guard let text = entry.defaultValue else {
      if case .list(let elements) = value { return elements.allSatisfy { isRecord($0) || $0.isZero } }
      return false
    }
    if case .list(let elements) = value { return elements.allSatisfy { isDefault($0, entry) } }
    return text == "true" ? value == .integer(1) : value.isSameNumber(as: .integer(Int64(text) ?? 0))
  }
}

extension [SchemaValue] {
  fileprivate var hasLists: Bool { if case .list? = first { true } else { false } }
}
