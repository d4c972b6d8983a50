import ArchiveInspection
import ArgumentParser
import ConfigurationReader

/// The command `archivegen schema`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of archivegen.yml, with which editors complete and check.",
    discussion: """
      Write it to a file and name that in the first line of the configuration: \
      # yaml-language-server: $schema=archivegen.schema.json
      """)

  func run() throws { try StandardOutput.write(ConfigurationSchema.text) }
}
