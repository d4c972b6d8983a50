import Foundation

/// A struct that represents a value that is archived as another one. Generated code declares one for each pair of functions of
/// `via(pack, unpack)`, and for collections of known packages.
@_spi(GeneratedCode) public protocol ArchivedConversion: ArchivableValue {
  /// The type of the represented value.
  associatedtype Value
  /// The type that is archived.
  associatedtype Packed: ArchivableValue

  /// The represented value.
  var value: Value { get }
  /// Represents this value.
  init(_ value: Value)

  /// The archived value of a value.
  ///
  /// - Throws: the errors of the app's function.
  static func packed(_ value: Value) throws -> Packed
  /// The value of an archived one.
  ///
  /// - Throws: the errors of the app's function; `duplicateKey` and `wrongCount` of collections.
  static func unpacked(_ packed: Packed) throws -> Value
}

@_spi(GeneratedCode) extension ArchivedConversion {
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try Self.packed(value).archived(in: encoder)
  }

  /// Numbers and texts that a property of another form has archived under the key are read too.
  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Self {
    if let number = try decoder.referenceIfReference(forKey: key) {
      return try unarchived(ArchivedReference(number: number), from: decoder)
    }
    return Self(try unpacked(try Packed.unarchived(from: decoder, forKey: key)))
  }

  /// A value that several refer to is made once.
  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    try decoder.value(reference.number, as: Self.self) {
      let packed = try decoder.makingAgain(reference.number) { try Packed.unarchived(reference, from: decoder) }
      do { return Self(try unpacked(packed)) } catch let error as ArchiveError {
        throw error.within(decoder.path(toReference: reference.number))
      }
    }
  }
}

/// A value in generated code that is archived as its text: `as(description)`.
@_spi(GeneratedCode) public struct ArchivedDescription<Value: LosslessStringConvertible>: ArchivableValue {
  /// The value itself.
  public var value: Value

  /// Represents this value.
  public init(_ value: Value) { self.value = value }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try value.description.archived(in: encoder)
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    let text = try String.unarchived(reference, from: decoder)
    guard let value = Value(text) else {
      throw ArchiveError.invalidText(
        path: decoder.path(toReference: reference.number),
        reason: "'\(PathSearch.excerpt(text))' is no \(Value.self)")
    }
    return Self(value)
  }
}

/// An object of Foundation or of a framework in generated code: `as(securecoding)`. It is archived as data, with the archive that
/// NSKeyedArchiver makes of it. What that archive has is the class's own affair, and each reference is a copy.
@_spi(GeneratedCode) public struct ArchivedSecureObject<Value: NSObject & NSSecureCoding>: ArchivableValue {
  /// The object itself.
  public var value: Value

  /// Represents this object.
  public init(_ value: Value) { self.value = value }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true).archived(in: encoder)
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    let data = try Data.unarchived(reference, from: decoder)
    let path = { decoder.path(toReference: reference.number) }
    do {
      guard let value = try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data) else {
        throw ArchiveError.wrongType(path: path(), expected: "\(Value.self)", found: "an archive without it")
      }
      return Self(value)
    } catch let error as ArchiveError { throw error } catch {
      throw ArchiveError.wrongType(path: path(), expected: "an archive of \(Value.self)", found: "\(error)")
    }
  }
}

@_spi(GeneratedCode) extension GeneratedCodeInterface1 {
  /// A collection that was made of elements.
  ///
  /// - Throws: `duplicateKey` if it has fewer than these.
  public static func whole<Made: Collection>(_ made: Made, of count: Int) throws -> Made {
    guard made.count == count else { throw ArchiveError.duplicateKey(path: "") }
    return made
  }

  /// The elements of an array that has a fixed number of them.
  ///
  /// - Throws: `wrongCount` for another number.
  public static func counted<Element>(_ elements: [Element], _ count: Int) throws -> [Element] {
    guard elements.count == count else {
      throw ArchiveError.wrongCount(
        path: "", count: "\(count)", value: "\(elements.count)",
        reason: elements.count < count ? "there are fewer" : "there are more")
    }
    return elements
  }
}
