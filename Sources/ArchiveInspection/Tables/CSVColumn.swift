@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// The cells below one name of a CSV, and what they could all be.
struct CSVTexts {
  let name: String
  private(set) var texts: [String] = []
  private(set) var isInteger = true
  private(set) var isUnsigned = true
  private(set) var isReal = true
  private(set) var isBoolean = true

  init(name: String) { self.name = name }

  mutating func add(_ text: String) {
    texts.append(text)
    let isNumber = !Self.isPadded(text)
    if isInteger, !isNumber || Int64(text) == nil { isInteger = false }
    if isUnsigned, !isNumber || UInt64(text) == nil { isUnsigned = false }
    if isReal, !isNumber || !Self.isReal(text) { isReal = false }
    if isBoolean, text != "true", text != "false" { isBoolean = false }
  }

  /// Whether a number would lose characters of the text: zeros before it, or a sign.
  private static func isPadded(_ text: String) -> Bool {
    if text.utf8.first == UInt8(ascii: "+") || text == "-0" { return true }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }.prefix(2)
    return digits.count == 2 && digits.first == UInt8(ascii: "0") && digits.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// Whether the text is a real number, and an integer only if it is the same one as a double.
  private static func isReal(_ text: String) -> Bool {
    if CSVForm.nanDigits(text) != nil { return true }
    guard let value = TypedList.real(text) else { return false }
    let isInteger = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
    if !isInteger || abs(value) <= 0x1p53 { return true }
    return Int64(exactly: value).map { "\($0)" == text } ?? UInt64(exactly: value).map { "\($0)" == text } ?? false
  }
}

/// A column that a CSV becomes: cells below one name, or the elements of an array in each row.
struct CSVColumn {
  let name: String
  /// Of the elements in a row.
  let dimensions: [Int]
  /// One for each element.
  let members: [CSVTexts]

  var rowCount: Int { members[0].texts.count }

  /// Joins `x[0]`, `x[1]` to one column.
  ///
  /// - Throws: `TableError` where an element is missing, or is in another place.
  static func joined(_ columns: [CSVTexts]) throws -> [CSVColumn] {
    var joined: [CSVColumn] = []
    var next = 0
    while next < columns.count {
      let first = columns[next]
      guard let (stem, subscripts) = subscripts(of: first.name) else {
        joined.append(CSVColumn(name: first.name, dimensions: [], members: [first]))
        next += 1
        continue
      }
      var end = next
      var last = subscripts
      while end < columns.count, let other = Self.subscripts(of: columns[end].name), other.stem.isExactly(stem),
        other.subscripts.count == subscripts.count
      {
        last = other.subscripts
        end += 1
      }
      let dimensions = last.map { $0 + 1 }
      let members = Array(columns[next..<end])
      for (place, member) in members.enumerated() {
        let expected = stem + Description.subscripts(of: place, in: dimensions)
        guard member.name.isExactly(expected), Description.product(dimensions) == members.count else {
          throw TableError(
            description:
              "the CSV's columns '\(TerminalText.escaped(first.name))' to '\(TerminalText.escaped(members[members.count - 1].name))' are not all elements of an array in order; rename them, or add what is missing"
          )
        }
      }
      joined.append(CSVColumn(name: stem, dimensions: dimensions, members: members))
      next = end
    }
    var names: Set<ExactText> = []
    for column in joined where !names.insert(ExactText(column.name)).inserted {
      throw TableError(
        description:
          "the CSV has the column '\(TerminalText.escaped(column.name))' and others that are elements of an array of this name; rename one of them"
      )
    }
    return joined
  }

  /// What stands before the subscripts of `x[0][1]`, and these; nil for other names.
  private static func subscripts(of name: String) -> (stem: String, subscripts: [Int])? {
    var rest = name.utf8[...]
    var subscripts: [Int] = []
    while rest.last == UInt8(ascii: "]"), let open = rest.lastIndex(of: UInt8(ascii: "[")) {
      let digits = rest[rest.index(after: open)...].dropLast()
      guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(String(Substring(digits))),
        number < CSVWriter.greatestWidth
      else { break }
      subscripts.insert(number, at: 0)
      rest = rest[..<open]
    }
    return subscripts.isEmpty || rest.isEmpty ? nil : (String(Substring(rest)), subscripts)
  }

  /// The column with a type that all its cells have.
  func inferred() -> TableArchive.Column {
    func packed(_ type: ElementType, _ token: (String) -> JSONToken) -> TableArchive.Column {
      var bytes: [UInt8] = []
      let array = ArchivedArray(.number(type), dimensions)
      for row in 0..<rowCount {
        for member in members where TypedList.append(token(member.texts[row]), as: array, to: &bytes) != nil {
          // What is no such number after all stays as it is written.
          return texts { Array($0.utf8) }
        }
      }
      return .init(name: name, array: array, bytes: bytes)
    }
    if rowCount == 0 { return packed(.f64) { .string($0) } }
    if members.allSatisfy(\.isBoolean) { return packed(.bool) { .bool($0 == "true") } }
    if members.allSatisfy(\.isInteger) { return packed(.i64) { .number(String(Int64($0) ?? 0)) } }
    if members.allSatisfy(\.isUnsigned) { return packed(.u64) { .number($0) } }
    if members.allSatisfy(\.isReal) {
      return packed(.f64) { text in
        let digits = CSVForm.nanDigits(text)
        return .string(
          digits.flatMap { $0.utf8.count == 18 ? $0 : nil } ?? (digits == nil ? text : "0x7ff8000000000000"))
      }
    }
    return texts { Array($0.utf8) }
  }

  /// The column as texts as long as the longest.
  ///
  /// - Parameter least: The least length, in bytes.
  func texts(
    _ encoding: TextEncoding = .utf8, least: Int = 1, rows: [Int]? = nil, _ bytes: (String) -> [UInt8]
  ) -> TableArchive.Column {
    var encoded: [[UInt8]] = []
    for row in rows ?? Array(0..<rowCount) {
      for member in members {
        // A NUL ends a text in a column; it becomes the mark for what is missing.
        encoded.append(bytes(CSVReader.unmarked(member.texts[row])).map { $0 == 0 ? UInt8(ascii: "?") : $0 })
      }
    }
    let length = max(encoded.map(\.count).max() ?? least, least)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length * encoded.count)
    for text in encoded { bytes += text + [UInt8](repeating: 0, count: length - text.count) }
    return .init(name: name, array: ArchivedArray(.text(encoding), dimensions + [length]), bytes: bytes)
  }

  /// The column of a date, UUID or data of Swift, which its name says; nil for others, and where a cell is none.
  func typedByName() -> TableArchive.Column? {
    let array: ArchivedArray
    switch FoundationPart(column: name) {
    case .date: array = ArchivedArray(.number(.f64), [])
    case .uuid: array = ArchivedArray(.number(.u8), [16])
    case .data: array = ArchivedArray(.number(.u8), dimensions)
    default: return nil
    }
    let form = CSVForm(array, name: name)
    var bytes: [UInt8] = []
    for row in 0..<rowCount {
      for member in members {
        guard let own = form.bytes(of: member.texts[row]) else { return nil }
        bytes += own
      }
    }
    return .init(name: name, array: array, bytes: bytes)
  }
}

/// How the cells of a column become bytes.
struct CSVForm {
  private let isUUID: Bool
  private let isDate: Bool
  private let number: ElementType.Number?

  init(_ array: ArchivedArray, name: String) {
    let part = FoundationPart(column: name)
    isUUID = part == .uuid && array == ArchivedArray(.number(.u8), [16])
    isDate = part == .date && array == ArchivedArray(.number(.f64), [])
    number = if case .number(let type) = array.element, type.shape == .single { type.number } else { nil }
  }

  /// nil for a text that is no value of the column's type.
  func bytes(of text: String) -> [UInt8]? {
    if isUUID { return Self.uuid(text) }
    guard let number else { return nil }
    switch (number, text) {
    case (.bool, "true"): return [1]
    case (.bool, "false"): return [0]
    case (.bool, _): return nil
    default: break
    }
    if case .floating(let format) = number, let digits = Self.nanDigits(text) {
      let own = digits.isEmpty ? (format == .double ? "0x7ff8000000000000" : "0x7fc00000") : digits
      return TypedList.bytes(of: .string(own), number)
    }
    if isDate, let seconds = CalendarDate.seconds(text) {
      return withUnsafeBytes(of: seconds.bitPattern.littleEndian) { Array($0) }
    }
    return TypedList.bytes(of: .string(text), number)
  }

  /// The bits of `nan (0x7ff8000000000001)`, empty for `nan`; nil for other texts.
  static func nanDigits(_ text: String) -> String? {
    if text == "nan" { return "" }
    guard text.hasPrefix("nan (0x"), text.hasSuffix(")") else { return nil }
    return String(text.dropFirst("nan (".utf8.count).dropLast())
  }

  private static func uuid(_ text: String) -> [UInt8]? {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
    var bytes: [UInt8] = []
    let digits = Array(groups.joined().utf8)
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let pair = String(bytes: digits[place..<(place + 2)], encoding: .utf8), let byte = UInt8(pair, radix: 16),
        pair.first != "+"
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
