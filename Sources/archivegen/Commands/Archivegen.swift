import ArchiveInspection
import ArchiveModel
import ArchiveRuntime
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
      AttributesCommand.self, SchemaCommand.self, LayoutCommand.self, MarkCommand.self,
    ] + [InspectWithHeadersCommand.self] + InspectionCommands.all + [LintCommand.self],
    defaultSubcommand: GenerateCommand.self)

  /// The command that this process's arguments specify.
  ///
  /// `archivegen --help` shows the options for generating, which people expect there.
  static func parseProcess() throws -> ParsableCommand {
    let given = CommandLine.arguments.dropFirst()
    if let command = command(of: given), !readsHeaders(command) { return try parseAsRoot(Array(given)) }
    let arguments = try CompilerArguments.ofProcess.get()
    if arguments == ["--version"] { throw CleanExit.message("\(configuration.version)\n\(libclang)") }
    if [["help"], ["--help"], ["-h"]].contains(arguments) {
      throw CleanExit.message(helpMessage(for: GenerateCommand.self))
    }
    try refuseUnknownCommand(given)
    // Without arguments ArgumentParser shows the usage of the root, which says nothing.
    return try parseAsRoot(arguments.isEmpty ? ["generate"] : arguments)
  }

  /// The subcommand that the first argument names.
  static func command(of arguments: ArraySlice<String>) -> ParsableCommand.Type? {
    arguments.first.flatMap { first in configuration.subcommands.first { $0.configuration.commandName == first } }
  }

  /// Whether a subcommand takes compiler options.
  static func readsHeaders(_ command: ParsableCommand.Type) -> Bool {
    ["generate", "check", "lock", "layout", "mark"].contains(command.configuration.commandName)
  }

  /// A first word that is neither a command nor a file is a command that is misspelled, if nothing is to be written.
  private static func refuseUnknownCommand(_ given: ArraySlice<String>) throws {
    let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let word = given.first, !commands.contains(word), word != "help",
      word.allSatisfy({ $0.isLetter || $0 == "-" }), !word.hasPrefix("-"),
      !given.contains(where: { $0.hasPrefix("-o") || $0.hasPrefix("--output") }),
      !FileManager.default.fileExists(atPath: word)
    else { return }
    throw WrongUsage(
      message: "there is no command and no file '\(word)'"
        + (didYouMean(word, among: commands).map { "; \($0)" }
          ?? "; the commands are \(commands.sorted().joined(separator: ", "))"))
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
    let error = (error as? WrongUsage).map { ValidationError($0.message) } ?? error
    let code = exitCode(for: error)
    do {
      if let error = error as? ArchiveError { throw error }
      let text = fullMessage(for: error)
      if code.isSuccess, !text.isEmpty {
        try StandardOutput.write(text + "\n")
      } else if !text.isEmpty {
        StandardError.write((code == .validationFailure ? advised(text, message(for: error)) : text) + "\n")
      }
    } catch {
      CommandMessage.error(ArchiveErrorText.words(of: error))
      exit(withError: ExitCode.failure)
    }
    exit(withError: code)
  }

  /// The text about wrong usage. Of an option that is unknown, its first line gets what to do about it.
  private static func advised(_ text: String, _ message: String) -> String {
    let unknown = "Unknown option '"
    guard message.hasPrefix(unknown),
      let advice = advice(onUnknown: String(message.dropFirst(unknown.count).prefix { $0 != "'" }))
    else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[0] += (lines[0].hasSuffix("?") ? " " : ". ") + advice
    return lines.joined(separator: "\n")
  }
}

/// What to do about an option that a command does not have.
extension Archivegen {
  /// The commands that do have the option, or how an option reaches clang, where the command reads headers.
  static func advice(onUnknown option: String) -> String? {
    let owners = configuration.subcommands.filter { hasOption(option, $0) }.compactMap { $0.configuration.commandName }
    let owned =
      owners.isEmpty ? nil : "It is an option of \(owners.map { "'archivegen \($0)'" }.joined(separator: ", "))."
    let given = command(of: CommandLine.arguments.dropFirst()) ?? GenerateCommand.self
    return owned ?? (readsHeaders(given) ? "An option of clang is passed with '--clang-arg OPTION'" : nil)
  }

  /// Whether the help of a command lists the option: `  -o, --output <output>   The folder to write to.`
  private static func hasOption(_ option: String, _ command: ParsableCommand.Type) -> Bool {
    helpMessage(for: command).split(separator: "\n").contains { line in
      line.hasPrefix("  -")
        && line.split(whereSeparator: " ,/".contains).prefix { $0.hasPrefix("-") }.contains { $0 == option }
    }
  }
}
