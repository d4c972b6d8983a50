import ArchiveModel
import ArchivePlanner

/// A header with one struct `s`, written as C writes it, a field or a comment a line: just as much of C as clues need.
struct AdviceModel {
  private let lines: [String]
  private let others: [Record]

  /// - Parameter others: besides `struct item` and `struct node`, which has a link `next`.
  init(_ text: String, others: [Record] = []) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.others = others
  }

  /// The advice about a field; nil if there is none.
  func diagnostic(about name: String, annotation: String = "", constants: [String: Int64] = [:]) -> Diagnostic? {
    plan(name, annotation).diagnostics.first { $0.location?.line == line(of: name) }
  }

  /// The annotation in the note, which has to be accepted.
  func example(for name: String) -> String? {
    guard let advice = diagnostic(about: name)?.advice, let start = advice.firstRange(of: "like '// archive: ") else {
      return nil
    }
    return String(advice[start.upperBound...].prefix { $0 != "'" })
  }

  /// What is wrong with an annotation of the field.
  func errors(with annotation: String, on name: String) -> [String] {
    plan(name, annotation).diagnostics.filter { $0.severity == .error }.map(\.message)
  }

  private func line(of name: String) -> Int? { fields.first { $0.name == name }?.location.line }

  private func plan(_ name: String, _ annotation: String) -> Plan {
    let text = lines.joined(separator: "\n")
    var source = SourceLines()
    source.add(file: "s.h", text: text)
    let annotated = fields.map { field in
      guard field.name == name else { return field }
      return Field(
        name: field.name, type: field.type, typeSpelling: field.typeSpelling, bitOffset: field.bitOffset,
        location: field.location,
        attributes: AttributeParser.parse(annotation, at: field.location, on: .field).attributes)
    }
    // The struct begins below its own comment.
    let start = (lines.firstIndex { $0.hasPrefix("struct s") } ?? -1) + 1
    let whole = Record(
      id: Record.ID("s"), kind: .structure, tag: "s", typedefs: [],
      location: SourceLocation(file: "s.h", line: start, column: 8), isFromInput: true, size: 4 * fields.count,
      alignment: 4, fields: annotated)
    let item = record(
      "item", [("price", int, ""), ("name", .array(char, count: 8), ""), ("weight", .floating(.double, size: 8), "")],
      line: 900)
    let node = record("node", [("value", int, ""), ("next", pointer(to: "node"), "")], line: 920)
    let model = HeaderModel(
      target: Target(triple: "x86_64-unknown-linux-gnu", pointerSize: 8, isBigEndian: false),
      headers: [Header(path: "s.h", includes: [], use: .direct)], records: [whole, item, node] + others, typedefs: [:],
      diagnostics: [], lines: source)
    return ArchivePlanner.plan(
      model, configuration: Configuration(), options: PlannerOptions(module: "CShop"))
  }

  /// Lines like `const char *name;` and `struct item tail[];`.
  private var fields: [Field] {
    var found: [Field] = []
    for (index, line) in lines.enumerated() {
      guard let end = line.firstIndex(of: ";"), !line.drop(while: { $0 == " " }).hasPrefix("/"),
        !line.drop(while: { $0 == " " }).hasPrefix("*")
      else { continue }
      let words = line[..<end].split(separator: " ")
      guard let last = words.last else { continue }
      let stars = last.prefix { $0 == "*" }
      let name = last.dropFirst(stars.count).prefix { $0 != "[" }
      let spelling = (words.dropLast().map(String.init) + (stars.isEmpty ? [] : [String(stars)])).joined(separator: " ")
      var type = Self.type(words.dropLast().filter { $0 != "const" }.joined(separator: " "))
      for _ in stars { type = .pointer(to: type) }
      if last.hasSuffix("[]") { type = .flexibleArray(type) }
      let place = SourceLocation(file: "s.h", line: index + 1, column: 3)
      found.append(
        Field(
          name: String(name), type: type, typeSpelling: spelling, bitOffset: found.count * 32, location: place))
    }
    return found
  }

  private static func type(_ spelling: String) -> CType {
    switch spelling {
    case "char": return char
    case "LPSTR": return .pointer(to: char)
    case "unsigned char", "uint8_t": return .integer(bits: 8, isSigned: false)
    case "uint16_t", "UINT16": return short
    case "__be32": return .integer(bits: 32, isSigned: false)
    case "double", "float": return .floating(.double, size: 8)
    case "void": return .void
    case let text where text.hasPrefix("struct ") || text.hasPrefix("union "):
      return .record(Record.ID(String(text.split(separator: " ")[1])))
    case "enum kind": return .enumeration(kind)
    case "enum format": return .enumeration(format)
    default: return int
    }
  }

  /// Its constants are called like the members of `union shape`.
  static let kind = Enumeration(
    name: "kind", underlying: int, isClosed: false,
    cases: [
      EnumerationCase(name: "SHAPE_NONE", value: 0), EnumerationCase(name: "SHAPE_CIRCLE", value: 1),
      EnumerationCase(name: "SHAPE_BOX", value: 2),
    ])
  static let format = Enumeration(
    name: "format", underlying: int, isClosed: false,
    cases: [EnumerationCase(name: "FORMAT_RGB", value: 0), EnumerationCase(name: "FORMAT_GREY", value: 1)])
  static let shape = record("shape", [("circle", int, ""), ("box", int, "")], kind: .union, line: 940)
  static let header = record("header", [("flags", int, ""), ("kind", .enumeration(kind), "")], line: 960)
}
