import PackagePlugin

/// `swift package archivegen-check …`: what `archivegen check` does, without permission to write to the package. SwiftPM asks for
/// that permission by plugin and not by subcommand.
@main
struct ArchivegenCheck: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try PackageCommand(["check"] + arguments, in: context).run("check")
  }
}
