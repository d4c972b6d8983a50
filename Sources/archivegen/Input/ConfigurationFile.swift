import ArchiveModel
import ConfigurationReader
import Foundation

/// The configuration that goes with a run's inputs.
enum ConfigurationFile {
  static let fileName = "archivegen.yml"

  static func read(_ reading: ReadingOptions) throws -> (path: String?, Configuration) {
    try read(reading.configurationPath ?? find(fileName, beside: reading.inputs))
  }

  /// The configuration of a run that has a lock and no inputs.
  static func read(beside lock: String, _ reading: ReadingOptions) throws -> (path: String?, Configuration) {
    let path = join(parentFolder(lock), fileName)
    return try read(reading.configurationPath ?? (FileManager.default.fileExists(atPath: path) ? path : nil))
  }

  private static func read(_ path: String?) throws -> (path: String?, Configuration) {
    guard let path else { return (nil, Configuration()) }
    guard let data = fileContents(path) else {
      throw Failure(
        .unreadableInput, "cannot read '\(path)': \(lastErrorText())", advice: "name the configuration with --config")
    }
    let (configuration, diagnostics) = ConfigurationReader.read(data, path: path)
    if diagnostics.hasErrors { throw Failure(diagnostics) }
    return (path, configuration)
  }

  /// - Returns: the first file of this name in a given folder, or beside a given folder or file.
  static func find(_ name: String, beside inputs: [String]) -> String? {
    for input in inputs {
      // Search in or beside a given folder, and beside a given header.
      for folder in (isFolder(input) ? [input] : []) + [parentFolder(input)] {
        let path = join(folder, name)
        if FileManager.default.fileExists(atPath: path) { return path }
      }
    }
    return nil
  }
}
