import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing
import UntypedArchive

@Suite("Whether an archive is sound")
struct LintTests {
  private func rules(_ data: some Collection<UInt8>) -> [String] {
    ArchiveLint.check(ArchiveBytes(copying: data)).findings.map { "\($0.severity.rawValue) \($0.rule.rawValue)" }
  }

  private func findings(_ data: some Collection<UInt8>) -> [LintFinding] {
    ArchiveLint.check(ArchiveBytes(copying: data)).findings
  }

  @Test("Every archive of the test tree is sound")
  func goldens() throws {
    for file in TestArchives.all {
      let data = try Data(contentsOf: file)
      guard try TestArchives.document(data).keyed != nil else { continue }
      #expect(findings(data).map { "\($0)" } == [], "\(file.lastPathComponent)")
    }
  }

  @Test("What is no property list, cut short, or has a wrong trailer is said with its place")
  func files() throws {
    #expect(rules(Array("nothing".utf8)) == ["error header"])
    #expect(rules([UInt8]()) == ["error header"])
    let data = try MadeArchive.table([("a", "u8", ["1"])], count: 1)
    #expect(rules(data.prefix(data.count - 3)).first == "error trailer")
    var other = data
    other[data.count - 30] = 1
    #expect(rules(other) == ["warning trailer"])
  }

  @Test("Wrong offsets, overlaps, gaps, references, texts and keys are all found, with their offsets")
  func structure() throws {
    let list = TestArchives.list(
      [[0xD2, 1, 1, 2, 9], [0x51, 0x61], [0x61, 0xD8, 0x00], [0x51, 0xFF]], top: 0)
    let found = findings(list)
    #expect(found.map(\.rule) == [.archive, .duplicateKey, .reference, .text, .text])
    #expect(found.contains { $0.rule == .reference && $0.offset == 12 })
    #expect(found.contains { $0.rule == .text && $0.offset == 16 })
    // The offset of the last object is that of the one before.
    var overlapping = TestArchives.list([[0xA2, 1, 2], [0x51, 0x61], [0x51, 0x62]], top: 0)
    let table = overlapping.count - 32 - 6
    overlapping[table + 5] = overlapping[table + 3]
    let rules = findings(overlapping).map(\.rule)
    #expect(rules.contains(.overlap) && rules.contains(.gap))
  }

  @Test("The outer parts of a keyed archive, its references and classes are checked")
  func archive() throws {
    let data = try MadeArchive.data([
      #"{"a":{"$ref":77},"b":{"$ref":3},"$class":{"$ref":2}}"#, MadeArchive.classObject("T"),
      #"{"v":1,"$class":{"$ref":4}}"#, "\"no class\"", "\"lost\"", #"{"v":1,"$class":9}"#,
    ])
    let found = findings(data)
    #expect(found.contains { $0.rule == .uid && $0.path == "root.a" && $0.severity == .error })
    #expect(found.contains { $0.rule == .class && $0.path == "root.b" && $0.severity == .error })
    #expect(found.contains { $0.rule == .unreachable && $0.path == "#5" })
    #expect(found.filter { $0.rule == .unreachable }.count == 2)
  }

  @Test("Foundation's classes have Foundation's keys")
  func foundation() throws {
    let data = try MadeArchive.data([
      #"{"NS.keys":[{"$ref":3}],"NS.objects":[],"$class":{"$ref":2}}"#, MadeArchive.classObject("NSDictionary"),
      "\"k\"",
    ])
    #expect(findings(data).map(\.rule) == [.foundation])
    let list = try MadeArchive.data([#"{"NS.objects":[7],"$class":{"$ref":2}}"#, MadeArchive.classObject("NSArray")])
    #expect(findings(list).map(\.rule) == [.foundation])
  }

  @Test("Values that do not fit a class of Foundation are named, and GNUstep's keys are right")
  func foundationValues() throws {
    func message(_ keys: String, _ type: String, _ more: [String] = []) throws -> [String] {
      findings(try MadeArchive.data(["{\(keys),\"$class\":{\"$ref\":2}}", MadeArchive.classObject(type)] + more)).map(
        \.message)
    }
    func bytes(_ count: Int) -> String { #"{"$data":"\#(Data(repeating: 1, count: count).base64EncodedString())"}"# }
    #expect(
      try message(#""NS.uuidbytes":\#(bytes(15))"#, "NSUUID") == ["'NS.uuidbytes' has 15 bytes, and an NSUUID has 16"])
    #expect(try message(#""uuid":\#(bytes(16))"#, "NSUUID") == [])
    #expect(try message(#""bytes":\#(bytes(16))"#, "NSUUID") == ["the keys are not those of an NSUUID"])
    #expect(
      try message(#""NS.time":"x""#, "NSDate") == ["'NS.time' of an NSDate is a string and no real number of 64 bits"])
    #expect(
      try message(#""NS.keys":[{"$ref":3},{"$ref":4}],"NS.objects":[{"$ref":3}]"#, "NSDictionary", [#""k""#, #""l""#])
        == ["the NSDictionary has 2 keys in 'NS.keys' and 1 value in 'NS.objects'"])
    let uuid = try MadeArchive.document([
      #"{"uuid":\#(bytes(16)),"$class":{"$ref":2}}"#, MadeArchive.classObject("NSUUID"),
    ])
    #expect(try MadeArchives.tree(uuid, "").contains("01010101-0101-0101-0101-010101010101"))
  }

  @Test("Equal keys of a dictionary, and values that contain themselves, are errors; objects may refer to each other")
  func repeatedValues() throws {
    func rules(_ objects: [String]) throws -> [LintFinding.Rule] {
      findings(try MadeArchive.data(objects)).filter { $0.severity == .error }.map(\.rule)
    }
    func dictionary(_ keys: [Int], _ more: String...) throws -> [LintFinding.Rule] {
      let list = keys.map { MadeArchive.ref($0) }.joined(separator: ",")
      return try rules(
        [
          #"{"NS.keys":[\#(list)],"NS.objects":[\#(list)],"$class":{"$ref":2}}"#,
          MadeArchive.classObject("NSDictionary"),
        ] + more)
    }
    #expect(try dictionary([3, 3], #""k""#) == [.duplicateKey])
    #expect(try dictionary([3, 4], #""k""#, #""k""#) == [.duplicateKey])
    #expect(try dictionary([3, 4], "1", "1") == [.duplicateKey])
    #expect(try dictionary([3, 4], #""k""#, #""l""#) == [])
    let (array, url) = (MadeArchive.classObject("NSArray"), MadeArchive.classObject("NSURL"))
    #expect(try rules([#"{"NS.objects":[{"$ref":1}],"$class":{"$ref":2}}"#, array]) == [.cycle])
    #expect(
      try rules([
        #"{"NS.objects":[{"$ref":3}],"$class":{"$ref":2}}"#, array, #"{"NS.objects":[{"$ref":1}],"$class":{"$ref":2}}"#,
      ]) == [.cycle])
    #expect(
      try rules([#"{"NS.base":{"$ref":1},"NS.relative":{"$ref":3},"$class":{"$ref":2}}"#, url, #""x/y""#]) == [.cycle])
    #expect(
      try rules([
        #"{"items":{"$ref":3},"self":{"$ref":1},"$class":{"$ref":2}}"#, MadeArchive.classObject("Item"),
        #"{"NS.objects":[{"$ref":1},{"$ref":1}],"$class":{"$ref":4}}"#, array,
      ]) == [])
    // An array that contains itself, in a list that is no archive.
    let found = findings(TestArchives.list([[0xA1, 1], [0xA1, 0]], top: 0)).filter { $0.severity == .error }
    #expect(found.map(\.rule) == [.cycle], "\(found)")
  }

  @Test("A whole list with bytes behind it is named")
  func bytesBehind() throws {
    let data = try MadeArchive.table([("a", "u8", ["1"])], count: 1)
    let found = findings(data + Data(repeating: 0x20, count: 14))
    #expect(found.count == 1 && found[0].message.contains("with 14 bytes behind it"), "\(found)")
  }

  @Test("A collection may have its elements under numbered keys, as Foundation's ordered sets have")
  func numberedElements() throws {
    let orderedSet = MadeArchive.classObject("NSOrderedSet")
    for (keys, rules) in [
      (#""NS.object.1":{"$ref":3},"NS.object.0":{"$ref":3},"#, []), ("", []),
      (#""NS.object.1":{"$ref":3},"#, [.foundation]),
    ] as [(String, [LintFinding.Rule])] {
      let data = try MadeArchive.data(["{\(keys)\"$class\":{\"$ref\":2}}", orderedSet] + (keys.isEmpty ? [] : ["1"]))
      #expect(findings(data).map(\.rule) == rules, "\(keys)")
    }
  }

  @Test("Columns have as many bytes as their description says, and no unused bits")
  func columns() throws {
    func table(_ lines: String, _ columns: String) throws -> Data {
      try MadeArchive.data([
        #"{"[]":{"$ref":2},\#(columns),"$class":{"$ref":3}}"#, "\"\(lines)\"", MadeArchive.classObject("row[]"),
      ])
    }
    let short = findings(try table(#"count 2\nu16 a\nu8 b"#, #""[].a":{"$data":"AQI="},"[].b":{"$data":"AQI="}"#))
    #expect(short.map(\.rule) == [.column])
    #expect(short.first?.path == "root[].a")
    #expect(short.first?.offset != nil)
    #expect(rules(try table(#"count 2\nu16 a"#, #""[].b":{"$data":"AQI="}"#)) == ["error column", "warning column"])
    #expect(rules(try table(#"count 2\nu3 a"#, #""[].a":{"$data":"AQk="}"#)) == ["warning values"])
    #expect(rules(try table(#"count 1\nutf8[4] a"#, #""[].a":{"$data":"YQBiAA=="}"#)) == ["warning text"])
    #expect(rules(try table(#"count two"#, #""[].a":{"$data":"AQI="}"#)).contains("error description"))
    #expect(
      rules(try table(#"count 2\nu8 tag\n@1=1 u8 v"#, #""[].tag":{"$data":"AQE="},"[].v":{"$data":"AQ=="}"#))
        == ["error column"])
  }

  @Test("Links, roots, blocks and texts of graphs are checked")
  func graphs() throws {
    let links = findings(try MadeArchive.graph(values: [1, 2], next: [2, 9], other: [0, 7], root: 5))
    #expect(links.map(\.rule) == [.link, .link, .link])
    #expect(links.contains { $0.path == "root#node:2.next" })
    #expect(links.contains { $0.path == "root[].#root[0]" })
    let texts = try MadeArchive.data([
      """
      {"[]":{"$ref":2},"node[]":{"$ref":3},"node[].name":\(MadeArchive.values("u32", [1])),"#text[].utf8":{"$data":"YWI="},
      "[].#root":\(MadeArchive.values("u32", [1])),"$class":{"$ref":4}}
      """,
      #""graph 1\n1 node\n1 #text""#, #""count 1\nu32&2 name""#, MadeArchive.classObject("node*"),
    ])
    #expect(findings(texts).map(\.rule).contains(.text))
  }

  @Test("A damaged file gives findings or equal values, and nothing traps")
  func damage() throws {
    var random = SeededNumbers(3)
    let originals = try [
      MadeArchive.graph(values: [1, 2, 3], next: [2, 3, 0], other: [1, 1, 2], root: 1),
      MadeArchive.table([("a", "u16", ["1", "2"]), ("b", "utf8[4]", ["\"x\"", "\"y\""])], count: 2),
      Data(contentsOf: try #require(TestArchives.all.first)),
    ]
    for original in originals {
      let document = try TestArchives.document(original)
      for _ in 0..<1_500 {
        var data = original
        for _ in 0...Int.random(in: 0...2, using: &random) {
          data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        if Int.random(in: 0...9, using: &random) == 0 {
          data = data.prefix(Int.random(in: 0...data.count, using: &random))
        }
        let report = ArchiveLint.check(ArchiveBytes(copying: data))
        do {
          let other = try TestArchives.document(data)
          _ = try ArchiveComparison.compare(document, other)
        } catch let error as ArchiveError {
          #expect(report.errors > 0, "diff says \(error), and lint nothing")
        }
      }
    }
  }

  @Test("Findings are texts and JSON, and many of one kind are counted")
  func output() throws {
    let data = try MadeArchive.graph(values: [1, 2, 3], next: [9, 9, 9], other: [9, 9, 9], root: 1)
    let report = ArchiveLint.check(ArchiveBytes(copying: data), limit: 2)
    #expect(report.errors == 6 && report.findings.count == 2)
    let text = String(decoding: TestArchives.output { LintText().write(report, "f\u{1B}", to: $0) }, as: UTF8.self)
    #expect(
      text.contains(": error: root#node:1.next: ") && text.contains("4 more of [link]") && !text.contains("\u{1B}"))
    let json = TestArchives.output { LintJSON.write(report, "f", to: $0) }
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["omitted"] as? Int == 4)
  }
}
