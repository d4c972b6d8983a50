import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// What a decoder with default limits refuses, an encoder refuses before: with the key, while the value is still there.
@Suite("A value that could not be read is not written")
struct ReadingLimitTests {
  /// The path of the error when writing is refused; nil for a value that is read back.
  @discardableResult
  private func refusal<Value: ArchivableValue & Equatable>(
    _ value: Value, _ readingLimits: ArchiveDecoder.Limits = .init()
  ) throws -> String? {
    var settings = ArchiveEncoder()
    settings.readingLimits = readingLimits
    var encoder = ArchiveWriter(settings: settings)
    do {
      try encoder.encode(value, forKey: "value")
      let decoder = try ArchiveReader(try encoder.finish(), settings: ArchiveDecoder(limits: readingLimits))
      #expect(try decoder.decode(Value.self, forKey: "value") == value)
      return nil
    } catch let error as ArchiveError where error.code == .notArchivableValue {
      return error.path
    }
  }

  private func marks(_ count: Int) -> String {
    "a" + String(String.UnicodeScalarView((0..<count).map { $0 & 1 == 0 ? "\u{301}" : "\u{323}" }))
  }

  private struct Holder: ArchivableComposite, Hashable {
    var name: String
    init(_ name: String) { self.name = name }
    init(from decoder: ObjectDecoder) throws { name = try decoder.decode(String.self, forKey: "name") }
    func encode(to encoder: ObjectEncoder) throws { try encoder.encode(name, forKey: "name") }
  }

  private struct Label: RawRepresentable, ArchivableValue, Hashable { var rawValue: String }

  @Test("Runs of combining marks where text is hashed or compared", arguments: [10, 1_000, 2_000, 2_300, 10_000])
  func combiningMarks(count: Int) throws {
    let text = marks(count)
    let isRefused = count > 2_048
    #expect(try (refusal([text: 1]) != nil) == isRefused)
    #expect(try (refusal(Set([text])) != nil) == isRefused)
    #expect(try (refusal([[text]: 1]) != nil) == isRefused)
    #expect(try (refusal(Set([Holder(text)])) != nil) == isRefused)
    #expect(try (refusal(Label(rawValue: text)) != nil) == isRefused)
    #expect(try (refusal(ArchiveValue.dictionary([text: .null])) != nil) == isRefused)
    #expect(try (refusal(ArchiveValue.array([.dictionary([text: .null])])) != nil) == isRefused)
    #expect(try refusal(text) == nil, "text that is not hashed has no limit")
    #expect(try refusal([text]) == nil)
    #expect(try refusal([1: text]) == nil)
    #expect(try refusal(ArchiveValue.dictionary(["k": .string(text)])) == nil)
  }

  @Test("The error has the key, and the encoder is unchanged")
  func paths() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(1, forKey: "first")
    for value in [["k": marks(10)], ["k": "", marks(3_000): ""]] {
      do {
        try encoder.encode(value, forKey: "second\(value.count)")
      } catch let error as ArchiveError where error.code == .notArchivableValue {
        #expect(error.path == "second2" && value.count == 2)
        #expect(error.details.reason?.contains("readingLimits") == true)
      }
    }
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(decoder.keys.sorted() == ["first", "second1"])
    #expect(try refusal(ArchiveValue.array([.dictionary([marks(3_000): .null])])) == "value")
  }

  @Test("Many shorter runs, which cost too much together")
  func manyMarks() throws {
    let many = (0..<600).map { index in [marks(300) + "\(index)": index] }
    #expect(try refusal(many) != nil)
    #expect(try refusal(Array(many.prefix(20))) == nil)
  }

  @Test("Made-up locales, as many as are read and one more")
  func locales() throws {
    let made = (0..<1_025).map { Locale(identifier: "xx_\($0)made") }
    let known = Locale.availableIdentifiers.map { Locale(identifier: $0) }
    #expect(try refusal(known + Array(made.prefix(1_024))) == nil)
    #expect(try refusal(made) == "value[1024]")
    var encoder = ArchiveWriter()
    try encoder.encode(Array(made.prefix(1_000)), forKey: "a")
    #expect(throws: ArchiveError.self) { try encoder.encode(made, forKey: "b") }
    try encoder.encode(Array(made.prefix(1_024)), forKey: "c")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(try decoder.decode([Locale].self, forKey: "c").count == 1_024)
  }

  private func nested(_ depth: Int, _ wrap: (ArchiveValue) -> ArchiveValue) -> ArchiveValue {
    (1..<depth).reduce(.array([])) { value, _ in wrap(value) }
  }

  @Test("Documents as deep as is read, and one level more")
  func nesting() throws {
    for wrap in [{ .array([$0]) }, { .dictionary(["k": $0]) }, { .array([.null, $0, .array([])]) }]
      as [(
        ArchiveValue
      ) -> ArchiveValue]
    {
      #expect(try refusal(nested(1_000, wrap)) == nil)
      #expect(try refusal(nested(1_001, wrap)) == "value")
      #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(nested(1_001, wrap)) }
    }
    var limits = ArchiveDecoder.Limits()
    limits.maximumValueNesting = 2_000
    #expect(try refusal(nested(2_000) { .array([$0]) }, limits) == nil)
    limits.maximumValueNesting = 3
    #expect(try refusal(nested(3) { .array([$0]) }, limits) == nil)
    #expect(try refusal(nested(4) { .array([$0]) }, limits) == "value")
  }

  @Test("Long keys that many dictionaries have in common, and long addresses that many build on")
  func sharedTexts() throws {
    // Whether they are refused is one thing; what is written has to be read.
    let long = String(repeating: "k", count: 50_000)
    for count in [50, 500] {
      try refusal((0..<count).map { [long: $0] })
      try refusal((0..<count).map { Set([long, "\($0)"]) })
      try refusal((0..<count).map { ArchiveValue.dictionary([long: .integer(Int64($0))]) })
    }
    let base = try #require(URL(string: "http://a.example/" + String(repeating: "p/", count: 5_000)))
    for count in [10, 200] { try refusal((0..<count).map { URL(string: "x\($0)", relativeTo: base) }) }
  }

  private typealias Line = (
    Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int
  )

  /// Large in memory, and nil is a reference in the archive.
  private struct Large: ArchivableComposite, Equatable {
    var lines: (Line, Line, Line, Line, Line, Line, Line, Line)?
    init(from decoder: ObjectDecoder) throws {}
    func encode(to encoder: ObjectEncoder) throws {}
    static func == (left: Large, right: Large) -> Bool { (left.lines == nil) == (right.lines == nil) }
  }

  @Test("Elements without bytes in the archive that are large in memory")
  func largeElements() throws {
    #expect(try refusal([Large?](repeating: nil, count: 10_000)) == nil)
    #expect(try refusal([Large?](repeating: nil, count: 100_000)) != nil)
  }

  // MARK: Records

  private typealias Block = (Line, Line, Line, Line, Line, Line, Line, Line)

  /// A buffer of which the link alone is archived.
  private struct Buffer: ArchivableNode {
    var next: UnsafeMutablePointer<Buffer>?
    var contents: (Block, Block, Block, Block)

    static let archiveSchema: RecordSchema = RecordSchema(
      "buffer", size: MemoryLayout<Buffer>.size, alignment: 8, fields: [.link("next", to: Buffer.archiveSchema, at: 0)])
  }

  /// The same with a number.
  private struct Sparse: ArchivableRecord {
    var number: Int64
    var contents: (Block, Block, Block, Block)

    static let archiveSchema: RecordSchema = RecordSchema(
      "sparse", size: MemoryLayout<Sparse>.size, alignment: 8, fields: [.scalar("number", .i64, at: 0)])
  }

  private static let line: Line = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  private static let block: Block = (line, line, line, line, line, line, line, line)

  /// Whether writing, at the root or under a key, is refused; what is written has to be read.
  private func isRefused(
    _ key: String, root: () throws -> Data, keyed: (inout ArchiveWriter) throws -> Void,
    _ read: (Data) throws -> Void
  ) throws -> Bool {
    do {
      var encoder = ArchiveWriter()
      if !key.isEmpty { try keyed(&encoder) }
      try read(key.isEmpty ? try root() : try encoder.finish())
      return false
    } catch let error as ArchiveError where error.code == .notArchivableValue {
      #expect(error.path == (key.isEmpty ? "root" : key))
      return true
    }
  }

  @Test(
    "Graphs of records of which little is archived",
    arguments: [(1_000, ""), (1_000, "k"), (20_000, ""), (20_000, "k")])
  func graphs(count: Int, key: String) throws {
    let buffers = UnsafeMutablePointer<Buffer>.allocate(capacity: count)
    defer { buffers.deallocate() }
    for index in 0..<count {
      (buffers + index).initialize(
        to: Buffer(
          next: index + 1 < count ? buffers + index + 1 : nil,
          contents: (Self.block, Self.block, Self.block, Self.block)))
    }
    let isRefused = try isRefused(key) {
      try ArchiveEncoder().encode(graph: UnsafePointer(buffers))
    } keyed: {
      try $0.encode(graph: UnsafePointer(buffers), forKey: key)
    } _: { data in
      let graph =
        key.isEmpty
        ? try ArchiveDecoder().decodeGraph(Buffer.self, from: data)
        : try ArchiveReader(data).decodeGraph(Buffer.self, forKey: key)
      #expect(graph.root != nil)
    }
    #expect(isRefused == (count > 10_000))
  }

  @Test(
    "Arrays of records of which little is archived",
    arguments: [(1_000, ""), (1_000, "k"), (20_000, ""), (20_000, "k")])
  func arrays(count: Int, key: String) throws {
    let records = [Sparse](
      repeating: Sparse(number: 7, contents: (Self.block, Self.block, Self.block, Self.block)), count: count)
    let isRefused = try isRefused(key) {
      try ArchiveEncoder().encode(records)
    } keyed: {
      try $0.encode(records, forKey: key)
    } _: { data in
      let read =
        key.isEmpty
        ? try ArchiveDecoder().decode([Sparse].self, from: data)
        : try ArchiveReader(data).decode([Sparse].self, forKey: key)
      #expect(read.count == count && read[0].number == 7)
    }
    #expect(isRefused == (count > 10_000))
  }

  @Test("Higher limits of the reader are for the encoder to know")
  func higherLimits() throws {
    var limits = ArchiveDecoder.Limits()
    limits.memoryAllowance = 1 << 30
    #expect(try refusal([marks(2_300): 1], limits) == nil)
    #expect(try refusal([Large?](repeating: nil, count: 100_000), limits) == nil)
  }
}
