import Foundation

/// What a pointer leads to and how it is archived.
package struct PointerSchema: Sendable {
  package enum Target: Sendable {
    /// Records; as a closure, because schemas name each other in circles.
    case records(@Sendable () -> RecordSchema)
    case numbers(ElementType)
  }

  package enum Kind: Sendable {
    case target(Target, CountSchema?)
    case string(StringEncoding)
    case symbol([SymbolSchema])
    case via(HandleSchema)
  }

  let kind: Kind
  /// Archived only if something else archives the target.
  var isWeak = false

  package init(kind: Kind, isWeak: Bool = false) { (self.kind, self.isWeak) = (kind, isWeak) }
}

/// How many elements are behind a pointer: the product of sibling fields and a constant, and what is added.
@_spi(GeneratedCode) public struct CountSchema: Sendable, Hashable {
  /// Keys of integer fields of the same record.
  let keys: [String]
  let factor: Int
  /// What is added to the product. The pointer may then be NULL if the product is 0.
  let more: Int
  /// The pointer may be NULL whatever the fields say.
  let mayBeNull: Bool
  /// The count is of bytes and not of elements.
  let isBytes: Bool
  /// The key of an integer field of the same record that has the size of the block, which may exceed the count while a
  /// program runs. After reading it is the count, because the block that was read has no room for more.
  let capacity: String?
  /// What the block has more than that field says.
  let capacityMore: Int
  /// The number of elements, or bytes, in one of what the capacity counts: those of an inner array.
  let unit: Int
  /// What ends the elements, which have no number then.
  let terminator: TerminatorSchema?

  package init(
    keys: [String], factor: Int, more: Int = 0, mayBeNull: Bool = false, isBytes: Bool, capacity: String? = nil,
    capacityMore: Int = 0, unit: Int = 1
  ) {
    (self.keys, self.factor, self.more, self.mayBeNull) = (keys, factor, more, mayBeNull)
    (self.isBytes, self.capacity, self.capacityMore, self.unit) = (isBytes, capacity, capacityMore, unit)
    terminator = nil
  }

  package init(_ terminator: TerminatorSchema) {
    (keys, factor, more, mayBeNull) = ([], 1, 0, true)
    (isBytes, capacity, capacityMore, unit) = (false, nil, 0, 1)
    self.terminator = terminator
  }

  /// So many elements: `.of("width", "height", times: 4)`, `.of("used", capacity: "room")`, `.of("length", plus: 1)`.
  public static func of(
    _ keys: String..., times factor: Int = 1, plus more: Int = 0, orNull mayBeNull: Bool = false,
    capacity: String? = nil, less capacityMore: Int = 0, each unit: Int = 1
  ) -> CountSchema {
    CountSchema(
      keys: keys, factor: factor, more: more, mayBeNull: mayBeNull, isBytes: false, capacity: capacity,
      capacityMore: capacityMore, unit: unit)
  }

  /// So many bytes, a whole number of elements.
  public static func bytes(
    _ keys: String..., times factor: Int = 1, plus more: Int = 0, orNull mayBeNull: Bool = false,
    capacity: String? = nil, less capacityMore: Int = 0
  ) -> CountSchema {
    CountSchema(
      keys: keys, factor: factor, more: more, mayBeNull: mayBeNull, isBytes: true, capacity: capacity,
      capacityMore: capacityMore)
  }

  /// As many integers or pointers as there are up to one with this value, which is included; 0 is NULL.
  public static func terminated(by value: Int64 = 0) -> CountSchema {
    CountSchema(TerminatorSchema(key: nil, value: value))
  }

  /// As many records as there are up to one whose integer or pointer under `key` has this value, which is included.
  public static func terminated(_ key: String, by value: Int64 = 0) -> CountSchema {
    CountSchema(TerminatorSchema(key: key, value: value))
  }
}

/// The last element of an array: the first one with this value.
package struct TerminatorSchema: Sendable, Hashable {
  /// The key of an integer or pointer of a record; nil if the element is one.
  let key: String?
  let value: Int64

  package init(key: String?, value: Int64) { (self.key, self.value) = (key, value) }

  /// As errors call it: `name = 0`.
  var words: String { (key.map { "\($0) = " } ?? "") + "\(value)" }
}

/// The encoding of text behind a pointer, as it is in memory. Archives hold UTF-8.
@_spi(GeneratedCode) public enum StringEncoding: String, Sendable, Hashable, BitwiseCopyable {
  /// UTF-8, ended by a zero byte.
  case utf8
  /// ISO 8859-1, ended by a zero byte.
  case latin1
  /// 16-bit units in the machine's order: `char16_t`, and `wchar_t` on Windows.
  case utf16
  /// 32-bit units in the machine's order: `char32_t`, and `wchar_t` elsewhere.
  case utf32
}

/// A function that a function pointer may lead to.
@_spi(GeneratedCode) public struct SymbolSchema: Sendable {
  /// What an archive calls it.
  public let name: String
  let address: UInt

  package init(name: String, address: UInt) {
    self.name = name
    self.address = address
  }

  /// The function that `assign` puts into the pointer `offset` bytes into a record: so the compiler checks that it has the
  /// pointer's type.
  public init<Record>(_ name: String, in type: Record.Type, at offset: Int, _ assign: (inout Record) -> Void) {
    self.name = name
    address = withUnsafeTemporaryAllocation(of: Record.self, capacity: 1) { buffer in
      guard let record = buffer.baseAddress, offset >= 0, offset <= MemoryLayout<Record>.size - MemoryLayout<UInt>.size
      else { return 0 }
      let bytes = UnsafeMutableRawPointer(record)
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Record>.size)
      assign(&record.pointee)
      return bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self)
    }
  }
}

/// The caller's functions for what only the caller understands: handles, `void *`.
package struct HandleSchema: Sendable {
  /// What the functions of several fields have in common; nil in code of earlier versions. Functions cannot be compared.
  var name: String?
  let pack: @Sendable (UnsafeMutableRawPointer) throws -> Data
  let unpack: @Sendable (Data) throws -> UnsafeMutableRawPointer?
  let release: (@Sendable (UnsafeMutableRawPointer) -> Void)?

  package init(
    pack: @escaping @Sendable (UnsafeMutableRawPointer) throws -> Data,
    unpack: @escaping @Sendable (Data) throws -> UnsafeMutableRawPointer?,
    release: (@Sendable (UnsafeMutableRawPointer) -> Void)?
  ) {
    (self.pack, self.unpack, self.release) = (pack, unpack, release)
  }
}

/// Whether the tag of a union has one of some values.
package struct ConditionSchema: Sendable, Hashable {
  /// The key of an integer field of the same record.
  package let tag: String
  package let values: [Int64]
  /// True where the field is there for every value but these.
  package let isExclusion: Bool

  package init(tag: String, values: [Int64], isExclusion: Bool) {
    (self.tag, self.values, self.isExclusion) = (tag, values, isExclusion)
  }
}

/// The record that a link inside it leads to: an intrusive list's node.
package struct ContainerSchema: Sendable {
  let node: @Sendable () -> RecordSchema
  /// Of the link, in bytes from the node's start.
  let offset: Int
}

@_spi(GeneratedCode) extension FieldSchema {
  /// A pointer to a record or, with a count, to several in a row; with `dimensions` an array of such pointers.
  public static func link(
    _ key: String, _ dimensions: [Int] = [], to schema: @autoclosure @escaping @Sendable () -> RecordSchema,
    count: CountSchema? = nil, at offset: Int
  ) -> FieldSchema {
    FieldSchema(key, .pointer(dimensions, PointerSchema(kind: .target(.records(schema), count))), offset)
  }

  /// A pointer to a number or, with a count, to several in a row.
  public static func data(
    _ key: String, _ dimensions: [Int] = [], of type: ElementType, count: CountSchema? = nil, at offset: Int
  ) -> FieldSchema {
    FieldSchema(key, .pointer(dimensions, PointerSchema(kind: .target(.numbers(type), count))), offset)
  }

  /// A pointer to text that a NUL ends.
  public static func string(_ key: String, _ encoding: StringEncoding, at offset: Int) -> FieldSchema {
    string(key, [], encoding, at: offset)
  }

  /// An array of pointers to text.
  public static func string(
    _ key: String, _ dimensions: [Int], _ encoding: StringEncoding, at offset: Int
  ) -> FieldSchema {
    FieldSchema(key, .pointer(dimensions, PointerSchema(kind: .string(encoding))), offset)
  }

  /// A pointer to one of these functions.
  public static func symbol(_ key: String, _ symbols: [SymbolSchema], at offset: Int) -> FieldSchema {
    symbol(key, [], symbols, at: offset)
  }

  /// An array of pointers to functions.
  public static func symbol(
    _ key: String, _ dimensions: [Int], _ symbols: [SymbolSchema], at offset: Int
  ) -> FieldSchema {
    FieldSchema(key, .pointer(dimensions, PointerSchema(kind: .symbol(symbols))), offset)
  }

  /// A pointer that the caller's functions turn into bytes and back.
  ///
  /// - Parameters:
  ///   - functions: The functions' names. Equal pointers of fields with the same functions of one module are one handle.
  ///   - pack: Called for every pointer that is not NULL, once for equal ones.
  ///   - unpack: Gives the pointer for bytes that `pack` gave.
  ///   - release: Called for every pointer that `unpack` gave, when the graph is freed as a whole.
  public static func via(
    _ key: String, _ dimensions: [Int] = [], at offset: Int, _ functions: String? = nil,
    pack: @escaping @Sendable (UnsafeMutableRawPointer) throws -> Data,
    unpack: @escaping @Sendable (Data) throws -> UnsafeMutableRawPointer?,
    release: (@Sendable (UnsafeMutableRawPointer) -> Void)? = nil, in file: StaticString = #fileID
  ) -> FieldSchema {
    var handle = HandleSchema(pack: pack, unpack: unpack, release: release)
    handle.name = functions.map { "\("\(file)".prefix { $0 != "/" })/\($0)" }
    return FieldSchema(key, .pointer(dimensions, PointerSchema(kind: .via(handle))), offset)
  }

  /// A flexible array of records at the record's end.
  public static func trailing(
    _ key: String, of schema: @autoclosure @escaping @Sendable () -> RecordSchema, count: CountSchema, at offset: Int
  ) -> FieldSchema {
    FieldSchema(key, .trailing(.records(schema), count), offset)
  }

  /// A flexible array of numbers at the record's end.
  public static func trailing(
    _ key: String, of type: ElementType, count: CountSchema, at offset: Int
  ) -> FieldSchema {
    FieldSchema(key, .trailing(.numbers(type), count), offset)
  }

  /// A union whose tag has one of these values; others are refused. Its members are fields of their own, with `when` and
  /// `unless`. For a value of `cases` that no member has nothing is archived.
  public static func union(_ key: String, tag: String, cases values: [Int64]) -> FieldSchema {
    FieldSchema(key, .union(tag: tag, values: values), 0)
  }

  /// A pointer that is archived only if something else archives what it points to; otherwise it comes back as NULL.
  public func weak() -> FieldSchema {
    guard case .pointer(let dimensions, var pointer) = form else { return self }
    pointer.isWeak = true
    return FieldSchema(
      key, .pointer(dimensions, pointer), offset, formerKeys: formerKeys, defaultValue: defaultValue,
      isRequired: isRequired,
      closedValues: closedValues, conditions: conditions, container: container)
  }

  /// The member of a union that is live when the field `tag` of the same record has one of these values.
  public func when(_ tag: String, _ values: [Int64]) -> FieldSchema {
    changed(conditions: [ConditionSchema(tag: tag, values: values, isExclusion: false)])
  }

  /// The member of a union that is live when `tag` has none of these values.
  public func unless(_ tag: String, _ values: [Int64]) -> FieldSchema {
    changed(conditions: [ConditionSchema(tag: tag, values: values, isExclusion: true)])
  }

  /// On a link record, or a pointer to one: its pointers to its own type lead to link records inside nodes of `node`,
  /// `offset` bytes from the node's start, or to a list's head.
  public func container(
    _ node: @autoclosure @escaping @Sendable () -> RecordSchema, at offset: Int
  ) -> FieldSchema {
    changed(container: ContainerSchema(node: node, offset: offset))
  }
}
