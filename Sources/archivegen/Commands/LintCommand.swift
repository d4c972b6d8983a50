import ArchiveInspection
import ArchiveModel
import ArchiveRuntime
import ArgumentParser
import Foundation
import InspectionCommands
import UntypedArchive

/// The command `archivegen lint FILE…`.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Checks whether archives are sound, and whether they fit headers and models.",
    discussion: """
      Every finding has the name of its rule, and the offset of a byte and a key path where there are any. The exit code is \
      0 if all files are sound, 1 if there are findings, and 2 if a file, or the headers, cannot be read. With '--schema' \
      the types in the archive are compared with those that archivegen would generate code for, and the archive is read as \
      that code would read it. A configuration beside the headers counts, as for 'archivegen check'.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Argument(help: ArgumentHelp("The archives; '-' is standard input.", valueName: "file"), completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Headers, Swift sources, and folders that contain them. May be repeated.", valueName: "input"),
    completion: .file(extensions: ["h", "swift"]))
  var schema: [String] = []

  @Option(help: "The form of the report: text, or json with an object for each file.")
  var format: Format = .text

  @Option(help: ArgumentHelp("List this many findings of each rule; 0 for all.", valueName: "n"))
  var head = 100

  @OptionGroup var headers: HeaderOptions

  @Option(
    help: ArgumentHelp(
      "Colours: auto, always or never. 'auto' uses them on a terminal unless NO_COLOR is set.", valueName: "when"))
  var color: ColorChoice = .auto

  func validate() throws {
    if files.isEmpty { throw ValidationError("name a file, or '-' for standard input") }
    if head < 0 { throw ValidationError("'--head' is a number from 0 on") }
    if schema.isEmpty, let option = headers.firstGiven {
      throw ValidationError("'\(option)' says how headers are read; name them with '--schema'")
    }
  }

  func run() throws {
    let schema = try readSchema()
    var result = (hasFindings: false, hasFailed: false)
    do {
      try StandardOutput.write(isStyled: format == .text) { result = check(schema, to: $0) }
    } catch {
      result.hasFailed = true
      CommandMessage.error(ArchiveErrorText.words(of: error))
    }
    if result.hasFailed { throw ExitCode(2) }
    if result.hasFindings { throw ExitCode(1) }
  }

  /// - Returns: whether a file has findings, and whether one cannot be read.
  private func check(_ schema: ArchivedSchema?, to output: OutputBuffer) -> (hasFindings: Bool, hasFailed: Bool) {
    let text = LintText(hasColor: color.isOn(STDOUT_FILENO))
    var (hasFindings, hasFailed) = (false, false)
    for file in files where output.isOpen {
      let name = file == "-" ? "standard input" : file
      let source: ArchiveBytes
      do throws(ArchiveError) {
        source = file == "-" ? try ArchiveBytes.reading(STDIN_FILENO, name: name) : try ArchiveBytes.file(file)
      } catch {
        hasFailed = true
        output.flush()
        CommandMessage.error(ArchiveErrorText.words(of: error))
        continue
      }
      var report = ArchiveLint.check(source, limit: head == 0 ? nil : head)
      var verdict: SchemaFit.Verdict?
      if let schema, let document = try? ArchiveDocument.opening(source) {
        var fit = SchemaFit(schema)
        fit.check(document, into: &report)
        verdict = fit.verdict
      }
      if !report.isSound { hasFindings = true }
      switch format {
      case .text:
        text.write(report, name, statement: verdict.flatMap { $0.isRead == false ? nil : $0.text }, to: output)
      case .json: LintJSON.write(report, name, other: verdict.map(Self.json), to: output)
      }
    }
    return (hasFindings, hasFailed)
  }

  private static func json(_ verdict: SchemaFit.Verdict) -> String {
    let buffer = OutputBuffer(.memory, capacity: 4_096)
    func list(_ key: String, _ texts: [String]) {
      buffer.append(",\"\(key)\":[")
      for (place, text) in texts.enumerated() {
        if place > 0 { buffer.append(",") }
        buffer.append(json: text)
      }
      buffer.append("]")
    }
    buffer.append("\"schema\":{\"isRead\":\(verdict.isRead.map { "\($0)" } ?? "null"),\"text\":")
    buffer.append(json: verdict.text)
    list("defaults", verdict.defaults)
    list("unread", verdict.unread)
    buffer.append("}")
    buffer.flush()
    return String(decoding: buffer.data, as: UTF8.self)
  }

  /// - Returns: nil if no schema is named.
  private func readSchema() throws -> ArchivedSchema? {
    guard !schema.isEmpty else { return nil }
    guard let read = try SchemaReading.schema(of: schema, headers) else { throw ExitCode(2) }
    return read
  }
}

extension SchemaReading {
  /// The types of headers and models that '--schema' names.
  ///
  /// - Returns: nil if they have errors, which are printed, or no type that is archived.
  static func schema(of inputs: [String], _ headers: HeaderOptions) throws -> ArchivedSchema? {
    let reading = ReadingOptions(inputs: inputs, options: headers)
    let printer = DiagnosticOutput()
    var read: SchemaReading?
    let outcome = try SchemaReading.reporting(to: printer) {
      read = try SchemaReading.read(reading, printer)
      return read == nil ? .errors : .done
    }
    guard outcome == .done, let read else { return nil }
    if read.schema.types.isEmpty {
      printer.print(line: "archivegen: error: '--schema' has no type that is archived")
      return nil
    }
    return read.schema
  }
}
