/// Takes a record's fields one after another: `key`, then the value. What the encoding of records writes to.
package protocol FieldSink: ~Copyable {
  /// Whether keys are to be given at all: not when they are those of a plan, in its order.
  var takesKeys: Bool { get }

  /// The next value's key, within the record.
  mutating func key(_ key: String) throws(ArchiveError)

  /// A plain number from its archived bits; of a signed one only those of its type's bytes count.
  mutating func plain(_ bits: UInt64, _ number: ElementType.Number)
  mutating func bool(_ value: Bool)
  mutating func integer(_ value: Int64)
  mutating func unsigned(_ value: UInt64)
  mutating func real32(bitPattern: UInt32)
  mutating func real64(bitPattern: UInt64)
  /// Text without a terminating NUL.
  ///
  /// - Returns: false when the bytes are not valid in the encoding.
  mutating func text(_ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding) -> Bool
  /// What the value of the key before consists of.
  mutating func description(_ text: String)
  mutating func data(
    byteCount: Int, fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError)
  /// Byte strings that are filled together, one a key.
  mutating func columns(keys: (Int) -> String, _ data: [DataColumns]) throws(ArchiveError)

  /// Whether versions of types are written: other formats have none.
  var takesVersions: Bool { get }

  /// Whether groups of bit-fields are written as such, and not each field under its key: other formats have none.
  var takesGroups: Bool { get }

  /// Notes the memory that reading the value under `key` takes.
  mutating func note(records byteCount: Int, key: String)

  /// The prefix of every key of the record.
  var prefix: String { get set }

  /// Is told what is written; nil if nobody asks.
  var observer: (any EncodingObserver)? { get }

  /// The object that is written; 0 for the archive's top.
  var objectNumber: Int { get }

  // Each sink has these of its own, in which its type is known: a closure that is generic over the record and the sink is
  // not specialised, and every field would go through a table of functions.

  /// Writes a record by its plan.
  mutating func write(_ record: UnsafeRawPointer, by plan: RecordPlan) throws(ArchiveError)

  /// Writes an array of records as columns.
  mutating func writeColumns(_ records: UnsafeRawPointer, count: Int, key: String, by plan: RecordPlan)
    throws(ArchiveError)
}

extension FieldSink where Self: ~Copyable {
  func path(_ key: String) -> String { prefix + key }

  @inline(__always)
  package mutating func plain(_ bits: UInt64, _ number: ElementType.Number) { shortest(bits, number) }

  /// A plain number by the calls for each kind, which take no more bytes than the value needs.
  @inline(__always)
  mutating func shortest(_ bits: UInt64, _ number: ElementType.Number) {
    switch number {
    case .bool: bool(bits != 0)
    case .integer(_, let isSigned): if isSigned { integer(number.extended(bits)) } else { unsigned(bits) }
    case .floating(.double): real64(bitPattern: bits)
    case .floating(.single): real32(bitPattern: UInt32(truncatingIfNeeded: bits))
    case .floating(let format): real32(bitPattern: format.widened(UInt16(truncatingIfNeeded: bits)))
    }
  }

  package var takesVersions: Bool { true }
  package var takesGroups: Bool { true }

  package var observer: (any EncodingObserver)? { nil }
  package var objectNumber: Int { 0 }

  /// A coder's archive is read by others as well.
  package mutating func note(records byteCount: Int, key: String) {}
}
