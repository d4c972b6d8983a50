import PackagePlugin

/// `swift package archivegen SUBCOMMAND …`, for packages that commit generated code, and for locks.
///
/// `generate`, `check`, `lock` and `mark` run for each Swift target that depends on C modules or has marked types, or for those
/// of `--target`. Other subcommands get the arguments as they are.
@main
struct ArchivegenCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let command = PackageCommand(arguments, in: context)
    guard let subcommand = command.request.subcommand else {
      throw PluginFailure(
        "usage: swift package --allow-writing-to-package-directory archivegen generate|check|lock|mark|… [--target TARGET] [OPTION]…\n"
          + "       swift package archivegen-check [--target TARGET] [OPTION]…"
      )
    }
    try command.run(subcommand)
  }
}
