import Foundation

/// One row of the columns that were found for a type: what `init(fromColumns:)` reads.
///
/// The columns have been checked before: each has a value for every row, of the type that generated code asks for. Its
/// generic calls are inlined into generated code, so that reading a number is one load.
@_documentation(visibility: internal)
public struct ColumnsRow {
  @usableFromInline let columns: UnsafePointer<FoundColumn>
  @usableFromInline let row: Int

  @usableFromInline init(_ columns: UnsafePointer<FoundColumn>, _ row: Int) {
    (self.columns, self.row) = (columns, row)
  }

  /// Whether the archive has a column for the property at this place of `archivedColumns`.
  @inlinable public func has(_ index: Int) -> Bool { columns[index].isFound }

  // MARK: Values that every row has

  /// The property's value: one of numbers.
  ///
  /// - Throws: nothing.
  @inlinable
  public func decode<Value: ColumnNumber>(_ type: Value.Type, _ index: Int) throws -> Value {
    columns[index].bytes.loadUnaligned(fromByteOffset: row &* MemoryLayout<Value>.size, as: Value.self)
  }

  /// The property's value: one of texts.
  ///
  /// - Throws: `invalidText`.
  public func decode(_ type: String.Type, _ index: Int) throws -> String { try columns[index].text(row) }

  /// The property's value: one of values that are archived as a number.
  ///
  /// - Throws: `unknownCase`.
  @inlinable
  public func decode<Value: RawRepresentable>(_ type: Value.Type, _ index: Int) throws -> Value
  where Value.RawValue: ColumnNumber {
    let rawValue = try decode(Value.RawValue.self, index)
    guard let value = Value(rawValue: rawValue) else { throw unknownCase("\(rawValue)", "\(type)", index) }
    return value
  }

  /// The property's value: one of values that are archived as text.
  ///
  /// - Throws: `unknownCase`.
  @inlinable
  public func decode<Value: RawRepresentable>(_ type: Value.Type, _ index: Int) throws -> Value
  where Value.RawValue == String {
    let text = try comparedText(index)
    guard let value = Value(rawValue: text) else { throw unknownCase(text, "\(type)", index) }
    return value
  }

  /// The property's value: one of cases without values, as their names.
  ///
  /// - Throws: `unknownCase`.
  @inlinable
  public func decode<Value: ArchivableEnumeration>(_ type: Value.Type, _ index: Int) throws -> Value {
    let text = try comparedText(index)
    guard let value = Value(archivedCase: text) else { throw unknownCase(text, "\(type)", index) }
    return value
  }

  /// The property's value: one of structs, whose columns follow the key and a dot.
  ///
  /// - Throws: the errors of its own values.
  @inlinable
  public func decode<Value: ArchivableColumns>(_ type: Value.Type, _ index: Int) throws -> Value {
    guard let inner = columns[index].inner else { throw missing(index) }
    return try Value(fromColumns: ColumnsRow(inner, row))
  }

  /// The property's value: one of Foundation.
  ///
  /// - Throws: `invalidText`.
  @inlinable
  public func decode<Value: ColumnValue>(_ type: Value.Type, _ index: Int) throws -> Value {
    try Value.value(in: self, index)
  }

  // MARK: Values that some rows have

  /// The property's value: one of numbers, or nil.
  ///
  /// - Throws: nothing.
  @inlinable
  public func decode<Value: ColumnNumber>(_ type: Value?.Type, _ index: Int) throws -> Value? {
    try value(index).map { try $0.decode(Value.self, index) }
  }

  /// The property's value: one of texts, or nil.
  ///
  /// - Throws: `invalidText`.
  @inlinable
  public func decode(_ type: String?.Type, _ index: Int) throws -> String? {
    try value(index).map { try $0.decode(String.self, index) }
  }

  /// The property's value: one of values that are archived as a number, or nil.
  ///
  /// - Throws: `unknownCase`.
  @inlinable
  public func decode<Value: RawRepresentable>(_ type: Value?.Type, _ index: Int) throws -> Value?
  where Value.RawValue: ColumnNumber { try value(index).map { try $0.decode(Value.self, index) } }

  /// The property's value: one of values that are archived as text, or nil.
  ///
  /// - Throws: `unknownCase`.
  @inlinable
  public func decode<Value: RawRepresentable>(_ type: Value?.Type, _ index: Int) throws -> Value?
  where Value.RawValue == String { try value(index).map { try $0.decode(Value.self, index) } }

  /// The property's value: one of cases without values, as their names, or nil.
  ///
  /// - Throws: `unknownCase`.
  @inlinable
  public func decode<Value: ArchivableEnumeration>(_ type: Value?.Type, _ index: Int) throws -> Value? {
    try value(index).map { try $0.decode(Value.self, index) }
  }

  /// The property's value: one of structs, whose columns follow the key and a dot, or nil.
  ///
  /// - Throws: the errors of its own values.
  @inlinable
  public func decode<Value: ArchivableColumns>(_ type: Value?.Type, _ index: Int) throws -> Value? {
    try value(index).map { try $0.decode(Value.self, index) }
  }

  /// The property's value: one of Foundation, or nil.
  ///
  /// - Throws: `invalidText`.
  @inlinable
  public func decode<Value: ColumnValue>(_ type: Value?.Type, _ index: Int) throws -> Value? {
    try value(index).map { try $0.decode(Value.self, index) }
  }

  /// The row of an optional property's values; nil if this row has none.
  @inlinable
  func value(_ index: Int) -> ColumnsRow? {
    guard columns[index].isFound else { return nil }
    guard let presence = columns[index].presence else { return self }
    return presence[row] < 0 ? nil : ColumnsRow(columns, presence[row])
  }

  /// The row of a struct's columns, or of a value that has several.
  func nested(_ index: Int) throws -> ColumnsRow {
    guard let inner = columns[index].inner else { throw missing(index) }
    return ColumnsRow(inner, row)
  }

  // MARK: Errors

  @usableFromInline
  func comparedText(_ index: Int) throws -> String {
    let text = try columns[index].text(row)
    try columns[index].source.chargeComparison(of: text)
    return text
  }

  @usableFromInline
  func unknownCase(_ name: String, _ type: String, _ index: Int) -> ArchiveError {
    .unknownCase(path: columns[index].path(row), name: PathSearch.excerpt(name), type: type)
  }

  func invalid(_ reason: String, _ index: Int) -> ArchiveError {
    .invalidText(path: columns[index].path(row), reason: reason)
  }

  func outOfRange(_ value: String, _ type: String, _ index: Int) -> ArchiveError {
    .outOfRange(path: columns[index].path(row), value: value, type: type)
  }

  @usableFromInline
  func missing(_ index: Int) -> ArchiveError { .missingKey(path: columns[index].path(row)) }

  /// Counts rows.
  ///
  /// - Throws: `cancelled`.
  @usableFromInline
  func countWork(_ count: Int, of total: Int) throws {
    columns[0].source.noteRows(total)
    try columns[0].source.work?.advance(by: count)
  }
}

extension ColumnCoded {
  /// In one function with the calls for the rows: with a closure for a row these are not inlined, and take 2.4 times as long.
  @inlinable
  public static func values(ofRows count: Int, from first: ColumnsRow) throws -> [Self] {
    try [Self](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      while initialized < count {
        let end = min(initialized + 4_096, count)
        try first.countWork(end - initialized, of: count)
        while initialized < end {
          (start + initialized).initialize(to: try Self.make(fromColumns: ColumnsRow(first.columns, initialized)))
          initialized += 1
        }
      }
    }
  }
}

/// Where the values of one property are.
@usableFromInline
struct FoundColumn {
  /// The values of the rows that have one, in the machine's byte order.
  @usableFromInline let bytes: UnsafeRawPointer
  /// For each row the place of its value, or −1 if it has none; nil if all rows have one.
  @usableFromInline let presence: UnsafePointer<Int>?
  /// The columns of a struct.
  @usableFromInline let inner: UnsafePointer<FoundColumn>?
  @usableFromInline let isFound: Bool
  /// The length of a text, or of data.
  let width: Int
  let encoding: TextEncoding
  private let name: Unmanaged<ColumnName>
  private let owner: Unmanaged<ColumnsSource>

  init(
    _ bytes: UnsafeRawPointer?, presence: UnsafePointer<Int>? = nil, inner: UnsafePointer<FoundColumn>? = nil,
    isFound: Bool = true, width: Int = 0, _ encoding: TextEncoding = .utf8, name: ColumnName, owner: ColumnsSource
  ) {
    // No value is read where there are no bytes.
    self.bytes = bytes ?? UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
    (self.presence, self.inner, self.isFound, self.width) = (presence, inner, isFound, width)
    (self.encoding, self.name, self.owner) = (encoding, .passUnretained(name), .passUnretained(owner))
  }

  @usableFromInline var source: ColumnsSource { owner.takeUnretainedValue() }

  func path(_ row: Int) -> String { source.path(name.takeUnretainedValue().text, row: row) }

  /// - Throws: `invalidText`.
  @usableFromInline
  func text(_ row: Int) throws -> String {
    let start = bytes + row * width
    let length = TextBytes.length(start, count: width)
    let text = UnsafeRawBufferPointer(start: start, count: length)
    let rest = UnsafeRawBufferPointer(start: start + length, count: width - length)
    guard rest.allSatisfy({ $0 == 0 }), TextBytes.isValid(text, encoding) else {
      throw TextBytes.invalid(path(row), encoding)
    }
    if encoding == .utf8 { return String(decoding: text, as: UTF8.self) }
    return TextBytes.string(start, count: length, encoding) ?? ""
  }
}
