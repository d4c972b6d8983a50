struct Translation {
  var rest: ArraySlice<String>
  var result: [String] = []
  /// Whether the command is `layout`, whose options of one letter are pahole's and not clang's.
  var isOfLayouts = false

  mutating func take(_ argument: String) throws(WrongUsage) {
    if argument.hasPrefix("--") {
      try takeLong(argument)
    } else if argument.hasPrefix("-"), argument != "-" {
      try takeShort(argument)
    } else {
      result.append(argument)
    }
  }

  private mutating func takeLong(_ argument: String) throws(WrongUsage) {
    if argument == "--clang-arg" {
      // The next argument belongs to clang, even if it begins with a dash.
      result.append(argument)
      if let value = rest.popFirst() { result.append(value) }
    } else if argument == "--sysroot" {
      pass([argument, try value(of: argument)])
    } else if argument.hasPrefix("--sysroot=") || argument.hasPrefix("--std=") {
      try checkLanguage(argument)
      pass([argument])
    } else {
      result.append(argument)
    }
  }

  private mutating func takeShort(_ argument: String) throws(WrongUsage) {
    switch argument {
    case "-q", "-v", "-h": return result.append(argument)
    case "-help", "-version": return result.append("-" + argument)
    case "-E" where isOfLayouts: return result.append("--expand")
    case "-C" where isOfLayouts: return result += ["--type", try value(of: argument)]
    default: break
    }
    let name = argument.prefix { $0 != "=" }
    if OwnOptions.longNames.contains(String(name.dropFirst())), !ClangOptions.isShared(argument) {
      throw WrongUsage(message: "unknown option '\(argument)'; did you mean '-\(argument)'?")
    }
    if let option = ["-o", "-I", "-D", "-U", "-isystem", "-include", "-target"].first(where: {
      ClangOptions.takesJoinedValue($0) ? argument.hasPrefix($0) : argument == $0
    }), !ClangOptions.isLonger(argument, than: option) {
      let joined = String(argument.dropFirst(option.count))
      let own = ["-include": "--include", "-target": "--target"][option] ?? option
      return result += [own, joined.isEmpty ? try value(of: option) : joined]
    }
    if argument.hasPrefix("-W"), try WarningOption.parse(String(argument.dropFirst(2))) != nil {
      return result += ["-W", String(argument.dropFirst(2))]
    }
    switch ClangOptions.use(of: argument) {
    case .pass:
      try checkLanguage(argument)
      pass([argument])
    case .passWithNext:
      let value = try value(of: argument)
      try checkLanguage(argument, value)
      pass([argument, value])
    case .ignore: break
    case .ignoreWithNext: _ = try value(of: argument)
    case .refuse(let reason): throw WrongUsage(message: "the option '\(argument)' \(reason)")
    case nil: throw unknown(argument)
    }
  }

  private mutating func pass(_ arguments: [String]) {
    for argument in arguments { result += ["--clang-arg", argument] }
  }

  private mutating func value(of option: String) throws(WrongUsage) -> String {
    guard let value = rest.popFirst() else { throw WrongUsage(message: "the option '\(option)' needs a value") }
    return value
  }

  private func checkLanguage(_ option: String, _ value: String? = nil) throws(WrongUsage) {
    if let problem = ClangOptions.otherLanguage(in: [option] + [value].compactMap(\.self)) {
      throw WrongUsage(message: problem)
    }
  }

  private func unknown(_ argument: String) -> WrongUsage {
    let letters = argument.dropFirst()
    if letters.count > 1, letters.allSatisfy({ "qvh".contains($0) }) {
      return WrongUsage(
        message: "options of one letter cannot be combined: write '\(letters.map { "-\($0)" }.joined(separator: " "))'")
    }
    return WrongUsage(
      message: "unknown option '\(argument)'; if it is clang's, write '--clang-arg \(argument)'")
  }
}

/// The options that `GenerateCommand` declares for ArgumentParser; a test compares the two.
enum OwnOptions {
  static let longNames: Set<String> = [
    "output", "exclude", "module", "access", "include", "clang-arg", "target", "config", "templates", "unresolved",
    "strict", "keep-going", "no-module-map", "single-file", "emit-empty", "list-outputs", "depfile", "dry-run", "quiet",
    "verbose", "color-diagnostics", "no-color-diagnostics", "diagnostics-format", "no-cache", "cache-dir", "lock",
    "lock-place",
    "against", "format", "mode", "accept", "retire", "reason", "releases", "witness", "goldens", "testable", "version",
    "help", "module-folder", "keep-lock",
    "type", "expand", "hex", "holes", "reorganize", "contains", "pointers-to", "sizes", "cacheline", "raw", "count",
    "skip",
    "svg", "html",
  ]
}
