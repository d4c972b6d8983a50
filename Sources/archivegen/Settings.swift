import ArchiveModel
import ArchivePlanner
import Foundation
import HeaderReader
import SwiftReader

/// The settings of a run. The command line overrides the configuration.
struct Settings {
  private(set) var module: String
  /// The modules whose headers the run reads, with their folders, if it reads several.
  let moduleFolders: [ModuleFolder]
  /// Whether the module's name is unspecified, so that it is derived from the headers.
  let isModuleGuessed: Bool
  let writesModuleMap: Bool
  let unresolved: UnresolvedPolicy
  let isStrict: Bool
  let access: GeneratedAccess
  /// Which files are written.
  let coverage: OutputCoverage
  /// The name of the one Swift file with everything; nil for one file per input.
  let singleFile: String?
  /// Whether the program is to save archives for earlier releases.
  let writesReleases: Bool
  private(set) var readerOptions: HeaderReader.Options
  /// The build for `#if` in Swift sources.
  let swiftBuild: SwiftBuild
  /// The levels that options or the configuration set.
  let diagnosticLevels: [DiagnosticID: DiagnosticLevel]

  /// - Parameter moduleMaps: the modules that maps beside the inputs define.
  /// - Throws: `Failure` for a module that Swift cannot import by the name, or that the headers are not part of.
  init(
    _ reading: ReadingOptions, _ writing: WritingOptions = WritingOptions(), _ configuration: Configuration,
    moduleMaps: [String], headerRoot: String?
  ) throws {
    let given = reading.moduleFolders.first?.module ?? reading.module ?? configuration.module
    moduleFolders = reading.moduleFolders
    isModuleGuessed = given == nil && moduleMaps.isEmpty
    module = given ?? moduleMaps.first ?? ModuleMaps.name(for: headerRoot ?? reading.inputs.first ?? "")
    guard module.isModuleName else {
      throw Failure(.invalidModule, "'\(module)' is not a module name", advice: String.moduleNameAdvice)
    }
    for module in [module] + moduleFolders.map(\.module)
    where ["Swift", "Foundation", GeneratedImport.runtime, GeneratedImport.evolution].contains(module) {
      throw Failure(
        .invalidModule, "the generated code imports another module '\(module)'",
        advice: "give the C module another name with --module")
    }
    if let own = moduleMaps.first, !moduleMaps.contains(module), !writing.omitModuleMap {
      throw Failure(
        .invalidModule, "the headers' module map names their module '\(own)', not '\(module)'",
        advice: "omit --module; or, if '\(module)' has its own module map elsewhere, add --no-module-map")
    }
    writesModuleMap = !writing.omitModuleMap && !moduleMaps.contains(module)
    unresolved = reading.unresolved ?? configuration.unresolved ?? .refuse
    isStrict = reading.strict
    access = writing.access ?? configuration.access ?? .public
    coverage = writing.singleFile != nil ? .one : writing.emitEmpty ? .everyInput : .inputsWithTypes
    singleFile = writing.singleFile
    writesReleases = writing.releases || configuration.writesReleases
    if let problem = ClangOptions.otherLanguage(in: configuration.clangArguments) {
      throw Failure(.invalidClangArguments, problem, advice: "it comes from 'clang-arguments' in the configuration")
    }
    var levels = configuration.diagnosticLevels
    for option in reading.warningOptions {
      if let (id, level) = try WarningOption.parse(option) { levels[id] = level }
    }
    diagnosticLevels = levels
    let macros = Macros(reading, configuration)
    var build = (reading.target ?? configuration.target).map(SwiftBuild.init(triple:)) ?? .host
    // A name without a value is a condition, as for swiftc.
    for name in macros.defines where name.isCIdentifier { build.conditions[name] = true }
    for name in macros.undefines { build.conditions[name] = false }
    swiftBuild = build
    readerOptions = HeaderReader.Options(
      includePaths: reading.includePaths + configuration.includePaths,
      systemIncludePaths: reading.systemIncludePaths + configuration.systemIncludePaths, defines: macros.defines,
      undefines: macros.undefines, includedFirst: Self.once(configuration.includedFirst + reading.includedFirst),
      target: reading.target ?? configuration.target,
      arguments: configuration.clangArguments + reading.clangArguments, namedTypes: configuration.namedTypes,
      namedFunctions: configuration.namedFunctions,
      namedConstants: configuration.namedConstants)
    // The same for every command, whether or not it writes a map: a lock has the types for which code is generated.
    readerOptions.readsIncludedParts = moduleMaps.isEmpty
  }

  /// Derives an unspecified module name from the Swift sources, if exactly one import looks like a C module.
  ///
  /// - Parameter imports: the modules that the Swift sources import.
  /// - Returns: a warning if several imports are possible and none is the derived name.
  mutating func adoptModule(from imports: [String]) -> [Diagnostic] {
    guard isModuleGuessed else { return [] }
    let suggestion = Set(imports.filter(ModuleMaps.looksLikeC)).sorted()
    if suggestion.isEmpty || suggestion.contains(module) { return [] }
    if suggestion.count == 1 {
      module = suggestion[0]
      return []
    }
    return [
      Diagnostic(
        .moduleMismatch,
        "the headers' module is '\(module)', but the sources import "
          + suggestion.map { "'\($0)'" }.joined(separator: " and "),
        advice: "name the headers' module with --module or in archivegen.yml")
    ]
  }

  /// Each file once: one without an include guard could not be read again. Files that are searched for are compared by
  /// name.
  private static func once(_ files: [String]) -> [String] {
    var seen: Set<String> = []
    return files.filter { file in
      seen.insert(FileManager.default.isReadableFile(atPath: file) ? realPath(file) : file).inserted
    }
  }
}

/// The options about the written files.
struct WritingOptions {
  var omitModuleMap = false
  var access: GeneratedAccess?
  var singleFile: String?
  var emitEmpty = false
  var releases = false
}
