@_spi(GeneratedCode) import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// 1.0 had narrower numbers, an option set of eight bits, and the case `go`, whose value `pace` was `speed`.
private let table = """
  releases\t1.0
  type\tPart\t0-\tkind=structure
  \tbytes\ti8[*]\t0-0\tdefault=[]
  \tbytes\ti64[*]\t1-\tdefault=[]
  \tflags\tbool[*]\t0-0\tdefault=[]
  \tflags\ti64[*]\t1-\tdefault=[]
  \toptions\t<Options>\t0-\tdefault=[]
  \trows\t<[[Int8]]>\t0-0\tdefault=[]
  \trows\t<[[Int]]>\t1-\tdefault=[]
  type\tHolder\t0-\tkind=structure
  \tmaybe\t<Options>?\t0-
  \tneeded\t<Options>\t0-\trequired
  type\tOptions\t0-0\tkind=enumerators\tinteger=u8
  type\tOptions\t1-\tkind=enumerators\tinteger=u16
  type\tEvent\t0-\tkind=enumeration
  \tgo\tcase\t0-0
  \tgo.far\ti64\t0-0\trequired
  \tgo.speed\ti64\t0-0\trequired
  \trun\tcase\t1-\twas=go
  \trun.far\ti64\t1-\trequired
  \trun.pace\ti64\t1-\trequired\twas=run.speed
  """

private struct Options: OptionSet, ArchivableValue {
  let rawValue: UInt16
}

private struct Part: ArchivableComposite, Equatable {
  var bytes: [Int] = []
  var flags: [Int] = []
  var options: Options = []
  var rows: [[Int]] = []

  static var archivedClassName: String { "Part" }

  init(bytes: [Int] = [], flags: [Int] = [], options: Options = [], rows: [[Int]] = []) {
    (self.bytes, self.flags, self.options, self.rows) = (bytes, flags, options, rows)
  }

  init(from decoder: ObjectDecoder) throws {
    if let key = try decoder.storedKey("bytes") { bytes = try decoder.decodePacked([Int].self, forKey: key) }
    if let key = try decoder.storedKey("flags") { flags = try decoder.decodePacked([Int].self, forKey: key) }
    if let key = try decoder.storedKey("options") { options = try decoder.decode(Options.self, forKey: key) }
    if let key = try decoder.storedKey("rows") { rows = try decoder.decode([[Int]].self, forKey: key) }
  }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encodePacked(bytes, forKey: "bytes")
    try encoder.encodePacked(flags, forKey: "flags")
    try encoder.encode(options, forKey: "options")
    try encoder.encode(rows, forKey: "rows")
  }
}

private struct Holder: ArchivableComposite, Equatable {
  var maybe: Options?
  var needed: Options

  static var archivedClassName: String { "Holder" }

  init(maybe: Options?, needed: Options) { (self.maybe, self.needed) = (maybe, needed) }

  init(from decoder: ObjectDecoder) throws {
    maybe = try decoder.decodeIfPresent(Options.self, forKey: "maybe")
    needed = try decoder.decode(Options.self, forKey: "needed")
  }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(maybe, forKey: "maybe")
    try encoder.encode(needed, forKey: "needed")
  }
}

private enum Event: ArchivableEnumeration {
  case run(pace: Int, far: Int)

  static var archivedClassName: String { "Event" }
  var archivedCase: String { "run" }
  var hasArchivedValues: Bool { true }
  func encodeValues(to encoder: ObjectEncoder) throws {
    switch self {
    case .run(let pace, let far):
      try encoder.encode(pace, forKey: "pace")
      try encoder.encode(far, forKey: "far")
    }
  }
  init?(archivedCase name: String) { nil }
  init?(archivedCase name: String, from decoder: ObjectDecoder) throws { nil }
}

@Suite("Values that do not fit the types of an earlier release")
struct ReleaseFitTests {
  private func encoder(losing: Bool = false) throws -> ArchiveEncoder {
    var encoder = ArchiveEncoder(for: try ReleaseHistory(table).release("1.0"))
    encoder.allowsLosses = losing
    return encoder
  }

  private func dictionaries(_ data: Data) throws -> [[String: Any]] {
    let list = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    return try #require(list["$objects"] as? [Any]).compactMap { $0 as? [String: Any] }
  }

  @Test(
    "An element that does not fit is listed with its key, and zero where losses are allowed", arguments: [1000, -129])
  func elements(number: Int) throws {
    let part = Part(bytes: [number, 5])
    let found = try encoder().losses(encoding: part)
    #expect(found.map(\.path) == ["Part.bytes"] && found.map(\.reason) == [.doesNotFit])
    let read = try ArchiveDecoder().decode(Part.self, from: encoder(losing: true).encode(part))
    #expect(read.bytes == [0, 5])
  }

  @Test("A number in an array that the release has as truth values is listed, and false where losses are allowed")
  func flags() throws {
    let part = Part(flags: [2, 1])
    let found = try encoder().losses(encoding: part)
    #expect(found.map(\.path) == ["Part.flags"] && found.map(\.reason) == [.doesNotFit])
    let data = try encoder(losing: true).encode(part)
    #expect(try dictionaries(data).compactMap { $0["flags"] as? Data } == [Data([0, 1])])
  }

  @Test("An option set that does not fit is listed with its key, and left out where losses are allowed")
  func options() throws {
    #expect(try encoder().losses(encoding: Part(options: Options(rawValue: 255))).isEmpty)
    let part = Part(options: Options(rawValue: 300))
    let found = try encoder().losses(encoding: part)
    #expect(found.map(\.path) == ["Part.options"] && found.map(\.reason) == [.doesNotFit])
    #expect(found.map(\.value) == ["300"])
    let data = try encoder(losing: true).encode(part)
    #expect(try dictionaries(data).allSatisfy { $0["options"] == nil })
  }

  @Test("An optional option set is written as always, and one that the release needs and that does not fit is an error")
  func optionalOptions() throws {
    for maybe in [nil, Options(rawValue: 200)] {
      let holder = Holder(maybe: maybe, needed: Options(rawValue: 3))
      let data = try encoder().encode(holder)
      #expect(try data == ArchiveEncoder().encode(holder))
      #expect(try ArchiveDecoder().decode(Holder.self, from: data) == holder)
    }
    let found = try encoder().losses(encoding: Holder(maybe: Options(rawValue: 300), needed: Options(rawValue: 301)))
    #expect(found.map(\.path) == ["Holder.maybe", "Holder.needed"] && found.map(\.isRefused) == [false, true])
  }

  @Test("An option set that does not fit and stands in an array is an error, as the release would refuse it")
  func optionsInArray() throws {
    let found = try encoder().losses(encoding: [Options(rawValue: 300), Options(rawValue: 3)])
    #expect(found.map(\.path) == ["Options"] && found.map(\.reason) == [.doesNotFit])
    #expect(found.map(\.isRefused) == [true])
    #expect(try encoder().losses(encoding: [Options(rawValue: 3)]).isEmpty)
  }

  @Test("A renamed case is written with its values under the former names")
  func renamedCase() throws {
    #expect(try encoder().losses(encoding: [Event.run(pace: 5, far: 6)]).isEmpty)
    let objects = try dictionaries(encoder().encode([Event.run(pace: 5, far: 6)]))
    let keys = objects.flatMap(\.keys).filter { $0.hasPrefix("go") || $0.hasPrefix("run") }
    #expect(Set(keys) == ["go.speed", "go.far"])
  }

  @Test("Arrays in arrays are written where all their numbers fit, and refused otherwise")
  func rows() throws {
    #expect(try encoder().losses(encoding: Part(rows: [[1], [-128]])).isEmpty)
    let found = try encoder().losses(encoding: Part(rows: [[1], [1000]]))
    #expect(found.map(\.path) == ["Part.rows"] && found.map(\.isRefused) == [true])
  }
}
