import ArchiveInspection
import ArgumentParser
import Foundation
import UntypedArchive

/// The command `archivegen inspect FILE [KEYPATH]`.
package struct InspectCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what is in a keyed archive, or in any property list.",
    usage: """
      archivegen inspect FILE [KEYPATH] [options]
      archivegen inspect FILE [KEYPATH] --schema HEADER… [options]
      archivegen inspect FILE… --format jsonl [--path KEYPATH]
      archivegen inspect --sqlite DATABASE QUERY [options]
      """,
    discussion: """
      Nothing that an archive names is executed or made. A key path is 'root.items[2].name', '#17' for the object 17, \
      'points[3].x' for a cell of columns, 'nodes#node:5' for a row of a graph; without one the whole archive is shown. \
      Elements and rows in brackets are counted from 0, and rows of a graph behind ':' from 1. \
      The status is 1 if the file, or a part of it, cannot be read.
      """)

  package enum Format: String, CaseIterable, ExpressibleByArgument {
    case tree, json, jsonl, csv, xml1
  }

  @Argument(
    help: ArgumentHelp("The file, or '-' for standard input; then a key path.", valueName: "file"), completion: .file())
  var arguments: [String] = []

  @Option(help: "The form of the output: tree, json (lossless, see 'archivegen convert'), jsonl, csv, xml1.")
  var format: Format = .tree

  @Option(help: ArgumentHelp("The key path, where more files than one are named.", valueName: "keypath"))
  var path: String?

  @Flag(
    help:
      "Show keys and types, and no values. With headers or folders of them among the arguments: show values, with the names of enumerators and the dates that the headers say they are."
  )
  var schema = false

  @Flag(help: "Show the property list as it is, with references and classes.")
  var raw = false

  @Flag(help: "Show how many bytes each key takes.")
  var stats = false

  @Flag(help: "Show where each value is in the file: '@offset+length', in bytes.")
  var offsets = false

  @Flag(help: "List all texts with their offsets.")
  var strings = false

  @Flag(help: "Print the number of rows, elements or keys.")
  var count = false

  @Flag(help: "With '--format xml1': cut the fractions of seconds off dates, which XML has no place for.")
  var roundDates = false

  @Flag(help: "Show property lists that are in data.")
  var expandData = false

  @Option(help: ArgumentHelp("Show this many levels.", valueName: "levels"))
  var depth: Int?

  @Option(help: ArgumentHelp("Show this many rows or elements of each. The tree shows 20.", valueName: "n"))
  var head: Int?

  @Option(help: ArgumentHelp("Leave out this many rows or elements first.", valueName: "n"))
  var skip = 0

  @Option(help: ArgumentHelp("The archive begins at this byte of the file; '0x' for hexadecimal.", valueName: "offset"))
  var at: String?

  @Flag(help: "List what a cut or damaged file still holds, each value with its offset.")
  var salvage = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Show every BLOB that is an archive in the result of a query.", valueName: "database query"))
  var sqlite: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write a page to look at in a browser: tree, tables, graph and bytes, in one file without a network.",
      valueName: "file"),
    completion: .file())
  var html: String?

  @Option(
    help: ArgumentHelp("How much of the archive the page has, in millions of bytes; more is sampled.", valueName: "MB"))
  var htmlSize: Int?

  @Option(
    help: ArgumentHelp(
      "Colours: auto, always or never. 'auto' uses them on a terminal unless NO_COLOR is set.", valueName: "when"))
  var color: ColorChoice = .auto

  package init() {}

  /// The headers, Swift sources and folders that are named with `--schema`.
  package var schemaInputs: [String] {
    schema ? arguments.filter(Self.isSchemaInput) : []
  }

  /// The other arguments: files, and a key path.
  var named: [String] { schema ? arguments.filter { !Self.isSchemaInput($0) } : arguments }

  private static func isSchemaInput(_ argument: String) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder) else { return false }
    return isFolder.boolValue || ["h", "hpp", "hh", "swift"].contains((argument as NSString).pathExtension)
  }

  package func validate() throws {
    guard sqlite.isEmpty || sqlite.count == 2 else {
      throw ValidationError("'--sqlite' needs a database and a query: --sqlite notes.db 'SELECT data FROM notes'")
    }
    guard !sqlite.isEmpty || !named.isEmpty else { throw ValidationError("name a file, or '-' for standard input") }
    if format != .jsonl, named.count > 2 {
      throw ValidationError("more than a file and a key path is named; several files need '--format jsonl'")
    }
    if path != nil, format != .jsonl, named.count > 1 {
      throw ValidationError("the key path is given twice, by '--path' and after the file")
    }
    for (name, value) in [("--depth", depth), ("--head", head), ("--skip", skip)] {
      if let value, value < 0 { throw ValidationError("'\(name)' is a number from 0 on") }
    }
    let modes = [
      ("--schema", schema && schemaInputs.isEmpty), ("--stats", stats), ("--strings", strings), ("--count", count),
      ("--salvage", salvage),
    ].filter(\.1)
    if modes.count > 1 {
      throw ValidationError("'\(modes[0].0)' and '\(modes[1].0)' are two different views; choose one")
    }
    if raw, let mode = modes.first(where: { ["--schema", "--stats"].contains($0.0) }) {
      throw ValidationError("'--raw' is for the tree and JSON, and '\(mode.0)' looks at the archive; omit one of them")
    }
    if let html {
      if let mode = modes.first { throw ValidationError("'--html' shows the whole archive; omit '\(mode.0)'") }
      if format != .tree { throw ValidationError("'--html' and '--format' are two forms of output; choose one") }
      if !sqlite.isEmpty || named.count != 1 {
        throw ValidationError("'--html \(html)' shows one file; omit the rest")
      }
    }
    if let htmlSize, html == nil || !(1...512).contains(htmlSize) {
      throw ValidationError(
        html == nil ? "'--html-size' is for '--html'" : "'--html-size' is a number of megabytes from 1 to 512")
    }
    if let at, Self.offset(at) == nil { throw ValidationError("'--at \(at)' is no offset; write 1234 or 0x4d2") }
  }

  static func offset(_ text: String) -> Int? {
    let value = text.lowercased().hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
    return value.flatMap { $0 >= 0 ? $0 : nil }
  }

  package func run() throws { try run(names: nil) }

  /// - Parameter names: what headers say of numbers.
  package func run(names: ValueNames?) throws {
    // The tree has lines with colours; all else is data.
    var hasFailed = false
    try StandardOutput.write(isStyled: format == .tree) { output in
      var session = InspectionSession(self, output, names)
      inspect(in: &session, to: output)
      hasFailed = session.hasFailed
    }
    if hasFailed { throw ExitCode(1) }
  }

  private func inspect(in session: inout InspectionSession, to output: OutputBuffer) {
    if sqlite.count == 2 {
      session.inspectDatabase(sqlite[0], sqlite[1])
    } else {
      // Of two arguments for lines of JSON, the second is a key path unless there is such a file.
      let hasKeyPath =
        path == nil && named.count == 2
        && (format != .jsonl
          || named[1] != "-" && !FileManager.default.fileExists(atPath: named[1])
            && FileManager.default.fileExists(atPath: named[0]))
      let files = hasKeyPath ? Array(named.prefix(1)) : named
      let keyPath = path ?? (hasKeyPath ? named[1] : nil)
      for file in files where output.isOpen { session.inspect(file, keyPath, of: files.count) }
    }
  }
}

/// When to use colours.
package enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// - Parameter descriptor: the output's.
  package func isOn(_ descriptor: Int32) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      isatty(descriptor) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }
  }
}

/// The width of a terminal.
package enum Terminal {
  package static func width(_ descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init)
  }
}
