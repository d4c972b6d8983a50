import ArgumentParser

/// The commands that look into archives, for the tool's list of commands. `InspectCommand` is a part of the tool's own, which
/// reads headers for it.
package enum InspectionCommands {
  package static let all: [any ParsableCommand.Type] = [
    ConvertCommand.self, GraphCommand.self, DiffCommand.self,
  ]
}
