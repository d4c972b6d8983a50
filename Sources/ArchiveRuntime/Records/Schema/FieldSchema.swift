/// One field of a C record: its archived key, its type, and its place in the record.
///
/// Generated code writes these; the values come from the compiler's own layout for the target. Nothing is checked
/// here: `RecordSchema` checks the whole table before its first use.
@_spi(GeneratedCode) public final class FieldSchema: Sendable {
  package enum Form: Sendable {
    case scalar(ElementType)
    case bits(width: Int, ElementType)
    case array([Int], ElementType, ArrayForm)
    case text(count: Int, TextEncoding)
    case record(RecordSchema)
    case records([Int], RecordSchema, RecordArrayForm)
    case pointer([Int], PointerSchema)
    /// Elements behind the record's end, as many as the count says.
    case trailing(PointerSchema.Target, CountSchema)
    /// No value: the union of this key has a live member only when its tag is one of these.
    case union(tag: String, values: [Int64])
  }

  package let key: String
  let form: Form
  /// Bytes from the record's start, or bits for a bit-field.
  let offset: Int
  let formerKeys: [OldKey]
  let defaultValue: FieldDefault?
  let isRequired: Bool
  let closedValues: [Int64]?
  /// What must hold for the field to be there, outermost union first.
  let conditions: [ConditionSchema]
  let container: ContainerSchema?
  /// The group of bit-fields that it is archived in, instead of under a key of its own.
  let group: GroupPlace?

  /// A place in an archived integer that several bit-fields share.
  package struct GroupPlace: Sendable, Hashable {
    package let key: String
    /// Of the lowest bit, from 0.
    package let position: Int

    package init(key: String, position: Int) { (self.key, self.position) = (key, position) }
  }

  /// A key of an earlier version: behind the keys of the members that the field is in, or from the root of the record.
  package struct OldKey: Sendable, Hashable {
    let text: String
    var isFromRoot = false
  }

  package init(
    _ key: String, _ form: Form, _ offset: Int, formerKeys: [OldKey] = [], defaultValue: FieldDefault? = nil,
    isRequired: Bool = false, closedValues: [Int64]? = nil, conditions: [ConditionSchema] = [],
    container: ContainerSchema? = nil, group: GroupPlace? = nil
  ) {
    self.key = key
    self.form = form
    self.offset = offset
    self.formerKeys = formerKeys
    self.defaultValue = defaultValue
    self.isRequired = isRequired
    self.closedValues = closedValues
    self.conditions = conditions
    self.container = container
    self.group = group
  }

  /// A single arithmetic value, `offset` bytes into the record.
  public static func scalar(_ key: String, _ type: ElementType, at offset: Int) -> FieldSchema {
    FieldSchema(key, .scalar(type), offset)
  }

  /// A bit-field of `width` bits.
  ///
  /// - Parameters:
  ///   - type: The declared type; of it, only whether it is signed or `bool` counts.
  ///   - offset: Bits from the record's start as the ABI counts them: from the low end of the bytes on a little-endian
  ///     target, from the top on a big-endian one.
  public static func bits(_ key: String, _ width: Int, of type: ElementType, at offset: Int) -> FieldSchema {
    FieldSchema(key, .bits(width: width, type), offset)
  }

  /// An array of arithmetic values; `dimensions` outermost first.
  public static func array(
    _ key: String, _ dimensions: [Int], of type: ElementType, at offset: Int, as form: ArrayForm = .packed
  ) -> FieldSchema {
    FieldSchema(key, .array(dimensions, type, form), offset)
  }

  /// A `char` array of `count` bytes that holds text, ended by a NUL or by the array's end.
  public static func text(_ key: String, _ count: Int, _ encoding: TextEncoding, at offset: Int) -> FieldSchema {
    FieldSchema(key, .text(count: count, encoding), offset)
  }

  /// A record inside the record: its fields' keys follow this key and a dot.
  public static func record(_ key: String, _ schema: RecordSchema, at offset: Int) -> FieldSchema {
    FieldSchema(key, .record(schema), offset)
  }

  /// An array of records; `dimensions` outermost first.
  public static func records(
    _ key: String, _ dimensions: [Int], of schema: RecordSchema, at offset: Int, as form: RecordArrayForm = .columns
  ) -> FieldSchema {
    FieldSchema(key, .records(dimensions, schema, form), offset)
  }

  /// Earlier keys, latest first, that are still read when an archive has no `key`.
  public func was(_ keys: String...) -> FieldSchema { changed(formerKeys: keys.map { OldKey(text: $0) }) }

  /// The same for keys that count from the root of the record, or of an array's element, and not from the member that the
  /// field is in: for a field that moved. Where another field has such a key, or had it, it is that field's.
  public func was(fromRoot keys: String...) -> FieldSchema {
    changed(formerKeys: keys.map { OldKey(text: $0, isFromRoot: true) })
  }

  /// An archive without this field is an error instead of a default.
  public func required() -> FieldSchema { changed(isRequired: true) }

  /// Only these values are valid: a closed enumeration. Unsigned 64-bit values are given by their bits.
  public func closed(_ values: [Int64]) -> FieldSchema { changed(closedValues: values) }

  /// The value when an archive has no key for this field; without one it is zero, C's static initialisation.
  /// An array takes it in every element.
  public func `default`(_ value: Int) -> FieldSchema { changed(defaultValue: .integer(Int64(value))) }
  /// The same for an integer above `Int.max`.
  public func `default`(_ value: UInt64) -> FieldSchema { changed(defaultValue: .unsigned(value)) }
  /// The same for a floating number.
  public func `default`(_ value: Double) -> FieldSchema { changed(defaultValue: .real(value)) }
  /// The same for a `_Bool`.
  public func `default`(_ value: Bool) -> FieldSchema { changed(defaultValue: .bool(value)) }
  /// The same for text.
  public func `default`(_ value: String) -> FieldSchema { changed(defaultValue: .text(value)) }

  /// A bit-field that is archived in the integer of this key together with others, `position` bits from its lowest one.
  ///
  /// The archive says beside the integer which field has which bits, so a reader needs no position of this table for what
  /// another table wrote.
  public func grouped(_ key: String, at position: Int) -> FieldSchema {
    changed(group: GroupPlace(key: key, position: position))
  }

  func changed(
    formerKeys: [OldKey] = [], defaultValue: FieldDefault? = nil, isRequired: Bool = false,
    closedValues: [Int64]? = nil,
    conditions: [ConditionSchema] = [], container: ContainerSchema? = nil, group: GroupPlace? = nil
  ) -> FieldSchema {
    FieldSchema(
      key, form, offset, formerKeys: self.formerKeys + formerKeys, defaultValue: defaultValue ?? self.defaultValue,
      isRequired: isRequired || self.isRequired, closedValues: closedValues ?? self.closedValues,
      conditions: self.conditions + conditions, container: container ?? self.container, group: group ?? self.group)
  }
}

extension FieldSchema {
  /// Every key that the field is read under, today's first, behind the keys of the record that it is declared in.
  ///
  /// - Parameters:
  ///   - prefixes: Today's and earlier ones, each with its dot.
  ///   - roots: The same of what keys from the root count from.
  func keys(behind prefixes: [String], roots: [String] = [""]) -> [String] {
    var keys = [prefixes[0] + key]
    for old in formerKeys {
      keys += old.isFromRoot ? roots.map { $0 + old.text } : [prefixes[0] + old.text]
    }
    for prefix in prefixes.dropFirst() {
      keys.append(prefix + key)
      for old in formerKeys where !old.isFromRoot { keys.append(prefix + old.text) }
    }
    return keys
  }
}

/// How an array of arithmetic values is stored.
@_spi(GeneratedCode) public enum ArrayForm: Sendable, Hashable {
  /// One byte string, elements in canonical little-endian order.
  case packed
  /// A key per element: `array[3]`.
  case elements
  /// One byte string in the writing machine's order, which the description names.
  case native
}

/// How an array of records is stored.
@_spi(GeneratedCode) public enum RecordArrayForm: Sendable, Hashable {
  /// One byte string per field of the record.
  case columns
  /// Keys per element and field: `array[3].x`.
  case elements
}

/// Keys of former fields that were removed on purpose.
package struct RemovedKeys: Sendable {
  private(set) var keys: [String] = []

  var isEmpty: Bool { keys.isEmpty }

  /// Whether the key belongs to a removed field: its own key, or one inside it.
  func contains(_ key: String) -> Bool {
    keys.contains { key.isExactly($0) || key.hasExactPrefix($0 + ".") || key.hasExactPrefix($0 + "[") }
  }

  mutating func add(_ keys: [String], _ prefixes: [String]) {
    self.keys += prefixes.flatMap { prefix in keys.map { prefix + $0 } }
  }

  mutating func add(_ other: RemovedKeys, _ prefixes: [String]) { add(other.keys, prefixes) }
}
