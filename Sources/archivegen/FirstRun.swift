import ArchiveModel

/// What a person should know before the first archive is on a disk, because later it costs values.
enum FirstRun {
  /// The number of fields that are named.
  private static let shown = 6
  /// The number of characters up to which a command is shown as a whole.
  private static let longestCommand = 300

  /// A note about character arrays that are archived as numbers.
  static func texts(_ candidates: [String]) -> [Diagnostic] {
    guard !candidates.isEmpty else { return [] }
    return [
      Diagnostic.note(
        "\(candidates.quotedList(atMost: shown)) \(candidates.count == 1 ? "is archived as numbers: write '// archive: cstring' on it if it is" : "are archived as numbers: write '// archive: cstring' on those that are") text"
      )
    ]
  }

  /// One line about the lock, without which a renamed field takes its default in old archives, and nothing is said.
  static func lock(_ reading: ReadingOptions) -> String {
    let whole = reading.lockCommand
    let command =
      whole.count <= longestCommand
      ? "'\(whole)'"
      : "'\(CommandPlace.current.command(["lock"], []))' with the inputs of this run and its options for headers"
    return
      "archivegen: there is no lock: before the first release run \(command), so that a renamed field is an error and not a lost value"
  }
}
