import ArchiveModel

/// Of several options that define or undefine one macro, the last one counts, as for compilers.
enum MacroOptions {
  /// The name of the macro in `NAME`, `NAME=VALUE` or `NAME(x)=VALUE`.
  static func name(in macro: String) -> Substring { macro.prefix { $0 != "=" && $0 != "(" } }

  static func lastOfEachName(in arguments: [String]) -> [String] {
    // These are options with their values, so that one can be removed.
    var groups: [[String]?] = []
    var places: [Substring: Int] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument != "--" else {
        groups.append(["--"] + rest)
        break
      }
      guard ["-D", "-U", "--clang-arg"].contains(argument), let value = rest.popFirst() else {
        groups.append([argument])
        continue
      }
      if argument != "--clang-arg", let former = places.updateValue(groups.count, forKey: name(in: value)) {
        groups[former] = nil
      }
      groups.append([argument, value])
    }
    return groups.compactMap(\.self).flatMap(\.self)
  }
}

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
