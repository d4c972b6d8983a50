import ArchiveInspection
import ArchiveRuntime
import Foundation
import TestRandom
import Testing
import UntypedArchive

@Suite("Files in other formats")
struct OtherFormatTests {
  private func open(_ text: String) throws -> ArchiveDocument {
    try ArchiveDocument.opening(ArchiveBytes(copying: Array(text.utf8)))
  }

  private func json(_ text: String) throws -> String {
    let document = try open(text)
    let data = try TestArchives.output {
      var writer = ValueJSONWriter(document, to: $0)
      try writer.write(.value(try document.inspected(document.start)))
    }
    return String(decoding: data, as: UTF8.self)
  }

  @Test(
    "OpenStep's text is read: dictionaries, arrays, texts, data, comments, GNUstep's values and files of strings",
    arguments: [
      ("{ a = b; }", #"{"a":"b"}"#), ("// c\n(a, /* b */ \"c d\",)", #"["a","c d"]"#),
      (#"{"k\"" = 'it''s'; }"#, nil), (#"{ a = "x\n\U00e9\351\101\\"; }"#, #"{"a":"x\néØA\\"}"#),
      ("{ d = <0fBD 77>; e = <>; }", #"{"d":{"$data":"D713"},"e":{"$data":""}}"#),
      ("{ i = <*I-42>; r = <*R1.5>; y = <*BY>; n = <*BN>; }", #"{"i":-42,"r":1.5,"y":true,"n":false}"#),
      ("{ t = <*D2001-01-01 01:00:00 +0100>; }", #"{"t":"2001-01-01T00:00:00Z"}"#),
      ("{ d = <[AQI=]>; }", #"{"d":{"$data":"AQI="}}"#), ("{ a = ( { b = c; }, () ); }", #"{"a":[{"b":"c"},[]]}"#),
      ("\"a\" = \"b\";\n\"c\";", #"{"a":"b","c":"c"}"#), ("{ path/to.it = a-b:c; }", #"{"path/to.it":"a-b:c"}"#),
      ("{ a = b }", #"{"a":"b"}"#), ("{ a = b; } x", nil), ("{ a = ; }", nil), ("{ a = \"b; }", nil), ("( a b )", nil),
      ("{ a = <0f1>; }", nil), ("{ a = <*I4x>; }", nil), ("{ a = /* b; }", nil), ("( a, ", nil),
    ])
  func openStep(_ text: String, _ expected: String?) throws {
    guard let expected else {
      #expect(throws: OpenStepError.self) { try open(text) }
      return
    }
    #expect(try json(text) == expected)
  }

  @Test("UTF-16 and a byte order mark are understood, and a byte that is no UTF-8 is named")
  func encodings() throws {
    for data in [
      Data([0xFF, 0xFE]) + Data("\"a\" = \"é\";".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
      Data([0xFE, 0xFF]) + Data("\"a\" = \"é\";".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
      Data([0xEF, 0xBB, 0xBF]) + Data("\"a\" = \"é\";".utf8),
    ] {
      let document = try ArchiveDocument.opening(ArchiveBytes(copying: data))
      #expect(try MadeArchives.tree(document, "a") == "\"é\"\n" && document.format == .openStep && !document.hasOffsets)
    }
    let error = #expect(throws: OpenStepError.self) {
      try ArchiveDocument.opening(ArchiveBytes(copying: Data("{ a = \"".utf8) + [0xE9] + Data("\"; }".utf8)))
    }
    #expect(error?.description.contains("line 1, column 8") == true && error?.description.contains("0xe9") == true)
  }

  @Test("A mistake has its line and column")
  func places() {
    let error = #expect(throws: OpenStepError.self) { try open("{\n  a = b\n  c = d;\n}") }
    #expect(error?.line == 3 && error?.column == 3 && error?.reason == "';' or '}' is expected")
  }

  @Test("A million brackets within each other need no stack, and long text takes a time in proportion to it")
  func deep() throws {
    let depth = 1_000_000
    let deep = String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
    let thread = DeepThread { try ArchiveDocument.opening(ArchiveBytes(copying: Array(deep.utf8))).view.objectCount }
    #expect(try thread.result() == depth)
    for part in ["/* */", "\"x", "a = b;", "\\U00e9", "<", "(", "'"] {
      let text = "( \"" + String(repeating: part, count: 200_000)
      let clock = ContinuousClock()
      #expect(clock.measure { _ = try? open(text) } < .seconds(60), "\(part)")
    }
  }

  @Test("Four thousand damaged texts are read or refused with a place, and what is read is a sound list")
  func damaged() throws {
    let random = SeededRandom.replayable()
    var numbers = SeededNumbers(random.seed)
    let seed = Array(
      "{ a = (1, \"b\\U00e9\\n\", <0f bd>); \"k\" = <*I42>; /* x */ b = {c = d;}; // e\n s = 'q'; }".utf8)
    let pieces: [[UInt8]] = [
      "{", "}", "(", ")", "=", ";", ",", "\"", "'", "<", ">", "/*", "*/", "//", "\\", "\\U", "<*", "<[",
    ].map {
      Array($0.utf8)
    }
    var read = 0
    for _ in 0..<4_000 {
      var text = seed
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let place = Int.random(in: 0..<text.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: text[place] = UInt8.random(in: 0...255, using: &numbers)
        case 1: text.removeSubrange(place..<min(text.count, place + Int.random(in: 1...5, using: &numbers)))
        case 2: text.insert(contentsOf: pieces.randomElement(using: &numbers) ?? [], at: place)
        default: text = Array(text[..<max(1, place)])
        }
        if text.isEmpty { text = [0x28] }
      }
      do {
        let document = try ArchiveDocument.opening(ArchiveBytes(copying: text))
        _ = try PropertyList(Data(document.source.bytes))
        read += 1
      } catch is OpenStepError {
      } catch is ArchiveError {
      } catch is JSONError {
      }
    }
    #expect(read > 100, "seed \(random.seed)")
  }

  @Test(
    "A file that is something else is named",
    arguments: [
      ("NIBArchive\u{1}", "NIBArchive"), ("\u{4}\u{B}streamtyped", "typedstream"), ("GNUstep archive", "NSArchiver"),
      ("SQLite format 3\0", "--sqlite"), ("PK\u{3}\u{4}", "zip"), ("BZh9", "bzip2"), ("%PDF-1.4", "PDF"),
      ("bplist16", "1x"),
      ("hello", "neither a binary nor an XML property list"),
    ])
  func foreign(_ begin: String, _ word: String) {
    let error = #expect(throws: ArchiveError.self) { try open(begin) }
    #expect(error.map { "\($0)".contains(word) } == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test(
    "Text in UTF-32, and in UTF-16 without a byte order mark, is named",
    arguments: [String.Encoding.utf32LittleEndian, .utf32BigEndian, .utf16LittleEndian, .utf16BigEndian],
    ["<?xml version=\"1.0\"?><plist version=\"1.0\"><dict/></plist>", "{ a = \"1\"; }"])
  func encodings(_ encoding: String.Encoding, _ text: String) throws {
    let data = try #require(text.data(using: encoding))
    let error = #expect(throws: ArchiveError.self) { try ArchiveDocument.opening(ArchiveBytes(copying: data)) }
    #expect(error?.code == .notAnArchive && "\(error.map { "\($0)" } ?? "")".contains("iconv -f UTF-"))
  }

  @Test("A list behind its length is found, and gzip is named")
  func behindHeader() throws {
    let list = try TestArchives.list(Data("[1,2]".utf8)).data
    let length = withUnsafeBytes(of: UInt32(list.count).bigEndian) { Data($0) }
    for (header, word) in [(length, "behind its length in 4 bytes"), (Data([1, 2, 3]), "behind 3 bytes")] {
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveDocument.opening(ArchiveBytes(copying: header + list))
      }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.contains(word) && text.contains("--at \(header.count)"), "\(text)")
    }
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveDocument.opening(ArchiveBytes(copying: Data([0x1F, 0x8B, 8, 0])))
    }
    #expect(error.map { "\($0)".contains("gunzip") } == true)
  }

  @Test("A finding about a whole file that is no list has no offset, which would look like a line 0")
  func wholeFile() {
    for bytes in [Data([0x1F, 0x8B, 8, 0]), Data("PK\u{3}\u{4}".utf8), Data("hello".utf8), Data()] {
      let report = ArchiveLint.check(ArchiveBytes(copying: bytes))
      #expect(report.findings.map(\.offset) == [nil])
      let text = TestArchives.output { LintText().write(report, "file", to: $0) }
      #expect(String(decoding: text, as: UTF8.self).hasPrefix("file: error: "))
    }
  }
}

/// Runs work on a thread with a small stack.
private final class DeepThread: @unchecked Sendable {
  private var outcome: Result<Int, any Error>?
  private let done = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable () throws -> Int) {
    let thread = Thread { [self] in
      outcome = Result { try work() }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
  }

  func result() throws -> Int {
    done.wait()
    return try outcome?.get() ?? -1
  }
}
