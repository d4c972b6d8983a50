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
      an archive of such an array. The form of IN is seen from its contents, that of OUT from its name: .json, .csv, \
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
      FileHandle.standardError.write(
        Data("archivegen: error: \(TerminalText.escapedMessage(named + "\(error)"))\n".utf8))
      throw ExitCode(1)
    }
  }

  private func convert() throws {
    let source =
      input == "-" ? try ArchiveBytes.reading(STDIN_FILENO, name: "standard input") : try ArchiveBytes.file(input)
    var original: ArchiveDocument.Format?
    let list = try readList(source, &original)
    let target = to ?? Self.format(of: result) ?? (original == .xml ? .xml1 : .binary1)
    let document = try ArchiveDocument(list)
    // What is written has been read as a whole.
    if target == .binary1 || target == .xml1 { _ = try PropertyList(Data(document.source.bytes)) }
    try OutputFile.write(result) { output in
      switch target {
      case .binary1: output.append(document.source.bytes)
      case .xml1: output.append(try XMLOutput.data(document))
      case .json: try LosslessJSONWriter.write(document, to: output)
      case .csv:
        let selection = try path.map { try document.selection($0) } ?? .value(try document.inspected(document.start))
        let tables = try document.tables(of: selection)
        guard let table = tables.first, tables.count == 1 else { throw TableOutput.choice(tables) }
        guard var writer = CSVWriter(table.table, in: document.view.bytes, to: output) else {
          throw TableError(
            description: "a row has more than \(CSVWriter.greatestWidth) values; choose a column with '--path'")
        }
        writer.write()
        if writer.invalidTexts > 0 {
          throw TableError(
            description: "\(writer.invalidTexts) texts are not UTF-8, which CSV cannot hold; JSON keeps their bytes")
        }
      }
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

  /// The property list that the input is or becomes.
  private func readList(_ source: ArchiveBytes, _ original: inout ArchiveDocument.Format?) throws -> ArchiveBytes {
    let bytes = source.bytes
    let stem =
      name ?? (input == "-" ? "record" : ((input as NSString).lastPathComponent as NSString).deletingPathExtension)
    if bytes.starts(with: Array("bplist".utf8)) { return source }
    if (input as NSString).pathExtension.lowercased() == "csv" {
      return ArchiveBytes(copying: try CSVReader.archive(bytes, name: stem).data())
    }
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return source }
    let list = try LosslessJSONReader.read(bytes)
    original = list.format
    if list.hasOtherLayout {
      FileHandle.standardError.write(
        Data("archivegen: note: the values were edited, so that objects are in another order than before\n".utf8))
    }
    return ArchiveBytes(copying: list.data)
  }
}
