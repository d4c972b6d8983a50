import ArchiveInspection
import ArchiveModel
import ArchivePlanner
import ArgumentParser
import Foundation

/// `archivegen mark TYPE… INPUT…`.
struct MarkCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Marks types in Swift sources, so that they are archived.",
    usage: """
      archivegen mark <types> ... <inputs> ... [--with-needed] [--write]
      archivegen mark --all-codable <inputs> ... [--write]
      """,
    discussion: """
      Prints the change as a diff; '--write' makes it. A type gets "// archive:" on the line above it, or "// archive: owncoding" if it \
      is Codable and cannot be archived by its properties; Codable types of other modules that it has are named in archivegen.yml. An \
      argument that is a file or a folder is an input, and every other one a type. Types that are marked already are left as they are.
      """)

  @OptionGroup var files: InputFiles
  @OptionGroup var headers: HeaderOptions

  @Flag(help: "Mark the types that the named ones need, too.")
  var withNeeded = false

  @Flag(help: "Mark every type that is Codable or has methods for NSCoder, with the types that these need.")
  var allCodable = false

  @Flag(help: "Write the marks into the sources.")
  var write = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func validate() throws {
    let (types, inputs) = Self.split(reading.inputs)
    if types.isEmpty, !allCodable { throw ValidationError("name the types to mark, or write '--all-codable'") }
    if !types.isEmpty, allCodable { throw ValidationError("'--all-codable' takes no names of types") }
    if inputs.isEmpty { throw ValidationError("name the folder of the Swift sources, or one of them") }
  }

  /// Types and inputs: an input exists, or is written like the path of a source.
  private static func split(_ words: [String]) -> (types: [String], inputs: [String]) {
    let isInput = { (word: String) in
      word.contains("/") || word.hasSuffix(".swift") || word.hasSuffix(".h")
        || FileManager.default.fileExists(atPath: word)
    }
    return (words.filter { !isInput($0) }, words.filter(isInput))
  }

  func run() throws { try SchemaReading.run(quiet: quiet, mark) }

  private func mark(_ printer: DiagnosticOutput) throws -> Outcome {
    var reading = reading
    var request = MarkPlanner.Request()
    (request.types, reading.inputs) = Self.split(reading.inputs)
    request.isForAllCodable = allCodable
    let run = try RunInputs(reading)
    var plan = try Planning.marks(run, request)
    printer.print(plan.diagnostics)
    if plan.diagnostics.hasErrors, plan.refused.isEmpty { return .errors }
    var waiting: [MarkPlan.Mark] = []
    if !withNeeded, !allCodable {
      waiting = plan.marks.filter { $0.neededBy != nil }
      plan.marks.removeAll { $0.neededBy != nil }
    }
    let edits = MarkEdits(plan, configuration: configurationPath(run, reading)) { path in
      guard let data = FileManager.default.contents(atPath: path) else { return nil }
      return String(decoding: data, as: UTF8.self)
    }
    for edit in edits.files {
      if write {
        try NamedFile.write(
          Data(edit.text.utf8), to: edit.path, advice: "the file is unchanged; check the permissions of its folder")
      } else if !quiet {
        try StandardOutput.write(edit.diff)
      }
    }
    printer.print(edits.remarks)
    if !waiting.isEmpty { printer.print([Self.note(waiting)]) }
    if !quiet { printer.print(summary: summary(plan)) }
    return plan.refused.isEmpty ? .done : .errors
  }

  private func configurationPath(_ run: RunInputs, _ reading: ReadingOptions) -> String {
    if let file = run.configurationFile { return file }
    let first = reading.inputs[0]
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: first, isDirectory: &isFolder)
    return join(exists && isFolder.boolValue ? first : parentFolder(first), ConfigurationFile.fileName)
  }

  private static func note(_ waiting: [MarkPlan.Mark]) -> Diagnostic {
    .note(
      at: waiting[0].name,
      "the named types need \(waiting.map(\.type).quotedList(atMost: 8)) too: '--with-needed' marks \(waiting.count == 1 ? "it" : "them")"
    )
  }

  private func summary(_ plan: MarkPlan) -> String {
    let own = plan.marks.count(where: \.isOwnCoding)
    let count = plan.marks.count.counted("type")
    return (write ? "\(count) marked" : "\(count) to mark")
      + (own == 0 ? "" : " (\(own) by \(own == 1 ? "its" : "their") own coding)")
      + (plan.elsewhere.isEmpty ? "" : ", \(plan.elsewhere.count.counted("type")) of other modules named")
      + (plan.alreadyMarked.isEmpty ? "" : ", \(plan.alreadyMarked.count) marked already")
      + (plan.hidden.isEmpty ? "" : ", \(plan.hidden.quotedList(atMost: 8)) left out as private")
      + (plan.refused.isEmpty ? "" : ", \(plan.refused.count) cannot be archived")
      + (write || plan.marks.isEmpty && plan.elsewhere.isEmpty ? "" : "; nothing is written without --write")
  }
}
