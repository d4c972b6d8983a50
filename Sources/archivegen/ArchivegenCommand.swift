import ArchiveModel
import ArgumentParser

/// The command line. Everything that it decides is in `Invocation`; this type only spells the options.
struct ArchivegenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archivegen",
    abstract: "Writes Swift code that archives C structs and Swift types field by field.",
    discussion: """
      Reads C headers through libclang and writes, for every struct that they define, Swift code that archives it \
      under stable keys; and Swift sources, for every type that "// archive:" marks. Compile the output with the ArchiveRuntime library. Annotations in comments \
      ("// archive: skip") or in archivegen.yml say what a header cannot.
      """,
    version: toolVersion)

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
    help: ArgumentHelp("A macro to define, NAME or NAME=VALUE.", valueName: "macro"))
  var defines: [String] = []

  @Option(
    name: .customLong("isystem", withSingleDash: true),
    help: ArgumentHelp("A folder to search as system headers are.", valueName: "dir"), completion: .directory)
  var systemIncludePaths: [String] = []

  @Option(
    name: .customLong("clang-arg"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("An argument for clang as it is; may be repeated.", valueName: "argument"))
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
    help: "Write a Makefile rule that names every file read, for '-include'.", completion: .file(extensions: ["d"]))
  var depfile: String?

  @Flag(help: "Say what would be written, and write nothing.")
  var dryRun = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print what is read and written.")
  var verbose = false

  @Flag(inversion: .prefixedNo, help: "Print the diagnostics in colour or without. Default: in colour on a terminal.")
  var colorDiagnostics: Bool?

  func validate() throws {
    if quiet, verbose { throw ValidationError("'--quiet' and '--verbose' exclude each other") }
    if let module, !module.isCIdentifier {
      throw ValidationError("'--module \(module)' is not a module's name: letters, digits and '_' make one")
    }
  }

  func run() throws {
    let printer = DiagnosticPrinter(color: colorDiagnostics, isQuiet: quiet)
    do {
      let succeeded = try Invocation(self, printer).run()
      if !succeeded { throw ExitCode(1) }
    } catch let failure as Failure {
      printer.print(failure.diagnostics)
      throw ExitCode(1)
    }
  }
}

extension UnresolvedPolicy: ExpressibleByArgument {}
extension GeneratedAccess: ExpressibleByArgument {}

extension String {
  var isCIdentifier: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }
}
