import Foundation

/// A type whose values are not coded by its own `Codable` conformance alone.
protocol SpecialCoding {}

/// Foundation keeps each name for ever.
extension Locale: SpecialCoding {}

/// Which types are coded in a special way. To ask the Swift runtime takes a tenth of the time that a small value takes.
struct CodedTypes {
  private var known = ObjectIdentityTable()

  @inline(__always)
  mutating func isSpecial<Value>(_ type: Value.Type) -> Bool {
    if let known = known[ObjectIdentifier(type)] { return known == 1 }
    return find(type)
  }

  @inline(never)
  private mutating func find<Value>(_ type: Value.Type) -> Bool {
    let isSpecial = type is any SpecialCoding.Type
    known[ObjectIdentifier(type)] = isSpecial ? 1 : 0
    return isSpecial
  }
}

/// A type of Foundation whose own coding changes or loses values, or ends the program for a value or a damaged archive. What it writes is
/// written as before, so that earlier releases read it.
protocol CorrectedCoding: SpecialCoding {
  /// - Throws: `EncodingError.invalidValue` for a value that would not come back.
  func encodeCorrected(to encoder: any Encoder) throws
  /// - Throws: `DecodingError`.
  static func decodedCorrected(from decoder: any Decoder) throws -> Self
}

private func corrupted(_ decoder: any Decoder, _ reason: String) -> DecodingError {
  .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: reason))
}

private func invalid(_ value: Any, _ encoder: any Encoder, _ reason: String) -> EncodingError {
  .invalidValue(value, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
}

/// Its own coding has the parts without percent-encoding, so that "/a%2Fb" would come back as "/a/b". The whole text is written beside them.
extension URLComponents: CorrectedCoding {
  private enum Part: String, CodingKey, CaseIterable {
    case string, scheme, user, password, host, port, path, query, fragment
  }

  func encodeCorrected(to encoder: any Encoder) throws {
    try encode(to: encoder)
    if let string, URLComponents(string: string) == self {
      var container = encoder.container(keyedBy: Part.self)
      return try container.encode(string, forKey: .string)
    }
    var copy = URLComponents()
    guard copy.setParts(scheme: scheme, port: port) else {
      throw invalid(self, encoder, "its scheme or port is invalid")
    }
    copy.setParts(of: self)
    guard copy == self else { throw invalid(self, encoder, "its text is not that of equal components") }
  }

  static func decodedCorrected(from decoder: any Decoder) throws -> URLComponents {
    let container = try decoder.container(keyedBy: Part.self)
    func text(_ part: Part) throws -> String? { try container.decodeIfPresent(String.self, forKey: part) }
    var value = URLComponents()
    guard
      value.setParts(
        scheme: try text(.scheme), port: try container.decodeIfPresent(Int.self, forKey: .port))
    else { throw corrupted(decoder, "The scheme or port of a URL is invalid.") }
    value.user = try text(.user)
    value.password = try text(.password)
    value.host = try text(.host)
    value.path = try text(.path) ?? ""
    value.query = try text(.query)
    value.fragment = try text(.fragment)
    // An earlier release that changed the parts keeps the text, which it does not know.
    guard let whole = try text(.string).flatMap(URLComponents.init(string:)) else { return value }
    var parts = URLComponents()
    guard parts.setParts(scheme: whole.scheme, port: whole.port) else { return value }
    parts.setParts(of: whole)
    return parts == value ? whole : value
  }

  /// Foundation ends the program for others.
  ///
  /// - Returns: whether they are valid; otherwise nothing is set.
  private mutating func setParts(scheme: String?, port: Int?) -> Bool {
    let isValid = scheme.map { text in
      let letters = text.utf8.map { $0 | 0x20 }
      return text.utf8.first.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 } ?? false
        && zip(text.utf8, letters).allSatisfy { byte, letter in
          UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || "+-.".utf8.contains(byte)
        }
    }
    guard isValid ?? true, port ?? 0 >= 0 else { return false }
    (self.scheme, self.port) = (scheme, port)
    return true
  }

  private mutating func setParts(of other: URLComponents) {
    (user, password, host) = (other.user, other.password, other.host)
    (path, query, fragment) = (other.path, other.query, other.fragment)
  }
}

/// Its own coding leaves the phonetic form out.
extension PersonNameComponents: CorrectedCoding {
  private enum Part: String, CodingKey { case phoneticRepresentation }

  func encodeCorrected(to encoder: any Encoder) throws {
    try encode(to: encoder)
    var container = encoder.container(keyedBy: Part.self)
    try container.encodeIfPresent(phoneticRepresentation, forKey: .phoneticRepresentation)
  }

  static func decodedCorrected(from decoder: any Decoder) throws -> PersonNameComponents {
    var value = try PersonNameComponents(from: decoder)
    let container = try decoder.container(keyedBy: Part.self)
    if let phonetic = try container.decodeIfPresent(PersonNameComponents.self, forKey: .phoneticRepresentation) {
      value.phoneticRepresentation = phonetic
    }
    return value
  }
}

/// Foundation reads beyond a bitmap that is damaged: 8,192 bytes for the plane 0, and for each other plane its number and as many bytes.
extension CharacterSet: CorrectedCoding {
  private enum Part: String, CodingKey { case bitmap }

  func encodeCorrected(to encoder: any Encoder) throws { try encode(to: encoder) }

  static func decodedCorrected(from decoder: any Decoder) throws -> CharacterSet {
    let bitmap = try decoder.container(keyedBy: Part.self).decode(Data.self, forKey: .bitmap)
    let (planeSize, lastPlane) = (8_192, UInt8(16))
    let planes = stride(from: planeSize, to: bitmap.count, by: planeSize + 1).map { bitmap[bitmap.startIndex + $0] }
    guard bitmap.count >= planeSize, bitmap.count == planeSize + planes.count * (planeSize + 1),
      zip([0] + planes, planes).allSatisfy({ $0 < $1 && $1 <= lastPlane })
    else { throw corrupted(decoder, "The bitmap of a set of characters is damaged.") }
    return CharacterSet(bitmapRepresentation: bitmap)
  }
}

/// Its own coding ends the program for a unit whose converter is not linear, such as that of fuel efficiency, and makes another unit of one
/// whose class is not the declared one: of meters as a `Unit`.
extension Measurement: CorrectedCoding {
  func encodeCorrected(to encoder: any Encoder) throws {
    guard type(of: unit) == UnitType.self else {
      throw invalid(self, encoder, "its unit is a '\(type(of: unit))' and would come back as a '\(UnitType.self)'")
    }
    if let dimension = unit as? Dimension, type(of: dimension.converter) != UnitConverterLinear.self {
      throw invalid(self, encoder, "the converter of '\(UnitType.self)' is not linear")
    }
    try encode(to: encoder)
  }

  static func decodedCorrected(from decoder: any Decoder) throws -> Measurement { try Measurement(from: decoder) }
}
