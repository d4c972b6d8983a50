/// A type of the app with columns: the values of one property of many instances are one byte string, as for arrays of C structs.
@_documentation(visibility: internal)
public protocol ColumnCoded: ArchivableValue {
  /// The properties. Rows are read by their places in this list.
  static var archivedColumns: [ColumnProperty] { get }

  /// Passes each property of the values to the encoder.
  ///
  /// - Throws: any error of the type's own code.
  static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws

  /// Creates the value of one row, an object without its links.
  ///
  /// - Throws: the errors of the row, which must be passed on, or any error of its own.
  static func make(fromColumns row: ColumnsRow) throws -> Self

  /// The values of all rows. It has an implementation, which is a requirement so that it is compiled for the type.
  ///
  /// - Throws: the errors of `make(fromColumns:)`.
  static func values(ofRows count: Int, from first: ColumnsRow) throws -> [Self]
}

/// A struct of the app whose arrays are archived as columns. Generated code declares the conformance of structs that have the
/// attribute `columns`.
///
/// A single value is archived as every ``ArchivableComposite``, and arrays of values are read in both forms.
@_documentation(visibility: internal)
public protocol ArchivableColumns: ColumnCoded, ArchivableComposite {
  /// Creates the value of one row.
  ///
  /// - Throws: the errors of the row, which must be passed on, or any error of its own.
  init(fromColumns row: ColumnsRow) throws
}

extension ArchivableColumns {
  @inlinable
  public static func make(fromColumns row: ColumnsRow) throws -> Self { try Self(fromColumns: row) }
}

/// A number that has a column as it is in memory.
@_documentation(visibility: internal)
public protocol ColumnNumber: BitwiseCopyable {
  /// The type of the column.
  static var columnElement: ColumnElement { get }
}

/// The type of a column of numbers.
@_documentation(visibility: internal)
public struct ColumnElement: Sendable {
  let array: ArchivedArray

  init(type: ElementType) { array = ArchivedArray(.number(type.archived), []) }

  /// A column of which each row has several bytes.
  init(bytes: Int) { array = ArchivedArray(.number(.u8), [bytes]) }
}

@_documentation(visibility: internal) extension Bool: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}
@_documentation(visibility: internal) extension Int8: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}
@_documentation(visibility: internal) extension Int16: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}
@_documentation(visibility: internal) extension Int32: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}
@_documentation(visibility: internal) extension Int64: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}
@_documentation(visibility: internal) extension Int: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}
@_documentation(visibility: internal) extension UInt8: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}
@_documentation(visibility: internal) extension UInt16: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}
@_documentation(visibility: internal) extension UInt32: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}
@_documentation(visibility: internal) extension UInt64: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}
@_documentation(visibility: internal) extension UInt: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}
@_documentation(visibility: internal) extension Float: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}
@_documentation(visibility: internal) extension Double: ColumnNumber {
  public static var columnElement: ColumnElement { ColumnElement(type: packedType) }
}

/// One property of a type with columns: its keys, and what its values are.
@_documentation(visibility: internal)
public struct ColumnProperty: Sendable {
  enum Kind: Sendable {
    case number(ArchivedArray)
    case text
    /// Bytes of one length for all rows.
    case bytes
    case nested([ColumnProperty])
    /// References to objects of the same class.
    case link
  }

  /// The key, and after it the former ones.
  let keys: [String]
  let kind: Kind
  /// For values of Foundation: what follows the key in the column's name.
  let part: FoundationPart?
  let isOptional: Bool
  /// Whether an archive without the column is an error.
  let isRequired: Bool

  private init(
    _ kind: Kind, _ keys: [String], _ isRequired: Bool, isOptional: Bool = false, part: FoundationPart? = nil
  ) {
    (self.keys, self.kind, self.part) = (keys, kind, part)
    (self.isOptional, self.isRequired) = (isOptional, isRequired)
  }

  /// The same values under other keys.
  package func named(_ keys: [String], isRequired: Bool) -> ColumnProperty {
    ColumnProperty(kind, keys, isRequired, isOptional: isOptional, part: part)
  }

  /// The bytes of data, whose lengths are in another column.
  static func bytes(_ key: String) -> ColumnProperty { ColumnProperty(.bytes, [key], true) }

  /// A property of numbers.
  public init<Value: ColumnNumber>(_ type: Value.Type, _ keys: String..., isRequired: Bool = true) {
    self.init(.number(Value.columnElement.array), keys, isRequired)
  }

  /// A property of numbers, or nil.
  public init<Value: ColumnNumber>(_ type: Value?.Type, _ keys: String..., isRequired: Bool = false) {
    self.init(.number(Value.columnElement.array), keys, isRequired, isOptional: true)
  }

  /// A property of texts.
  public init(_ type: String.Type, _ keys: String..., isRequired: Bool = true) { self.init(.text, keys, isRequired) }

  /// A property of texts, or nil.
  public init(_ type: String?.Type, _ keys: String..., isRequired: Bool = false) {
    self.init(.text, keys, isRequired, isOptional: true)
  }

  /// A property of values that are archived as a number.
  public init<Value: RawRepresentable>(_ type: Value.Type, _ keys: String..., isRequired: Bool = true)
  where Value.RawValue: ColumnNumber { self.init(.number(Value.RawValue.columnElement.array), keys, isRequired) }

  /// A property of values that are archived as a number, or nil.
  public init<Value: RawRepresentable>(_ type: Value?.Type, _ keys: String..., isRequired: Bool = false)
  where Value.RawValue: ColumnNumber {
    self.init(.number(Value.RawValue.columnElement.array), keys, isRequired, isOptional: true)
  }

  /// A property of values that are archived as text.
  public init<Value: RawRepresentable>(_ type: Value.Type, _ keys: String..., isRequired: Bool = true)
  where Value.RawValue == String { self.init(.text, keys, isRequired) }

  /// A property of values that are archived as text, or nil.
  public init<Value: RawRepresentable>(_ type: Value?.Type, _ keys: String..., isRequired: Bool = false)
  where Value.RawValue == String { self.init(.text, keys, isRequired, isOptional: true) }

  /// A property of cases without values, as their names.
  public init<Value: ArchivableEnumeration>(_ type: Value.Type, _ keys: String..., isRequired: Bool = true) {
    self.init(.text, keys, isRequired)
  }

  /// A property of cases without values, as their names, or nil.
  public init<Value: ArchivableEnumeration>(_ type: Value?.Type, _ keys: String..., isRequired: Bool = false) {
    self.init(.text, keys, isRequired, isOptional: true)
  }

  /// A property of structs, whose columns follow the key and a dot.
  public init<Value: ArchivableColumns>(_ type: Value.Type, _ keys: String..., isRequired: Bool = true) {
    self.init(.nested(Value.archivedColumns), keys, isRequired)
  }

  /// A property of structs, whose columns follow the key and a dot, or nil.
  public init<Value: ArchivableColumns>(_ type: Value?.Type, _ keys: String..., isRequired: Bool = false) {
    self.init(.nested(Value.archivedColumns), keys, isRequired, isOptional: true)
  }

  /// A property that refers to an object of the class itself, or nil.
  public init<Value: ArchivableTable>(_ type: Value?.Type, _ keys: String..., isRequired: Bool = false) {
    self.init(.link, keys, isRequired, isOptional: true)
  }

  /// A property of values of Foundation.
  public init<Value: ColumnValue>(_ type: Value.Type, _ keys: String..., isRequired: Bool = true) {
    self.init(Value.columnForm.kind, keys, isRequired, part: Value.columnForm.part)
  }

  /// A property of values of Foundation, or nil.
  public init<Value: ColumnValue>(_ type: Value?.Type, _ keys: String..., isRequired: Bool = false) {
    self.init(Value.columnForm.kind, keys, isRequired, isOptional: true, part: Value.columnForm.part)
  }
}
