import Foundation

/// The coder for generated `NSSecureCoding` code: it writes to and reads from a keyed `NSCoder`, such as Foundation's.
///
/// Numbers are the coder's scalars; text, dates, data and collections are Foundation's objects; objects are passed
/// unchanged; C records have separate keys, as with `NSCoder.encode(_:forKey:)`. Structs and enumerations, which coders
/// do not support, are archives of their own, as data.
@_spi(GeneratedCode) public struct SecureModelCoder {
  private let coder: NSCoder

  /// - Parameter coder: a coder that supports keys.
  public init(_ coder: NSCoder) { self.coder = coder }

  // MARK: Writing

  /// Archives a value under `key`, unless it is nil.
  ///
  /// - Throws: the errors of archiving a struct or an enumeration.
  public func encodeIfPresent<Value: ArchivableValue>(_ value: Value?, forKey key: String) throws {
    guard let value else { return }
    if let number = value as? any CoderScalar { return number.encode(to: coder, forKey: key) }
    // An optional that contains nil is treated like nil.
    if let optional = value as? any CoderOptional, optional.isNil { return }
    coder.encode(try CoderObjects.object(value), forKey: key)
  }

  /// The same, where nil differs from a missing value.
  ///
  /// - Throws: the same errors as `encodeIfPresent(_:forKey:)`.
  public func encode<Value: ArchivableValue>(_ value: Value?, forKey key: String) throws {
    guard let value else { return coder.encode(true, forKey: Self.nilKey(key)) }
    try encodeIfPresent(value, forKey: key)
  }

  private static func nilKey(_ key: String) -> String { key + ".isNil" }

  /// Archives a C record's fields under `key` and a dot, and records that it exists; unless it is nil.
  ///
  /// - Throws: the same errors as `NSCoder.encode(_:forKey:)`.
  public func encodeIfPresent<Record: ArchivableRecord>(_ record: ArchivedRecord<Record>?, forKey key: String) throws {
    guard let record else { return }
    // This key shows that the record exists; the record's fields have keys of their own.
    coder.encode(true, forKey: key)
    try coder.encode(record.record, forKey: key)
  }

  /// The same, where nil differs from a missing record.
  ///
  /// - Throws: the same errors as `NSCoder.encode(_:forKey:)`.
  public func encode<Record: ArchivableRecord>(_ record: ArchivedRecord<Record>?, forKey key: String) throws {
    guard record != nil else { return coder.encode(true, forKey: Self.nilKey(key)) }
    try encodeIfPresent(record, forKey: key)
  }

  /// Archives a reference to an object under `key` if something else archives the object.
  ///
  /// - Throws: nothing at present; generated code writes `try` before each call.
  public func encodeConditionalObject(_ object: (any ArchivableObject)?, forKey key: String) throws {
    guard let object else { return }
    coder.encodeConditionalObject(object, forKey: key)
  }

  // MARK: Reading

  /// The first of these keys that exists.
  public func storedKey(_ keys: String...) -> String? {
    keys.first { coder.containsValue(forKey: $0) || coder.containsValue(forKey: Self.nilKey($0)) }
  }

  /// The same; if none exists, the first key, for the error of reading it.
  public func requiredKey(_ first: String, _ others: String...) -> String {
    coder.containsValue(forKey: first) ? first : others.first { coder.containsValue(forKey: $0) } ?? first
  }

  /// The value under `key`; nil if there is none.
  ///
  /// - Throws: the same errors as `decode(_:forKey:)`, except for `missingKey` of the key itself.
  public func decodeIfPresent<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws -> Value? {
    coder.containsValue(forKey: key) ? try decode(type, forKey: key) : nil
  }

  /// The value under `key`.
  ///
  /// - Throws: `missingKey`, `wrongType`, `outOfRange`; the errors of reading a struct or an enumeration.
  public func decode<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws -> Value {
    guard coder.containsValue(forKey: key) else { throw ArchiveError.missingKey(path: key) }
    if let scalar = type as? any CoderScalar.Type, let value = try scalar.init(coder, forKey: key) as? Value {
      return value
    }
    guard let object = coder.decodeObject(of: CoderObjects.classes(of: type), forKey: key) else {
      throw ArchiveError.missingKey(path: key)
    }
    return try CoderObjects.value(of: object, as: type, key)
  }

  /// The C record under `key`; nil if there is none.
  ///
  /// - Throws: the same errors as `NSCoder.decode(_:forKey:)`.
  public func decodeIfPresent<Record: ArchivableRecord>(
    _ type: ArchivedRecord<Record>.Type, forKey key: String
  ) throws -> ArchivedRecord<Record>? {
    coder.containsValue(forKey: key) ? try decode(type, forKey: key) : nil
  }

  /// The C record under `key`.
  ///
  /// - Throws: the same errors as `NSCoder.decode(_:forKey:)`.
  public func decode<Record: ArchivableRecord>(
    _ type: ArchivedRecord<Record>.Type, forKey key: String
  ) throws -> ArchivedRecord<Record> {
    ArchivedRecord(try coder.decode(Record.self, forKey: key))
  }
}

/// Values that a coder stores as scalars.
private protocol CoderScalar: ArchivableValue {
  func encode(to coder: NSCoder, forKey key: String)
  init(_ coder: NSCoder, forKey key: String) throws
}

extension CoderScalar where Self: FixedWidthInteger {
  func encode(to coder: NSCoder, forKey key: String) {
    if let signed = Int64(exactly: self) {
      coder.encode(signed, forKey: key)
    } else {
      coder.encode(NSNumber(value: UInt64(truncatingIfNeeded: self)), forKey: key)
    }
  }

  init(_ coder: NSCoder, forKey key: String) throws {
    let signed = coder.decodeInt64(forKey: key)
    if signed == 0, Self.max > Int64.max, let wide = coder.decodeObject(of: NSNumber.self, forKey: key) {
      guard let value = Self(exactly: wide.uint64Value) else {
        throw ArchiveError.outOfRange(path: key, value: "\(wide)", type: "\(Self.self)")
      }
      self = value
      return
    }
    guard let value = Self(exactly: signed) else {
      throw ArchiveError.outOfRange(path: key, value: "\(signed)", type: "\(Self.self)")
    }
    self = value
  }
}

extension Int: CoderScalar {}
extension Int8: CoderScalar {}
extension Int16: CoderScalar {}
extension Int32: CoderScalar {}
extension Int64: CoderScalar {}
extension UInt: CoderScalar {}
extension UInt8: CoderScalar {}
extension UInt16: CoderScalar {}
extension UInt32: CoderScalar {}
extension UInt64: CoderScalar {}

extension Bool: CoderScalar {
  func encode(to coder: NSCoder, forKey key: String) { coder.encode(self, forKey: key) }
  init(_ coder: NSCoder, forKey key: String) throws { self = coder.decodeBool(forKey: key) }
}

extension Double: CoderScalar {
  func encode(to coder: NSCoder, forKey key: String) { coder.encode(self, forKey: key) }
  init(_ coder: NSCoder, forKey key: String) throws { self = coder.decodeDouble(forKey: key) }
}

extension Float: CoderScalar {
  func encode(to coder: NSCoder, forKey key: String) { coder.encode(self, forKey: key) }
  init(_ coder: NSCoder, forKey key: String) throws { self = coder.decodeFloat(forKey: key) }
}

private protocol CoderOptional {
  static var wrapped: any ArchivableValue.Type { get }
  var isNil: Bool { get }
  func object() throws -> NSObject
  static func value(of object: Any, _ key: String) throws -> Self
}

extension Optional: CoderOptional where Wrapped: ArchivableValue {
  static var wrapped: any ArchivableValue.Type { Wrapped.self }
  var isNil: Bool { self == nil }
  func object() throws -> NSObject { try map { try CoderObjects.object($0) } ?? NSNull() }
  static func value(of object: Any, _ key: String) throws -> Wrapped? {
    object is NSNull ? nil : try CoderObjects.value(of: object, as: Wrapped.self, key)
  }
}

/// Swift collections as Foundation's.
private protocol CoderCollection {
  static var parts: [any ArchivableValue.Type] { get }
  static var foundationClass: AnyClass { get }
  func object() throws -> NSObject
  static func value(of object: Any, _ key: String) throws -> Self
}

extension Array: CoderCollection where Element: ArchivableValue {
  static var parts: [any ArchivableValue.Type] { [Element.self] }
  static var foundationClass: AnyClass { NSArray.self }
  func object() throws -> NSObject { NSArray(array: try map { try CoderObjects.object($0) }) }
  static func value(of object: Any, _ key: String) throws -> [Element] {
    let list = try CoderObjects.cast(object, to: NSArray.self, key)
    return try list.map { try CoderObjects.value(of: $0, as: Element.self, key) }
  }
}

extension Set: CoderCollection where Element: ArchivableValue {
  static var parts: [any ArchivableValue.Type] { [Element.self] }
  static var foundationClass: AnyClass { NSSet.self }
  func object() throws -> NSObject { NSSet(array: try map { try CoderObjects.object($0) }) }
  static func value(of object: Any, _ key: String) throws -> Set<Element> {
    let set = try CoderObjects.cast(object, to: NSSet.self, key)
    return Set(try set.allObjects.map { try CoderObjects.value(of: $0, as: Element.self, key) })
  }
}

extension Dictionary: CoderCollection where Key: ArchivableValue, Value: ArchivableValue {
  static var parts: [any ArchivableValue.Type] { [Key.self, Value.self] }
  static var foundationClass: AnyClass { NSDictionary.self }
  func object() throws -> NSObject {
    let dictionary = NSMutableDictionary()
    for (key, value) in self {
      guard let copying = try CoderObjects.object(key) as? any NSCopying & NSObjectProtocol,
        let key = copying as? NSObject
      else { throw ArchiveError.notArchivable(type: "\(Key.self)") }
      dictionary.setObject(try CoderObjects.object(value), forKey: key)
    }
    return dictionary
  }
  static func value(of object: Any, _ key: String) throws -> [Key: Value] {
    var result: [Key: Value] = [:]
    for (found, value) in try CoderObjects.cast(object, to: NSDictionary.self, key) {
      result[try CoderObjects.value(of: found, as: Key.self, key)] = try CoderObjects.value(
        of: value, as: Value.self, key)
    }
    return result
  }
}

/// Values as objects that an `NSCoder` accepts.
private enum CoderObjects {
  static func object<Value: ArchivableValue>(_ value: Value) throws -> NSObject {
    switch value {
    case let optional as any CoderOptional: return try optional.object()
    case let object as any ArchivableObject:
      // Any value can be cast to NSObject, which boxes it, so only objects are cast.
      guard let object = object as? NSObject else { throw ArchiveError.notArchivable(type: "\(Value.self)") }
      return object
    case let text as String: return NSString(string: text)
    case let data as Data: return NSData(data: data)
    case let date as Date: return NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    case let url as URL:
      guard let object = NSURL(string: url.absoluteString) else { throw ArchiveError.notArchivable(type: "URL") }
      return object
    case let uuid as UUID: return NSUUID(uuidString: uuid.uuidString) ?? NSUUID()
    case let bool as Bool: return NSNumber(value: bool)
    case let double as Double: return NSNumber(value: double)
    case let float as Float: return NSNumber(value: float)
    case let integer as any FixedWidthInteger:
      if let signed = Int64(exactly: integer) { return NSNumber(value: signed) }
      return NSNumber(value: UInt64(truncatingIfNeeded: integer))
    case let collection as any CoderCollection: return try collection.object()
    default: return NSData(data: try ArchiveEncoder().encode(value))
    }
  }

  /// The classes that may be decoded for a type. No other class is instantiated.
  static func classes(of type: any ArchivableValue.Type) -> [AnyClass] {
    switch type {
    case let optional as any CoderOptional.Type: return classes(of: optional.wrapped) + [NSNull.self]
    case let collection as any CoderCollection.Type:
      return [collection.foundationClass] + collection.parts.flatMap(classes)
    case is String.Type: return [NSString.self]
    case is Data.Type: return [NSData.self]
    case is Date.Type: return [NSDate.self]
    case is URL.Type: return [NSURL.self]
    case is UUID.Type: return [NSUUID.self]
    case is any CoderScalar.Type: return [NSNumber.self]
    case let object as any ArchivableObject.Type: return ArchivedClass.candidates(object).map { $0.type }
    default: return [NSData.self]
    }
  }

  static func value<Value: ArchivableValue>(of object: Any, as type: Value.Type, _ key: String) throws -> Value {
    if let optional = type as? any CoderOptional.Type {
      return try cast(optional.value(of: object, key), to: type, key)
    }
    if let collection = type as? any CoderCollection.Type {
      return try cast(collection.value(of: object, key), to: type, key)
    }
    switch object {
    case let value as Value: return value
    case let text as NSString where type == String.self: return try cast(String(text), to: type, key)
    case let data as NSData where type == Data.self: return try cast(Data(data), to: type, key)
    case let date as NSDate where type == Date.self:
      return try cast(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate), to: type, key)
    case let url as NSURL where type == URL.self: return try cast(url.absoluteURL as Any, to: type, key)
    case let uuid as NSUUID where type == UUID.self:
      return try cast(UUID(uuidString: uuid.uuidString) as Any, to: type, key)
    case let number as NSNumber: return try cast(scalar(number, type, key), to: type, key)
    case let data as NSData: return try ArchiveDecoder().decode(type, from: Data(data))
    default: return try cast(object, to: type, key)
    }
  }

  private static func scalar(_ number: NSNumber, _ type: any ArchivableValue.Type, _ key: String) throws -> Any {
    switch type {
    case is Bool.Type: return number.boolValue
    case is Double.Type: return number.doubleValue
    case is Float.Type: return number.floatValue
    case let integer as any FixedWidthInteger.Type:
      let isWide = number.int64Value < 0 && number.doubleValue > 0
      let value: Any? = isWide ? exactly(number.uint64Value, integer) : exactly(number.int64Value, integer)
      guard let value else { throw ArchiveError.outOfRange(path: key, value: "\(number)", type: "\(type)") }
      return value
    default: return number
    }
  }

  private static func exactly<Integer: FixedWidthInteger>(_ value: some BinaryInteger, _ type: Integer.Type) -> Any? {
    Integer(exactly: value)
  }

  static func cast<Value>(_ object: Any, to type: Value.Type, _ key: String) throws -> Value {
    guard let value = object as? Value else {
      throw ArchiveError.wrongType(path: key, expected: "\(type)", found: "\(Swift.type(of: object))")
    }
    return value
  }
}
