import ArchiveModel
import ArgumentParser

/// The command `archivegen INPUT… -o FOLDER`. This type only declares the options; `Invocation` interprets them.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Writes Swift code that archives C structs and Swift types field by field.",
    usage: """
      archivegen <inputs> ... -o <output> [<options>]
      archivegen explain [<diagnostic>]
      archivegen attributes [--on <subject>]
      archivegen schema
      """,
    discussion: """
      Reads C headers and writes Swift code that archives every struct that they define, under stable keys. Reads Swift sources and does the same for every type \
      that is marked "// archive:". Compile the output with the ArchiveRuntime library. Annotations, in comments ("// archive: skip") or in archivegen.yml, \
      add what a declaration cannot express.
      """)

  @Argument(
    help: "Header files, Swift source files, and folders that contain them.",
    completion: .file(extensions: ["h", "swift"]))
  var inputs: [String]

  @Option(name: [.customShort("o"), .long], help: "The folder to write to.", completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      "A pattern of headers to leave out, relative to the input folder. '*' and '?' are wildcards. May be repeated.",
      valueName: "pattern"))
  var exclude: [String] = []

  @Option(
    help:
      "The C module that Swift imports. Default: the module of the headers' module map, or the only module with a name like 'CName' that the Swift sources import, or a name derived from the first input with headers."
  )
  var module: String?

  @Option(
    name: .customShort("I", allowingJoined: true),
    help: ArgumentHelp("A folder to search for included headers.", valueName: "dir"), completion: .directory)
  var includePaths: [String] = []

  @Option(
    name: .customShort("D", allowingJoined: true),
    help: ArgumentHelp(
      "A macro to define: NAME or NAME=VALUE. A name without a value is also set as a condition of '#if' in Swift sources.",
      valueName: "macro"))
  var defines: [String] = []

  @Option(
    name: .customShort("U", allowingJoined: true),
    help: ArgumentHelp("A macro to undefine. It is also unset as a condition of '#if' in Swift sources.", valueName: "macro"))
  var undefines: [String] = []

  @Option(
    name: .customLong("include"),
    help: ArgumentHelp(
      "A header to include before all others, for headers that do not include what they need. May be repeated.",
      valueName: "file"),
    completion: .file(extensions: ["h"]))
  var includedFirst: [String] = []

  @Option(
    name: .customLong("isystem", withSingleDash: true),
    help: ArgumentHelp("A folder to search for system headers.", valueName: "dir"), completion: .directory)
  var systemIncludePaths: [String] = []

  @Option(
    name: .customLong("clang-arg"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An argument that is passed to clang. May be repeated. Common compiler options, such as -pthread or -std=c99, need no '--clang-arg'.",
      valueName: "argument"))
  var clangArguments: [String] = []

  @Option(help: "The platform whose layouts are read, as a clang target triple. Default: this machine's.")
  var target: String?

  @Option(
    name: .customLong("config"), help: "The configuration file. Default: archivegen.yml beside the inputs.",
    completion: .file(extensions: ["yml", "yaml"]))
  var configurationPath: String?

  @Option(help: "A folder of templates that override the built-in ones of the same name.", completion: .directory)
  var templates: String?

  @Option(
    help:
      "What to do with a type that has a field that cannot be archived: 'refuse' leaves out the type, 'skip' leaves out the field. (default: refuse)"
  )
  var unresolved: UnresolvedPolicy?

  @Option(
    help:
      "The access level of generated declarations that have no type of their own in C or Swift: 'internal', 'package' or 'public'. Conformances have the access level of their type. (default: public)"
  )
  var access: GeneratedAccess?

  @Flag(help: "Treat refused types and skipped fields as errors.")
  var strict = false

  @Flag(help: "Write the files that have no errors. The exit code is still 1.")
  var keepGoing = false

  @Flag(name: .customLong("no-module-map"), help: "Do not write a module map, even if the headers have none.")
  var omitModuleMap = false

  @Option(
    help: ArgumentHelp(
      "Write all Swift code into one file of this name in the output folder. It is written even if there is nothing to generate.",
      valueName: "name"))
  var singleFile: String?

  @Flag(help: "Write a file for every header and Swift source, even those without types, so that build systems know the names.")
  var emitEmpty = false

  @Option(
    help:
      "Write a Makefile rule that lists every file read, for make and ninja. Its target is the file of '--single-file', or the depfile itself.",
    completion: .file(extensions: ["d"]))
  var depfile: String?

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

  @Option(
    name: .customShort("W", allowingJoined: true), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The level of one kind of diagnostic, by its name in brackets: -Wno-NAME hides it, -Werror=NAME makes it an error, -Wno-error=NAME keeps it a warning. Errors cannot be hidden. Other names are passed to clang.",
      valueName: "level"))
  var warningOptions: [String] = []

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
      throw ValidationError("'--single-file' and '--emit-empty' cannot be used together; the single file is always written")
    }
    if let singleFile, singleFile.contains("/") || !singleFile.hasSuffix(".swift") || singleFile.hasPrefix(".") {
      throw ValidationError(
        "'--single-file \(singleFile)' is not the name of a Swift file: it ends in '.swift', and its folder is that of '-o'"
      )
    }
    if let problem = ClangOptions.otherLanguage(in: clangArguments) { throw ValidationError(problem) }
    for option in [inputs, [output], includePaths, includedFirst].flatMap(\.self) where option.isEmpty {
      throw ValidationError("an argument that names a file or folder is empty")
    }
    if let module, !module.isCIdentifier {
      throw ValidationError("'--module \(module)' is not a module name; use letters, digits and '_'")
    }
  }

  func run() throws {
    // The list must contain nothing but paths; the run that writes the files reports the diagnostics.
    let printer = DiagnosticOutput(
      format: diagnosticsFormat, color: colorDiagnostics, isQuiet: quiet || listOutputs)
    defer { printer.finish() }
    do {
      let outcome = try Invocation(self, printer).run()
      if outcome != .done { throw ExitCode(outcome.rawValue) }
    } catch let failure as Failure {
      printer.print(failure.diagnostics)
      throw ExitCode(1)
    }
  }
}

extension UnresolvedPolicy: ExpressibleByArgument {}
extension GeneratedAccess: ExpressibleByArgument {}
extension DiagnosticFormat: ExpressibleByArgument {}

extension String {
  var isCIdentifier: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }
}
