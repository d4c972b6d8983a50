@_spi(GeneratedCode) import ArchiveRuntime

/// Values under keys in memory: what is written for the program is read by the release's plan from here.
final class ReleaseFields {
  enum Value {
    case text(String)
    case data(UnsafeMutableRawBufferPointer)
  }

  private(set) var values: [ExactText: Value] = [:]

  deinit {
    for case .data(let bytes) in values.values { bytes.deallocate() }
  }

  subscript(key: String) -> Value? { values[ExactText(key)] }

  func set(_ key: String, _ text: String) { remove(key, .text(text)) }

  /// Room for bytes under a key, filled with zeros.
  func makeData(_ key: String, byteCount: Int) -> UnsafeMutableRawBufferPointer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(byteCount, 1), alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    let part = UnsafeMutableRawBufferPointer(start: bytes.baseAddress, count: byteCount)
    remove(key, .data(part))
    return part
  }

  private func remove(_ key: String, _ value: Value) {
    if case .data(let old)? = values.updateValue(value, forKey: ExactText(key)) { old.deallocate() }
  }

  /// Hands a value over under a key of its own there.
  func move(_ key: String, to other: ReleaseFields, as newKey: String) {
    guard let value = values.removeValue(forKey: ExactText(key)) else { return }
    other.remove(newKey, value)
  }

  /// Stores the bit-fields of each group as columns of their own.
  ///
  /// - Returns: The columns, without those of groups.
  func ungroup(_ key: String, _ description: ColumnsDescription) -> ColumnsDescription {
    var columns: [ColumnsDescription.Column] = []
    // The new places of all columns, which conditions name.
    var places: [Int] = []
    for column in description.columns {
      places.append(columns.count)
      if column.parts.isEmpty { columns.append(column) }
    }
    columns = columns.map { column in
      let conditions = column.conditions.map { condition in
        ColumnsDescription.Condition(
          column: places.indices.contains(condition.column) ? places[condition.column] : condition.column,
          values: condition.values, isExclusion: condition.isExclusion)
      }
      guard let group = column.group, let words = data("\(key)[].\(group.name)") else {
        return ColumnsDescription.Column(
          name: column.name, array: column.array, conditions: conditions, tables: column.tables)
      }
      let values = group.values(in: UnsafeRawBufferPointer(words))
      makeData("\(key)[].\(column.name)", byteCount: values.count).copyBytes(from: values)
      return ColumnsDescription.Column(
        name: column.name, array: column.array, conditions: conditions, tables: column.tables)
    }
    return ColumnsDescription(
      dimensions: description.dimensions, isElements: description.isElements, columns: columns)
  }

  func text(_ key: String) -> String? { if case .text(let text)? = self[key] { text } else { nil } }

  func data(_ key: String) -> UnsafeMutableRawBufferPointer? {
    if case .data(let bytes)? = self[key] { bytes } else { nil }
  }
}

/// Writes columns and tables into memory.
struct ReleaseSink: FieldSink {
  let fields: ReleaseFields
  private var next = ""
  var prefix = ""

  init(_ fields: ReleaseFields) { self.fields = fields }

  var takesKeys: Bool { true }
  var takesVersions: Bool { false }

  mutating func key(_ key: String) throws(ArchiveError) { next = prefix + key }

  // Columns have no values of their own.
  mutating func bool(_ value: Bool) {}
  mutating func integer(_ value: Int64) {}
  mutating func unsigned(_ value: UInt64) {}
  mutating func real32(bitPattern: UInt32) {}
  mutating func real64(bitPattern: UInt64) {}
  mutating func text(_ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding) -> Bool { true }

  mutating func description(_ text: String) { fields.set(next, text) }

  mutating func data(
    byteCount: Int, fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    if let address = fields.makeData(next, byteCount: byteCount).baseAddress { try fill(address) }
  }

  mutating func columns(keys: (Int) -> String, _ data: [DataColumns]) throws(ArchiveError) {
    let byteCounts = data.byteCounts
    let targets = byteCounts.indices.map { fields.makeData(prefix + keys($0), byteCount: byteCounts[$0]).baseAddress }
    try data.fill(targets.compactMap(\.self))
  }
}

/// Reads columns and tables from memory.
struct ReleaseSource: FieldSource {
  let fields: ReleaseFields
  var prefix = ""

  init(_ fields: ReleaseFields) { self.fields = fields }

  var hasVersions: Bool { false }

  func find(index: Int) throws(ArchiveError) -> FoundValue? { nil }

  func find(_ key: String, index: Int?, as wanted: WantedValue) throws(ArchiveError) -> FoundValue {
    switch fields[prefix + key] {
    case .text(let text): .text(text)
    case .data(let bytes): .data(UnsafeRawBufferPointer(bytes))
    case nil: .missing
    }
  }
}

extension ColumnsDescription.Group {
  /// The values of the bit-field as a column of its own.
  ///
  /// - Parameter data: The group's column.
  package func values(in data: UnsafeRawBufferPointer) -> [UInt8] {
    guard case .number(let type) = array.element, type.archivedSize > 0 else { return [] }
    let size = part.number.archivedSize
    var values: [UInt8] = []
    values.reserveCapacity(data.count / type.archivedSize * size)
    for start in stride(from: 0, through: data.count - type.archivedSize, by: type.archivedSize) {
      var word: UInt64 = 0
      for byte in 0..<type.archivedSize { word |= UInt64(data[start + byte]) << UInt64(byte * 8) }
      let value = part.value(in: word)
      for byte in 0..<size { values.append(UInt8(truncatingIfNeeded: value >> UInt64(byte * 8))) }
    }
    return values
  }
}
