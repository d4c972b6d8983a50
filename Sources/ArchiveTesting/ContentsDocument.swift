import Foundation
import UntypedArchive

/// An archive's contents as JSON: `{"type": …, "values": {…}}`, with what several references lead to at `shared`.
///
/// Numbers that JSON lacks, data, and what is no plain list are objects with a key that begins with `$`.
struct ContentsDocument: Decodable {
  let type: String
  let values: JSONValue
  var shared: [String: JSONValue]?

  init(_ contents: ArchiveContents, type: String) {
    var writer = JSONMaking(contents)
    self.type = type
    values = writer.json(contents.root)
    var shared: [String: JSONValue] = [:]
    while let (object, number) = writer.open.popLast() { shared["\(number)"] = writer.object(object) }
    self.shared = shared.isEmpty ? nil : shared
  }

  var text: Data {
    let shared = shared.map { [("shared", JSONValue.sorted($0))] } ?? []
    let fields = shared + [("type", .string(type)), ("values", values)]
    return Data(JSONValue.object(fields).text(isFlat: \.isOnOneLine).utf8)
  }

  /// - Throws: `GoldenProblem` for JSON that is no such document.
  var contents: ArchiveContents {
    get throws {
      var reader = JSONReading(shared ?? [:])
      let root = try reader.value(values)
      return ArchiveContents(root: root, objects: reader.objects)
    }
  }
}

/// A golden archive that cannot be used, in words.
struct GoldenProblem: Error, CustomStringConvertible {
  let description: String
}

extension JSONValue: Decodable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let number = try? value.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? value.decode(UInt64.self) {
      self = .unsigned(number)
    } else if let number = try? value.decode(Double.self) {
      self = .real(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let list = try? value.decode([JSONValue].self) {
      self = .array(list)
    } else if let truth = try? value.decode(Bool.self) {
      self = .integer(truth ? 1 : 0)
    } else {
      self = .sorted(try value.decode([String: JSONValue].self))
    }
  }

  static func sorted(_ fields: [String: JSONValue]) -> JSONValue {
    .object(fields.sorted { $0.key < $1.key }.map { ($0, $1) })
  }

  /// A key on each line, and lists of numbers and texts on one.
  fileprivate var isOnOneLine: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy { if case .object = $0 { false } else { true } }
    case .object(let fields): fields.count == 1 && fields[0].0.hasPrefix("$")
    default: true
    }
  }
}

private struct JSONMaking {
  private let contents: ArchiveContents
  /// How many references lead to each object.
  private var counts: [Int: Int] = [:]
  private var numbers: [Int: Int] = [:]
  /// What is shared, and still to be written.
  var open: [(object: Int, number: Int)] = []

  init(_ contents: ArchiveContents) {
    self.contents = contents
    var next = [contents.root]
    while let value = next.popLast() {
      switch value {
      case .object(let number):
        counts[number, default: 0] += 1
        if counts[number] == 1, contents.objects.indices.contains(number) {
          next += contents.objects[number].fields.values
        }
      case .list(let elements), .set(let elements): next += elements
      case .entries(let entries): next += entries.flatMap(\.self)
      default: break
      }
    }
    // The root is never inside what it leads to.
    if case .object(let root) = contents.root, let count = counts[root], count > 1 { counts[root] = count + 1 }
  }

  mutating func json(_ value: ArchiveContents.Value) -> JSONValue {
    switch value {
    case .null: return .null
    case .integer(let number): return .integer(number)
    case .unsigned(let number): return .unsigned(number)
    case .real(let number):
      // Other readers of JSON take what has no fraction for an integer.
      if number.isFinite, number != 0 || number.sign == .plus { return .real(number) }
      return .object([("$real", .string(number == 0 ? "-0" : "\(number)"))])
    case .text(let text): return .string(text)
    case .data(let digits): return .object([("$data", .string(digits))])
    case .list(let elements): return .array(shortened(elements).map { json($0) })
    case .set(let elements): return .object([("$set", .array(elements.map { json($0) }))])
    case .entries(let entries):
      return .object([("$entries", .array(entries.map { .array($0.map { json($0) }) }))])
    case .object(let number):
      if counts[number] ?? 0 < 2 { return object(number) }
      if let known = numbers[number] { return .object([("$shared", .string("\(known)"))]) }
      let known = numbers.count + 1
      numbers[number] = known
      open.append((number, known))
      return .object([("$shared", .string("\(known)"))])
    }
  }

  /// Without the zeros at the end of a long array.
  private func shortened(_ elements: [ArchiveContents.Value]) -> ArraySlice<ArchiveContents.Value> {
    if elements.count <= 64 { return elements[...] }
    let last = elements.lastIndex { $0 != .integer(0) && $0 != .real(0) } ?? 0
    return elements[...last]
  }

  mutating func object(_ number: Int) -> JSONValue {
    guard contents.objects.indices.contains(number) else { return .null }
    let object = contents.objects[number]
    var fields: [String: JSONValue] = object.className.isEmpty ? [:] : ["$class": .string(object.className)]
    // In the order of the keys, so that shared objects are counted alike at every run.
    for (key, value) in object.fields.sorted(by: { $0.key < $1.key }) { fields[key] = json(value) }
    return .sorted(fields)
  }
}

private struct JSONReading {
  private let shared: [String: JSONValue]
  private var numbers: [String: Int] = [:]
  var objects: [ArchiveContents.Object] = []

  init(_ shared: [String: JSONValue]) { self.shared = shared }

  mutating func value(_ json: JSONValue) throws -> ArchiveContents.Value {
    switch json {
    case .null: return .null
    case .integer(let number): return .integer(number)
    case .unsigned(let number): return .unsigned(number)
    case .real(let number): return .real(number)
    case .bool(let truth): return .integer(truth ? 1 : 0)
    case .string(let text): return .text(text)
    case .number(let text): return .text(text)
    case .array(let elements): return .list(try elements.map { try value($0) })
    case .object(let fields):
      if fields.count == 1, let (key, inner) = fields.first {
        switch (key, inner) {
        case ("$real", .string(let text)):
          guard let number = Double(text) else { throw GoldenProblem(description: "'\(text)' is no number") }
          return .real(number)
        case ("$data", .string(let digits)): return .data(digits)
        case ("$set", .array(let elements)): return .set(try elements.map { try value($0) })
        case ("$entries", .array(let entries)):
          return .entries(
            try entries.map { entry in
              guard case .array(let pair) = entry, pair.count == 2 else {
                throw GoldenProblem(description: "an entry is a key and a value")
              }
              return try pair.map { try value($0) }
            })
        case ("$shared", .string(let number)):
          if let known = numbers[number] { return .object(known) }
          guard case .object(let fields)? = shared[number] else {
            throw GoldenProblem(description: "there is no object '\(number)' at 'shared'")
          }
          numbers[number] = objects.count
          return try object(fields)
        default: break
        }
      }
      return try object(fields)
    }
  }

  private mutating func object(_ fields: [(String, JSONValue)]) throws -> ArchiveContents.Value {
    let place = objects.count
    objects.append(.init(className: "", fields: [:]))
    for (key, inner) in fields {
      if key == "$class" {
        if case .string(let name) = inner { objects[place].className = name }
      } else {
        objects[place].fields[key] = try value(inner)
      }
    }
    return .object(place)
  }
}
