import Foundation
import Testing

@testable import ArchiveRuntime

extension CodingUserInfoKey {
  fileprivate static let unit = CodingUserInfoKey(rawValue: "unit")!
}

/// Throws its own errors, and says where it is.
private struct Checked: Codable {
  var value: Int
  var path: [String] = []
  private enum CodingKeys: CodingKey { case value }

  init(_ value: Int) { self.value = value }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    value = try container.decode(Int.self, forKey: .value)
    path = container.codingPath.map(\.stringValue)
    guard value != 13 else {
      throw DecodingError.dataCorruptedError(forKey: .value, in: container, debugDescription: "13 brings bad luck")
    }
    guard value != 14 else { throw CocoaError(.coderReadCorrupt) }
  }
  func encode(to encoder: any Encoder) throws {
    guard value != 15 else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "15 is not for archives"))
    }
    guard value != 16 else { throw CocoaError(.coderInvalidValue) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
  }
}

private struct Nest: Codable {
  var inner: [Nest]
}

/// Asks for two kinds of containers.
private struct Undecided: Encodable {
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(1)
    var single = encoder.singleValueContainer()
    try single.encode(2)
  }
}

/// Its number is in the unit that the coders have.
private struct Length: Codable {
  var metres: Double
  private static func unit(_ userInfo: [CodingUserInfoKey: Any]) -> Double { userInfo[.unit] as? Double ?? 1 }
  init(_ metres: Double) { self.metres = metres }
  init(from decoder: any Decoder) throws {
    metres = try decoder.singleValueContainer().decode(Double.self) * Self.unit(decoder.userInfo)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(metres / Self.unit(encoder.userInfo))
  }
}

private final class Track: ArchivableClass {
  var length: Double
  var next: Track?
  var paths: [String] = []
  let part: Part
  init(_ length: Double, _ next: Track? = nil) { (self.length, self.next, part) = (length, next, Part()) }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(length / (encoder.userInfo[.unit] as? Double ?? 1), forKey: "length")
    try encoder.encode(next, forKey: "next")
    try encoder.encode(part, forKey: "part")
  }
  init(from decoder: ObjectDecoder) throws {
    length = try decoder.decode(Double.self, forKey: "length") * (decoder.userInfo[.unit] as? Double ?? 1)
    paths = decoder.codingPath.map(\.stringValue)
    part = try decoder.decode(Part.self, forKey: "part")
  }
  func connect(from decoder: ObjectDecoder) throws {
    next = try decoder.decodeIfPresent(Track.self, forKey: "next")
    length += decoder.userInfo[.unit] == nil ? 0 : 0.5
  }

  struct Part: ArchivableComposite {
    var paths: [String] = []
    init() {}
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(encoder.codingPath.map(\.stringValue), forKey: "paths")
    }
    init(from decoder: ObjectDecoder) throws {
      paths = try decoder.decode([String].self, forKey: "paths") + decoder.codingPath.map(\.stringValue)
    }
  }
}

@Suite("Errors, paths and user information of Codable types")
struct CodableErrorTests {
  private func failure<Value: Decodable>(
    _ type: Value.Type, _ value: some Encodable, _ location: SourceLocation = #_sourceLocation
  ) throws -> ArchiveError? {
    var writer = ArchiveWriter()
    try writer.encode(codable: value, forKey: "settings")
    let data = try writer.finish()
    return #expect(throws: ArchiveError.self, sourceLocation: location) {
      try ArchiveReader(data).decode(codable: type, forKey: "settings")
    }
  }

  @Test("What is missing, of another kind or out of range is a typed error with its path") func typed() throws {
    #expect(
      try failure([Coded.Address].self, [["street": "S"], ["zip": "1"]])
        == .missingKey(path: "settings[1].street"))
    #expect(try failure([String: Int].self, ["a": nil] as [String: Int?]) == .missingKey(path: "settings.a"))
    #expect(
      try failure(Coded.Pair<Int, [Bool]>.self, Coded.Pair(first: 1, second: [0, 1]))
        == .wrongType(path: "settings.second[0]", expected: "a boolean", found: "an integer"))
    #expect(
      try failure([Int8].self, [1, 300]) == .outOfRange(path: "settings[1]", value: "300", type: "Int8"))
    #expect(
      try failure([UInt].self, [1, -1]) == .outOfRange(path: "settings[1]", value: "-1", type: "UInt"))
    #expect(
      try failure(Int.self, 2.5) == .wrongType(path: "settings", expected: "an integer", found: "a real number"))
    #expect(try failure(Int.self, true)?.code == .wrongType)
    #expect(try failure([Float].self, [0.1])?.code == .outOfRange)
    #expect(try failure(Int64.self, Int128.max)?.code == .wrongType)
    #expect(try failure(UInt128.self, Int128(-1))?.code == .outOfRange)
    #expect(
      try failure([Int].self, ["a": 1])
        == .wrongType(path: "settings", expected: "an array", found: "an object of the class 'NSDictionary'"))
    #expect(try failure([String: Int].self, [1])?.code == .wrongType)
    #expect(try failure(Date.self, "text")?.code == .wrongType)
    #expect(try failure(Coded.Shape.self, ["circle": 1, "point": 2])?.path == "settings")
  }

  @Test("An error names the place in an object, too") func withinObject() throws {
    final class Owner: ArchivableClass {
      var list = [Checked(1), Checked(2)]
      init() {}
      func encode(to encoder: ObjectEncoder) throws { try encoder.encode(codable: list, forKey: "list") }
      init(from decoder: ObjectDecoder) throws {
        _ = try decoder.decode(codable: [[String: Bool]].self, forKey: "list")
      }
    }
    let data = try ArchiveEncoder().encode([Owner()])
    #expect(
      throws: ArchiveError.wrongType(
        path: "root[0].list[0].value", expected: "a boolean", found: "an integer")
    ) { try ArchiveDecoder().decode([Owner].self, from: data) }
    let owner = Owner()
    owner.list.append(Checked(15))
    let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(owner) }
    #expect(error?.code == .notArchivableValue && error?.path?.hasSuffix("list[2]") == true)
    #expect(error?.details.reason == "15 is not for archives")
  }

  @Test(
    "What the types' own code refuses is an ArchiveError with the path, and other errors of it are thrown as they are")
  func own() throws {
    let data = try ArchiveEncoder().encode(codable: [Checked(1), Checked(13)])
    #expect(throws: ArchiveError.codingFailed(path: "root[1].value", reason: "13 brings bad luck")) {
      try ArchiveDecoder().decode(codable: [Checked].self, from: data)
    }
    let other = try ArchiveEncoder().encode(codable: ["a": Checked(14)])
    #expect(throws: CocoaError.self) { try ArchiveDecoder().decode(codable: [String: Checked].self, from: other) }
    #expect(throws: CocoaError.self) { try ArchiveEncoder().encode(codable: [Checked(16)]) }
    let unknown = try ArchiveEncoder().encode(codable: "medium")
    let refused = #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(codable: Coded.Kind.self, from: unknown)
    }
    #expect(refused?.code == .codingFailed)
    #expect(
      refused?.description
        == "The value for the key 'root' is refused by its type's own coding: Cannot initialize Kind from invalid String value medium."
    )
  }

  @Test("A call that fails is taken back, and the keys of later calls are right") func takenBack() throws {
    var writer = ArchiveWriter()
    try writer.encode(codable: ["a": 1, "$null": 2], forKey: "first")
    #expect(throws: CocoaError.self) {
      try writer.encode(codable: ["z": Checked(1), "y": Checked(16), "$null": Checked(2)], forKey: "second")
    }
    #expect(throws: ArchiveError.duplicateKey(path: "first")) { try writer.encode(codable: [1], forKey: "first") }
    try writer.encode(codable: ["y": 3, "x": 4, "$null": 5], forKey: "second")
    let reader = try ArchiveReader(try writer.finish())
    #expect(try reader.decode(codable: [String: Int].self, forKey: "first") == ["a": 1, "$null": 2])
    #expect(try reader.decode(codable: [String: Int].self, forKey: "second") == ["y": 3, "x": 4, "$null": 5])
  }

  @Test("The path of a container begins at the root, or at the key of the value") func codingPaths() throws {
    var writer = ArchiveWriter()
    try writer.encode(codable: ["a": [Checked(1)]], forKey: "k")
    let keyed = try ArchiveReader(writer.finish()).decode(codable: [String: [Checked]].self, forKey: "k")
    #expect(keyed["a"]?[0].path == ["k", "a", "Index 0"])
    let root = try ArchiveDecoder().decode(
      codable: [Checked].self, from: ArchiveEncoder().encode(codable: [Checked(1)]))
    #expect(root[0].path == ["Index 0"])
  }

  @Test("A value that nests too deeply is a typed error on both sides, on a small stack") func depth() throws {
    @Sendable func nest(_ depth: Int) -> Nest {
      (1..<depth).reduce(Nest(inner: [])) { inner, _ in Nest(inner: [inner]) }
    }
    // Each level is a struct and an array.
    let limit = ArchiveDecoder.Limits().maximumCodableNesting / 2
    try onThread(stackSize: 512 << 10) {
      let data = try ArchiveEncoder().encode(codable: nest(limit))
      _ = try ArchiveDecoder().decode(codable: Nest.self, from: data)
      let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(codable: nest(limit + 2)) }
      #expect(error?.code == .notArchivableValue)
      var encoder = ArchiveEncoder()
      encoder.readingLimits.maximumCodableNesting = 1_000
      let deep = try encoder.encode(codable: nest(limit + 2))
      #expect(
        throws: ArchiveError.limitExceeded(limit: "maximumCodableNesting", value: limit * 2 + 1, maximum: limit * 2)
      ) {
        try ArchiveDecoder().decode(codable: Nest.self, from: deep)
      }
    }
  }

  @Test("A type that asks for several kinds of containers is an error, and no trap") func misuse() throws {
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(codable: Undecided()) }
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(codable: ["a": [Undecided()]]) }
  }

  @Test("User information reaches encode(to:), init(from:) and connect(from:)") func userInfo() throws {
    var (encoder, decoder) = (ArchiveEncoder(), ArchiveDecoder())
    encoder.userInfo[.unit] = 1_000.0
    decoder.userInfo[.unit] = 1_000.0
    let data = try encoder.encode(codable: [Length(2_500)])
    #expect(try ArchiveDecoder().decode(codable: [Double].self, from: data) == [2.5])
    #expect(try decoder.decode(codable: [Length].self, from: data)[0].metres == 2_500)
    let track = try encoder.encode(Track(3_000))
    #expect(try ArchiveDecoder().decode(Track.self, from: track).length == 3)
    #expect(try decoder.decode(Track.self, from: track).length == 3_000.5)
    var writer = ArchiveWriter(settings: encoder)
    try writer.encode(codable: Length(1_000), forKey: "length")
    #expect(try ArchiveReader(writer.finish()).decode(Double.self, forKey: "length") == 1)
  }

  @Test("An object decoder and encoder have paths") func objectPaths() throws {
    let data = try ArchiveEncoder().encode([Track(1, Track(2))])
    let tracks = try ArchiveDecoder().decode([Track].self, from: data)
    #expect(tracks[0].paths == ["Index 0"])
    #expect(tracks[0].next?.paths == ["Index 0", "next"])
    #expect(tracks[0].next?.part.paths == ["part", "Index 0", "next", "part"])
  }

  @Test("A type that leaves out what it cannot read does not go on for ever in a hostile archive") func lossy() throws {
    // Elements that are nowhere, or are shared exponentially.
    var dangling = CraftedArchive()
    let nowhere = dangling.array([1_000_000, 2_000_000])
    let lost = #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(codable: Coded.Lossy<Int>.self, from: dangling.finish(root: nowhere))
    }
    #expect(lost?.code == .corrupt)
    var bomb = CraftedArchive()
    var last = bomb.array([])
    for _ in 0..<40 { last = bomb.array(Array(repeating: last, count: 10)) }
    let whole = bomb.finish(root: last)
    // Little memory is enough: a type that went on after the error would do so without an end.
    var limits = ArchiveDecoder.Limits()
    (limits.memoryPerByte, limits.memoryAllowance) = (64, 1 << 20)
    let decoder = ArchiveDecoder(limits: limits)
    for error in [
      #expect(throws: ArchiveError.self) { try decoder.decode(codable: Coded.JSON.self, from: whole) },
      #expect(throws: ArchiveError.self) { try decoder.decode(codable: Coded.Lossy<Coded.JSON>.self, from: whole) },
    ] {
      #expect(error?.code == .limitExceeded)
    }
  }
}
