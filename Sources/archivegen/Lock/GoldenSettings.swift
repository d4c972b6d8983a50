import ArchiveModel

/// Where golden archives and their test go: options, or else the configuration.
struct GoldenSettings {
  let folder: String?
  let tests: String?
  let testable: [String]

  /// - Parameters:
  ///   - release: its name is that of a folder.
  ///   - folder: of the options, as the next two are.
  ///   - readsInputs: whether the test can be written, which has the types of the sources.
  init(
    release: String, folder given: String?, tests givenTests: String?, testable givenModules: [String],
    readsInputs: Bool, _ configuration: (path: String?, Configuration)
  ) throws {
    let (path, configuration) = configuration
    let base = path.map(parentFolder) ?? ""
    let known = configuration.goldens
    func resolved(_ text: String?) -> String? { text.map { $0.hasPrefix("/") ? $0 : join(base, $0) } }
    folder = given ?? resolved(known?.folder)
    tests = givenTests ?? (readsInputs ? resolved(known?.tests) : nil)
    testable = givenModules.isEmpty ? known?.testable ?? [] : givenModules
    if tests != nil, folder == nil {
      throw WrongUsage(message: "'--tests' needs the folder of the golden archives: --goldens DIR")
    }
    if tests != nil, testable.isEmpty {
      throw WrongUsage(message: "'--tests' needs the module that the test imports: --testable MODULE")
    }
    if folder != nil, release.hasPrefix(".") || release.contains("/") {
      throw WrongUsage(
        message: "'\(release)' cannot be the name of a folder of golden archives: write one like '1.3.0'")
    }
  }
}
