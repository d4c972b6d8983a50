import ArchiveRuntime
import Foundation
import Testing

/// Types of Foundation whose own coding would change or lose a value, or end the program.
@Suite struct CorrectedCodingTests {
  private struct Parts: Codable {
    var scheme: String?
    var host: String?
    var port: Int?
    var path = "/"
    var string: String?
  }

  private func archive(_ value: some Codable) throws -> Data {
    var writer = ArchiveWriter()
    try writer.encode(codable: value, forKey: "value")
    return try writer.finish()
  }

  private func read<Value: Codable>(_ type: Value.Type, _ data: Data) throws -> Value {
    try ArchiveReader(data).decode(codable: type, forKey: "value")
  }

  private func copy<Value: Codable>(_ value: Value) throws -> Value { try read(Value.self, archive(value)) }

  @Test(
    "Components of a URL keep their percent-encoding",
    arguments: [
      "http://h/a%2Fb?q=1%262#f%23r", "http://us%2Fer:p%40@h.org:80/p;x?a#b", "a/b", "", "mailto:a@b.c", "x:",
      "http://[::1]:8080/", "file:///a%20b",
    ])
  func encoding(text: String) throws {
    let value = try #require(URLComponents(string: text))
    #expect(try copy(value) == value)
    #expect(try copy(["list": [value]]) == ["list": [value]])
  }

  @Test("Components without a text come back by their parts, and are an error where they would not")
  func noText() throws {
    var value = URLComponents()
    (value.host, value.path) = ("h", "x")
    #expect(value.string == nil)
    #expect(try copy(value) == value)
    value.percentEncodedPath = "x%2Fy"
    #expect(throws: ArchiveError.self) { try archive(value) }
  }

  @Test("Parts that an earlier release wrote or changed count more than a text of other parts")
  func earlierParts() throws {
    let old = try read(URLComponents.self, archive(Parts(scheme: "http", host: "h", port: 80, path: "/a b")))
    #expect(old.string == "http://h:80/a%20b")
    let changed = try read(
      URLComponents.self, archive(Parts(scheme: "http", host: "h", path: "/new", string: "http://h/a%2Fb")))
    #expect(changed.string == "http://h/new")
  }

  @Test(
    "A scheme or port for which Foundation would end the program is an error",
    arguments: [("ht p", nil), ("1http", nil), ("", nil), ("http", -1)] as [(String, Int?)])
  func invalidParts(scheme: String, port: Int?) throws {
    let data = try archive(Parts(scheme: scheme, port: port))
    let error = #expect(throws: ArchiveError.self) { try read(URLComponents.self, data) }
    #expect(error?.code == .codingFailed)
  }

  @Test("The phonetic form of a name comes back")
  func phonetic() throws {
    var (name, phonetic) = (PersonNameComponents(), PersonNameComponents())
    (name.givenName, phonetic.givenName) = ("山", "Yama")
    name.phoneticRepresentation = phonetic
    #expect(try copy(name) == name)
    #expect(try copy(phonetic) == phonetic)
  }

  @Test("A damaged bitmap of a set of characters is an error")
  func bitmap() throws {
    struct Bitmap: Codable { var bitmap: Data }
    for set in [CharacterSet(), .alphanumerics, .alphanumerics.inverted] { #expect(try copy(set) == set) }
    let whole = CharacterSet.alphanumerics.bitmapRepresentation
    var damaged = [Data(), whole.prefix(8_191), whole.dropLast(), whole + [1], whole + whole]
    for plane in [0, 2, 17, 255] as [UInt8] {
      var other = whole
      other[8_192] = plane
      damaged.append(other)
    }
    for bitmap in damaged {
      let data = try archive(Bitmap(bitmap: bitmap))
      #expect(throws: ArchiveError.self, "\(bitmap.count)") { try read(CharacterSet.self, data) }
    }
  }

  @Test("A measurement whose unit would not come back is an error")
  func units() throws {
    let miles = Measurement(value: 2, unit: UnitLength.miles)
    #expect(try copy(miles) == miles)
    let use = Measurement(value: 2, unit: UnitFuelEfficiency.litersPer100Kilometers)
    #expect(throws: ArchiveError.self) { try archive(use) }
    let plain = Measurement<Unit>(value: 2, unit: UnitLength.miles)
    #expect(throws: ArchiveError.self) { try archive(plain) }
  }
}
