import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// Inputs that would take time with the square of their size. Each shape is doubled twice: four times the input may cost at
/// most eight times the thread's processor time, where the square would be sixteen times.
@Suite("Work that grows with the input alone", .serialized)
struct LinearTimeTests {
  /// The processor time of this thread, independent of the machine's other work.
  private func time(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
  }

  private func expectLinear(_ size: Int, _ name: String, _ body: (Int) throws -> Void) throws {
    try body(max(size / 8, 1))
    // The least of two: other work of the machine only adds time.
    let small = min(try time { try body(size) }, try time { try body(size) })
    let large = try time { try body(size * 4) }
    // Next to nothing is linear enough.
    #expect(large < max(small * 8, 0.05), "\(name): \(size) take \(small) s, four times as many \(large) s")
  }

  private func expectLimit<Value: ArchivableValue>(_ type: Value.Type, _ data: Data) {
    guard failure(type, data)?.code == .limitExceeded else {
      Issue.record("\(type) is not refused")
      return
    }
  }

  // MARK: Graphs

  @Test("Many pointers to ends of one text, written and read")
  func ends() throws {
    try expectLinear(6_000, "ends") { count in
      let labels = try #require(label_build(count))
      defer { label_free(labels) }
      let data = try ArchiveEncoder().encode(graph: UnsafePointer(labels))
      let graph = try ArchiveDecoder().decodeGraph(Label.self, from: data)
      let root = try #require(graph.root)
      var label = UnsafePointer(root)
      for _ in 0..<(count / 2) { label = UnsafePointer(try #require(label.pointee.next)) }
      // As far from the first pointer's text as before.
      #expect(try #require(label.pointee.wide) - #require(root.pointee.wide) == count / 2 * 2)
      #expect(try #require(label.pointee.wider) - #require(root.pointee.wider) == -(count / 2 * 4))
      #expect(try #require(label.pointee.narrow) - #require(root.pointee.narrow) == count / 2)
      #expect(try #require(label.pointee.wider).load(as: UInt32.self) == 0x1F600)
    }
  }

  @Test("A function's name as the end of a huge text costs no text a link")
  func names() throws {
    // The same number of links to texts of which one is four times the other.
    try expectLinear(1 << 18, "names") { count in
      let bytes = Array((String(repeating: "x", count: count) + "name").utf8) + [0]
      try bytes.withUnsafeBytes { bytes in
        let texts = try GraphTexts(bytes, count: 1, path: "texts")
        for _ in 0..<20_000 { _ = texts.isText(0, "name") }
      }
    }
  }

  @Test("A condition of many values, asked of many records")
  func conditions() throws {
    func schema(_ values: [Int64]) -> RecordSchema {
      RecordSchema(
        "tagged", size: 16, alignment: 8,
        fields: [.scalar("kind", .i64, at: 0), .scalar("value", .i32, at: 8).when("kind", values)])
    }
    try expectLinear(3_000, "values") { count in
      let values = (0..<Int64(count)).map { $0 * 3 + 5_000 }
      var records = [UInt8](repeating: 0, count: count * 16)
      records.withUnsafeMutableBytes { bytes in
        for row in 0..<count { bytes.storeBytes(of: values[row], toByteOffset: row * 16, as: Int64.self) }
      }
      let data = try archive(schema(values), columns: records)
      // Of another schema, the archive's condition is asked beside one's own.
      #expect(try unarchive(schema(values + [1]), columns: data) == records)
    }
  }

  // MARK: Objects

  @Test("Many references to one object of many keys")
  func references() throws {
    try expectLinear(2_000, "references") { count in
      var archive = CraftedArchive()
      let number = archive.number(archive.integer(7))
      let keys = (0..<count).map { archive.text("key \($0)") }
      let names = archive.references(keys)
      let values = archive.references(keys.map { _ in number })
      let extra = (0..<count).map { ("extra \($0)", names) }
      let wide = archive.object("NSDictionary", [("NS.keys", names), ("NS.objects", values)] + extra)
      let data = archive.finish(root: archive.array(Array(repeating: wide, count: count * 8)))
      guard case .array(let elements) = try ArchiveDecoder().decode(ArchiveValue.self, from: data) else { return }
      #expect(elements.count == count * 8)
    }
  }

  private enum Name: String, ArchivableValue { case one, two }

  @Test("Long runs of combining marks are refused where text is hashed or compared, and are read where it is not")
  func marks() throws {
    var archive = CraftedArchive()
    let marks = archive.number(archive.utf16([0x61] + (0..<200_000).map { $0 & 1 == 0 ? 0x301 : 0x323 }))
    let number = archive.number(archive.integer(7))
    let list = archive.references([marks])
    let set = archive.object("NSSet", [("NS.objects", list)])
    let objects = archive.references([number])
    let dictionary = archive.object("NSDictionary", [("NS.keys", list), ("NS.objects", objects)])
    let nested = archive.object("NSSet", [("NS.objects", archive.references([archive.array([marks])]))])
    expectLimit(Set<String>.self, archive.finish(root: set))
    expectLimit([String: Int].self, archive.finish(root: dictionary))
    expectLimit(ArchiveValue.self, archive.finish(root: dictionary))
    expectLimit(Set<[String]>.self, archive.finish(root: nested))
    expectLimit(Name.self, archive.finish(root: marks))
    let text = try ArchiveDecoder().decode(String.self, from: archive.finish(root: marks))
    #expect(text.utf16.count == 200_001)
  }

  @Test("Texts with marks as people write them are keys as any other")
  func honestMarks() throws {
    // Decomposed Vietnamese, and a name under a heap of marks.
    let words = ["Vie\u{323}\u{302}t Nam", "Z" + String(repeating: "\u{321}\u{30D}", count: 40), "नमस्ते"]
    let set = Set((0..<2_000).flatMap { index in words.map { "\($0) \(index)" } })
    #expect(try ArchiveDecoder().decode(Set<String>.self, from: ArchiveEncoder().encode(set)) == set)
  }

  @Test("Made-up locales are not kept in any number; those that exist are read")
  func locales() throws {
    let known = Locale.availableIdentifiers.map { Locale(identifier: $0) }
    let data = try ArchiveEncoder().encode(known)
    #expect(try ArchiveDecoder().decode([Locale].self, from: data).map(\.identifier) == known.map(\.identifier))
    var archive = CraftedArchive()
    let names = (0..<20_000).map { index in
      let name = archive.uid(archive.text("made up \(index)"))
      return archive.object("NSLocale", [("NS.identifier", name)])
    }
    expectLimit([Locale].self, archive.finish(root: archive.array(names)))
  }
}
