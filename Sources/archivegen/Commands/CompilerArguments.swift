/// Translates compiler-style arguments into the form that ArgumentParser expects.
///
/// People pass on what is in CFLAGS, and what `pkg-config --cflags --libs` prints. ArgumentParser would split
/// `-pthread` into single letters, find `-h` among them, and show the help.
enum CompilerArguments {
  /// The arguments of this process, translated once.
  static let ofProcess = Result<[String], WrongUsage> { () throws(WrongUsage) in
    try translated(expanded.get().arguments)
  }

  /// The files that `@FILE` arguments of this process name, which decide the output as well.
  static var responseFiles: [String] { (try? expanded.get().files) ?? [] }

  private static let expanded = Result<ResponseFiles.Expansion, WrongUsage> { () throws(WrongUsage) in
    try ResponseFiles.expanded(Array(CommandLine.arguments.dropFirst()))
  }

  /// - Returns: our own options with their long names, clang's options as values of `--clang-arg`, and every macro
  ///   once.
  /// - Throws: `WrongUsage` for an option with a single dash that is neither ours nor a known option of clang.
  static func translated(_ arguments: [String]) throws(WrongUsage) -> [String] {
    var translation = Translation(rest: arguments[...])
    translation.isOfLayouts = arguments.first == LayoutCommand.configuration.commandName
    while let argument = translation.rest.popFirst() {
      if argument == "--" {
        translation.result += ["--"] + translation.rest
        break
      }
      try translation.take(argument)
    }
    return MacroOptions.lastOfEachName(in: translation.result)
  }
}
