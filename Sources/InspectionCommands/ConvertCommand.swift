import ArchiveInspection
import ArchiveRuntime
import ArgumentParser
import Foundation
import UntypedArchive

/// The command `archivegen convert IN OUT`.
package struct ConvertCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Converts archives and property lists between binary, XML, JSON and CSV.",
    discussion: """
      JSON is lossless: converted back it gives the same file. CSV holds the columns of one array of records, and becomes \
      an archive of such an array, with the types of the archive that --like names. The form of IN is seen from its contents, that of OUT from its name: .json, .csv, \
      .xml; anything else is binary, or what the JSON says that it was.
      """)

  package enum Format: String, CaseIterable, ExpressibleByArgument {
    case binary1, xml1, json, csv
  }

  @Argument(help: ArgumentHelp("The file to read, or '-' for standard input.", valueName: "in"), completion: .file())
  var input: String

  @Argument(help: ArgumentHelp("The file to write, or '-' for standard output.", valueName: "out"), completion: .file())
  var result: String

  @Option(help: "The form to write: binary1, xml1, json or csv.")
  var to: Format?

  @Option(help: ArgumentHelp("The table to write as CSV.", valueName: "keypath"))
  var path: String?

  @Option(
    help: ArgumentHelp(
      "An archive with a table of the columns that are read from CSV: they get its types. --path names one of several.",
      valueName: "archive"), completion: .file())
  var like: String?

  @Flag(help: "Cut the fractions of seconds off dates, which XML has no place for; otherwise they are an error.")
  var roundDates = false

  @Flag(help: "Write an archive from JSON even if it has errors, such as one that was damaged before.")
  var asIs = false

  @Option(help: ArgumentHelp("The archived name of the records that are read from CSV.", valueName: "type"))
  var name: String?

  package init() {}

  package func run() throws {
    do {
      try convert()
    } catch let error as ExitCode {
      throw error
    } catch {
      let named = (error as? ArchiveError)?.code == .file ? "" : (input == "-" ? "standard input" : input) + ": "
      CommandMessage.error(named + ArchiveErrorText.words(of: error))
      throw ExitCode(1)
    }
  }

  private func convert() throws {
    let source =
      input == "-"
      ? try ArchiveBytes.reading(STDIN_FILENO, name: "standard input")
      : try ArchiveBytes.file(input, beginsAsList: (input as NSString).pathExtension.lowercased() != "csv")
    let (document, original) = try readList(source)
    let target = to ?? Self.format(of: result) ?? (original == .xml ? .xml1 : .binary1)
    guard path == nil || target == .csv || like != nil else {
      throw TableError(description: "'--path' names a table for CSV, and '\(target.rawValue)' has the whole archive")
    }
    // What is written has been read as a whole.
    if target == .binary1 || target == .xml1 { _ = try PropertyList(Data(document.source.bytes)) }
    let isSealed = try hasFittingChecksum(document)
    try OutputFile.write(result) { output in
      switch target {
      case .binary1 where isSealed:
        output.append(try ArchiveChecksum.renewed(Data(document.source.bytes)))
      case .binary1: output.append(document.source.bytes)
      case .xml1:
        let list = try XMLOutput.data(document, roundsDates: roundDates)
        output.append(isSealed ? try ArchiveChecksum.renewed(list) : list)
      case .json: try LosslessJSONWriter.write(document, to: output)
      case .csv:
        let selection = try path.map { try document.selection($0) } ?? .value(try document.inspected(document.start))
        if let reason = try TableOutput.reasonAgainstCSV(selection, document, path: path) {
          CommandMessage.note(reason)
        }
        let invalidTexts = try TableOutput.writeCSV(selection, document, path: path, to: output) { damage in
          guard let first = damage.first else { return }
          throw TableError(description: "\(first); 'archivegen inspect --format csv' writes the others")
        }
        if invalidTexts > 0 {
          throw TableError(
            description:
              "\(NumberText.counted(invalidTexts, "text")) without valid UTF-8, which CSV cannot hold; JSON keeps the bytes"
          )
        }
      }
    }
    if target == .json { try sayDifferences(document, source) }
  }

  /// Checks that an archive which was perhaps edited as JSON is one that readers take.
  private func checkSound(_ list: Data) throws {
    let source = ArchiveBytes(copying: list)
    guard try ArchiveDocument(source).keyed != nil else { return }
    let report = ArchiveLint.check(source, limit: 3)
    guard let first = report.findings.first(where: { $0.severity == .error }) else { return }
    let more = report.errors > 1 ? " (and \(NumberText.counted(report.errors - 1, "more error")))" : ""
    throw TableError(
      description:
        "the archive would have an error, which readers refuse: \(first.path.map { TerminalText.escaped($0) + ": " } ?? "")\(TerminalText.escaped(first.message))\(more); put it right, or write it with '--as-is' and see 'archivegen lint'"
    )
  }

  /// JSON is turned back into the same file; where it will not be, that is said.
  private func sayDifferences(_ document: ArchiveDocument, _ source: ArchiveBytes) throws {
    let reasons: [String]
    switch document.format {
    case .binary: reasons = ListLayout.differences(of: document)
    case .xml:
      let again = try? XMLOutput.data(document, roundsDates: false)
      let isSame = again.map { $0.elementsEqual(source.bytes) } ?? false
      reasons = isSame ? [] : ["XML is written anew, so that white space, comments and the spelling of values change"]
    case .openStep: reasons = ["OpenStep text becomes a binary list"]
    case .json: reasons = []
    }
    guard !reasons.isEmpty else { return }
    CommandMessage.note(
      "converted back, the values will be the same, and the file will not: \(reasons.joined(separator: "; "))")
  }

  /// Whether the archive has a checksum that fits, so that the result gets one. One that does not fit stays as it is,
  /// because the result is no better than the archive.
  private func hasFittingChecksum(_ document: ArchiveDocument) throws -> Bool {
    do throws(ArchiveError) { return try document.verifyChecksum() } catch {
      CommandMessage.note("\(input): \(ArchiveErrorText(error).reason)")
      return false
    }
  }

  private static func format(of name: String) -> Format? {
    switch (name as NSString).pathExtension.lowercased() {
    case "json": .json
    case "csv": .csv
    case "xml": .xml1
    default: nil
    }
  }

  /// The property list that the input is or becomes, and of JSON the form that it was made of.
  private func readList(_ source: ArchiveBytes) throws -> (ArchiveDocument, ArchiveDocument.Format) {
    let bytes = source.bytes
    let isCSV = (input as NSString).pathExtension.lowercased() == "csv" && !bytes.starts(with: "bplist".utf8)
    guard like == nil || isCSV else {
      throw TableError(description: "'--like' gives columns of a CSV their types, and the input is none")
    }
    guard name == nil || isCSV else {
      throw TableError(description: "'--name' is the name of the records of a CSV, and the input is none")
    }
    let model = try like.map { try TableOutput.table(of: $0, path: path) }
    let stem =
      name ?? model?.className
      ?? (input == "-" ? "record" : ((input as NSString).lastPathComponent as NSString).deletingPathExtension)
    if isCSV {
      let made = try CSVReader.archive(bytes, name: stem, like: model?.table)
      if let words = model.flatMap({ CSVDifference(made, like: $0.table).words }) { CommandMessage.note(words) }
      let list = ArchiveBytes(copying: try made.data())
      return (try ArchiveDocument(list), .binary)
    }
    guard case .json? = TextForm(bytes) else {
      return (try ArchiveDocument.opening(source), .binary)
    }
    let list = try LosslessJSONReader.read(bytes)
    if !asIs { try checkSound(list.data) }
    if list.hasOtherLayout {
      CommandMessage.note("the values were edited, so that objects are in another order than before")
    }
    return (try ArchiveDocument(converted: ArchiveBytes(copying: list.data), from: .json), list.format)
  }
}
