import Foundation

/// The columns of an archived array, as they are found for a type. It owns the memory to which rows point.
@usableFromInline
final class ColumnsSource {
  private let decoder: ObjectDecoder
  let count: Int
  private let archived: DescribedColumns
  private var memory: [UnsafeMutableRawPointer] = []
  private var names: [ColumnName] = []
  private(set) var work: WorkStage?

  /// The array in the decoder's current object.
  ///
  /// - Throws: `missingKey`, `wrongType` for an object without columns; `limitExceeded`.
  init(_ decoder: ObjectDecoder) throws {
    self.decoder = decoder
    let text = try decoder.decode(String.self, forKey: "[]")
    archived = try decoder.describedColumns(text)
    count = archived.count
    try decoder.settings.limits.checkContainer(count)
  }

  deinit { for address in memory { address.deallocate() } }

  /// The values of all rows.
  ///
  /// - Throws: `missingKey`, `wrongType`, `outOfRange`, `invalidText`, `unknownCase`; `limitExceeded` before memory is
  ///   allocated; the errors of the type's own code.
  func values<Row: ArchivableColumns>(of type: Row.Type) throws -> [Row] {
    guard let first = try rows(of: type, costOfEach: max(MemoryLayout<Row>.stride, 1)) else { return [] }
    return try withExtendedLifetime(self) { try Row.values(ofRows: count, from: first) }
  }

  /// The first of all rows; nil if there is none.
  ///
  /// - Throws: the same errors, except for those of the values.
  func rows<Row: ColumnCoded>(of type: Row.Type, costOfEach cost: Int) throws -> ColumnsRow? {
    // A count is believed as far as columns confirm it, and no further than the archive's size allows.
    try decoder.archive.charge(Description.product([count, cost]) ?? .max)
    let known = try find(Row.archivedColumns, Rows(prefix: "", conditions: [], count: count))
    guard let known, count > 0 else { return nil }
    return ColumnsRow(known, 0)
  }

  /// The numbers of one column.
  ///
  /// - Throws: `missingKey`, `wrongType`; `limitExceeded`.
  func numbers(_ name: String) throws -> [UInt32] {
    try decoder.archive.charge(Description.product([count, MemoryLayout<UInt32>.stride]) ?? .max)
    let all = Rows(prefix: "", conditions: [], count: count)
    guard let bytes = try numbers(name, UInt32.columnElement.array, all) else { return [] }
    return (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
  }

  // MARK: Finding

  /// Rows that have values under the same conditions.
  private struct Rows {
    let prefix: String
    let conditions: [ColumnsDescription.Condition]
    let count: Int
  }

  /// - Returns: nil for no columns.
  private func find(_ columns: [ColumnProperty], _ rows: Rows) throws -> UnsafePointer<FoundColumn>? {
    // Columns nest as deep as types do.
    guard !columns.isEmpty else { return nil }
    var found: [FoundColumn] = []
    for column in columns { found.append(try find(column, rows)) }
    let target = allocate(found.count * MemoryLayout<FoundColumn>.stride).bindMemory(
      to: FoundColumn.self, capacity: found.count)
    target.initialize(from: found, count: found.count)
    return UnsafePointer(target)
  }

  private func find(_ column: ColumnProperty, _ rows: Rows) throws -> FoundColumn {
    var (known, described): (String?, ColumnName?)
    for key in column.keys where known == nil {
      let key = rows.prefix + key
      described = archived[key]
      if described != nil || hasValues(within: key, column) { known = key }
    }
    let name = described ?? ColumnName(known ?? rows.prefix + (column.keys.first ?? ""))
    if described == nil { names.append(name) }
    guard let known else {
      // A struct in place has no key of its own, so none is missing if its properties may all be.
      if column.isRequired, !column.isOptional, column.part == nil, case .nested(let columns) = column.kind {
        let inside = Rows(prefix: name.text + ".", conditions: rows.conditions, count: rows.count)
        return FoundColumn(nil, inner: try find(columns, inside), name: name, owner: self)
      }
      guard !column.isRequired || rows.count == 0 else {
        throw ArchiveError.missingKey(path: decoder.path("[]." + name.text))
      }
      // Its default would take the place of a struct's values.
      if !column.isOptional, let other = column.keys.map({ rows.prefix + $0 }).first(where: archived.hasValues) {
        throw ArchiveError.wrongType(
          path: decoder.path("[]." + other), expected: column.words, found: "a struct's values")
      }
      return FoundColumn(nil, isFound: false, name: name, owner: self)
    }
    let (presence, inner) = described?.isOptional == true ? try self.presence(of: known, rows) : (nil, rows)
    if !column.isOptional, inner.count < rows.count {
      let row = presence.flatMap { presence in (0..<rows.count).first { presence[$0] < 0 } } ?? 0
      throw ArchiveError.missingKey(path: path(known, row: row))
    }
    // A nil is nil whatever its type was.
    guard try inner.count > 0 && isFound(column, at: known, described, inner) else {
      try noteRead(known)
      return FoundColumn(nil, presence: presence, name: name, owner: self)
    }
    let stored = column.part?.name(of: known) ?? known
    switch column.kind {
    case .nested(let columns):
      let members = try find(columns, Rows(prefix: known + ".", conditions: inner.conditions, count: inner.count))
      return FoundColumn(nil, presence: presence, inner: members, name: name, owner: self)
    case .number(let array):
      let bytes = try numbers(stored, array, inner)
      return FoundColumn(bytes, presence: presence, name: name, owner: self)
    case .text:
      let (bytes, width, encoding) = try texts(stored, inner)
      if column.part == .url { try decoder.archive.charge(inner.count &* URL.columnCost) }
      return FoundColumn(bytes, presence: presence, width: width, encoding, name: name, owner: self)
    case .bytes:
      let (bytes, width) = try bytes(stored, inner)
      return FoundColumn(bytes, presence: presence, width: width, name: name, owner: self)
    case .link:
      return FoundColumn(try links(stored, inner), presence: presence, name: name, owner: self)
    }
  }

  private func hasValues(within name: String, _ column: ColumnProperty) -> Bool {
    guard case .nested = column.kind, column.part == nil else { return false }
    return archived.hasValues(within: name)
  }

  /// Compares what the archive has at a name with the values of Foundation that the type has there, or does not have.
  ///
  /// - Returns: true.
  /// - Throws: `wrongType`.
  private func isFound(
    _ column: ColumnProperty, at name: String, _ described: ColumnName?, _ rows: Rows
  ) throws -> Bool {
    let part = described?.part
    if part == column.part {
      // Links that are all nil are nil whatever their type was.
      if column.isOptional, !column.isLink, try isNull(name, rows) { return false }
      // A struct has no column under its own key.
      guard part == nil, case .nested = column.kind, described?.column != nil, !archived.hasValues(within: name) else {
        return true
      }
    }
    // A struct may have the same key.
    if let part, case .nested(let columns) = column.kind,
      columns.contains(where: { $0.keys.contains { part.rawValue == $0 || part.rawValue.hasExactPrefix($0 + ".") } })
    {
      return true
    }
    let plain = described?.column?.array.name
    throw ArchiveError.wrongType(
      path: decoder.path("[]." + name), expected: column.words,
      found: part?.words ?? plain.map { "data described as '\($0)'" } ?? "other values")
  }

  /// Which rows have a value.
  private func presence(of name: String, _ rows: Rows) throws -> (UnsafePointer<Int>?, Rows) {
    let flagName = ColumnNames.presence(of: name)
    guard let flags = archived[flagName]?.column else { return (nil, rows) }
    guard let bytes = try numbers(flagName, Bool.columnElement.array, rows), rows.count > 0 else {
      return (nil, Rows(prefix: rows.prefix, conditions: conditions(rows, flags.index), count: 0))
    }
    try decoder.archive.charge(rows.count &* MemoryLayout<Int>.stride)
    let places = allocate(rows.count * MemoryLayout<Int>.stride).bindMemory(to: Int.self, capacity: rows.count)
    var next = 0
    for row in 0..<rows.count {
      let isPresent = bytes.load(fromByteOffset: row, as: UInt8.self) != 0
      (places + row).initialize(to: isPresent ? next : -1)
      if isPresent { next += 1 }
    }
    return (
      next == rows.count ? nil : UnsafePointer(places),
      Rows(prefix: rows.prefix, conditions: conditions(rows, flags.index), count: next)
    )
  }

  private func conditions(_ rows: Rows, _ index: Int) -> [ColumnsDescription.Condition] {
    rows.conditions + [ColumnsDescription.Condition(column: index, values: [1], isExclusion: false)]
  }

  /// Notes as read what an archive has of values that no row has.
  private func noteRead(_ name: String) throws {
    guard decoder.archive.use != nil else { return }
    for column in archived.columns(of: name) {
      let key = "[]." + column.stored.name
      if try decoder.hasKey(key) { _ = try decoder.directValue(forKey: key) }
    }
  }

  // MARK: Values

  /// The column's bytes and type, which have the length of `rows`.
  private func column(
    _ name: String, _ expected: @autoclosure () -> String, _ rows: Rows, links: [Int] = []
  ) throws -> (column: DescribedColumn, bytes: UnsafeRawBufferPointer) {
    guard let found = archived[name]?.column else {
      throw ArchiveError.missingKey(path: decoder.path("[]." + name))
    }
    let column = found.column
    guard column.conditions == rows.conditions, column.tables == links, column.parts.isEmpty else {
      throw ArchiveError.wrongType(
        path: decoder.path("[]." + name), expected: expected(),
        found: column.tables.isEmpty
          ? column.parts.isEmpty
            ? links.isEmpty ? "values of other rows" : "data described as '\(found.array.name)'"
            : GroupPart.words(column.parts) : "links")
    }
    guard case .data(let range) = try decoder.value(forKey: found.key) else {
      throw decoder.mismatch(found.key, "data", try decoder.value(forKey: found.key))
    }
    guard let size = found.array.byteCount, Description.product(CollectionOfOne(rows.count), times: size) == range.count
    else {
      throw ArchiveError.wrongType(
        path: decoder.path(found.key), expected: "\(rows.count) values of \(found.array.name)",
        found: "\(range.count) bytes")
    }
    return (found, try decoder.archive.contents(range))
  }

  /// - Returns: nil for no bytes.
  private func numbers(_ name: String, _ array: ArchivedArray, _ rows: Rows) throws -> UnsafeRawPointer? {
    let (column, bytes) = try column(name, array.name, rows)
    let (source, wanted) = Self.types(column, as: array)
    let size = array.byteCount ?? 0
    let isSame = source == wanted && !column.isPart
    // A nil is nil whatever its type was.
    guard let start = bytes.baseAddress, rows.count > 0 else { return nil }
    let conversion =
      isSame
      ? nil
      : try ArrayConversion(from: source, to: wanted, part: column.column.group?.part, decoder.path("[]." + name))
    var result = start
    if let conversion {
      let target = try allocate(rows.count, of: size)
      target.initializeMemory(as: UInt8.self, repeating: 0, count: rows.count * size)
      for row in 0..<rows.count {
        try conversion.convert(
          start + row * conversion.sourceByteCount, to: target + row * size
        ) { self.path(name, row: row) }
      }
      result = UnsafeRawPointer(target)
    }
    if array == Bool.columnElement.array { try checkBooleans(result, rows, name) }
    if source != column.array { try checkBooleans(start, rows, name) }
    guard ByteOrder.host == .big, size > 1 else { return result }
    let reversed = try allocate(rows.count, of: size)
    reversed.copyMemory(from: result, byteCount: rows.count * size)
    ByteOrder.reverse(reversed, ArchivedArray(array.element, [rows.count] + array.dimensions))
    return UnsafeRawPointer(reversed)
  }

  /// Numbers of rows, of which the table has all.
  private func links(_ name: String, _ rows: Rows) throws -> UnsafeRawPointer? {
    let (column, bytes) = try column(name, "links", rows, links: Self.own)
    guard column.array == UInt32.columnElement.array, !column.isPart else {
      throw ArchiveError.wrongType(
        path: decoder.path("[]." + name), expected: "links to rows of this table",
        found: "links of the type '\(column.array.name)'")
    }
    guard let start = bytes.baseAddress else { return nil }
    let target = try allocate(rows.count, of: 4)
    for row in 0..<rows.count {
      let number = UInt32(littleEndian: start.loadUnaligned(fromByteOffset: row * 4, as: UInt32.self))
      guard number <= count else {
        throw ArchiveError.outOfRange(
          path: path(name, row: row), value: "\(number)", type: "a table of \(count) rows")
      }
      target.storeBytes(of: number, toByteOffset: row * 4, as: UInt32.self)
    }
    return UnsafeRawPointer(target)
  }

  /// Links lead to the table itself.
  private static let own = [0]

  /// Whether the column has links, all of which are nil.
  private func isNull(_ name: String, _ rows: Rows) throws -> Bool {
    guard archived[name]?.column?.column.tables == Self.own else { return false }
    return try column(name, "links", rows, links: Self.own).bytes.allSatisfy { $0 == 0 }
  }

  /// The type to convert from, and to. Objects read a boolean as a real and the reverse; here it is the byte 0 or 1.
  private static func types(
    _ column: DescribedColumn, as wanted: ArchivedArray
  ) -> (stored: ArchivedArray, wanted: ArchivedArray) {
    let stored = column.array
    guard !column.isPart, case .number(let own) = stored.element, case .number(let type) = wanted.element
    else { return (stored, wanted) }
    switch (own.number, type.number) {
    case (.bool, .floating): return (ArchivedArray(.number(.u8), stored.dimensions), wanted)
    case (.floating, .bool): return (stored, ArchivedArray(.number(.u8), []))
    default: return (stored, wanted)
    }
  }

  /// One byte a row.
  private func checkBooleans(_ bytes: UnsafeRawPointer, _ rows: Rows, _ name: String) throws {
    let flags = UnsafeRawBufferPointer(start: bytes, count: rows.count)
    if let row = flags.firstIndex(where: { $0 > 1 }) {
      throw ArchiveError.outOfRange(path: self.path(name, row: row), value: "\(flags[row])", type: "Bool")
    }
  }

  private func texts(_ name: String, _ rows: Rows) throws -> (UnsafeRawPointer?, width: Int, TextEncoding) {
    let (column, bytes) = try column(name, "text", rows)
    let array = column.array
    guard rows.count > 0 else { return (nil, 0, .utf8) }
    let encoding: TextEncoding
    switch array.element {
    case .text(let own) where array.dimensions.count == 1: encoding = own
    case .number(let type) where type.isByte && array.dimensions.count == 1 && !column.isPart: encoding = .utf8
    default:
      throw ArchiveError.wrongType(
        path: decoder.path("[]." + name), expected: "text", found: "data described as '\(array.name)'")
    }
    try decoder.archive.charge(bytes.count)
    return (bytes.baseAddress, array.dimensions[0], encoding)
  }

  private func bytes(_ name: String, _ rows: Rows) throws -> (UnsafeRawPointer?, width: Int) {
    let (column, bytes) = try column(name, "bytes", rows)
    let array = column.array
    guard case .number(let type) = array.element, type.isByte, array.dimensions.count == 1, !column.isPart else {
      throw ArchiveError.wrongType(
        path: decoder.path("[]." + name), expected: "bytes", found: "data described as '\(array.name)'")
    }
    try decoder.archive.charge(bytes.count)
    try decoder.archive.charge(rows.count &* Data.columnCost)
    return (bytes.baseAddress, array.dimensions[0])
  }

  // MARK: Memory, work and messages

  private func allocate(_ count: Int, of size: Int) throws -> UnsafeMutableRawPointer {
    try decoder.archive.charge(Description.product([count, size]) ?? .max)
    return allocate(count * size)
  }

  private func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let address = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 1), alignment: 16)
    memory.append(address)
    return address
  }

  func noteRows(_ total: Int) {
    guard work == nil, let stage = WorkMonitor.current.map(WorkStage.init) else { return }
    stage.begin(0...1, of: total)
    work = stage
  }

  func path(_ name: String, row: Int) -> String { "\(decoder.path("[]").dropLast(3))[\(row)].\(name)" }

  func chargeComparison(of text: String) throws { try decoder.chargeComparison(of: text) }
}

extension ColumnProperty {
  /// What its values are, for messages.
  fileprivate var words: String {
    if let part { return part.words }
    return switch kind {
    case .number(let array): array.name
    case .text: "text"
    case .bytes: "bytes"
    case .nested: "structs"
    case .link: "links"
    }
  }
}
