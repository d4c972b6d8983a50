/// What a C record looks like in the header that code was generated from, to be held against the record that is compiled
/// in: names, types, places and bit-fields of its members, and the constants that its annotations name.
///
/// Swift reflects the record's members by name and type; where each stands is seen from values that are read out of
/// known bytes. Bit-fields and members of unions are reflected by nobody: generated code assigns and reads those. It all
/// happens once, when the schema is made.
@_spi(GeneratedCode) public struct RecordLayout: Sendable {
  /// nil for a record that generated code has no name for: it is compared wherever another record holds it.
  let type: Any.Type?
  let text: String
  fileprivate(set) var read: (@Sendable (UnsafeRawPointer, inout LayoutReader) -> Void)?
  fileprivate(set) var assign: (@Sendable (UnsafeMutableRawPointer, inout LayoutWriter) -> Void)?

  /// - Parameters:
  ///   - text: its members, as `LayoutText` reads them.
  ///   - read: hands over the members that are marked with `~`, in their order, and the constants.
  ///   - assign: gives those that are marked with `=` the writer's `ones`, in their order.
  @unsafe
  public static func of<Record>(
    _ type: Record.Type, _ text: String, _ read: (@Sendable (inout LayoutReader, Record) -> Void)? = nil,
    assign: (@Sendable (inout LayoutWriter, LayoutWriter.Address<Record>) -> Void)? = nil
  ) -> RecordLayout {
    var layout = RecordLayout(type: type, text: text, read: nil, assign: nil)
    if let read {
      layout.read = { bytes, reader in read(&reader, bytes.assumingMemoryBound(to: type).pointee) }
    }
    if let assign {
      layout.assign = { bytes, writer in assign(&writer, bytes.assumingMemoryBound(to: type)) }
    }
    return layout
  }

  /// For a record without a name of its own.
  public static func of(_ text: String) -> RecordLayout { RecordLayout(type: nil, text: text, read: nil, assign: nil) }
}

/// Takes what generated code reads of a record.
@_spi(GeneratedCode) public struct LayoutReader {
  /// A member's value, and what number it is.
  struct Found {
    let value: Any
    let number: Int64?
  }

  let memory: UnsafeRawPointer
  var found: [Found] = []
  var constants: [(name: String, value: Int64, expected: Int64)] = []

  init(_ memory: UnsafeRawPointer) { self.memory = memory }

  /// A member's value.
  @unsafe
  public mutating func callAsFunction<Value>(_ value: Value) {
    found.append(Found(value: value, number: (value as? any BinaryInteger).map { Int64(truncatingIfNeeded: $0) }))
  }

  /// The value of a `_Bool`.
  @unsafe
  public mutating func callAsFunction(_ value: Bool) { found.append(Found(value: value, number: value ? 1 : 0)) }

  /// An enumeration's.
  @unsafe
  public mutating func callAsFunction<Value: RawRepresentable>(_ value: Value) where Value.RawValue: BinaryInteger {
    found.append(Found(value: value, number: Int64(truncatingIfNeeded: value.rawValue)))
  }

  /// An array's: as a value it would take the compiler long.
  @unsafe
  public mutating func array<Record, Value>(_ record: Record, _ path: KeyPath<Record, Value>) {
    // Members of unions are computed.
    let value =
      MemoryLayout<Record>.offset(of: path).map { (memory + $0).assumingMemoryBound(to: Value.self).pointee }
      ?? record[keyPath: path]
    found.append(Found(value: value, number: nil))
  }

  /// An enumerator or a macro, and its value when the code was generated.
  public mutating func constant<Value: BinaryInteger>(_ name: String, _ value: Value, _ expected: Int64) {
    constants.append((name, Int64(truncatingIfNeeded: value), expected))
  }

  /// The same for an enumeration's value.
  public mutating func constant<Value: RawRepresentable>(
    _ name: String, _ value: Value, _ expected: Int64
  ) where Value.RawValue: BinaryInteger {
    constants.append((name, Int64(truncatingIfNeeded: value.rawValue), expected))
  }
}
