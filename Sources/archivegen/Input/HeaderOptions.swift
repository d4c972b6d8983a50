import ArchiveModel
import ArgumentParser

/// How headers and Swift sources are read, without saying which.
struct HeaderOptions: ParsableArguments {
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
    name: .customLong("module-folder"),
    help: ArgumentHelp(
      "The C module of the headers in a folder, for headers of several modules. The first one replaces '--module'. May be repeated.",
      valueName: "name=dir"))
  var moduleFolders: [ModuleFolder] = []

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
    help: ArgumentHelp(
      "A macro to undefine. It is also unset as a condition of '#if' in Swift sources.", valueName: "macro"))
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

  @Option(
    name: .customLong("target"),
    help: ArgumentHelp(
      "The platform whose layouts are read, as a clang target triple. Default: this machine's.", valueName: "target"))
  var targets: [String] = []

  /// The last one that was given. Only 'layout' compares several.
  var target: String? { targets.last }

  @Option(
    name: .customLong("config"), help: "The configuration file. Default: archivegen.yml beside the inputs.",
    completion: .file(extensions: ["yml", "yaml"]))
  var configurationPath: String?

  @Option(
    help: ArgumentHelp(
      "The record of what archives of every release have. Default: archivegen.lock beside the configuration, or in or beside the inputs.",
      valueName: "file"),
    completion: .file(extensions: ["lock"]))
  var lock: String?

  /// Where the plugins of Swift packages look for the lock, the place of a new one first.
  @Option(
    name: .customLong("lock-place"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A place of the lock, in place of those beside the inputs.", visibility: .hidden))
  var lockPlaces: [String] = []

  @Option(
    help:
      "What to do with a type that has a field that cannot be archived: 'refuse' leaves out the type, 'skip' leaves out the field. (default: refuse)",
    completion: .list(UnresolvedPolicy.allCases.map(\.rawValue))
  )
  var unresolved: UnresolvedPolicy?

  @Flag(help: "Treat refused types and skipped fields as errors.")
  var strict = false

  @Option(
    name: .customShort("W", allowingJoined: true), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The level of one kind of diagnostic, by its name in brackets: -Wno-NAME hides it, -Werror=NAME makes it an error, -Wno-error=NAME keeps it a warning. Errors cannot be hidden. Other names are passed to clang.",
      valueName: "level"))
  var warningOptions: [String] = []

  func validate() throws {
    if let problem = ClangOptions.otherLanguage(in: clangArguments) { throw ValidationError(problem) }
    if includePaths.contains("") || includedFirst.contains("") {
      throw ValidationError(ReadingOptions.emptyArgument)
    }
    if let module, !module.isModuleName {
      throw ValidationError("'--module \(module)' is not a module name; \(String.moduleNameAdvice)")
    }
    if module != nil, !moduleFolders.isEmpty {
      throw ValidationError(
        "'--module' and '--module-folder' cannot be used together; name each module with its folder")
    }
  }

  /// The options that decide what is read, as they are written in a command: without them it would write another lock. A lock does not
  /// have the module's name.
  var words: [String] {
    func each(_ option: String, _ values: [String]) -> [String] { values.flatMap { [option, $0] } }
    let clang = clangArguments.flatMap { argument in
      if case .pass? = ClangOptions.use(of: argument) { [argument] } else { ["--clang-arg", argument] }
    }
    var words = each("--exclude", exclude)
    words += each("--module-folder", moduleFolders.map { "\($0.module)=\($0.folder)" })
    words += each("-I", includePaths) + each("-D", defines) + each("-U", undefines) + each("--include", includedFirst)
    words += each("-isystem", systemIncludePaths) + clang + each("--target", [target].compactMap(\.self))
    words += each("--unresolved", [unresolved?.rawValue].compactMap(\.self))
    return words + each("--config", [configurationPath].compactMap(\.self)) + each("--lock", [lock].compactMap(\.self))
  }

  /// The first option that is given; nil if none is.
  var firstGiven: String? {
    let given: [(String, Bool)] = [
      ("--exclude", !exclude.isEmpty), ("--module", module != nil), ("--module-folder", !moduleFolders.isEmpty),
      ("-I", !includePaths.isEmpty), ("-D", !defines.isEmpty), ("-U", !undefines.isEmpty),
      ("--include", !includedFirst.isEmpty), ("-isystem", !systemIncludePaths.isEmpty),
      ("--clang-arg", !clangArguments.isEmpty), ("--target", target != nil), ("--config", configurationPath != nil),
      ("--lock", lock != nil), ("--unresolved", unresolved != nil), ("--strict", strict),
      ("-W", !warningOptions.isEmpty),
    ]
    return given.first(where: \.1)?.0
  }
}

extension UnresolvedPolicy: ExpressibleByArgument {}

extension String {
  /// Whether Swift can import a module of the name, and a module map can name it, without quotes.
  var isModuleName: Bool { isCIdentifier && !SwiftKeywords.contains(self) }
  static let moduleNameAdvice = "use letters, digits and '_', and no keyword of Swift"

  var isCIdentifier: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }
}
