import ArchiveModel
import ArgumentParser

/// `archivegen INPUT… -o FOLDER`. Everything that it decides is in `Invocation`; this type only spells the options.
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
      Reads C headers through libclang and writes, for every struct that they define, Swift code that archives it \
      under stable keys; and Swift sources, for every type that "// archive:" marks. Compile the output with the ArchiveRuntime library. Annotations in comments \
      ("// archive: skip") or in archivegen.yml say what a header cannot.
      """)

  @Argument(
    help: "Header files, Swift sources, and folders that are searched for them.",
    completion: .file(extensions: ["h", "swift"]))
  var inputs: [String]

  @Option(name: [.customShort("o"), .long], help: "The folder to write to.", completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      "Headers in given folders to leave out, as a path below the folder; '*' and '?' stand for others. May be repeated.",
      valueName: "pattern"))
  var exclude: [String] = []

  @Option(
    help:
      "The C module that Swift imports. Default: what the headers' module map says, else the one module like 'CName' that the Swift sources import, else a name made of the first input's with headers."
  )
  var module: String?

  @Option(
    name: .customShort("I", allowingJoined: true),
    help: ArgumentHelp("A folder to search for included headers.", valueName: "dir"), completion: .directory)
  var includePaths: [String] = []

  @Option(
    name: .customShort("D", allowingJoined: true),
    help: ArgumentHelp(
      "A macro to define, NAME or NAME=VALUE. A name alone is also a condition of '#if' in Swift sources.",
      valueName: "macro"))
  var defines: [String] = []

  @Option(
    name: .customShort("U", allowingJoined: true),
    help: ArgumentHelp("A macro to undefine, and a condition of Swift's that is not set.", valueName: "macro"))
  var undefines: [String] = []

  @Option(
    name: .customLong("include"),
    help: ArgumentHelp(
      "A header to include before every other, for headers that do not include what they need; may be repeated.",
      valueName: "file"),
    completion: .file(extensions: ["h"]))
  var includedFirst: [String] = []

  @Option(
    name: .customLong("isystem", withSingleDash: true),
    help: ArgumentHelp("A folder to search as system headers are.", valueName: "dir"), completion: .directory)
  var systemIncludePaths: [String] = []

  @Option(
    name: .customLong("clang-arg"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An argument for clang as it is; may be repeated. Those of CFLAGS that concern headers, such as -pthread or -std=c99, may stand by themselves.",
      valueName: "argument"))
  var clangArguments: [String] = []

  @Option(help: "The platform whose layouts are read, as clang's triple. Default: this one.")
  var target: String?

  @Option(
    name: .customLong("config"), help: "The configuration. Default: archivegen.yml beside the inputs.",
    completion: .file(extensions: ["yml", "yaml"]))
  var configurationPath: String?

  @Option(help: "A folder of templates that take the place of the built-in ones.", completion: .directory)
  var templates: String?

  @Option(
    help:
      "What becomes of a type with a field that cannot be archived: 'refuse' leaves out the type, 'skip' the field. (default: refuse)"
  )
  var unresolved: UnresolvedPolicy?

  @Option(
    help:
      "The access of the structs that stand for C records which Swift does not import: 'internal', 'package' or 'public'. Conformances have their type's own. (default: public)"
  )
  var access: GeneratedAccess?

  @Flag(help: "Treat refused types and skipped fields as errors.")
  var strict = false

  @Flag(help: "After an error, write what has none. The exit code is 1 all the same.")
  var keepGoing = false

  @Flag(name: .customLong("no-module-map"), help: "Write no module map, even where the headers have none.")
  var omitModuleMap = false

  @Option(
    help: ArgumentHelp(
      "Write all Swift code into one file of this name in the output folder, also when there is none.",
      valueName: "name"))
  var singleFile: String?

  @Flag(help: "Write a file also for a header or Swift source without types, so that the files' names are known.")
  var emitEmpty = false

  @Option(
    help:
      "Write a Makefile rule that names every file read, for '-include' and ninja. Its target is the file of '--single-file', else the depfile itself.",
    completion: .file(extensions: ["d"]))
  var depfile: String?

  @Flag(help: "Print the path of every file that would be written or is up to date, one a line, and write nothing.")
  var listOutputs = false

  @Flag(help: "Say what would be written, and write nothing. The exit code is 3 if there is anything.")
  var dryRun = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print what is read and written.")
  var verbose = false

  @Flag(inversion: .prefixedNo, help: "Print the diagnostics in colour or without. Default: in colour on a terminal.")
  var colorDiagnostics: Bool?

  @Option(
    help: ArgumentHelp(
      "How diagnostics are printed: 'text', 'json', 'sarif' or 'github'.", valueName: "format"))
  var diagnosticsFormat: DiagnosticFormat = .text

  @Option(
    name: .customShort("W", allowingJoined: true), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The level of a kind of diagnostic, by the name in brackets: -Wno-NAME leaves it out, -Werror=NAME makes it an error, -Wno-error=NAME a warning. Errors stay errors. Other names are clang's.",
      valueName: "level"))
  var warningOptions: [String] = []

  @Flag(name: .customLong("no-cache"), help: "Read everything again, even if nothing seems to have changed.")
  var ignoresCache = false

  @Option(
    help:
      "The folder that remembers what a run read, so that the next one can see that nothing changed. Default: archivegen in $XDG_CACHE_HOME or ~/.cache.",
    completion: .directory)
  var cacheDir: String?

  func validate() throws {
    if quiet, verbose { throw ValidationError("'--quiet' and '--verbose' exclude each other") }
    if dryRun, listOutputs { throw ValidationError("'--dry-run' and '--list-outputs' exclude each other") }
    if singleFile != nil, emitEmpty {
      throw ValidationError("'--single-file' and '--emit-empty' exclude each other: the one file is always written")
    }
    if let singleFile, singleFile.contains("/") || !singleFile.hasSuffix(".swift") || singleFile.hasPrefix(".") {
      throw ValidationError(
        "'--single-file \(singleFile)' is not the name of a Swift file: it ends in '.swift', and its folder is that of '-o'"
      )
    }
    if let problem = ClangOptions.otherLanguage(in: clangArguments) { throw ValidationError(problem) }
    for option in [inputs, [output], includePaths, includedFirst].flatMap(\.self) where option.isEmpty {
      throw ValidationError("an input, a folder or a file has an empty name")
    }
    if let module, !module.isCIdentifier {
      throw ValidationError("'--module \(module)' is not a module's name: letters, digits and '_' make one")
    }
  }

  func run() throws {
    // Of a list of files, diagnostics are no part: the run that writes them has them.
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
