import ArchiveModel
import Foundation

/// Locks and configurations that a run does not use, and that a run with the inputs' folder under its name would.
enum UnusedSettings {
  static func warnings(_ reading: ReadingOptions, configuration: String?, lock: LockStore) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    if configuration == nil { warnings += warning(ConfigurationFile.fileName, "--config", reading.inputs) }
    if reading.lock == nil, reading.lockPlaces.isEmpty, !lock.exists {
      warnings += warning(LockStore.fileName, "--lock", reading.inputs)
    }
    return warnings
  }

  private static func warning(_ name: String, _ option: String, _ inputs: [String]) -> [Diagnostic] {
    guard let (path, input, folder) = found(name, near: inputs) else { return [] }
    let isFile = input != folder
    return [
      Diagnostic(
        .unusedSettings,
        "'\(path)' is not used: for '\(input)' it is searched for in '\(folder.isEmpty ? "." : folder)'"
          + (isFile ? ", not beside that folder" : ""),
        advice: "name it with \(option) \(ShellWord.quoted(path))"
          + (isFile && !folder.isEmpty ? ", or give the folder '\(folder)' as the input" : ""))
    ]
  }

  /// The first file that is beside the folder of an input.
  private static func found(_ name: String, near inputs: [String]) -> (path: String, input: String, folder: String)? {
    for input in inputs {
      guard FileManager.default.fileExists(atPath: input) else { continue }
      let isFolder = isFolder(input)
      let folder = isFolder ? input : parentFolder(input)
      let last = folder.split(separator: "/").last
      // What is beside a folder is found, if its name says where that is.
      if isFolder, last != ".", last != ".." { continue }
      let beside =
        if folder.isEmpty || folder == "." { ".." } else if last == "." || last == ".." { "\(folder)/.." } else {
          parentFolder(folder)
        }
      let path = join(beside, name)
      if FileManager.default.fileExists(atPath: path) { return (path, input, folder) }
    }
    return nil
  }
}
