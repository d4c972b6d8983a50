import ArchiveModel
import ConfigurationReader
import Foundation

/// The configuration that goes with a run's inputs.
enum ConfigurationFile {
  static let fileName = "archivegen.yml"

  static func read(_ reading: ReadingOptions) throws -> (path: String?, Configuration) {
    guard let path = reading.configurationPath ?? find(fileName, beside: reading.inputs) else {
      return (nil, Configuration())
    }
    guard let data = FileManager.default.contents(atPath: path) else {
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
