import ArchiveModel
import ArgumentParser

/// A command that reads headers and Swift sources: generating, checking and locking.
///
/// The files and the options are two groups, and not one within another: in debug builds ArgumentParser makes each group
/// four more times to check it, and a group within it sixteen times, which was most of the time of a short run.
protocol ReadingCommand: ParsableCommand {
  var files: InputFiles { get }
  var headers: HeaderOptions { get }
}

extension ReadingCommand {
  var reading: ReadingOptions { ReadingOptions(inputs: files.inputs, options: headers) }
}

struct InputFiles: ParsableArguments {
  @Argument(
    help: "Header files, Swift source files, and folders that contain them.",
    completion: .file(extensions: ["h", "swift"]))
  var inputs: [String] = []

  func validate() throws {
    if inputs.contains("") { throw ValidationError(ReadingOptions.emptyArgument) }
  }
}

/// The inputs and how they are read.
@dynamicMemberLookup
struct ReadingOptions {
  var inputs: [String]
  var options: HeaderOptions

  subscript<Value>(dynamicMember member: WritableKeyPath<HeaderOptions, Value>) -> Value {
    get { options[keyPath: member] }
    set { options[keyPath: member] = newValue }
  }

  subscript<Value>(dynamicMember member: KeyPath<HeaderOptions, Value>) -> Value { options[keyPath: member] }

  /// Called by commands that require inputs.
  func requireInputs() throws {
    if inputs.isEmpty { throw ValidationError("Missing expected argument '<inputs> ...'") }
  }

  static let emptyArgument = "an argument that names a file or folder is empty"
}

extension ReadingOptions {
  /// The command that updates the lock of this run, for messages: a person can paste it into a shell.
  var lockCommand: String { CommandPlace.current.command(["lock"], words) }

  /// The same, for breaks that `--against` has found.
  func lockCommand(against: String?) -> String {
    lockCommand + (against.map { " --against " + ShellWord.quoted($0) } ?? "")
  }

  /// The command that makes a release of these inputs with golden archives, for messages.
  func releaseCommand(_ release: String, goldens: String) -> String {
    CommandPlace.current.command(["lock", "release", release], words, ["--goldens", goldens])
  }

  private var words: [String] { inputs + options.words }
}
