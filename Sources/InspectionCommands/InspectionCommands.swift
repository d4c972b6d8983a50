import ArgumentParser

/// The commands that look into archives, for the tool's list of commands.
package enum InspectionCommands {
  package static let all: [any ParsableCommand.Type] = [
    InspectCommand.self, ConvertCommand.self, GraphCommand.self, DiffCommand.self,
  ]
}
