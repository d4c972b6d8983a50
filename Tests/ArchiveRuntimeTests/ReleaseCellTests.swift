@_spi(GeneratedCode) @testable import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private let table = """
  releases\t1.0\t2.0
  type\tBook\t1-\tkind=record\twas=Tome
  \tpages\tu32\t1-
  type\tShelf\t0-\tkind=record
  \tbooks\t&Tome*\t0-0\tcount=n
  \tbooks\t&Book*\t1-\tcount=n
  \tmarks\t&i16[2]*\t0-\tcount=n
  \tn\tu32\t0-
  \tnote\tu32\t1-
  \ttitles\t&utf8*\t0-\tcount=*terminated
  type\tTome\t0-0\tkind=record
  \tpages\tu16\t0-0
  """

private let texts = RecordSchema("utf8*", size: 8, alignment: 8, fields: [.string("*", .utf8, at: 0)])
private let pairs = RecordSchema(
  "i16[2]*", size: 8, alignment: 8, fields: [.data("*", of: .i16, count: .of(times: 2, orNull: true), at: 0)])

private struct Book: ArchivableNode {
  var pages: UInt32 = 0
  static let archiveSchema = RecordSchema(
    "Book", size: 4, alignment: 4, was: ["Tome"], fields: [.scalar("pages", .u32, at: 0)])
}

private struct Tome: ArchivableNode {
  var pages: UInt16 = 0
  static let archiveSchema = RecordSchema("Tome", size: 2, alignment: 2, fields: [.scalar("pages", .u16, at: 0)])
}

/// A shelf, whose pointers to pointers are to books or tomes.
private struct Shelf<Volume: ArchivableNode>: ArchivableNode {
  var books: UnsafeMutablePointer<UnsafeMutablePointer<Volume>?>?
  var titles: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  var marks: UnsafeMutablePointer<UnsafeMutablePointer<Int16>?>?
  var n: UInt32 = 0
  var note: UInt32 = 0

  static var archiveSchema: RecordSchema {
    let volume = Volume.archiveSchema
    let cells = RecordSchema(
      volume.name + "*", size: 8, alignment: 8, fields: [.link("*", to: Volume.archiveSchema, at: 0)])
    let note: [FieldSchema] = Volume.self == Book.self ? [.scalar("note", .u32, at: 28)] : []
    return RecordSchema(
      "Shelf", size: 32, alignment: 8,
      fields: [
        .link("books", to: cells, count: .of("n"), at: 0), .link("titles", to: texts, count: .terminated(), at: 8),
        .link("marks", to: pairs, count: .of("n"), at: 16), .scalar("n", .u32, at: 24),
      ] + note)
  }
}

@Suite("Pointers to pointers in archives for an earlier release")
struct ReleaseCellTests {
  @Test("What they lead to is saved as the release had it, also under its former name, and NULL stays NULL")
  func saved() throws {
    var (first, second) = (Book(pages: 300), Book(pages: 7))
    var title = Array("Ēdition".utf8CString)
    var pair: [Int16] = [-1, 2]
    let data = try withUnsafeMutablePointer(to: &first) { first in
      try withUnsafeMutablePointer(to: &second) { second in
        try title.withUnsafeMutableBufferPointer { title in
          try pair.withUnsafeMutableBufferPointer { pair in
            var books: [UnsafeMutablePointer<Book>?] = [first, nil, second]
            var titles: [UnsafeMutablePointer<CChar>?] = [title.baseAddress, nil]
            var marks: [UnsafeMutablePointer<Int16>?] = [nil, pair.baseAddress, nil]
            return try books.withUnsafeMutableBufferPointer { books in
              try titles.withUnsafeMutableBufferPointer { titles in
                try marks.withUnsafeMutableBufferPointer { marks in
                  var shelf = Shelf<Book>(
                    books: books.baseAddress, titles: titles.baseAddress, marks: marks.baseAddress, n: 3)
                  let encoder = ArchiveEncoder(for: try ReleaseHistory(table).release("1.0"))
                  #expect(try encoder.losses(encodingGraph: &shelf).isEmpty)
                  return try encoder.encode(graph: &shelf)
                }
              }
            }
          }
        }
      }
    }
    let copy = try ArchiveDecoder().decodeGraph(Shelf<Tome>.self, from: data)
    try copy.withRoot { root in
      let shelf = try #require(root).pointee
      let (books, titles, marks) = (
        try #require(shelf.books), try #require(shelf.titles), try #require(shelf.marks)
      )
      #expect(shelf.n == 3 && (0..<3).map { books[$0]?.pointee.pages } == [300, nil, 7])
      #expect(try String(cString: #require(titles[0])) == "Ēdition" && titles[1] == nil)
      #expect((0..<3).map { marks[$0].map { [$0[0], $0[1]] } } == [nil, [-1, 2], nil])
    }
  }

  @Test("A name of such a table is read, and no other", arguments: ["node*", "weak node*", "utf8*", "i16[2]*", "a**"])
  func names(name: String) throws {
    let history = ReleaseHistory(table)
    #expect(try #require(ReleasedCell(name)).type(in: history).name == name)
    #expect(ReleasedCell("node") == nil && ReleasedCell("*") == nil)
  }
}
