import ArchiveModel
import ArgumentParser
import Foundation
import HeaderReader
import InspectionCommands

/// The root of the command line. Without the name of a subcommand, the command is to generate.
struct Archivegen: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archivegen",
    abstract: "Writes Swift code that archives C structs and Swift types field by field.",
    version: toolVersion,
    subcommands: [
      GenerateCommand.self, CheckCommand.self, LockCommand.self, RulesCommand.self, ExplainCommand.self,
      AttributesCommand.self, SchemaCommand.self, LayoutCommand.self,
    ] + InspectionCommands.all + [LintCommand.self],
    defaultSubcommand: GenerateCommand.self)

  /// The command that this process's arguments specify.
  ///
  /// `archivegen --help` shows the options for generating, which people expect there.
  static func parseProcess() throws -> ParsableCommand {
    let given = CommandLine.arguments.dropFirst()
    // Commands that read headers take compiler options.
    let readers = ["generate", "check", "lock", "layout"]
    if let first = given.first, !readers.contains(first),
      configuration.subcommands.contains(where: { $0.configuration.commandName == first })
    {
      return try parseAsRoot(Array(given))
    }
    let arguments = try CompilerArguments.ofProcess.get()
    if arguments == ["--version"] { throw CleanExit.message("\(configuration.version)\n\(libclang)") }
    if [["help"], ["--help"], ["-h"]].contains(arguments) {
      throw CleanExit.message(helpMessage(for: GenerateCommand.self))
    }
    try refuseUnknownCommand(given)
    return try parseAsRoot(arguments)
  }

  /// A first word that is neither a command nor a file is a command that is misspelled, if nothing is to be written.
  private static func refuseUnknownCommand(_ given: ArraySlice<String>) throws {
    let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let word = given.first, !commands.contains(word), word != "help",
      word.allSatisfy({ $0.isLetter || $0 == "-" }), !word.hasPrefix("-"),
      !given.contains(where: { $0.hasPrefix("-o") || $0.hasPrefix("--output") }),
      !FileManager.default.fileExists(atPath: word)
    else { return }
    let near = nearestWord(to: word, among: commands)
    throw WrongUsage(
      message: "there is no command and no file '\(word)'"
        + (near.map { "; did you mean '\($0)'?" } ?? "; the commands are \(commands.sorted().joined(separator: ", "))"))
  }

  /// The libclang that a run would use, because what is read depends on it too.
  private static var libclang: String {
    do throws(ClangLibraryError) {
      let library = try ClangLibrary.load(environment: ProcessInfo.processInfo.environment)
      return "libclang: \(library.version), \(library.path)"
    } catch {
      return "libclang: none; \(error)"
    }
  }

  /// Ends the process like ArgumentParser: help goes to standard output, wrong usage to standard error with code 64.
  static func end(with error: any Error) -> Never {
    if let usage = error as? WrongUsage { exit(withError: ValidationError(usage.message)) }
    let text = message(for: error)
    if exitCode(for: error) == .validationFailure, text.hasPrefix("Unknown option") {
      let text = text.hasSuffix("?") ? text : text + "."
      exit(withError: ValidationError("\(text) An option of clang is passed with '--clang-arg OPTION'"))
    }
    exit(withError: error)
  }
}
