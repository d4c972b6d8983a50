import ArchiveModel
import ArgumentParser

/// The command `archivegen INPUT… -o FOLDER`. This type only declares the options; `Invocation` interprets them.
struct GenerateCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Writes Swift code that archives C structs and Swift types field by field.",
    usage: """
      archivegen <inputs> ... -o <output> [<options>]
      archivegen check <inputs> ... [--lock <file>]
      archivegen lock <inputs> ...
      archivegen inspect|convert|diff|lint|graph <archive> ...
      archivegen layout <headers> ...
      archivegen mark <types> ... <inputs> ...
      archivegen explain [<diagnostic>]
      archivegen attributes [--on <subject>]
      archivegen schema
      """,
    discussion: """
      Reads C headers and writes Swift code that archives every struct that they define, under stable keys. Reads Swift sources and does the same for every type \
      that is marked "// archive:". Compile the output with the ArchiveRuntime library. Annotations, in comments ("// archive: skip") or in archivegen.yml, \
      add what a declaration cannot express.
      """)

  @Option(name: [.customShort("o"), .long], help: "The folder to write to.", completion: .directory)
  var output: String

  @OptionGroup var files: InputFiles
  @OptionGroup var headers: HeaderOptions

  @Option(help: "A folder of templates that override the built-in ones of the same name.", completion: .directory)
  var templates: String?

  @Option(
    help:
      "The access level of generated declarations that have no type of their own in C or Swift: 'internal', 'package' or 'public'. Conformances have the access level of their type. (default: public)"
  )
  var access: GeneratedAccess?

  @Flag(
    help:
      "Also write ArchiveReleases.swift, by which the program saves archives for the releases that the lock has: ArchiveEncoder(for:)."
  )
  var releases = false

  @Flag(help: "Write the files that have no errors. The exit code is still 1.")
  var keepGoing = false

  @Flag(name: .customLong("no-module-map"), help: "Do not write a module map, even if the headers have none.")
  var omitModuleMap = false

  @Option(
    help: ArgumentHelp(
      "Write all Swift code into one file of this name in the output folder. It is written even if there is nothing to generate.",
      valueName: "name"))
  var singleFile: String?

  @Flag(
    help:
      "Write a file for every header and Swift source, even those without types, so that build systems know the names.")
  var emitEmpty = false

  @Option(
    help:
      "Write a Makefile rule that lists every file read, for make and ninja. Its target is the file of '--single-file', or the depfile itself.",
    completion: .file(extensions: ["d"]))
  var depfile: String?

  @Flag(
    help:
      "Check against the lock, but do not write to it. Compatible changes that it lacks are a warning.")
  var keepLock = false

  @Flag(help: "Print the path of every output file, one on each line, and write nothing.")
  var listOutputs = false

  @Flag(help: "Print what would change, and write nothing. The exit code is 3 if anything would.")
  var dryRun = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print which files are read and written.")
  var verbose = false

  @Flag(inversion: .prefixedNo, help: "Whether diagnostics are coloured. Default: on a terminal.")
  var colorDiagnostics: Bool?

  @Option(
    help: ArgumentHelp(
      "The format of diagnostics: 'text', 'json', 'sarif' or 'github'.", valueName: "format"))
  var diagnosticsFormat: DiagnosticFormat = .text

  @Flag(name: .customLong("no-cache"), help: "Read all inputs, even if none has changed since the last run.")
  var ignoresCache = false

  @Option(
    help:
      "The folder where a run records its inputs, so that the next run can tell that nothing has changed. Default: archivegen in $XDG_CACHE_HOME or ~/.cache.",
    completion: .directory)
  var cacheDir: String?

  func validate() throws {
    if quiet, verbose { throw ValidationError("'--quiet' and '--verbose' cannot be used together") }
    if dryRun, listOutputs { throw ValidationError("'--dry-run' and '--list-outputs' cannot be used together") }
    if singleFile != nil, emitEmpty {
      throw ValidationError(
        "'--single-file' and '--emit-empty' cannot be used together; the single file is always written")
    }
    if let singleFile, singleFile.contains("/") || !singleFile.hasSuffix(".swift") || singleFile.hasPrefix(".") {
      throw ValidationError(
        "'--single-file \(singleFile)' is not the name of a Swift file: it ends in '.swift', and its folder is that of '-o'"
      )
    }
    try reading.requireInputs()
    if output.isEmpty { throw ValidationError(ReadingOptions.emptyArgument) }
  }

  func run() throws {
    // The list must contain nothing but paths; the run that writes the files reports the diagnostics.
    let printer = DiagnosticOutput(
      format: diagnosticsFormat, color: colorDiagnostics, isQuiet: quiet || listOutputs)
    let outcome: Outcome
    do {
      outcome = try Invocation(self, printer).run()
    } catch let failure as Failure {
      printer.print(failure.diagnostics)
      outcome = .errors
    } catch {
      // A program reads the document even where the output is lost.
      try? printer.finish()
      throw error
    }
    try printer.finish()
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }
}

extension GeneratedAccess: ExpressibleByArgument {}
extension DiagnosticFormat: ExpressibleByArgument {}
