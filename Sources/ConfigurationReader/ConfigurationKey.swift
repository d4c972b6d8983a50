import Yams

/// The keys at the top level of a configuration.
enum ConfigurationKey: String, CaseIterable {
  case module, modules, target, tool, include, exclude, define, undefine
  case unresolved, access, types, diagnostics, releases, goldens, changes, breaks
  case nextRelease = "next-release"
  case includeFile = "include-file"
  case systemInclude = "system-include"
  case clangArguments = "clang-arguments"
}

/// The keys of an entry of `changes`.
enum ChangeKey: String, CaseIterable {
  case rule, types, level, reason
}

/// The keys of `goldens`.
enum GoldenKey: String, CaseIterable {
  case folder, tests, testable
}
