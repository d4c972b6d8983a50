/// A struct that represents a value of protocol type, because a protocol type cannot conform to a protocol. Generated
/// code declares one for each protocol and list of types.
///
/// The value is a separate object, whose class identifies its type.
@_spi(GeneratedCode) public protocol ArchivableExistential: ArchivableValue {
  /// The represented type: `any Shape`.
  associatedtype Value

  /// The represented value.
  var value: Value { get }
  /// Represents this value.
  init(_ value: Value)

  /// The types that can be archived. No other type is ever instantiated.
  static var archivedTypes: [any ArchivableValue.Type] { get }
}

@_spi(GeneratedCode) extension ArchivableExistential {
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    for type in Self.archivedTypes {
      if let reference = try reference(as: type, encoder) { return reference }
    }
    throw ArchiveError.notArchivable(type: String(reflecting: Swift.type(of: value as Any)))
  }

  private func reference<Known: ArchivableValue>(
    as type: Known.Type, _ encoder: ObjectEncoder
  ) throws -> ArchivedReference? {
    guard let known = value as? Known else { return nil }
    // A value that is archived in place elsewhere has to be an object here, because of its class.
    if let object = known as? any ArchivableObject { return try object.archived(in: encoder) }
    guard let composite = known as? any ArchivableComposite else { return try known.archived(in: encoder) }
    return try encoder.shared(value, SharedValues.Bits(value, boxing: type)) {
      ArchivedReference(number: encoder.enqueue(composite))
    }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    for type in archivedTypes {
      guard try decoder.isObject(reference, of: type) else { continue }
      if let value = try type.unarchived(reference, from: decoder) as? Value { return Self(value) }
    }
    throw ArchiveError.typeNotAllowed(
      path: decoder.path(toReference: reference.number), found: try decoder.className(of: reference.number),
      expected: archivedTypes.map { "\($0)" }.joined(separator: ", "))
  }

  public static func elements<Element>(
    ofColumns reference: ArchivedReference, from decoder: ObjectDecoder, as type: Element.Type
  ) throws -> [Element]? {
    func elements<Known: ArchivableValue>(_ type: Known.Type) throws -> [Self]? {
      guard let elements = try Known.elements(ofColumns: reference, from: decoder, as: Known.self) else { return nil }
      try decoder.archive.charge(elements.count &* MemoryLayout<Self>.stride)
      let values = elements.compactMap { $0 as? Value }
      return values.count == elements.count ? values.map(Self.init) : nil
    }
    guard Element.self == Self.self else { return nil }
    for type in archivedTypes {
      if let elements = try elements(type) { return unsafeBitCast(elements, to: [Element].self) }
    }
    return nil
  }
}

extension ObjectEncoder {
  /// Archives a reference to the object behind a protocol if something else archives the object; otherwise null.
  ///
  /// - Throws: `notArchivable` for a value that is not an object; `duplicateKey`.
  @_spi(GeneratedCode) public func encodeConditionalObject<Wrapper: ArchivableExistential>(
    _ wrapper: Wrapper?, forKey key: String
  ) throws {
    guard let value = wrapper?.value else { return try put(.null, forKey: key) }
    guard let object = value as? any ArchivableObject else {
      throw ArchiveError.notArchivable(type: String(reflecting: type(of: value)))
    }
    try encodeConditionalObject(object, forKey: key)
  }
}

extension ObjectDecoder {
  /// Whether the object is archived as this type.
  fileprivate func isObject(_ reference: ArchivedReference, of type: any ArchivableValue.Type) throws -> Bool {
    guard reference != .null, case .dictionary = try archive.object(reference.number) else { return false }
    if let object = type as? any ArchivableObject.Type { return try allows(reference.number, object) }
    guard let composite = type as? any ArchivableComposite.Type else { return false }
    return try types.isClass(
      try classNumber(of: try fields(of: reference.number)), of: composite, archive, objectSettings)
  }
}

extension ObjectEncoder {
  /// `encodeUnowned` for an object behind a protocol.
  ///
  /// - Throws: `notArchivable` for a value that is not an object; `duplicateKey`.
  @_spi(GeneratedCode) public func encodeUnowned<Wrapper: ArchivableExistential>(
    _ wrapper: Wrapper, forKey key: String
  ) throws {
    guard let object = wrapper.value as? any ArchivableObject else {
      throw ArchiveError.notArchivable(type: String(reflecting: type(of: wrapper.value)))
    }
    try writeUnowned(object, forKey: key)
  }
}
