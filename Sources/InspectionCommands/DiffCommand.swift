import ArchiveInspection
import ArchiveRuntime
import ArgumentParser
import Foundation
import UntypedArchive

/// The command `archivegen diff A B`.
package struct DiffCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compares two archives, or any two property lists: keys, values, rows, nodes of graphs, objects.",
    discussion: """
      Binary lists, XML lists and the JSON of 'archivegen convert' are compared with each other. The order of keys, of sets \
      and of objects in a file is no difference, nor is the row at which a graph's node stands. The exit code is 0 if the \
      archives are equal, 1 if they differ, and 2 if one of them cannot be read. Git's seven arguments of GIT_EXTERNAL_DIFF are understood.
      """)

  package enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, html }

  @Argument(
    help: ArgumentHelp("The two files; '-' is standard input.", valueName: "file"), completion: .file())
  var files: [String] = []

  @Option(help: "The form of the report: text, json, html.")
  var format: Format = .text

  @Option(
    help: ArgumentHelp(
      "Key paths that are not compared: '*' is any text within a part, '**' any text, '[]' any subscript. A pattern of one key means that key everywhere. May be repeated.",
      valueName: "pattern"))
  var ignore: [String] = []

  @Option(
    help: ArgumentHelp(
      "Match rows or elements by a column or key: 'order' wherever it is, 'lines:order' in one table, 'lines:order,item' by two. May be repeated.",
      valueName: "table:column"))
  var key: [String] = []

  @Option(help: ArgumentHelp("Take reals for equal that differ by at most this.", valueName: "difference"))
  var tolerance: Double = 0

  @Option(help: ArgumentHelp("The same, as a part of the greater one: 1e-9.", valueName: "part"))
  var relativeTolerance: Double = 0

  @Flag(help: "Take one object for the same as several equal ones.")
  var ignoreSharing = false

  @Flag(
    help: "Compare property lists within data, and not their bytes. The paths of what they have follow '{}'.")
  var expandData = false

  @Flag(help: "Print only how much differs in each table and key.")
  var stat = false

  @Flag(name: .shortAndLong, help: "Print nothing; the exit code says whether they differ.")
  var quiet = false

  @Option(help: ArgumentHelp("List this many differences of each table or key; 0 for all.", valueName: "n"))
  var head = 50

  @Option(help: ArgumentHelp("List this many differences in all; 0 for all.", valueName: "n"))
  var limit = 1_000

  @Option(
    help: ArgumentHelp(
      "Colours: auto, always or never. 'auto' uses them on a terminal unless NO_COLOR is set.", valueName: "when"))
  var color: ColorChoice = .auto

  package init() {}

  package func validate() throws {
    guard files.count == 2 || files.count == 7 || files.count == 9 else {
      throw ValidationError("name two files: archivegen diff A B")
    }
    if files.count == 2, files[0] == "-", files[1] == "-" {
      throw ValidationError("only one of the files can be standard input")
    }
    for (name, value) in [("--tolerance", tolerance), ("--relative-tolerance", relativeTolerance)]
    where !(value >= 0 && value.isFinite) {
      throw ValidationError("'\(name)' is a number from 0 on")
    }
    for (name, value) in [("--head", head), ("--limit", limit)] where value < 0 {
      throw ValidationError("'\(name)' is a number from 0 on")
    }
    if let empty = ignore.first(where: { KeyPathPattern($0) == nil }) {
      throw ValidationError("'--ignore \(empty)' is no pattern; write a key path such as 'lines[].price'")
    }
    if let wrong = key.first(where: { RowKey($0) == nil }) {
      throw ValidationError("'--key \(wrong)' names no column; write 'order', 'lines:order' or 'lines:order,item'")
    }
    if stat, format != .text {
      throw ValidationError("'--stat' is text; '--format \(format.rawValue)' has the counts as well")
    }
  }

  private var options: DiffOptions {
    var options = DiffOptions()
    options.ignored = ignore.compactMap { KeyPathPattern($0) }
    options.keys = key.compactMap { RowKey($0) }
    options.tolerance = tolerance
    options.relativeTolerance = relativeTolerance
    options.ignoresSharing = ignoreSharing
    options.expandsData = expandData
    options.head = quiet || stat ? 0 : head == 0 ? nil : head
    options.limit = quiet || stat ? 0 : limit == 0 ? nil : limit
    options.stopsAtFirst = quiet
    return options
  }

  package func run() throws {
    // Git gives the path, then old file, old object, old mode, new file, new object, new mode, and more of a rename.
    let isGit = files.count > 2
    let (first, second) = isGit ? (files[1], files[4]) : (files[0], files[1])
    var names = (first, second)
    if isGit {
      // A name that is /dev/null says that the file is new or gone.
      if first != "/dev/null" { names.0 = "a/\(files[0])" }
      if second != "/dev/null" { names.1 = "b/\(files.count == 9 ? files[7] : files[0])" }
    }
    let report: DiffReport
    do {
      report = try compare(first, second, names, isGit: isGit)
    } catch let error as ExitCode {
      throw error
    } catch {
      throw Self.trouble(ArchiveErrorText.words(of: error))
    }
    if !quiet {
      do {
        try StandardOutput.write(isStyled: format == .text) { write(report, names, to: $0) }
      } catch {
        throw Self.trouble(ArchiveErrorText.words(of: error))
      }
      for key in report.unusedKeys {
        CommandMessage.note(
          "'--key \(key.text)' matches no rows: no table or list that differs is named so and has such a column or key in both archives"
        )
      }
    }
    // Git takes any other exit code than 0 for a failure of the driver.
    if !report.isEqual, !isGit { throw ExitCode(1) }
  }

  private func write(_ report: DiffReport, _ names: (String, String), to output: OutputBuffer) {
    switch format {
    case .json: DiffJSON.write(report, names.0, names.1, to: output)
    case .html: DiffHTML.write(report, names.0, names.1, to: output)
    case .text:
      let text = DiffText(hasColor: color.isOn(STDOUT_FILENO))
      if stat {
        text.writeStatistics(report, names.0, names.1, to: output)
      } else {
        text.write(report, names.0, names.1, to: output)
      }
    }
  }

  private func compare(_ first: String, _ second: String, _ names: (String, String), isGit: Bool) throws -> DiffReport {
    let own = try Self.document(first, names.0, isGit: isGit)
    let other = try Self.document(second, names.1, isGit: isGit)
    do {
      return try ArchiveComparison.compare(own, other, options)
    } catch {
      // The error says where, and not in which of the two.
      let isFirst = ArchiveLint.check(own.source).errors > 0
      throw Self.trouble("\(isFirst ? names.0 : names.1): \(error)")
    }
  }

  private static func document(_ path: String, _ name: String, isGit: Bool) throws -> ArchiveDocument {
    // A file that is new or gone has no contents for git.
    if isGit, path == "/dev/null" { return try ArchiveDocument(ArchiveBytes(copying: nothing)) }
    do {
      let isInput = path == "-"
      let source =
        isInput ? try ArchiveBytes.reading(STDIN_FILENO, name: "standard input") : try ArchiveBytes.file(path)
      return try ArchiveDocument.opening(source)
    } catch {
      let isNamed = (error as? ArchiveError)?.code == .file
      throw trouble((isNamed ? "" : "\(name): ") + ArchiveErrorText.words(of: error))
    }
  }

  /// An archive of no keys.
  private static let nothing: [UInt8] = {
    let list =
      ["$archiver": "NSKeyedArchiver", "$version": 100_000, "$objects": ["$null"], "$top": [String: Int]()]
      as [String: Any]
    return (try? PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)).map(Array.init)
      ?? []
  }()

  private static func trouble(_ message: String) -> ExitCode {
    CommandMessage.error(message)
    return ExitCode(2)
  }
}
