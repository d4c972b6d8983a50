import ArchiveInspection
import ArchiveRuntime
import ArgumentParser
import Foundation

/// The command `archivegen convert IN OUT`.
package struct ConvertCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Converts archives and property lists between binary, XML, JSON, CSV and npz.",
    discussion: """
      JSON is lossless: converted back it gives the same file. CSV and npz hold the columns of one array of records, and \
      become an archive of such an array. The form of IN is seen from its contents, that of OUT from its name: .json, \
      .csv, .npz, .xml; anything else is binary, or what the JSON says that it was.
      """)

  package enum Format: String, CaseIterable, ExpressibleByArgument {
    case binary1, xml1, json, csv, npz
  }

  @Argument(help: ArgumentHelp("The file to read, or '-' for standard input.", valueName: "in"), completion: .file())
  var input: String

  @Argument(help: ArgumentHelp("The file to write, or '-' for standard output.", valueName: "out"), completion: .file())
  var result: String

  @Option(help: "The form to write: binary1, xml1, json, csv or npz.")
  var to: Format?

  @Option(help: ArgumentHelp("The table to write as CSV or npz.", valueName: "keypath"))
  var path: String?

  @Option(help: ArgumentHelp("The archived name of the records that are read from CSV or npz.", valueName: "type"))
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
    try Self.write(result) { output in
      switch target {
      case .binary1: output.append(document.source.bytes)
      case .xml1: output.append(try XMLOutput.data(document))
      case .json: try LosslessJSONWriter.write(document, to: output)
      case .csv, .npz:
        let selection = try path.map { try document.selection($0) } ?? .value(try document.inspected(document.start))
        if target == .npz { return try TableOutput.npz(document, selection, input, to: output) }
        let tables = try document.tables(of: selection)
        guard let table = tables.first, tables.count == 1 else { throw TableOutput.choice(tables) }
        guard var writer = CSVWriter(table.table, in: document.view.bytes, to: output) else {
          throw TableError(
            description: "a row has more than \(CSVWriter.greatestWidth) values; choose a column with '--path'")
        }
        writer.write()
        if writer.invalidTexts > 0 {
          throw TableError(description: "\(writer.invalidTexts) texts are not UTF-8; npz keeps their bytes")
        }
      }
    }
  }

  private static func format(of name: String) -> Format? {
    switch (name as NSString).pathExtension.lowercased() {
    case "json": .json
    case "csv": .csv
    case "npz": .npz
    case "xml": .xml1
    default: nil
    }
  }

  /// The property list that the input is or becomes.
  private func readList(_ source: ArchiveBytes, _ original: inout ArchiveDocument.Format?) throws -> ArchiveBytes {
    let bytes = source.bytes
    let stem =
      name ?? (input == "-" ? "record" : ((input as NSString).lastPathComponent as NSString).deletingPathExtension)
    if bytes.starts(with: Array("PK".utf8)) {
      return ArchiveBytes(copying: try NPZReader.archive(bytes, name: stem).data())
    }
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

  /// Writes a file that appears when it is complete.
  static func write(_ path: String, _ body: (OutputBuffer) throws -> Void) throws {
    if path == "-" {
      let output = OutputBuffer(.descriptor(STDOUT_FILENO))
      try body(output)
      output.flush()
      return
    }
    func failure(_ operation: ArchiveError.FileOperation) -> ArchiveError {
      .file(path: path, operation: operation, code: errno, reason: String(cString: strerror(errno)))
    }
    var old = stat()
    let exists = stat(path, &old) == 0
    if exists, old.st_mode & S_IFMT != S_IFREG {
      // A device or a pipe is written to. To replace it by a file would destroy it.
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw failure(.open) }
      defer { close(descriptor) }
      return try fill(descriptor, path, body)
    }
    // The file that a symbolic link leads to is replaced, and the link stays.
    let target = exists ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
    // mkstemp puts random letters in the place of the last six.
    var name = Array("\(target).XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw failure(.createTemporary) }
    defer { close(descriptor) }
    let temporary = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do {
      try fill(descriptor, path, body)
      let mask = umask(0)
      umask(mask)
      fchmod(descriptor, exists ? old.st_mode & 0o7777 : 0o666 & ~mask)
      guard rename(temporary, target) == 0 else { throw failure(.replace) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func fill(_ descriptor: Int32, _ path: String, _ body: (OutputBuffer) throws -> Void) throws {
    let output = OutputBuffer(.descriptor(descriptor))
    try body(output)
    output.flush()
    if let code = output.systemError {
      throw ArchiveError.file(path: path, operation: .write, code: code, reason: String(cString: strerror(code)))
    }
  }
}
