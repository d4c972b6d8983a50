import ArchiveModel

/// Macros of the command line and of the configuration; those of the command line override.
struct Macros {
  let defines: [String]
  let undefines: [String]

  init(_ reading: ReadingOptions, _ configuration: Configuration) {
    let here = Set((reading.defines + reading.undefines).map(MacroOptions.name))
    let isLeft = { (macro: String) in !here.contains(MacroOptions.name(in: macro)) }
    let undefinedThere = Set(configuration.undefines.map(MacroOptions.name))
    defines =
      configuration.defines.filter { isLeft($0) && !undefinedThere.contains(MacroOptions.name(in: $0)) }
      + reading.defines
    undefines = configuration.undefines.filter(isLeft) + reading.undefines
  }
}
