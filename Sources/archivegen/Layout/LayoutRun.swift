import ArchiveInspection
import ArchiveModel
import Foundation
import InspectionCommands
import LayoutInspection
import UntypedArchive

/// Reads the headers, chooses the types, and prints what the options ask for.
struct LayoutRun {
  private let command: LayoutCommand
  private let printer: DiagnosticOutput
  private let style: LayoutStyle

  init(_ command: LayoutCommand, _ printer: DiagnosticOutput) {
    self.command = command
    self.printer = printer
    var style = LayoutStyle()
    style.isHexadecimal = command.hex
    style.cacheLine = command.cacheline
    style.isColored = ColorChoice.auto.isOn(STDOUT_FILENO) && command.format == .text
    self.style = style
  }

  /// - Returns: whether the headers had no errors.
  func run() throws -> Bool {
    let sides = try readSides()
    let isComplete = sides.allSatisfy(\.reading.isComplete)
    if let path = command.raw {
      try RawRun(command, printer, style).run(path, sides[0].reading.index, try record(command.types[0], in: sides[0]))
      return isComplete
    }
    if let name = command.contains ?? command.pointersTo {
      try printUses(of: name, in: sides[0])
      return isComplete
    }
    if sides.count > 1 { try compare(sides) } else { try show(sides[0]) }
    return isComplete
  }

  /// One reading of headers with its title.
  struct Side {
    let title: String
    let reading: LayoutReading
  }

  private func readSides() throws -> [Side] {
    let names = command.types + [command.contains, command.pointersTo].compactMap(\.self)
    if command.reading.targets.count > 1 {
      return try command.reading.targets.map { target in
        var reading = command.reading
        reading.targets = [target]
        return Side(title: target, reading: try .read(reading, names: names, printer))
      }
    }
    let own = try LayoutReading.read(command.reading, names: names, printer)
    guard let against = command.against else { return [Side(title: "", reading: own)] }
    if against.hasSuffix(".lock") {
      throw Failure(
        .unreadableInput, "'\(against)' is a lock, which has keys and no offsets",
        advice:
          "name other headers or a folder of them after --against; 'archivegen check --against' compares keys with a lock"
      )
    }
    var reading = command.reading
    reading.inputs = [against]
    reading.configurationPath =
      reading.configurationPath ?? ConfigurationFile.find("archivegen.yml", beside: [against])
      ?? ConfigurationFile.find("archivegen.yml", beside: command.reading.inputs)
    return [
      Side(title: "before: \(against)", reading: try .read(reading, names: names, printer)),
      Side(title: "after: \(command.reading.inputs.joined(separator: " "))", reading: own),
    ]
  }

  // MARK: Types

  private func layouts(of side: Side, isRequired: Bool) throws -> [InspectedLayout] {
    let index = side.reading.index
    let records: [Record]
    if command.types.isEmpty {
      records = index.named.filter { $0.isFromInput && $0.name != nil }
    } else {
      var seen: Set<Record.ID> = []
      records = try command.types.flatMap { name in
        isRequired ? [try record(name, in: side)] : Array(index.records(named: name).prefix(1))
      }.filter { seen.insert($0.id).inserted }
    }
    let layouts = records.map { index.layout(of: $0, expanding: command.expands) }
    guard command.holes else { return layouts }
    return layouts.filter {
      LayoutStatistics($0, cacheLine: style.cacheLine).hasHoles
    }
  }

  private func record(_ name: String, in side: Side) throws -> Record {
    if let found = side.reading.index.records(named: name).first { return found }
    let names = Set(side.reading.index.allNames).sorted()
    throw Failure(
      .unknownType, "no header defines a struct or union '\(name)'\(side.title.isEmpty ? "" : " (\(side.title))")",
      advice: didYouMean(name, among: names)
        ?? "name a type by its tag or typedef; 'archivegen layout --sizes' lists all")
  }

  // MARK: Output

  private func show(_ side: Side) throws {
    let layouts = try layouts(of: side, isRequired: true)
    let better =
      command.reorganize
      ? Dictionary(layouts.map { ($0.id, Reorganization($0)) }, uniquingKeysWith: { first, _ in first }) : [:]
    if try draw(layouts.map { LayoutPicture.Entry(reorganized($0, better)) }, [side]) { return }
    switch command.format {
    case _ where command.sizes && command.format == .text:
      for layout in layouts { try write(SizesText.line(for: layout)) }
    case .json:
      try write(
        LayoutJSON.document(
          layouts, target: side.reading.index.target, cacheLine: style.cacheLine, reorganized: better
        ).text)
    case .markdown:
      try write(
        layouts.map { LayoutMarkdown(style).text(of: reorganized($0, better).last ?? $0) }.joined(separator: "\n"))
    case .text:
      try write(
        layouts.map { layout in
          let text = LayoutPrinter(style).text(of: reorganized(layout, better).last ?? layout)
          return text + (better[layout.id].map { ReorganizationText.text($0, of: layout, style) } ?? "")
        }.joined(separator: "\n"))
    }
    if layouts.isEmpty {
      printer.print(line: "archivegen: no type \(command.holes ? "has holes" : "is defined by these headers")")
    }
  }

  /// The layout, and a better one behind it if there is one.
  private func reorganized(_ layout: InspectedLayout, _ better: [Record.ID: Reorganization]) -> [InspectedLayout] {
    if case .better(let other, _, _)? = better[layout.id] { [layout, other] } else { [layout] }
  }

  private func compare(_ sides: [Side]) throws {
    // A side whose headers have errors has false layouts, or none.
    let failed = sides.filter { !$0.reading.isComplete }
    guard failed.isEmpty else {
      printer.print(
        line: "archivegen: not compared, because headers have errors: \(failed.map(\.title).joined(separator: ", "))")
      return
    }
    let layouts = try sides.map { try self.layouts(of: $0, isRequired: false) }
    for name in command.types where !sides.contains(where: { !$0.reading.index.records(named: name).isEmpty }) {
      _ = try record(name, in: sides[sides.count - 1])
    }
    let comparisons = LayoutComparison.compare(layouts)
    let entries = comparisons.map { LayoutPicture.Entry($0.layouts.compactMap(\.self), $0) }
    if try draw(entries, sides) { return }
    let printed = ComparisonText(titles: sides.map(\.title), style)
    switch command.format {
    case .json:
      try write(
        ComparisonText.json(comparisons, titles: sides.map(\.title), targets: sides.map(\.reading.index.target)).text)
    case .markdown: try write(comparisons.map(printed.markdown).joined(separator: "\n"))
    case .text: try write(comparisons.map(printed.text).joined(separator: "\n"))
    }
    let different = comparisons.count { !$0.isEqual }
    printer.print(
      line: "archivegen: \(different) of \(comparisons.count.counted("type")) differ\(different == 1 ? "s" : "")")
  }

  private func printUses(of name: String, in side: Side) throws {
    let index = side.reading.index
    let record = try record(name, in: side)
    let uses = command.contains == nil ? index.uses(pointingTo: record) : index.uses(containing: record)
    switch command.format {
    case .json:
      try write(
        JSONValue.array(
          uses.map {
            .object([("record", .string($0.record)), ("member", .string($0.member)), ("offset", .count($0.offset))])
          }
        ).text)
    case .text, .markdown:
      let bullet = command.format == .markdown ? "- " : ""
      for use in uses {
        try write(
          "\(bullet)\(use.record): \(use.member) at \(command.hex ? "0x" + String(use.offset, radix: 16) : "\(use.offset)")\n"
        )
      }
    }
    if uses.isEmpty {
      printer.print(line: "archivegen: no member \(command.contains == nil ? "points to" : "has") '\(name)'")
    }
  }

  // MARK: Pictures

  /// - Returns: whether pictures were asked for.
  private func draw(_ entries: [LayoutPicture.Entry], _ sides: [Side]) throws -> Bool {
    guard command.svg != nil || command.html != nil else { return false }
    let picture = LayoutPicture(
      entries: entries,
      titles: sides.count > 1 ? sides.map(\.title) : command.reorganize ? ["as it is", "reorganized"] : [],
      target: sides[sides.count - 1].reading.index.target, style)
    if let path = command.svg { try write(picture.svg, to: path) }
    if let path = command.html { try write(picture.html, to: path) }
    return true
  }

  private func write(_ text: String, to path: String) throws {
    if path == "-" { return try write(text) }
    try NamedFile.write(Data(text.utf8), to: path, advice: "name a file in a folder that exists")
  }

  private func write(_ text: String) throws { try StandardOutput.write(text, isStyled: style.isColored) }
}
