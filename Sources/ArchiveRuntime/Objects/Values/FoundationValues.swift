import Foundation

/// A Foundation value whose object has keys of its own.
protocol FoundationValue: ArchivableValue {
  static var foundationClass: FoundationClass { get }
  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)]
  /// The value of an object that is read at once; nil for every other.
  static func plain(_ number: Int, from decoder: ObjectDecoder) -> Self?
  /// Creates the value from the current object.
  static func made(from decoder: ObjectDecoder) throws -> Self
}

// The coding methods of some GNUstep classes use no keys: their values are under `$0`, `$1`, ….
extension FoundationValue {
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    // These may be long.
    let bits = Self.self == URL.self || Self.self == IndexSet.self ? SharedValues.Bits(self) : nil
    return try encoder.shared(self, bits) {
      ArchivedReference(number: encoder.object(Self.foundationClass, try foundationFields(encoder)))
    }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    if let value = plain(reference.number, from: decoder) { return value }
    return try decoder.value(reference.number, as: Self.self) {
      try decoder.checkClass(reference.number, foundationClass)
      return try decoder.within(reference.number) { try made(from: decoder) }
    }
  }

  static func plain(_ number: Int, from decoder: ObjectDecoder) -> Self? { nil }
}

extension Date: ArchivableValue {
  /// Many objects have a date, so it is archived without arrays of its fields.
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    let seconds = encoder.sink.writer.real64(bitPattern: timeIntervalSinceReferenceDate.bitPattern)
    let number = encoder.sink.reserveObject()
    let dateClass = encoder.types.number(of: .date, into: &encoder.sink)
    encoder.sink.setObject(number, key: CollectionKey.time, value: seconds, class: dateClass)
    return ArchivedReference(number: number)
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Date {
    switch try decoder.node(reference) {
    // GNUstep writes dates as dates of the property list.
    case .date(let bits): return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    case .dictionary(let dictionary):
      if let date = decoder.plainDate(reference.number, dictionary) { return date }
    default: break
    }
    return try decoder.value(reference.number, as: Date.self) {
      try decoder.checkClass(reference.number, .date)
      return try decoder.within(reference.number) {
        Date(timeIntervalSinceReferenceDate: try decoder.decodeOrUnkeyed(Double.self, forKey: CollectionKey.time))
      }
    }
  }
}

extension UUID: ArchivableValue, FoundationValue {
  static var foundationClass: FoundationClass { .uuid }

  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    let bytes = withUnsafeBytes(of: uuid) { Data($0) }
    return [(CollectionKey.uuid, try encoder.sink.data(bytes))]
  }

  static func plain(_ number: Int, from decoder: ObjectDecoder) -> UUID? { decoder.plainUUID(number) }

  static func made(from decoder: ObjectDecoder) throws -> UUID {
    // The second key is GNUstep's.
    let key = try decoder.hasKey(CollectionKey.uuid) ? CollectionKey.uuid : "uuid"
    let bytes = try decoder.decodeBytes(forKey: key)
    guard bytes.count == 16 else {
      throw ArchiveError.wrongType(
        path: decoder.path(key), expected: "16 bytes", found: "\(bytes.count) bytes")
    }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension URL: ArchivableValue, FoundationValue {
  static var foundationClass: FoundationClass { .url }

  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    guard baseURL == nil && hasPlainText || URL(string: relativeString, relativeTo: baseURL) == self else {
      throw ArchiveError.notArchivableValue(
        path: "", value: "'\(PathSearch.excerpt(absoluteString))'", reason: "its text is not that of an equal URL")
    }
    let base = try baseURL?.archived(in: encoder) ?? .null
    if let baseURL { encoder.sink.cost.add(baseURL.absoluteString.utf8.count &* 16) }
    let relative = try relativeString.archived(in: encoder)
    return [
      (CollectionKey.base, encoder.sink.writer.uid(base.number)),
      (CollectionKey.relative, encoder.sink.writer.uid(relative.number)),
    ]
  }

  /// Whether it is a scheme, `://`, and characters that every part of a URL may have. Such a text is read as the URL that it was made of,
  /// which need not be tried.
  private var hasPlainText: Bool {
    func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
    var text = relativeString
    return text.withUTF8 { bytes in
      let scheme = bytes.prefix(while: isLetter)
      let rest = bytes[scheme.endIndex...]
      // The characters from 2D to 39 are "-./0123456789".
      return !scheme.isEmpty && rest.count > 3 && rest.starts(with: "://".utf8)
        && rest.dropFirst(3).allSatisfy { isLetter($0) || 0x2D...0x39 ~= $0 || "_?=&+".utf8.contains($0) }
    }
  }

  static func made(from decoder: ObjectDecoder) throws -> URL {
    let base = try decoder.decodeIfPresent(URL.self, forKey: CollectionKey.base)
    let relative = try decoder.decode(String.self, forKey: CollectionKey.relative)
    // A URL resolves its base, whose length is added to every URL that builds on it.
    if let base { try decoder.archive.charge(base.absoluteString.utf8.count &* 16) }
    guard let url = URL(string: relative, relativeTo: base) else {
      throw ArchiveError.invalidText(
        path: decoder.path(CollectionKey.relative), reason: "'\(PathSearch.excerpt(relative))' is not a URL")
    }
    return url
  }
}

extension Locale: ArchivableValue, FoundationValue {
  static var foundationClass: FoundationClass { .locale }

  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    try ArchivedName.check(identifier)
    try encoder.noteLocale(identifier)
    return [("NS.identifier", encoder.sink.writer.uid(try identifier.archived(in: encoder).number))]
  }

  static func made(from decoder: ObjectDecoder) throws -> Locale {
    let name = try ArchivedName.decode("NS.identifier", decoder)
    try decoder.archive.noteLocale(name)
    return Locale(identifier: name)
  }
}

extension TimeZone: ArchivableValue, FoundationValue {
  static var foundationClass: FoundationClass { .timeZone }

  /// Time zones are archived by name. The reading machine's rules are used, so `NS.data`, which Foundation requires, is
  /// null.
  ///
  /// - Throws: `notArchivableValue` for a fixed offset from GMT that the name does not express, as names have no
  ///   seconds.
  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    try ArchivedName.check(identifier)
    // If the name has an offset, it is the same at all times, so any time can be used.
    let time = Date(timeIntervalSinceReferenceDate: 0)
    guard let named = TimeZone(identifier: identifier), named.secondsFromGMT(for: time) == secondsFromGMT(for: time)
    else {
      throw ArchiveError.notArchivableValue(
        path: "", value: "the time zone \(secondsFromGMT(for: time)) s from GMT",
        reason: "its name, '\(identifier)', is that of another")
    }
    let name = try identifier.archived(in: encoder)
    return [("NS.data", encoder.sink.writer.uid(0)), ("NS.name", encoder.sink.writer.uid(name.number))]
  }

  static func made(from decoder: ObjectDecoder) throws -> TimeZone {
    let name = try ArchivedName.decode("NS.name", decoder)
    if name == "NSLocalTimeZone" { return .current }
    guard let zone = TimeZone(identifier: name) else {
      throw ArchiveError.invalidText(path: decoder.path("NS.name"), reason: "no time zone is called '\(name)'")
    }
    return zone
  }
}

/// Names that Foundation looks up and keeps permanently.
private enum ArchivedName {
  private static let maximumLength = 255

  /// - Throws: `notArchivableValue` for a name that the decoder would refuse.
  static func check(_ name: String) throws {
    guard name.utf8.count <= maximumLength, !name.utf8.contains(0) else {
      throw ArchiveError.notArchivableValue(
        path: "", value: "'\(PathSearch.excerpt(name))'", reason: "it is too long for a name, or has a zero byte")
    }
  }

  static func decode(_ key: String, _ decoder: ObjectDecoder) throws -> String {
    let name = try decoder.decodeOrUnkeyed(String.self, forKey: key)
    guard name.utf8.count <= maximumLength, !name.utf8.contains(0) else {
      throw ArchiveError.invalidText(path: decoder.path(key), reason: "it is too long for a name, or has a zero byte")
    }
    return name
  }
}
