@_spi(GeneratedCode) import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// In 1.0 `other` and `mate` were weak, `levels` had two elements, `text` was Latin-1, and `counts` had 16 bits.
private let table = """
  releases\t1.0\t2.0
  type\tRing\t0-\tkind=record
  \tid\tu32\t0-
  \tnext\t&Ring\t0-
  \tother\t&Ring\t0-0\tweak
  \tother\t&Ring\t1-
  type\tMeter\t0-\tkind=record
  \tlevels\tu16[2]\t0-0\tdefault=7
  \tlevels\tu16[4]\t1-\tdefault=7
  type\tCaption\t0-\tkind=record
  \tid\tu32\t0-
  \ttext\t&#text\t0-0\tencoding=latin1
  \ttext\t&#text\t1-
  type\tPlant\t0-\tkind=record
  \tcounts\t&#i16\t0-0\tcount=n
  \tcounts\t&#i32\t1-\tcount=n
  \tn\tu32\t0-
  \tother\t&Plant\t0-0\tweak
  \tother\t&Plant\t1-
  type\tVase\t0-\tkind=record
  \twords\t&#i8\t0-\tcount=n + 1 bytes
  \tdata\t&#u8\t0-\tcount=n or null
  \tcodes\t&#u16\t0-\tcount=*terminated(7)
  \tn\tu32\t0-
  \textra\tu32\t1-
  type\tSwan\t0-\tkind=class
  \tfirst\t<Swan>?\t0-
  \tmate\t<Swan>?\t0-0\tweak
  \tmate\t<Swan>?\t1-
  """

private struct Plant: ArchivableNode {
  var counts: UnsafeMutablePointer<Int32>?
  var n: UInt32 = 0
  var other: UnsafeMutablePointer<Plant>?

  static let archiveSchema: RecordSchema = .init(
    "Plant", size: 24, alignment: 8,
    fields: [
      .data("counts", of: .i32, count: .of("n"), at: 0), .scalar("n", .u32, at: 8),
      .link("other", to: Plant.archiveSchema, at: 16),
    ])
}

private struct Vase: ArchivableNode {
  var words: UnsafeMutablePointer<Int8>?
  var data: UnsafeMutablePointer<UInt8>?
  var n: UInt32 = 0
  var extra: UInt32 = 0
  var codes: UnsafeMutablePointer<UInt16>?

  static let archiveSchema: RecordSchema = .init(
    "Vase", size: 32, alignment: 8,
    fields: [
      .data("words", of: .i8, count: .bytes("n", plus: 1), at: 0),
      .data("data", of: .u8, count: .of("n", orNull: true), at: 8),
      .scalar("n", .u32, at: 16), .scalar("extra", .u32, at: 20),
      .data("codes", of: .u16, count: .terminated(by: 7), at: 24),
    ])
}

private final class Swan: ArchivableClass {
  var first: Swan?
  var mate: Swan?

  static var archivedClassName: String { "Swan" }
  static var archivableSubclasses: [any ArchivableClass.Type] { [] }

  init() {}
  init(from decoder: ObjectDecoder) throws {}

  func connect(from decoder: ObjectDecoder) throws {
    first = try decoder.decodeIfPresent(Swan.self, forKey: "first")
    mate = try decoder.decodeIfPresent(Swan.self, forKey: "mate")
  }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(first, forKey: "first")
    try encoder.encode(mate, forKey: "mate")
  }
}

private struct Ring: ArchivableNode {
  var id: UInt32 = 0
  var next: UnsafeMutablePointer<Ring>?
  var other: UnsafeMutablePointer<Ring>?

  static let archiveSchema: RecordSchema = .init(
    "Ring", size: 24, alignment: 8,
    fields: [
      .scalar("id", .u32, at: 0), .link("next", to: Ring.archiveSchema, at: 8),
      .link("other", to: Ring.archiveSchema, at: 16),
    ])
}

private struct Meter: ArchivableRecord, BitwiseCopyable, Equatable {
  var (first, second, third, fourth): (UInt16, UInt16, UInt16, UInt16)

  static let archiveSchema: RecordSchema = .init(
    "Meter", size: 8, alignment: 2, fields: [.array("levels", [4], of: .u16, at: 0).default(7)])
}

private struct Caption: ArchivableNode {
  var id: UInt32 = 0
  var text: UnsafeMutablePointer<CChar>?

  static let archiveSchema = RecordSchema(
    "Caption", size: 16, alignment: 8, fields: [.scalar("id", .u32, at: 0), .string("text", .utf8, at: 8)])
}

@Suite("Losses of archives for an earlier release in links and in elements that are cut off")
struct ReleaseLossTests {
  private func encoder() throws -> ArchiveEncoder { ArchiveEncoder(for: try ReleaseHistory(table).release("1.0")) }

  /// Calls `body` with two records; the first leads to the second by `next` or by `other`.
  private func withRings(byOther: Bool, _ body: (UnsafePointer<Ring>) throws -> Void) throws {
    try withUnsafeTemporaryAllocation(of: Ring.self, capacity: 2) { rings in
      guard let start = rings.baseAddress else { return }
      rings.initialize(repeating: Ring())
      (rings[0].id, rings[1].id) = (1, 2)
      rings[0].other = start + 1
      if !byOther { rings[0].next = start + 1 }
      try body(start)
    }
  }

  @Test("What only a pointer leads to that was weak in the release is listed, and refused unless losses are allowed")
  func weakLink() throws {
    try withRings(byOther: true) { root in
      let found = try encoder().losses(encodingGraph: root)
      #expect(found.map(\.reason) == [.weakLink] && found.map(\.count) == [1])
      #expect(try encoder().losses(encodingGraphs: [nil, root]).map(\.reason) == [.weakLink])
      // Another root keeps it.
      #expect(try encoder().losses(encodingGraphs: [root, root.pointee.other.map { UnsafePointer($0) }]).isEmpty)
      #expect { try encoder().encode(graph: root) } throws: { ($0 as? ArchiveError)?.code == .lossyRelease }
      var lossy = try encoder()
      lossy.allowsLosses = true
      let graph = try ArchiveDecoder().decodeGraph(Ring.self, from: lossy.encode(graph: root))
      #expect(graph.root?.pointee.id == 1 && graph.root?.pointee.other == nil)
    }
  }

  @Test("What another pointer keeps is not lost")
  func keptLink() throws {
    try withRings(byOther: false) { root in
      #expect(try encoder().losses(encodingGraph: root).isEmpty)
      let graph = try ArchiveDecoder().decodeGraph(Ring.self, from: encoder().encode(graph: root))
      #expect(graph.root?.pointee.next?.pointee.id == 2 && graph.root?.pointee.other == graph.root?.pointee.next)
    }
  }

  @Test("Elements that the release has no place for are lost unless they are what they come back as, the default")
  func cutOff() throws {
    let same = Meter(first: 1, second: 2, third: 7, fourth: 7)
    #expect(try encoder().losses(encoding: [same]).isEmpty)
    #expect(try ArchiveDecoder().decode([Meter].self, from: encoder().encode([same])) == [same])
    #expect(try ArchiveDecoder().decode(Meter.self, from: encoder().encode(same)) == same)
    for lost in [Meter(first: 1, second: 2, third: 0, fourth: 0), Meter(first: 1, second: 2, third: 7, fourth: 8)] {
      #expect(try encoder().losses(encoding: [lost]).count == 1)
      #expect(try encoder().losses(encoding: lost).count == 1)
    }
  }

  @Test("Characters that the release's encoding of a text behind a pointer has not are a loss")
  func encoding() throws {
    for (text, count) in [("5 €", 1), ("5 £", 0)] {
      let copy = strdup(text)
      defer { free(copy) }
      var label = Caption(id: 7, text: copy)
      let losses = try encoder().losses(encodingGraph: &label)
      #expect(losses.count == count, "\(text): \(losses)")
    }
  }

  @Test("A release's counts of one more than a field says, and pointers that may be NULL, are those of the release")
  func counts() throws {
    let words = strdup("abc")
    defer { free(words) }
    var codes: [UInt16] = [9, 8, 7]
    try codes.withUnsafeMutableBufferPointer { codes in
      var vase = Vase(words: words, n: 3, codes: codes.baseAddress)
      #expect(try encoder().losses(encodingGraph: &vase).isEmpty)
      let graph = try ArchiveDecoder().decodeGraph(Vase.self, from: encoder().encode(graph: &vase))
      #expect(graph.root?.pointee.words.map { String(cString: $0) } == "abc" && graph.root?.pointee.data == nil)
      #expect((0..<3).map { graph.root?.pointee.codes?[$0] } == [9, 8, 7])
    }
  }

  @Test("Numbers that had another type are not lost because a pointer of their graph was weak")
  func numbersBesideWeakLinks() throws {
    try withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3) { numbers in
      numbers.initialize(repeating: 5)
      var plant = Plant(counts: numbers.baseAddress, n: 3)
      #expect(try encoder().losses(encodingGraph: &plant).isEmpty)
      let graph = try ArchiveDecoder().decodeGraph(Plant.self, from: encoder().encode(graph: &plant))
      #expect(graph.root?.pointee.n == 3 && graph.root?.pointee.counts?[2] == 5)
    }
  }

  @Test(
    "An object that only a reference leads to that was weak in the release is listed, and left out where losses are allowed"
  )
  func weakReference() throws {
    let swan = Swan()
    swan.mate = Swan()
    let found = try encoder().losses(encoding: swan)
    #expect(found.map(\.reason) == [.weakLink] && found.map(\.path) == ["Swan.mate"])
    #expect { try encoder().encode(swan) } throws: { ($0 as? ArchiveError)?.code == .lossyRelease }
    var lossy = try encoder()
    lossy.allowsLosses = true
    #expect(try ArchiveDecoder().decode(Swan.self, from: lossy.encode(swan)).mate == nil)
    // Another reference keeps it, also one that is written later.
    swan.first = Swan()
    swan.first?.first = swan.mate
    #expect(try encoder().losses(encoding: swan).isEmpty)
    let copy = try ArchiveDecoder().decode(Swan.self, from: encoder().encode(swan))
    #expect(copy.mate != nil && copy.mate === copy.first?.first)
  }
}
