extension RecordSchema {
  /// The schema of a record of which the text says everything. It is made at its first use and then kept.
  ///
  /// For generated code, which calls this in a computed property: for a stored one the compiler makes a variable, a
  /// token, an initializer and an addressor as well, which take it longer than the rest of the conformance. The
  /// property is emitted where it is used, and such code may use no SPI.
  ///
  /// - Parameters:
  ///   - type: the type that Swift imports.
  ///   - name: the archived name.
  ///   - size: the result of C's `sizeof`, in bytes.
  ///   - alignment: the result of C's `_Alignof`, in bytes.
  ///   - text: the record's members, in the grammar of `LayoutText`.
  @unsafe
  public static func of(
    _ type: Any.Type, _ name: StaticString, size: Int, alignment: Int, _ text: StaticString
  ) -> RecordSchema {
    KeptSchema.schema(KeptSchema.Key(type, name, text)) {
      unsafe RecordSchema("\(name)", size: size, alignment: alignment, of: type, "\(text)")
    }
  }
}

/// A schema in a hash table that only grows. A slot gets its value once, so that no lock is needed to find it: encoders
/// and decoders ask for the schema of every record.
final class KeptSchema: Sendable {
  /// What generated code passes: literals. The same ones may be at several addresses, one in each module whose code
  /// asks for the schema; and two modules may describe one type in two ways.
  struct Key: @unchecked Sendable {
    let type: ObjectIdentifier
    let name: UnsafeBufferPointer<UInt8>
    let text: UnsafeBufferPointer<UInt8>

    /// Whether the literals are at the same addresses.
    @inline(__always)
    func isIdentical(to other: Key) -> Bool {
      type == other.type && name.baseAddress == other.name.baseAddress && text.baseAddress == other.text.baseAddress
    }

    func isSame(as other: Key) -> Bool {
      type == other.type && name.elementsEqual(other.name) && text.elementsEqual(other.text)
    }

    /// The top bits of a product depend on all bits of the address.
    @inline(__always)
    var slot: Int {
      Int((UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - KeptSchema.bits))
    }
  }

  /// The beginnings of chains. A program with code for thousands of types follows a few links.
  private struct Slots: @unchecked Sendable {
    let first: UnsafeMutablePointer<KeptSchema?>

    init(count: Int) {
      first = .allocate(capacity: count)
      first.initialize(repeating: nil, count: count)
    }
  }

  private static let bits = 10
  private static let slots = Slots(count: 1 << bits)

  private let key: Key
  private let schema: RecordSchema
  private let next = Slots(count: 1)

  private init(_ key: Key, _ schema: RecordSchema) {
    self.key = key
    self.schema = schema
  }

  // Only one that another thread made first is released.
  deinit { next.first.deallocate() }

  @inline(__always)
  static func schema(_ key: Key, _ make: () -> RecordSchema) -> RecordSchema {
    let slot = slots.first + key.slot
    // Nearly always it is the first of its chain, and the literals are those that it was made with.
    if let kept = _stdlib_atomicAcquiringLoadARCRef(object: slot),
      let schema = kept._withUnsafeGuaranteedRef({ $0.key.isIdentical(to: key) ? $0.schema : nil })
    {
      return schema
    }
    return search(slot, key, make)
  }

  /// Threads that make a schema at the same time all get that of the first one.
  @inline(never)
  private static func search(
    _ first: UnsafeMutablePointer<KeptSchema?>, _ key: Key, _ make: () -> RecordSchema
  ) -> RecordSchema {
    var slot = first
    while let kept = _stdlib_atomicAcquiringLoadARCRef(object: slot) {
      let (found, next) = kept._withUnsafeGuaranteedRef { ($0.key.isSame(as: key) ? $0.schema : nil, $0.next.first) }
      if let found { return found }
      slot = next
    }
    let made = KeptSchema(key, make())
    while true {
      let kept = _stdlib_atomicAcquiringInitializeARCRef(object: slot, desired: made).takeUnretainedValue()
      if kept.key.isSame(as: key) { return kept.schema }
      slot = kept.next.first
    }
  }
}

extension KeptSchema.Key {
  @inline(__always)
  init(_ type: Any.Type, _ name: StaticString, _ text: StaticString) {
    self.init(type: ObjectIdentifier(type), name: Self.bytes(name), text: Self.bytes(text))
  }

  @inline(__always)
  private static func bytes(_ literal: StaticString) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }
}
