import ArgumentParser
import Foundation

/// The command `archivegen layout HEADER…`. This type only declares the options; `LayoutRun` interprets them.
struct LayoutCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Shows how C types lie in memory, and what archives have of them.",
    usage: """
      archivegen layout <inputs> ... [-C <type>] [-E] [--hex] [--holes] [--reorganize] [--sizes]
      archivegen layout <inputs> ... --contains <type> | --pointers-to <type>
      archivegen layout <inputs> ... --target <target> --target <target>
      archivegen layout <inputs> ... --against <file-or-folder>
      archivegen layout <inputs> ... -C <type> --raw <file> [--skip <bytes>] [--count <records>]
      archivegen layout <inputs> ... --svg <file> | --html <file>
      """,
    discussion: """
      Prints every struct and union of the headers as pahole does, with the archive's key, the archived type and the annotation \
      beside each member. It needs no object file and no debug information. Compiler options are accepted as for generating. \
      Types that are not archived are shown too, with the reason.
      """)

  @OptionGroup var files: InputFiles
  @OptionGroup var headers: HeaderOptions

  @Option(
    name: [.customShort("C"), .customLong("type")],
    help: ArgumentHelp(
      "A type to show: a tag, a typedef, or 'struct tag', in whichever header it is. May be repeated.",
      valueName: "type"))
  var types: [String] = []

  @Flag(
    name: [.customShort("E"), .customLong("expand")], help: "Show the members of structs and unions inside others.")
  var expands = false

  @Flag(help: "Print offsets and sizes in base 16.")
  var hex = false

  @Flag(help: "Show only types that have holes.")
  var holes = false

  @Flag(help: "Propose an order of members that takes less memory, and show what it saves.")
  var reorganize = false

  @Option(help: ArgumentHelp("List the members that have this type by value.", valueName: "type"))
  var contains: String?

  @Option(
    name: .customLong("pointers-to"), help: ArgumentHelp("List the members that point to this type.", valueName: "type")
  )
  var pointersTo: String?

  @Flag(help: "Print one line for each type: its name, its size, its number of holes, and its archived name or '-'.")
  var sizes = false

  @Option(help: ArgumentHelp("The size of a cache line.", valueName: "bytes"))
  var cacheline = 64

  @Option(
    help: ArgumentHelp(
      "Bytes of memory or flash to print as records of the type, in the byte order of the target; '-' is standard input.",
      valueName: "file"),
    completion: .file())
  var raw: String?

  @Option(
    help: ArgumentHelp(
      "The number of records to read with '--raw'. Default: as many as there are.", valueName: "records"))
  var count: Int?

  @Option(help: ArgumentHelp("The number of bytes before the first record of '--raw'.", valueName: "bytes"))
  var skip = 0

  @Option(help: "The format of the output: 'text', 'json' or 'markdown'.")
  var format = LayoutFormat.text

  @Option(
    help: ArgumentHelp(
      "Another version of the headers, a file or a folder, to compare with: it is shown as the state before.",
      valueName: "path"),
    completion: .file(extensions: ["h"]))
  var against: String?

  @Option(help: ArgumentHelp("Draw the types into an SVG file; '-' is standard output.", valueName: "file"))
  var svg: String?

  @Option(
    help: ArgumentHelp(
      "Write a page with pictures, tables and a searchable list of the types; '-' is standard output.",
      valueName: "file"))
  var html: String?

  func validate() throws {
    try reading.requireInputs()
    if !(1...1 << 20).contains(cacheline) {
      throw ValidationError("'--cacheline' is a number of bytes from 1 to 1048576")
    }
    if count.map({ $0 < 1 }) ?? false { throw ValidationError("'--count' is at least 1") }
    if skip < 0 { throw ValidationError("'--skip' cannot be negative") }
    if raw == nil, count != nil || skip != 0 {
      throw ValidationError("'--count' and '--skip' belong to '--raw'")
    }
    if raw != nil, types.count != 1 {
      throw ValidationError("'--raw' needs the one type that the bytes are: -C TYPE")
    }
    let kinds: [(String, Bool)] = [
      ("--raw", raw != nil), ("--contains", contains != nil), ("--pointers-to", pointersTo != nil), ("--sizes", sizes),
      ("--reorganize", reorganize), ("several '--target'", reading.targets.count > 1), ("--against", against != nil),
    ]
    let given = kinds.filter(\.1).map(\.0)
    if given.count > 1 { throw ValidationError("'\(given[0])' and '\(given[1])' cannot be used together") }
    if svg != nil || html != nil,
      let other = given.first(where: { !["--against", "several '--target'", "--reorganize"].contains($0) })
    {
      throw ValidationError("'\(other)' has no picture; omit '--svg' and '--html'")
    }
    if [svg, html].contains("") { throw ValidationError(ReadingOptions.emptyArgument) }
    if svg == "-", html == "-" {
      throw ValidationError("only one of '--svg' and '--html' can be written to standard output")
    }
  }

  func run() throws {
    let printer = DiagnosticOutput()
    do {
      let isComplete = try LayoutRun(self, printer).run()
      if !isComplete { throw ExitCode(1) }
    } catch let failure as Failure {
      printer.print(failure.diagnostics)
      throw ExitCode(1)
    }
  }
}

enum LayoutFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, markdown
}
