import ArchiveModel

/// Where `--verbose` goes.
typealias Log = (@autoclosure () -> String) -> Void

/// The result of a command; the raw values are exit codes.
enum Outcome: Int32 { case done = 0, errors = 1, incompatible = 2, outOfDate = 3, notRun = 70 }

/// What a command has before it plans: the configuration, the inputs, the settings and the lock.
struct RunInputs {
  let reading: ReadingOptions
  let configurationFile: String?
  var configuration: Configuration
  let inputs: Inputs
  var settings: Settings
  let lock: LockContents
  /// Locks near the inputs that the run does not read.
  let otherLocks: [LockStore]

  /// - Parameters:
  ///   - writing: the options about written files; by default those of commands that write no code.
  ///   - output: the output folder, whose generated files are not inputs.
  init(
    _ reading: ReadingOptions, _ writing: WritingOptions = WritingOptions(omitModuleMap: true), output: String = ""
  ) throws {
    self.reading = reading
    (configurationFile, configuration) = try ConfigurationFile.read(reading)
    inputs = try Inputs.find(
      reading.inputs, excluding: output, patterns: reading.exclude + configuration.excludedHeaders)
    settings = try Settings(
      reading, writing, configuration, moduleMaps: ModuleMaps.modules(beside: reading.inputs),
      headerRoot: inputs.headerRoot)
    let store = LockStore.locate(reading, configuration: configurationFile)
    lock = LockContents(store)
    otherLocks = LockSearch.others(reading, configuration: configurationFile, than: store)
  }
}
