import Foundation

/// A C record by its fields, for `JSONEncoder`, `PropertyListEncoder` and the like: nested records as nested
/// dictionaries, arrays of numbers as arrays. What has no such form (columns of records, `long double`) stands as data
/// beside its description, as in an archive.
extension ArchivedRecord: Codable {
  public func encode(to encoder: any Encoder) throws {
    let fields = CodableFields()
    var sink = AnyFieldSink(CodableSink(fields))
    let plan = try Record.valuePlan()
    try withRecord(record) { (bytes) throws(ArchiveError) in try sink.write(bytes, by: plan) }
    try fields.encode(to: encoder)
  }

  public init(from decoder: any Decoder) throws {
    var source = AnyFieldSource(CodableSource(try decoder.container(keyedBy: ArchiveCodingKey.self)))
    do {
      let plan = try Record.valuePlan()
      record = try Record.archivedRecord { (record) throws(ArchiveError) in
        try source.read(into: record, by: plan)
      }
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }
}

/// What a record's fields become.
final class CodableFields: Encodable {
  enum Value {
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    case text(String)
    case data(Data)
    /// Numbers in the archive's packed form.
    case array(Data, ElementType.Number, [Int])
    case nested(CodableFields)
  }

  private(set) var values: [(key: String, value: Value)] = []
  private var places: [ExactText: Int] = [:]

  /// Puts a value at a key's last part, below dictionaries of the others.
  func put(_ value: Value, at key: Substring) {
    guard let dot = key.firstIndex(of: "."), key.index(after: dot) < key.endIndex else {
      return set(value, String(key))
    }
    let first = String(key[..<dot])
    let inner: CodableFields
    if let place = places[ExactText(first)], case .nested(let known) = values[place].value {
      inner = known
    } else {
      inner = CodableFields()
      set(.nested(inner), first)
    }
    inner.put(value, at: key[key.index(after: dot)...])
  }

  private func set(_ value: Value, _ key: String) {
    if let place = places[ExactText(key)] {
      values[place].value = value
    } else {
      places[ExactText(key)] = values.count
      values.append((key, value))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ArchiveCodingKey.self)
    for (key, value) in values {
      let key = ArchiveCodingKey(stringValue: key)
      switch value {
      case .bool(let value): try container.encode(value, forKey: key)
      case .integer(let value): try container.encode(value, forKey: key)
      case .unsigned(let value): try container.encode(value, forKey: key)
      case .float(let value): try container.encode(value, forKey: key)
      case .double(let value): try container.encode(value, forKey: key)
      case .text(let value): try container.encode(value, forKey: key)
      case .data(let value): try container.encode(value, forKey: key)
      case .nested(let value): try container.encode(value, forKey: key)
      case .array(let data, let number, let dimensions):
        var list = container.nestedUnkeyedContainer(forKey: key)
        var offset = 0
        try data.withUnsafeBytes { try Self.encode($0, number, dimensions[...], &offset, &list) }
      }
    }
  }

  private static func encode(
    _ bytes: UnsafeRawBufferPointer, _ number: ElementType.Number, _ dimensions: ArraySlice<Int>, _ offset: inout Int,
    _ list: inout any UnkeyedEncodingContainer
  ) throws {
    for _ in 0..<(dimensions.first ?? 0) {
      if dimensions.count > 1 {
        var inner = list.nestedUnkeyedContainer()
        try encode(bytes, number, dimensions.dropFirst(), &offset, &inner)
      } else {
        try encode(bytes, number, &offset, &list)
      }
    }
  }

  private static func encode(
    _ bytes: UnsafeRawBufferPointer, _ number: ElementType.Number, _ offset: inout Int,
    _ list: inout any UnkeyedEncodingContainer
  ) throws {
    let size = number.archivedSize
    guard let start = bytes.baseAddress, offset + size <= bytes.count else { return }
    let bits = Bits128(littleEndian: start + offset, count: size).low
    offset += size
    let unused = 64 - size * 8
    switch number {
    case .bool: try list.encode(bits != 0)
    case .integer(_, isSigned: true): try list.encode(Int64(bitPattern: bits << UInt64(unused)) >> Int64(unused))
    case .integer(_, isSigned: false): try list.encode(bits)
    // Widened, so that nothing is rounded: a Float's shortest digits are not a Double's.
    case .floating(.single): try list.encode(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case .floating: try list.encode(Double(bitPattern: bits))
    }
  }
}

extension ElementType {
  /// Whether arrays of it are arrays of numbers to other encoders, too.
  fileprivate var isCommon: Bool {
    guard shape == .single else { return false }
    switch number {
    case .bool: return true
    case .integer(let bits, _): return bits <= 64
    case .floating(let format): return format == .single || format == .double
    }
  }
}

/// Takes a record's fields for other encoders.
private struct CodableSink: FieldSink {
  private let fields: CodableFields
  private var next = ""
  /// Data of which the description is yet to come.
  private var last: (key: String, data: Data)?
  var prefix = ""

  init(_ fields: CodableFields) { self.fields = fields }

  var takesKeys: Bool { true }
  var takesVersions: Bool { false }
  var takesGroups: Bool { false }
  mutating func key(_ key: String) throws(ArchiveError) { next = prefix + key }

  func bool(_ value: Bool) { fields.put(.bool(value), at: next[...]) }
  func integer(_ value: Int64) { fields.put(.integer(value), at: next[...]) }
  func unsigned(_ value: UInt64) { fields.put(.unsigned(value), at: next[...]) }
  func real32(bitPattern: UInt32) { fields.put(.float(Float(bitPattern: bitPattern)), at: next[...]) }
  func real64(bitPattern: UInt64) { fields.put(.double(Double(bitPattern: bitPattern)), at: next[...]) }

  func text(_ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding) -> Bool {
    guard let address = bytes.baseAddress else { return put(text: "") }
    return TextBytes.string(address, count: bytes.count, encoding).map(put(text:)) ?? false
  }

  private func put(text: String) -> Bool {
    fields.put(.text(text), at: next[...])
    return true
  }

  mutating func description(_ text: String) {
    if let last, next == last.key + "[]", let array = ArchivedArray(name: text), !array.dimensions.isEmpty,
      case .number(let type) = array.element, type.isCommon
    {
      fields.put(.array(last.data, type.number, array.dimensions), at: last.key[...])
    } else {
      fields.put(.text(text), at: next[...])
    }
  }

  mutating func data(
    byteCount: Int, fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    try put(byteCount, next, fill)
  }

  mutating func columns(keys: (Int) -> String, _ data: [DataColumns]) throws(ArchiveError) {
    let byteCounts = data.byteCounts
    let targets = byteCounts.map { UnsafeMutableRawPointer.allocate(byteCount: max($0, 1), alignment: 16) }
    defer { for target in targets { target.deallocate() } }
    try data.fill(targets)
    for index in targets.indices {
      fields.put(.data(Data(bytes: targets[index], count: byteCounts[index])), at: (prefix + keys(index))[...])
    }
  }

  private mutating func put(
    _ byteCount: Int, _ key: String, _ fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    let target = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 1), alignment: 16)
    defer { target.deallocate() }
    try fill(target)
    let data = Data(bytes: target, count: byteCount)
    last = (key, data)
    fields.put(.data(data), at: key[...])
  }
}

/// Reads fields from other decoders, by the types that the record wants.
private struct CodableSource: FieldSource {
  typealias Container = KeyedDecodingContainer<ArchiveCodingKey>

  private let root: Container
  private let held = RetainedBytes()
  var prefix = ""

  init(_ root: Container) { self.root = root }

  var hasVersions: Bool { false }
  func mayHaveGroups() throws(ArchiveError) -> Bool { false }
  func find(index: Int) throws(ArchiveError) -> FoundValue? { nil }

  func find(_ key: String, index: Int?, as wanted: WantedValue) throws(ArchiveError) -> FoundValue {
    let key = prefix + key
    guard let (container, last) = place(of: key[...]) else {
      guard case .text = wanted, key.hasSuffix("[]") else { return .missing }
      return array(key.dropLast(2)).map { .text($0.name.name) } ?? .missing
    }
    if (try? container.decodeNil(forKey: last)) == true { return .missing }
    switch wanted {
    case .number(let number):
      return Self.number(container, last, number) ?? (try? container.decode(Data.self, forKey: last)).map(hold)
        ?? .other("something else than a number")
    case .text:
      return (try? container.decode(String.self, forKey: last)).map { .text($0) } ?? .other("something else than text")
    case .data, .array:
      if let array = array(key[...]) { return hold(array.data) }
      if let data = try? container.decode(Data.self, forKey: last) { return hold(data) }
      return (try? container.decode(String.self, forKey: last)).map { .text($0) } ?? .other("something else than data")
    }
  }

  private func hold(_ data: Data) -> FoundValue { .data(data.withUnsafeBytes { held.keep($0) }) }

  /// The dictionary that a key's last part is in.
  private func place(of key: Substring) -> (Container, ArchiveCodingKey)? {
    var container = root
    var rest = key
    while let dot = rest.firstIndex(of: "."), rest.index(after: dot) < rest.endIndex {
      let part = ArchiveCodingKey(stringValue: String(rest[..<dot]))
      guard let inner = try? container.nestedContainer(keyedBy: ArchiveCodingKey.self, forKey: part) else { break }
      container = inner
      rest = rest[rest.index(after: dot)...]
    }
    let last = ArchiveCodingKey(stringValue: String(rest))
    return container.contains(last) ? (container, last) : nil
  }

  private static func number(
    _ container: Container, _ key: ArchiveCodingKey, _ wanted: ElementType.Number
  ) -> FoundValue? {
    if case .floating(let format) = wanted {
      if format == .single, let value = try? container.decode(Float.self, forKey: key) {
        return .real32(bitPattern: value.bitPattern)
      }
      if let value = try? container.decode(Double.self, forKey: key) { return .real64(bitPattern: value.bitPattern) }
    }
    if let value = try? container.decode(Bool.self, forKey: key) { return .bool(value) }
    if let value = try? container.decode(Int64.self, forKey: key) { return .integer(value) }
    if let value = try? container.decode(UInt64.self, forKey: key) {
      return .wide(WideInteger(high: 0, low: value))
    }
    return (try? container.decode(Double.self, forKey: key)).map { .real64(bitPattern: $0.bitPattern) }
  }

  /// An array of numbers in the archive's packed form; nil for anything else.
  private func array(_ key: Substring) -> (name: ArchivedArray, data: Data)? {
    guard let (container, last) = place(of: key), let list = try? container.nestedUnkeyedContainer(forKey: last)
    else { return nil }
    for type in [ElementType.bool, .i64, .u64, .f64] {
      var reader = list
      var dimensions: [Int] = []
      var data = Data()
      if (try? Self.read(&reader, type.number, 0, &dimensions, &data)) == true {
        return (ArchivedArray(.number(type), dimensions), data)
      }
    }
    return nil
  }

  /// - Returns: false when the rows are not of one length.
  private static func read(
    _ list: inout any UnkeyedDecodingContainer, _ number: ElementType.Number, _ depth: Int, _ dimensions: inout [Int],
    _ data: inout Data
  ) throws -> Bool {
    guard depth < 64 else { return false }
    var count = 0
    if depth == dimensions.count { dimensions.append(-1) }
    while !list.isAtEnd {
      if var inner = try? list.nestedUnkeyedContainer() {
        guard try read(&inner, number, depth + 1, &dimensions, &data) else { return false }
      } else {
        guard depth + 1 == dimensions.count else { return false }
        switch number {
        case .bool: data.append(try list.decode(Bool.self) ? 1 : 0)
        case .integer(_, isSigned: true): append(UInt64(bitPattern: try list.decode(Int64.self)), to: &data)
        case .integer(_, isSigned: false): append(try list.decode(UInt64.self), to: &data)
        case .floating: append(try list.decode(Double.self).bitPattern, to: &data)
        }
      }
      count += 1
    }
    if dimensions[depth] == -1 { dimensions[depth] = count }
    return dimensions[depth] == count
  }

  private static func append(_ bits: UInt64, to data: inout Data) {
    withUnsafeBytes(of: bits.littleEndian) { data.append(contentsOf: $0) }
  }
}
