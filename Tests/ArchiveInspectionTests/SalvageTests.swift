import ArchiveInspection
import Foundation
import InspectionDamage
import TestRandom
import Testing
import UntypedArchive

@Suite("Cut and damaged files")
struct SalvageTests {
  private func found(_ data: Data) -> (items: [Salvage.Found], state: String) {
    var items: [Salvage.Found] = []
    let state = Salvage.run(ArchiveBytes(copying: data)) { if case .found(let found) = $0 { items.append(found) } }
    return (items, state)
  }

  @Test("However short a file is cut, the values before the cut are found at their offsets, and no others")
  func cut() throws {
    let menu = try MadeArchives.menu()
    let whole = Data(menu.source.bytes)
    let all = found(whole)
    #expect(all.state.contains("intact"))
    let texts = Dictionary(all.items.map { ($0.offset, $0.text) }, uniquingKeysWith: { first, _ in first })
    var most = 0
    for length in 9..<whole.count {
      let items = found(whole.prefix(length)).items
      most = max(most, items.count)
      for item in items where item.kind != "an array" && item.kind != "a dictionary" {
        // Bytes of the offset table look like objects, and are none.
        #expect(item.text == texts[item.offset], "cut to \(length)")
        #expect(item.offset + item.length <= length)
      }
    }
    #expect(most >= all.items.count - 2)
  }

  @Test("A cut file has no text that the whole one has not, whatever the cut object was")
  func noInventedTextInGoldens() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Goldens/Graphs/0.1.0")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "archive" }.sorted { $0.path < $1.path }
    #expect(files.count > 10)
    for file in files {
      let whole = try Data(contentsOf: file)
      let texts = Set(found(whole).items.filter { $0.kind == "a string" }.map(\.text))
      for length in stride(from: 9, to: min(whole.count, 2_000), by: 11) {
        for item in found(whole.prefix(length)).items where item.kind.contains("string") {
          #expect(texts.contains(item.text), "\(file.lastPathComponent) cut to \(length)")
        }
      }
    }
  }

  @Test("Where bytes were inserted, the order of the file is read and not the offset table, which leads to other bytes")
  func inserted() throws {
    let objects: [[UInt8]] =
      [[0xAF, 0x10, 60] + (1...60).map { UInt8($0) }]
      + (0..<60).map { number in
        let text = Array("value \(number + 100) of the list".utf8)
        return [0x5F, 0x10, UInt8(text.count)] + text
      }
    let whole = TestArchives.list(objects, top: 0)
    #expect(found(whole).items.count == 61)
    let place = try #require(whole.range(of: Data("value 130".utf8))).lowerBound + 3
    for more in 1...3 {
      let longer = whole.prefix(place) + Data(repeating: 0x0D, count: more) + whole.dropFirst(place)
      let (items, state) = found(longer)
      let texts = items.filter { $0.text.hasPrefix("\"value") && $0.text.hasSuffix("list\"") }
      #expect(texts.count >= 58 && state.contains("bytes were inserted"), "\(more): \(texts.count), \(state)")
      let known = items.filter { item in
        item.offset + item.length < place && item.index != nil && !item.kind.contains("array")
      }
      #expect(known.allSatisfy { $0.text.hasPrefix("\"value") }, "\(known.map(\.text))")
    }
    // Bytes that were changed leave the table as it is, with the numbers of objects.
    let changed = whole.prefix(place) + Data(repeating: 0xFF, count: 40) + whole.dropFirst(place + 40)
    #expect(found(changed).state.contains("its trailer is intact"))
    // One byte more here and one less there: the table fits again behind both.
    let end = place + 300
    let moved = whole.prefix(place) + [0x0D] + whole[place..<end] + whole.dropFirst(end + 1)
    let sure = found(moved).items.filter {
      $0.offset > place + 30 && $0.offset < end && !$0.kind.hasPrefix("what may be")
    }
    #expect(sure.allSatisfy { $0.text.hasPrefix("\"value") }, "\(sure.map(\.text))")
  }

  @Test("The midst of a text is not a string of its own")
  func noInventedText() {
    let result = found(Data("Saturday PTHE SWEATER WAS XXL\u{1}\u{2} STUVWXYZ and so on".utf8))
    #expect(result.items.isEmpty, "\(result.items.map(\.text))")
  }

  @Test("Texts behind a damaged object are found again")
  func resumed() throws {
    let menu = try MadeArchives.menu()
    var file = Data(menu.source.bytes)
    let place = try #require(file.range(of: Data("Soup".utf8)))
    file[8] = 0xF7
    file.removeLast(20)
    let items = found(file).items
    #expect(items.contains { $0.text == "\"Soup\"" && $0.offset == place.lowerBound - 1 })
  }

  @Test("The complete values of a cut XML list are found with their keys")
  func xml() {
    let text =
      "<?xml version=\"1.0\"?><plist><dict><key>a</key><integer>5</integer><key>b</key><true/><key>c</key><string>half"
    let result = found(Data(text.utf8))
    #expect(result.items.map(\.text) == ["a: 5", "b: true"])
  }

  @Test("Four hundred damaged files are looked into in every way, without a trap or a contradiction")
  func damagedFiles() throws {
    let seeds = try TestArchives.all.enumerated().filter { $0.offset % 2 == 0 }.map {
      [UInt8](try Data(contentsOf: $0.element))
    }
    let random = SeededRandom.replayable()
    let files = DamagedFiles(seeds)
    let first = random.seed & 0xFFFF_FFFF
    for number in first..<(first + 400) { files.inspect(number) }
    #expect(files.findings.isEmpty, "seed \(random.seed)")
    #expect(files.openedCount > 50)
  }
}
