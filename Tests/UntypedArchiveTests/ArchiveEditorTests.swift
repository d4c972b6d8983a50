@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import Testing
import UntypedArchive

/// Archives made without types are those that the engine writes.
@Suite struct ArchiveEditorTests {
  private struct Price: ArchivableComposite, Equatable {
    var amount = 5
    var name: String? = "é"
    var reals = [0.5, -0.0]
    var others = [1.5]
    var bytes = Data([1, 2, 255])
    var isPaid = true
    var part: Float = 0.25

    static var archivedClassName: String { "Price" }
    init() {}
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(amount, forKey: "amount")
      try encoder.encode(name, forKey: "$name")
      try encoder.encodePacked(reals, forKey: "reals")
      try encoder.encodePacked(others + others, forKey: "others")
      try encoder.encodeBytes(bytes, forKey: "bytes")
      try encoder.encode(isPaid, forKey: "isPaid")
      try encoder.encode(part, forKey: "part")
    }
    init(from decoder: ObjectDecoder) throws {
      amount = try decoder.decode(Int.self, forKey: "amount")
      name = try decoder.decode(String?.self, forKey: "$name")
      reals = try decoder.decodePacked([Double].self, forKey: "reals")
      others = [try decoder.decodePacked([Double].self, forKey: "others")[0]]
      bytes = try decoder.decodeBytes(forKey: "bytes")
      isPaid = try decoder.decode(Bool.self, forKey: "isPaid")
      part = try decoder.decode(Float.self, forKey: "part")
    }
  }

  private static func bytes(_ reals: [Double]) -> [UInt8] {
    reals.flatMap { real in (0..<8).map { UInt8(truncatingIfNeeded: real.bitPattern >> (UInt64($0) * 8)) } }
  }

  @Test("From nothing, the bytes are those that the engine writes for the same values")
  func fromNothing() throws {
    var editor = ArchiveEditor()
    let root = editor.reserve()
    try editor.write(
      root, of: ["Price", "NSObject"],
      [
        .init("amount", .integer(5)), .init("$name", .text("é")),
        .init("reals", .data(Self.bytes([0.5, -0.0]))), .init("reals[]", .description("f64[2]")),
        .init("others", .data(Self.bytes([1.5, 1.5]))), .init("others[]", .description("f64[2]")),
        .init("bytes", .data([1, 2, 255])), .init("isPaid", .bool(true)), .init("part", .real32(0.25)),
      ])
    let made = try editor.finish([.init("root", .reference(root))])
    let decoded = try ArchiveDecoder().decode(Price.self, from: made)
    #expect(decoded == Price())
    #expect(made == (try ArchiveEncoder().encode(Price())))
  }

  @Test("An archive that is kept has the values of its edits, and everything else as before")
  func edited() throws {
    let source = ArchiveBytes(copying: try ArchiveEncoder().encode(Price()))
    let document = try ArchiveDocument(source)
    let archive = try #require(EditedSource(document))
    let number = try #require((1..<archive.objects.count).first { try archive.dictionary($0)?.count == 10 })
    var editor = ArchiveEditor(keeping: archive)
    editor.edit(number, [.init("amount", .integer(7)), .init("note", .text("new")), .init("$name", .reference(0))])
    let edited = try editor.finish([.init("count", .unsigned(.max))])
    var expected = Price()
    (expected.amount, expected.name) = (7, nil)
    let decoder = try ArchiveReader(edited)
    #expect(try decoder.decode(Price.self, forKey: "root") == expected)
    #expect(try decoder.decode(UInt64.self, forKey: "count") == .max)
    #expect(try ArchiveDocument(ArchiveBytes(copying: edited)).objectCount == document.objectCount + 1)
  }

  private final class Node: ArchivableClass {
    var number = 0
    var next: Node?
    init(_ number: Int) { self.number = number }
    static var archivedClassName: String { "Node" }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(number, forKey: "number")
      try encoder.encode(next, forKey: "next")
    }
    init(from decoder: ObjectDecoder) throws { number = try decoder.decode(Int.self, forKey: "number") }
    func connect(from decoder: ObjectDecoder) throws { next = try decoder.decode(Node?.self, forKey: "next") }
  }

  @Test("Objects of another archive are appended once, with what they refer to, cycles included")
  func appended() throws {
    let first = Node(1)
    first.next = Node(2)
    first.next?.next = first
    let earlier = try ArchiveDocument(ArchiveBytes(copying: try ArchiveEncoder().encode(first)))
    let new = try ArchiveDocument(ArchiveBytes(copying: try ArchiveEncoder().encode(Node(3))))
    let (kept, other) = (try #require(EditedSource(new)), try #require(EditedSource(earlier)))
    var editor = ArchiveEditor(keeping: kept)
    let source = editor.add(other)
    let numbers = try [1, 1].map { try editor.number(of: $0, in: source) }
    #expect(numbers[0] == numbers[1])
    editor.edit(1, [.init("next", .reference(numbers[0]))])
    let root = try ArchiveDecoder().decode(Node.self, from: try editor.finish())
    #expect(root.number == 3)
    #expect(root.next?.number == 1)
    #expect(root.next?.next?.number == 2)
    #expect(root.next?.next?.next === root.next)
    first.next = nil
    root.next?.next?.next = nil
  }

  @Test("A container that holds itself is refused, and so is a reference to nothing")
  func damage() throws {
    // An array whose only element is the array.
    let bytes: [UInt8] =
      Array("bplist00".utf8) + [0xA1, 0x00] + [0x08] + [0, 0, 0, 0, 0, 0, 1, 1]
      + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10]
    let list = try ArchiveDocument(ArchiveBytes(copying: bytes))
    let archive = try ArchiveDocument(ArchiveBytes(copying: try ArchiveEncoder().encode(Price())))
    let kept = try #require(EditedSource(archive))
    var editor = ArchiveEditor()
    let source = editor.add(EditedSource(list.view, top: kept.top, objects: kept.objects))
    let number = editor.reserve()
    var error: (any Error)?
    do { try editor.write(number, .copy(0, of: source)) } catch let found { error = found }
    #expect("\(try #require(error))".contains("a container that holds itself"))
    let other = editor.add(kept)
    error = nil
    do { _ = try editor.number(of: 1_000, in: other) } catch let found { error = found }
    #expect("\(try #require(error))".contains("a reference to object 1000"))
    withExtendedLifetime((list, archive)) {}
  }
}
