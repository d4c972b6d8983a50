import ArgumentParser

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
