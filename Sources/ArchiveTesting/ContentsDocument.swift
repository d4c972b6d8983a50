import Foundation

/// An archive's contents as JSON: `{"type": …, "values": {…}}`, with what several references lead to at `shared`.
///
/// Numbers that JSON lacks, data, and what is no plain list are objects with a key that begins with `$`.
struct ContentsDocument: Decodable {
  let type: String
  let values: ContentsJSON
  var shared: [String: ContentsJSON]?

  init(_ contents: ArchiveContents, type: String) {
    var writer = JSONMaking(contents)
    self.type = type
    values = writer.json(contents.root)
    var shared: [String: ContentsJSON] = [:]
    while let (object, number) = writer.open.popLast() { shared["\(number)"] = writer.object(object) }
    self.shared = shared.isEmpty ? nil : shared
  }

  var text: Data {
    var fields: [String: ContentsJSON] = ["type": .text(type), "values": values]
    if let shared { fields["shared"] = .object(shared) }
    return Data((ContentsJSON.object(fields).text("") + "\n").utf8)
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

/// JSON of any shape.
indirect enum ContentsJSON: Decodable, Hashable {
  case null
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  case text(String)
  case list([ContentsJSON])
  case object([String: ContentsJSON])

  init(from decoder: any Decoder) throws {
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
      self = .text(text)
    } else if let list = try? value.decode([ContentsJSON].self) {
      self = .list(list)
    } else if let truth = try? value.decode(Bool.self) {
      self = .integer(truth ? 1 : 0)
    } else {
      self = .object(try value.decode([String: ContentsJSON].self))
    }
  }

  /// Sorted, a key on each line, and lists of numbers and texts on one.
  func text(_ indent: String) -> String {
    switch self {
    case .null: return "null"
    case .integer(let number): return "\(number)"
    case .unsigned(let number): return "\(number)"
    case .real(let number): return "\(number)"
    case .text(let text): return Self.quoted(text)
    case .list(let elements):
      let isPlain = elements.allSatisfy { if case .object = $0 { false } else { true } }
      let texts = elements.map { $0.text(isPlain ? indent : indent + "  ") }
      if isPlain || elements.isEmpty { return "[" + texts.joined(separator: ", ") + "]" }
      return "[" + texts.map { "\n  \(indent)\($0)" }.joined(separator: ",") + "\n\(indent)]"
    case .object(let fields):
      if fields.count == 1, let (key, inner) = fields.first, key.hasPrefix("$") {
        return "{\(Self.quoted(key)): \(inner.text(indent))}"
      }
      if fields.isEmpty { return "{}" }
      let lines = fields.sorted { $0.key < $1.key }.map { "\n  \(indent)\(Self.quoted($0)): \($1.text(indent + "  "))" }
      return "{" + lines.joined(separator: ",") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
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

  mutating func json(_ value: ArchiveContents.Value) -> ContentsJSON {
    switch value {
    case .null: return .null
    case .integer(let number): return .integer(number)
    case .unsigned(let number): return .unsigned(number)
    case .real(let number):
      // Other readers of JSON take what has no fraction for an integer.
      if number.isFinite, number != 0 || number.sign == .plus { return .real(number) }
      return .object(["$real": .text(number == 0 ? "-0" : "\(number)")])
    case .text(let text): return .text(text)
    case .data(let digits): return .object(["$data": .text(digits)])
    case .list(let elements): return .list(shortened(elements).map { json($0) })
    case .set(let elements): return .object(["$set": .list(elements.map { json($0) })])
    case .entries(let entries): return .object(["$entries": .list(entries.map { .list($0.map { json($0) }) })])
    case .object(let number):
      if counts[number] ?? 0 < 2 { return object(number) }
      if let known = numbers[number] { return .object(["$shared": .text("\(known)")]) }
      let known = numbers.count + 1
      numbers[number] = known
      open.append((number, known))
      return .object(["$shared": .text("\(known)")])
    }
  }

  /// Without the zeros at the end of a long array.
  private func shortened(_ elements: [ArchiveContents.Value]) -> ArraySlice<ArchiveContents.Value> {
    if elements.count <= 64 { return elements[...] }
    let last = elements.lastIndex { $0 != .integer(0) && $0 != .real(0) } ?? 0
    return elements[...last]
  }

  mutating func object(_ number: Int) -> ContentsJSON {
    guard contents.objects.indices.contains(number) else { return .null }
    let object = contents.objects[number]
    var fields: [String: ContentsJSON] = object.className.isEmpty ? [:] : ["$class": .text(object.className)]
    // In the order of the keys, so that shared objects are counted alike at every run.
    for (key, value) in object.fields.sorted(by: { $0.key < $1.key }) { fields[key] = json(value) }
    return .object(fields)
  }
}

private struct JSONReading {
  private let shared: [String: ContentsJSON]
  private var numbers: [String: Int] = [:]
  var objects: [ArchiveContents.Object] = []

  init(_ shared: [String: ContentsJSON]) { self.shared = shared }

  mutating func value(_ json: ContentsJSON) throws -> ArchiveContents.Value {
    switch json {
    case .null: return .null
    case .integer(let number): return .integer(number)
    case .unsigned(let number): return .unsigned(number)
    case .real(let number): return .real(number)
    case .text(let text): return .text(text)
    case .list(let elements): return .list(try elements.map { try value($0) })
    case .object(let fields):
      if fields.count == 1, let (key, inner) = fields.first {
        switch (key, inner) {
        case ("$real", .text(let text)):
          guard let number = Double(text) else { throw GoldenProblem(description: "'\(text)' is no number") }
          return .real(number)
        case ("$data", .text(let digits)): return .data(digits)
        case ("$set", .list(let elements)): return .set(try elements.map { try value($0) })
        case ("$entries", .list(let entries)):
          return .entries(
            try entries.map { entry in
              guard case .list(let pair) = entry, pair.count == 2 else {
                throw GoldenProblem(description: "an entry is a key and a value")
              }
              return try pair.map { try value($0) }
            })
        case ("$shared", .text(let number)):
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

  private mutating func object(_ fields: [String: ContentsJSON]) throws -> ArchiveContents.Value {
    let place = objects.count
    objects.append(.init(className: "", fields: [:]))
    for (key, inner) in fields {
      if key == "$class" {
        if case .text(let name) = inner { objects[place].className = name }
      } else {
        objects[place].fields[key] = try value(inner)
      }
    }
    return .object(place)
  }
}
