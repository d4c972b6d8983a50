import ArgumentParser

/// The value of `--module-folder`: a C module, and the folder that has its headers.
struct ModuleFolder: ExpressibleByArgument, Hashable {
  let module: String
  let folder: String

  /// - Returns: nil if the text is not `NAME=FOLDER`.
  init?(argument: String) {
    guard let separator = argument.firstIndex(of: "=") else { return nil }
    module = String(argument[..<separator])
    folder = String(argument[argument.index(after: separator)...])
    guard module.isCIdentifier, !folder.isEmpty else { return nil }
  }

  /// The modules of the files, by path. Files in none of the folders are absent; of nested folders the inner one counts.
  static func modules(of files: some Sequence<String>, in folders: [ModuleFolder]) -> [String: String] {
    guard !folders.isEmpty else { return [:] }
    let known = folders.map { (path: realPath($0.folder), module: $0.module) }.sorted { $0.path.count > $1.path.count }
    var realPaths = RealPaths()
    var modules: [String: String] = [:]
    for file in files where modules[file] == nil {
      let real = realPaths.path(file)
      modules[file] = known.first { real == $0.path || real.hasPrefix($0.path + "/") }?.module
    }
    return modules
  }
}
