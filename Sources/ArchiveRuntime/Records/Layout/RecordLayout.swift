/// The layout of a C record in the header from which code was generated, for comparison with the record that is
/// compiled in: names, types, offsets and bit-fields of its members, and the constants that its annotations name.
///
/// Swift reflects the members by name and type; their offsets are derived from values that are read out of known bytes.
/// Bit-fields and members of unions are not reflected, so generated code assigns or reads them. This happens once, when
/// the schema is created.
@_spi(GeneratedCode) public struct RecordLayout: Sendable {
  /// nil for a record without a name in generated code, which is compared inside the records that contain it.
  let type: Any.Type?
  let text: String
  var read: (@Sendable (UnsafeRawPointer, inout LayoutReader) -> Void)?
  var assign: (@Sendable (UnsafeMutableRawPointer, inout LayoutWriter) -> Void)?

  /// - Parameters:
  ///   - text: its members, in the grammar of `LayoutText`.
  ///   - read: passes the members that are marked with `~`, in order, and the constants.
  ///   - assign: assigns the writer's `ones` to those that are marked with `=`, in order.
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

  /// The members that Swift does not reflect, beside a schema's own text.
  @unsafe
  public static func of<Record>(
    _ type: Record.Type, _ read: (@Sendable (inout LayoutReader, Record) -> Void)? = nil,
    assign: (@Sendable (inout LayoutWriter, LayoutWriter.Address<Record>) -> Void)? = nil
  ) -> RecordLayout {
    unsafe .of(type, "", read, assign: assign)
  }

  /// The layout of a record without a name.
  public static func of(_ text: String) -> RecordLayout { RecordLayout(type: nil, text: text, read: nil, assign: nil) }
}

/// Takes the values that generated code reads from a record.
@_spi(GeneratedCode) public struct LayoutReader {
  /// A member's value, and its index.
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

  /// The value of an enumeration.
  @unsafe
  public mutating func callAsFunction<Value: RawRepresentable>(_ value: Value) where Value.RawValue: BinaryInteger {
    found.append(Found(value: value, number: Int64(truncatingIfNeeded: value.rawValue)))
  }

  /// The value of an array, whose address is passed because a value would take the compiler long.
  @unsafe
  public mutating func array<Record, Value>(_ record: Record, _ path: KeyPath<Record, Value>) {
    // Members of unions are computed properties.
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
