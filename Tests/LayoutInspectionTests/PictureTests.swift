import ArchiveModel
@testable import ArchivePlanner
import Foundation
import TestRandom
import Testing

@testable import LayoutInspection

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct PictureTests {
  private func picture(_ layouts: [InspectedLayout]) -> LayoutPicture {
    LayoutPicture(
      entries: layouts.map { LayoutPicture.Entry([$0]) }, titles: [], target: index([]).target, LayoutStyle())
  }

  @Test("Every bit of a struct is drawn once: as a member's, or as a gap's")
  func everyBit() {
    var random = SeededRandom.replayable()
    for _ in 0..<60 {
      let members = (0..<Int.random(in: 1...40, using: &random)).map { index -> Made in
        let size = [1, 2, 4, 8].randomElement(using: &random) ?? 1
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .integer("m\(index)", size, width: Int.random(in: 1...(size * 8), using: &random))
        case 1: return .integer("", size, width: Int.random(in: 0...(size * 8), using: &random))
        case 2: return .text("m\(index)", Int.random(in: 1...300, using: &random))
        default: return .integer("m\(index)", size)
        }
      }
      let made = layout(record("s", members, isPacked: Bool.random(using: &random)))
      for bitsPerRow in [32, 64] {
        for strip in PictureModel(made).strips {
          var end = 0
          for block in strip.blocks.sorted(by: { $0.start < $1.start }) {
            #expect(block.start == end, "\(members.map { ($0.size, $0.width) }), seed \(random.seed)")
            end = block.end
          }
          #expect(end == made.size * 8, "seed \(random.seed)")
          let drawn = PictureRow.rows(of: strip, bitsPerRow: bitsPerRow).reduce(0) { sum, row in
            sum + row.pieces.reduce(0) { $0 + ($1.end - $1.start) * row.count }
          }
          #expect(drawn == made.size * 8, "seed \(random.seed)")
        }
      }
    }
  }

  @Test("A bit-field is a block of its own and never part of a hole")
  func bitFields() {
    let made = layout(record("s", [.integer("a", 4, width: 3), .integer("", 4, width: 5), .integer("b", 4, width: 1)]))
    let model = PictureModel(made)
    #expect(model.lines.map { $0.category == .bits } == [true, true, true, false])
    #expect(model.strips[0].blocks.map { [$0.start, $0.end] } == [[0, 3], [3, 8], [8, 9], [9, 32]])
  }

  @Test("An array of a gigabyte takes a few rows")
  func folding() {
    let made = layout(record("s", [.integer("a", 4), .text("buffer", 1 << 30), .integer("b", 4)]))
    let rows = PictureRow.rows(of: PictureModel(made).strips[0], bitsPerRow: 64)
    #expect(rows.count <= 6)
    #expect(picture([made]).svg.utf8.count < 20_000)
  }

  @Test("Each member of a union has a strip")
  func unions() {
    let made = layout(record("u", [.integer("a", 4), .text("b", 7)], kind: .union))
    #expect(PictureModel(made).strips.map(\.title) == ["a", "b"])
  }

  static let hostile = "</script><script>alert(1)</script>\" onload='x' &amp; \u{202E}\u{0}"

  @Test("Names, types and annotations are text, whatever they are")
  func escaping() throws {
    var member = Made.integer("x", 4)
    member.spelling = Self.hostile
    member.attributes = [
      Attribute(
        .key, [.init(text: Self.hostile, isQuoted: true, location: SourceLocation(file: "a.h", line: 1, column: 1))],
        at: SourceLocation(file: "a.h", line: 1, column: 1))
    ]
    let made = record("s", [member])
    let account = RecordAccount(
      outcome: .leftOut(reason: Self.hostile, advice: Self.hostile), fieldAnnotations: [0: member.attributes],
      absences: [.init(name: "x", location: made.fields[0].location, reason: Self.hostile, advice: Self.hostile)])
    let layout = index([made], accounts: [made.id: account]).layout(of: made)
    let picture = LayoutPicture(
      entries: [LayoutPicture.Entry([layout])], titles: [Self.hostile], target: index([]).target, LayoutStyle())
    for text in [picture.svg, picture.html] {
      #expect(!text.contains("<script>alert"))
      #expect(!text.contains("\" onload"))
      #expect(!text.contains("\u{202E}"))
      #expect(!text.contains("\u{0}"))
    }
    // The page has one script, its own.
    #expect(picture.html.components(separatedBy: "<script").count == 2)
    let json = LayoutJSON.document([layout], target: index([]).target, cacheLine: 64).text
    #expect(!json.contains("</script>"))
    #expect((try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]) != nil)
    let plain = LayoutPrinter(LayoutStyle()).text(of: layout)
    #expect(!plain.contains("\u{202E}") && !plain.contains("\u{0}"))
    #expect(plain.split(separator: "\n", omittingEmptySubsequences: false).count == 8)
  }

  @Test("The picture is well-formed XML")
  func wellFormed() {
    let made = layout(record("s", [.integer("a", 1), .pointer("p"), .integer("f", 4, width: 3)]))
    #expect(XMLParser(data: Data(picture([made]).svg.utf8)).parse())
  }

  @Test("Neither the picture nor the page refers to anything outside")
  func selfContained() {
    let made = layout(record("s", [.integer("a", 1)]))
    for text in [picture([made]).svg, picture([made]).html] {
      let rest = text.replacing("http://www.w3.org/2000/svg", with: "")
      #expect(
        !rest.contains("http:") && !rest.contains("https:") && !rest.contains("src=") && !rest.contains("@import"))
    }
  }
}
