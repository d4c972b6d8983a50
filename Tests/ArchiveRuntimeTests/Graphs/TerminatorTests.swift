import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Arrays that end with an element of some value")
struct TerminatorTests {
  private struct Part: Equatable {
    var kind: Int16 = 0
    var value: Int16 = 0

    static let schema = RecordSchema(
      "part", size: 4, alignment: 2, fields: [.scalar("kind", .i16, at: 0), .scalar("value", .i16, at: 2)])
  }

  private struct Shelf: ArchivableNode {
    var numbers: UnsafeMutablePointer<Int32>?
    var parts: UnsafeMutablePointer<Part>?

    static let archiveSchema = schema(.terminated(by: -1), .terminated("kind", by: 9))

    static func schema(_ numbers: CountSchema, _ parts: CountSchema) -> RecordSchema {
      RecordSchema(
        "shelf", size: 16, alignment: 8,
        fields: [
          .data("numbers", of: .i32, count: numbers, at: 0), .link("parts", to: Part.schema, count: parts, at: 8),
        ])
    }
  }

  /// The same type in a program that counts the elements by constants.
  private struct Counted: ArchivableNode {
    var shelf = Shelf()
    static let archiveSchema = Shelf.schema(.of(times: 3), .of(times: 2))
  }

  private func archive(_ numbers: [Int32], _ parts: [Part]) throws -> Data {
    var (numbers, parts) = (numbers, parts)
    return try numbers.withUnsafeMutableBufferPointer { numbers in
      try parts.withUnsafeMutableBufferPointer { parts in
        var counted = Counted(shelf: Shelf(numbers: numbers.baseAddress, parts: parts.baseAddress))
        return try ArchiveEncoder().encode(graph: &counted)
      }
    }
  }

  @Test("What a program with a count wrote is read if the last element is there")
  func countedBefore() throws {
    let data = try archive([5, 0, -1], [Part(kind: 1, value: 2), Part(kind: 9)])
    let graph = try ArchiveDecoder().decodeGraph(Shelf.self, from: data)
    let shelf = try #require(graph.root).pointee
    #expect((0..<3).map { shelf.numbers?[$0] } == [5, 0, -1])
    #expect((0..<2).map { shelf.parts?[$0] } == [Part(kind: 1, value: 2), Part(kind: 9)])
  }

  @Test("An archive without the last element is refused: C would read past the block")
  func unended() throws {
    let numbers = ArchiveError.wrongCount(
      path: "shelf.numbers", count: "-1", value: "3", reason: "no element there ends them")
    #expect(throws: numbers) {
      try ArchiveDecoder().decodeGraph(Shelf.self, from: archive([5, 0, 1], [Part(), Part(kind: 9)]))
    }
    let parts = ArchiveError.wrongCount(
      path: "shelf.parts", count: "kind = 9", value: "2", reason: "no element there ends them")
    #expect(throws: parts) {
      try ArchiveDecoder().decodeGraph(Shelf.self, from: archive([5, 0, -1], [Part(value: 9), Part(value: 9)]))
    }
  }

  @Test("A pointer behind the last element of its block is refused, too")
  func behindEnd() throws {
    struct Pair: ArchivableNode {
      var first: UnsafeMutablePointer<Int32>?
      var second: UnsafeMutablePointer<Int32>?
      static let archiveSchema = schema(.terminated(), .terminated())

      static func schema(_ first: CountSchema, _ second: CountSchema) -> RecordSchema {
        RecordSchema(
          "pair", size: 16, alignment: 8,
          fields: [
            .data("first", of: .i32, count: first, at: 0), .data("second", of: .i32, count: second, at: 8),
          ])
      }
    }
    struct Fixed: ArchivableNode {
      var pair: Pair
      static let archiveSchema = Pair.schema(.of(times: 3), .of(times: 1))
    }
    func archive(_ values: [Int32], second: Int) throws -> Data {
      var values = values
      return try values.withUnsafeMutableBufferPointer { buffer in
        let first = try #require(buffer.baseAddress)
        var fixed = Fixed(pair: Pair(first: first, second: first + second))
        return try ArchiveEncoder().encode(graph: &fixed)
      }
    }
    let graph = try ArchiveDecoder().decodeGraph(Pair.self, from: archive([4, 5, 0], second: 1))
    let pair = try #require(graph.root).pointee
    #expect(try #require(pair.second) == #require(pair.first) + 1)
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decodeGraph(Pair.self, from: archive([4, 0, 5], second: 2))
    }
  }

  @Test("A new flexible array is one zero, and missing where a zero does not end it")
  func newTail() throws {
    struct Former: ArchivableNode {
      var number: Int32
      static let archiveSchema = RecordSchema("tail", size: 4, alignment: 4, fields: [.scalar("number", .i32, at: 0)])
    }
    struct Tail: ArchivableNode {
      var number: Int32
      static let archiveSchema = schema(0)

      static func schema(_ value: Int64) -> RecordSchema {
        RecordSchema(
          "tail", size: 4, alignment: 4,
          fields: [.scalar("number", .i32, at: 0), .trailing("values", of: .i32, count: .terminated(by: value), at: 4)])
      }
    }
    struct Other: ArchivableNode {
      var tail: Tail
      static let archiveSchema = Tail.schema(-1)
    }
    var former = Former(number: 3)
    let data = try ArchiveEncoder().encode(graph: &former)
    let graph = try ArchiveDecoder().decodeGraph(Tail.self, from: data)
    #expect(UnsafeRawPointer(try #require(graph.root)).load(fromByteOffset: 4, as: Int32.self) == 0)
    #expect(throws: ArchiveError.missingKey(path: "tail[0].values")) {
      try ArchiveDecoder().decodeGraph(Other.self, from: data)
    }
  }

  @Test("A schema whose elements have nothing that can end them is refused")
  func flaws() {
    struct Reals: ArchivableNode {
      var pointer: UnsafeMutablePointer<Double>?
      static let archiveSchema = RecordSchema(
        "reals", size: 8, alignment: 8, fields: [.data("pointer", of: .f64, count: .terminated(), at: 0)])
    }
    #expect(throws: ArchiveError.self) { try Reals.archiveSchema.graphPlan }
    #expect(throws: ArchiveError.self) { try Shelf.schema(.terminated(), .terminated("colour")).graphPlan }
  }
}
