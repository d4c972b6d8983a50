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
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: input, isDirectory: &isFolder)
      // Search in or beside a given folder, and beside a given header.
      for folder in (exists && isFolder.boolValue ? [input] : []) + [parentFolder(input)] {
        let path = folder.isEmpty ? name : "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(name)"
        if FileManager.default.fileExists(atPath: path) { return path }
      }
    }
    return nil
  }
}
