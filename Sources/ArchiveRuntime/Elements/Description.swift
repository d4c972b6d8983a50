/// Parses the text under `K[]`, which describes the value under `K`: an element type with dimensions, the storage of an
/// array, or the columns of an array of records.
package enum Description {
  /// Removes a decimal number without a leading zero from the front of `text`; nil if there is none or it is greater
  /// than `maximum`.
  package static func number(from text: inout Substring.UTF8View, atMost maximum: Int) -> Int? {
    guard let first = text.first, 0x30...0x39 ~= first else { return nil }
    var value = 0
    var digits = 0
    while let digit = text.first, 0x30...0x39 ~= digit {
      // All limits in use are far below Int.max / 10.
      value = value * 10 + Int(digit - 0x30)
      digits += 1
      guard value <= maximum else { return nil }
      text.removeFirst()
    }
    return first == 0x30 && digits > 1 ? nil : value
  }

  /// The limit for counts and dimensions. Products are checked where they are computed.
  package static let greatestCount = 1 << 48

  /// Removes dimensions such as `[2][3]` from the front of `text`.
  package static func dimensions(from text: inout Substring.UTF8View) -> [Int]? {
    var dimensions: [Int] = []
    while text.first == UInt8(ascii: "[") {
      text.removeFirst()
      guard let count = number(from: &text, atMost: greatestCount), text.popFirst() == UInt8(ascii: "]"),
        dimensions.count < 64
      else { return nil }
      dimensions.append(count)
    }
    return dimensions
  }

  package static func subscripts(_ dimensions: [Int]) -> String {
    dimensions.isEmpty ? "" : dimensions.map { "[\($0)]" }.joined()
  }

  /// The product; nil if it overflows.
  package static func product(_ factors: some Sequence<Int>, times first: Int = 1) -> Int? {
    var product = first
    for factor in factors {
      let (value, overflow) = product.multipliedReportingOverflow(by: factor)
      guard !overflow else { return nil }
      product = value
    }
    return product
  }
}

/// The contents of one packed byte string: `u16[2][3]`, `utf8[4][16]`.
package struct ArchivedArray: Sendable, Hashable {
  package enum Element: Sendable, Hashable {
    case number(ElementType)
    /// The last dimension is the length of each text in bytes.
    case text(TextEncoding)
  }

  package let element: Element
  package let dimensions: [Int]

  package init(_ element: Element, _ dimensions: [Int]) {
    self.element = element
    self.dimensions = dimensions
  }

  package var name: String {
    var text = ""
    appendName(to: &text)
    return text
  }

  func appendName(to text: inout String) {
    switch element {
    case .number(let type): text += type.name
    case .text(let encoding): text += encoding.rawValue
    }
    for count in dimensions {
      text += "["
      text += count.description
      text += "]"
    }
  }

  /// The size in bytes; nil if it overflows.
  package var byteCount: Int? {
    switch element {
    case .number(let type): Description.product(dimensions, times: type.archivedSize)
    case .text: Description.product(dimensions)
    }
  }

  package init?(parsing text: inout Substring.UTF8View) {
    for encoding in [TextEncoding.utf8, .latin1] where text.starts(with: encoding.rawValue.utf8) {
      text.removeFirst(encoding.rawValue.utf8.count)
      guard let dimensions = Description.dimensions(from: &text), !dimensions.isEmpty else { return nil }
      self.init(.text(encoding), dimensions)
      return
    }
    guard let type = ElementType(parsing: &text), let dimensions = Description.dimensions(from: &text)
    else { return nil }
    self.init(.number(type), dimensions)
  }

  package init?(name: some StringProtocol) {
    var text = Substring(name).utf8
    self.init(parsing: &text)
    guard text.isEmpty else { return nil }
  }
}

/// How an array of numbers is stored under `K`.
package struct ArrayDescription: Sendable, Hashable {
  package enum Storage: Sendable, Hashable {
    case packed(ByteOrder)
    case elements
  }
  package let storage: Storage
  package let array: ArchivedArray

  package var text: String {
    switch storage {
    case .packed(.little): array.name
    case .packed(.big): "native big " + array.name
    case .elements: "elements " + array.name
    }
  }

  /// The description of an array in the byte order of this machine, which it always names.
  static func native(_ array: ArchivedArray, _ order: ByteOrder = .host) -> String {
    "native \(order.rawValue) \(array.name)"
  }

  package init(_ storage: Storage, _ array: ArchivedArray) {
    self.storage = storage
    self.array = array
  }

  package init?(_ text: String) {
    let forms: [(String, Storage)] = [
      ("elements ", .elements), ("native little ", .packed(.little)), ("native big ", .packed(.big)),
    ]
    for (word, storage) in forms where text.utf8.starts(with: word.utf8) {
      guard let array = ArchivedArray(name: text.dropFirst(word.count)) else { return nil }
      self.init(storage, array)
      return
    }
    guard let array = ArchivedArray(name: text) else { return nil }
    self.init(.packed(.little), array)
  }
}

/// The contents of an array of records: `count 50000`, then a line for each column.
package struct ColumnsDescription: Sendable, Hashable {
  package struct Column: Sendable, Hashable {
    package let name: String
    package let array: ArchivedArray
    /// The conditions under which a record, or an element of its arrays, has a value in the column.
    package let conditions: [Condition]
    /// The graph's tables that the values refer to by row indices, which count from 1 and continue from one table to
    /// the next; empty for values that are not links.
    package let tables: [Int]
    /// Of an integer that is a group of bit-fields.
    package var parts: [GroupPart] = []
    /// For a bit-field in a group where its values are: a part has no data of its own.
    package var group: Group?

    package init(
      name: String, array: ArchivedArray, conditions: [Condition], tables: [Int], parts: [GroupPart] = [],
      group: Group? = nil
    ) {
      (self.name, self.array, self.conditions, self.tables) = (name, array, conditions, tables)
      (self.parts, self.group) = (parts, group)
    }
  }

  /// The column that a part is in.
  package struct Group: Sendable, Hashable {
    package let name: String
    package let array: ArchivedArray
    package let part: GroupPart
  }

  /// `@3=1,2`: the third column has the value 1 or 2. With `!`: it has neither.
  package struct Condition: Sendable, Hashable {
    /// The index of the column, from 0.
    package let column: Int
    package let values: [Int64]
    package let isExclusion: Bool

    package init(column: Int, values: [Int64], isExclusion: Bool) {
      (self.column, self.values, self.isExclusion) = (column, values, isExclusion)
    }
  }

  /// The dimensions; one, or those of a multidimensional C array.
  package let dimensions: [Int]
  /// Whether each element has keys of its own, `K[3].x`, instead of columns.
  package let isElements: Bool
  package let columns: [Column]

  package init(dimensions: [Int], isElements: Bool, columns: [Column]) {
    (self.dimensions, self.isElements, self.columns) = (dimensions, isElements, columns)
  }

  package static func firstLine(_ dimensions: [Int], isElements: Bool = false) -> String {
    (isElements ? "elements count " : "count ") + dimensions.map(String.init).joined(separator: " ")
  }

  package static func line(_ array: ArchivedArray, _ name: String) -> String { "\n\(array.name) \(name)" }

  /// - Returns: nil unless the whole text follows the grammar.
  package init?(_ text: String) {
    // The text is split as UTF-8, so that "\n" ends a line even before a combining character.
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    guard var first = lines.popFirst() else { return nil }
    isElements = first.starts(with: "elements ".utf8)
    if isElements { first.removeFirst("elements ".utf8.count) }
    guard first.starts(with: "count".utf8) else { return nil }
    first.removeFirst("count".utf8.count)
    var dimensions: [Int] = []
    while first.popFirst() == UInt8(ascii: " ") {
      guard let count = Description.number(from: &first, atMost: Description.greatestCount), dimensions.count < 64
      else { return nil }
      dimensions.append(count)
      if first.isEmpty { break }
    }
    guard first.isEmpty, !dimensions.isEmpty, !isElements || lines.isEmpty else { return nil }
    self.dimensions = dimensions
    var columns: [Column] = []
    // Of the last group.
    var group = 0
    for var line in lines {
      if line.first == UInt8(ascii: " ") {
        guard columns.indices.contains(group), let part = columns[group].appendPart(parsing: line) else { return nil }
        columns.append(part)
        continue
      }
      group = columns.count
      var conditions: [Condition] = []
      while line.first == UInt8(ascii: "@") {
        guard let condition = Condition(parsing: &line) else { return nil }
        conditions.append(condition)
      }
      guard let array = ArchivedArray(parsing: &line) else { return nil }
      var tables: [Int] = []
      while line.first == UInt8(ascii: "&") {
        line.removeFirst()
        guard let number = Description.number(from: &line, atMost: 1 << 20), number > 0, tables.count < 2
        else { return nil }
        tables.append(number - 1)
      }
      guard line.popFirst() == UInt8(ascii: " "), !line.isEmpty else { return nil }
      columns.append(Column(name: String(Substring(line)), array: array, conditions: conditions, tables: tables))
    }
    self.columns = columns
  }
}

extension ColumnsDescription.Column {
  /// Adds the bit-field that the line describes.
  ///
  /// - Returns: The bit-field as if it were a column.
  fileprivate mutating func appendPart(parsing line: Substring.UTF8View) -> Self? {
    guard case .number(let type) = array.element, let bits = type.groupBits, tables.isEmpty,
      let part = GroupPart(parsing: line, after: parts.last.map { $0.position + $0.width } ?? 0, in: bits)
    else { return nil }
    parts.append(part)
    let number = part.number
    return Self(
      name: GroupPart.key(part.name, in: name),
      array: ArchivedArray(.number(ElementType(number, laneStorage: number.archivedSize)), array.dimensions),
      conditions: conditions, tables: [], group: ColumnsDescription.Group(name: name, array: array, part: part))
  }

  /// The column that has the data, and its type.
  package var stored: (name: String, array: ArchivedArray) { group.map { ($0.name, $0.array) } ?? (name, array) }
}

extension ColumnsDescription.Condition {
  /// Removes a condition such as `@3=1,2 ` from the front of `text`.
  package init?(parsing text: inout Substring.UTF8View) {
    guard text.popFirst() == UInt8(ascii: "@"), let column = Description.number(from: &text, atMost: 1 << 20),
      column > 0, let sign = text.popFirst(), sign == UInt8(ascii: "=") || sign == UInt8(ascii: "!"),
      let end = text.firstIndex(of: UInt8(ascii: " "))
    else { return nil }
    var values: [Int64] = []
    for word in text[..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let value = Int64(String(Substring(word))) else { return nil }
      values.append(value)
    }
    text = text[text.index(after: end)...]
    self.init(column: column - 1, values: values, isExclusion: sign == UInt8(ascii: "!"))
  }
}

extension Description {
  /// The index in an array with `other` dimensions of the element with the same subscripts as the one with this index
  /// in an array with `dimensions`; nil if there is none. Both have the same number of dimensions, or one has none.
  package static func index(of index: Int, in dimensions: [Int], within other: [Int]) -> Int? {
    var rest = index
    var result = 0
    var size = 1
    for (place, count) in dimensions.enumerated().reversed() {
      let position = rest % max(count, 1)
      rest /= max(count, 1)
      guard place < other.count else {
        if position > 0 { return nil }
        continue
      }
      guard position < other[place] else { return nil }
      result += position * size
      size *= other[place]
    }
    return result
  }

  /// The subscripts of an element by its row-major index: `[1][2]`.
  package static func subscripts(of index: Int, in dimensions: [Int]) -> String {
    var rest = index
    var text = ""
    for count in dimensions.reversed() {
      text = "[\(rest % max(count, 1))]" + text
      rest /= max(count, 1)
    }
    return text
  }
}
