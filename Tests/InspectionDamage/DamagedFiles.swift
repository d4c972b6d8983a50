import ArchiveInspection
import ArchivePage
import ArchiveRuntime
import Foundation
import TestRandom
import UntypedArchive

/// Damages files, and looks into them in every way that the tool has. An error is right; a trap, a hang, a read out of
/// bounds or output out of proportion is a finding.
public final class DamagedFiles {
  private let seeds: [[UInt8]]
  /// What was found wrong, with the number of the file, from which it can be made again.
  public private(set) var findings: [String] = []
  /// How many files were opened as a list in spite of the damage.
  public private(set) var openedCount = 0
  public private(set) var outputByteCount = 0

  /// - Parameter seeds: sound files. Some are also made into data of another list.
  public init(_ seeds: [[UInt8]]) {
    self.seeds = seeds + stride(from: 0, to: seeds.count, by: 6).map { Self.list(withData: seeds[$0]) }
  }

  /// A binary list of two entries, of which one is data.
  private static func list(withData data: [UInt8]) -> [UInt8] {
    let objects: [[UInt8]] = [
      [0xD2, 1, 2, 3, 1], [0x51, UInt8(ascii: "a")], [0x51, UInt8(ascii: "b")],
      [0x4F, 0x12] + bytes(data.count, 4) + data,
    ]
    var file = Array("bplist00".utf8)
    var table: [UInt8] = []
    for object in objects {
      table += bytes(file.count, 4)
      file += object
    }
    let start = file.count
    return file + table + [0, 0, 0, 0, 0, 0, 4, 1] + bytes(objects.count, 8) + bytes(0, 8) + bytes(start, 8)
  }

  /// Most significant byte first.
  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// The file with this number: one seed, damaged in one to four ways.
  public func file(_ number: UInt64) -> [UInt8] {
    var random = SeededRandom(seed: number)
    var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
    for _ in 0..<Int.random(in: 1...4, using: &random) { Self.damage(&bytes, seeds, &random) }
    return bytes
  }

  private static func damage(_ bytes: inout [UInt8], _ seeds: [[UInt8]], _ random: inout SeededRandom) {
    guard !bytes.isEmpty else { return bytes = [0] }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.removeLast(bytes.count - place)
    case 3: bytes.remove(at: place)
    case 4: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 5:
      // Markers, sizes and numbers at their limits.
      let words: [[UInt8]] = [
        [0xFF], [0x00], [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0],
        [0xAF, 0x13, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF],
        [0xD1, 0, 0], [0xA1, 0], [0x5F, 0x10, 0xFF], Array("count 281474976710656".utf8), Array("@9=1 u8 x".utf8),
        Array("graph 4294967295".utf8), Array("utf8[0]".utf8), Array("elements u8[2][2]".utf8), Array("\n".utf8),
      ]
      let word = words[Int.random(in: 0..<words.count, using: &random)]
      bytes.replaceSubrange(place..<min(bytes.count, place + word.count), with: word)
    case 6:
      let end = min(bytes.count, place + Int.random(in: 1...32, using: &random))
      let other = Int.random(in: 0..<bytes.count, using: &random)
      bytes.insert(contentsOf: bytes[place..<end], at: other)
    case 7:
      let other = seeds[Int.random(in: 0..<seeds.count, using: &random)]
      guard !other.isEmpty else { return }
      let from = Int.random(in: 0..<other.count, using: &random)
      bytes.replaceSubrange(place..., with: other[from...])
    case 8:
      // References and offsets, which are at the end of a binary list.
      let back = min(bytes.count, 200)
      let at = bytes.count - 1 - Int.random(in: 0..<back, using: &random)
      bytes[at] = UInt8.random(in: 0...255, using: &random)
    default:
      // A reference to another object.
      let end = min(bytes.count, place + 8)
      for index in place..<end where Bool.random(using: &random) {
        bytes[index] = UInt8.random(in: 0...40, using: &random)
      }
    }
  }

  private static var cpuSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  /// Looks into the file with this number.
  public func inspect(_ number: UInt64) {
    let bytes = file(number)
    let start = Self.cpuSeconds
    let source = ArchiveBytes(copying: bytes)
    var total = 0
    func output(_ what: String, _ body: (OutputBuffer) throws -> Void) {
      let buffer = OutputBuffer(.memory, capacity: 4_096)
      try? body(buffer)
      buffer.flush()
      total += buffer.total
      // Nesting indents each line, and each number may become twenty digits.
      let limit = 2_000_000 + bytes.count * 4_000
      if buffer.total > limit { findings.append("\(number): \(what) of \(bytes.count) bytes are \(buffer.total)") }
    }
    var last = 0
    _ = Salvage.run(source) { item in
      guard case .found(let found) = item else { return }
      if found.offset < 0 || found.length < 0 || found.offset + found.length > bytes.count {
        findings.append("\(number): salvage finds bytes outside the file")
      }
      last = found.offset
    }
    _ = last
    if let document = try? ArchiveDocument(source) {
      openedCount += 1
      inspect(document, number, output)
    }
    compare(source, number, output)
    if bytes.count > 20, let range = try? EmbeddedArchive.range(in: source.bytes, from: 0) {
      _ = try? ArchiveDocument(ArchiveBytes(source, range))
    }
    outputByteCount += total
    // Of this process, because other processes may hold the machine.
    let seconds = Self.cpuSeconds - start
    if seconds > 20 { findings.append("\(number): \(bytes.count) bytes took \(seconds) seconds") }
  }

  /// Compares the file with the one that it was made of, and checks it: what cannot be compared is not sound.
  private func compare(
    _ source: ArchiveBytes, _ number: UInt64, _ output: (String, (OutputBuffer) throws -> Void) -> Void
  ) {
    let report = ArchiveLint.check(source)
    output("the findings") { LintText().write(report, "file", to: $0) }
    var random = SeededRandom(seed: number)
    let seed = seeds[Int.random(in: 0..<seeds.count, using: &random)]
    guard let original = try? ArchiveDocument(ArchiveBytes(copying: seed)) else { return }
    do {
      let damaged = try ArchiveDocument(source)
      let differences = try ArchiveComparison.compare(original, damaged)
      output("the differences") { DiffText().write(differences, "a", "b", to: $0) }
      if try !ArchiveComparison.compare(damaged, damaged).isEqual {
        findings.append("\(number): it differs from itself")
      }
    } catch {
      if report.errors == 0 { findings.append("\(number): it cannot be compared, and is said to be sound: \(error)") }
    }
  }

  /// Writes the page and pictures, every third time within limits that leave most things out.
  private func draw(
    _ document: ArchiveDocument, _ number: UInt64, _ output: (String, (OutputBuffer) throws -> Void) -> Void
  ) {
    var limits = PageLimits()
    if number % 3 == 0 {
      (limits.bytes, limits.nodes, limits.children) = (700, 40, 6)
      (limits.spans, limits.lists, limits.text) = (20, 1, 30)
    }
    output("the page") { ArchivePage.write(document, name: "file", limits: limits, to: $0) }
    output("the graph") { buffer in
      let network = try NetworkBuilder.network(of: document, most: number % 3 == 0 ? 5 : 60)
      DotWriter.write(network, name: "file", to: buffer)
      SVGWriter.write(network, name: "file", arrangement: number % 2 == 0 ? "layers" : "forces", to: buffer)
    }
  }

  /// Reads CSV with the types of its table: what is made has the same CSV, or it is refused.
  private func readBack(_ csv: Data, _ table: ArchiveTable, _ document: ArchiveDocument, _ number: UInt64) {
    let text = ArchiveBytes(copying: csv)
    _ = try? CSVReader.archive(text.bytes, name: "row")
    guard let made = try? CSVReader.archive(text.bytes, name: "row", like: table).data() else { return }
    do {
      let again = try ArchiveDocument(ArchiveBytes(copying: made))
      let tables = try again.tables(of: .value(try again.inspected(again.start)))
      guard case .columns(let own, _)? = tables.first?.content else { return }
      let buffer = OutputBuffer(.memory)
      guard var writer = CSVWriter(own, in: again.view.bytes, to: buffer) else { return }
      writer.write()
      buffer.flush()
      if table.columns.allSatisfy({ $0.problem == nil }), table.rowCount <= 10_000, buffer.data != csv {
        findings.append("\(number): the CSV gives other values back")
      }
    } catch {
      findings.append("\(number): the archive made of CSV is not read: \(error)")
    }
  }

  private func inspect(
    _ document: ArchiveDocument, _ number: UInt64, _ output: (String, (OutputBuffer) throws -> Void) -> Void
  ) {
    output("the tree") { buffer in
      var options = TreePrinter.Options()
      options.expandsData = true
      options.hasOffsets = true
      var printer = TreePrinter(document, options, to: buffer)
      printer.show(.value(try document.inspected(document.start)))
    }
    output("the raw tree") { buffer in
      var options = TreePrinter.Options()
      options.isRaw = true
      var printer = TreePrinter(document, options, to: buffer)
      printer.show(.value(try document.inspected(document.view.top, isRaw: true)))
    }
    var json: Data?
    output("the JSON") { buffer in
      try LosslessJSONWriter.write(document, to: buffer)
      buffer.flush()
      json = buffer.data
    }
    if let json {
      let text = ArchiveBytes(copying: json)
      do {
        let back = try LosslessJSONReader.read(text.bytes)
        // Where all objects follow each other, the same file is made again; in any case the same values.
        if !back.hasOtherLayout, (try? document.view.checkExtents()) != nil,
          let again = try? ArchiveDocument(ArchiveBytes(copying: back.data))
        {
          var options = LosslessJSONWriter.Options()
          options.hasLayout = false
          let texts = [document, again].map { list in
            let buffer = OutputBuffer(.memory)
            try? LosslessJSONWriter.write(list, options, to: buffer)
            buffer.flush()
            return buffer.data
          }
          if document.format == .binary, texts[0] != texts[1] {
            findings.append("\(number): the JSON gives other values back")
          }
        }
      } catch {
        findings.append("\(number): the JSON is not read again: \(error)")
      }
    }
    output("the values") { buffer in
      var writer = ValueJSONWriter(document, to: buffer)
      try writer.write(.value(try document.inspected(document.start)))
    }
    output("the schema") { buffer in
      var printer = SchemaPrinter(document, to: buffer)
      try printer.write()
    }
    output("the sizes") { try SizeReport(document).write(head: .max, isJSON: false, style: LineStyle(), to: $0) }
    output("the texts") { try StringList.write(document, head: .max, to: $0) }
    let tables = (try? document.tables(of: .value(try document.inspected(document.start)))) ?? []
    for table in tables.prefix(8) {
      switch table.content {
      case .columns(let table, let graph):
        var csv: Data?
        output("CSV") { buffer in
          guard var writer = CSVWriter(table, in: document.view.bytes, to: buffer) else { return }
          writer.write(limit: 10_000)
          buffer.flush()
          if writer.invalidTexts == 0 { csv = buffer.data }
        }
        if let csv { readBack(csv, table, document, number) }
        output("rows") { buffer in
          var rows = RowJSONWriter(table, graph, document, to: buffer)
          rows.writeAll(head: 10_000, skip: 0, separator: "\n")
        }
      case .records(let list):
        output("CSV of dictionaries") { try RecordCSVWriter(list, to: $0).write(limit: 10_000) }
      }
    }
    draw(document, number, output)
    for path in ["root", "root.items[1].name", "#1", "#3.x", "[]", "[3]", "node:2", "a.b.c"] {
      _ = try? document.selection(path)
    }
  }
}
