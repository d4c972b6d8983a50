import ArchiveModel

/// Recognises C++ headers and merges their errors, which all have that cause.
enum OtherLanguage {
  static func merged(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var evidence: [String: Diagnostic] = [:]
    for diagnostic in diagnostics where diagnostic.severity == .error {
      guard let file = diagnostic.location?.file, evidence[file] == nil, isSign(diagnostic) else { continue }
      evidence[file] = diagnostic
    }
    guard !evidence.isEmpty else { return diagnostics }
    var counts: [String: Int] = [:]
    for case let file? in diagnostics.filter({ $0.severity == .error }).map(\.location?.file) {
      counts[file, default: 0] += 1
    }
    var told: Set<String> = []
    return diagnostics.compactMap { diagnostic in
      guard diagnostic.severity == .error, let file = diagnostic.location?.file, let sign = evidence[file] else {
        return diagnostic
      }
      guard told.insert(file).inserted else { return nil }
      return report(sign, file: file, others: (counts[file] ?? 1) - 1)
    }
  }

  private static func report(_ sign: Diagnostic, file: String, others: Int) -> Diagnostic {
    var result = sign
    let isLinkage = linkage(sign)
    result.message =
      isLinkage
      ? "'extern \"C\"' is C++, and archivegen reads C: \(sign.message)"
      : "'\(file)' is C++, and archivegen reads C: \(sign.message)"
    result.advice =
      isLinkage
      ? "put it, and its closing brace, between '#ifdef __cplusplus' and '#endif'"
      : "leave it out (--exclude, if a folder was given), or move its C declarations into a separate header"
    result.notes = sign.notes.filter { $0.message.hasPrefix(FaultyIncludes.note) }
    if others > 0 {
      result.notes.append(
        Diagnostic.note("\(others) more error\(others == 1 ? "" : "s") in '\(file)' may follow from this one"))
    }
    return result
  }

  private static func isSign(_ error: Diagnostic) -> Bool {
    if linkage(error) || error.sourceLine?.contains("std::") == true { return true }
    guard let name = error.message.firstQuoted else { return false }
    if error.message.hasPrefix("unknown type name") || error.message.hasPrefix("use of undeclared identifier") {
      return words.contains(name)
    }
    return error.message.hasSuffix("file not found")
      && (libraryHeaders.contains(name) || [".hpp", ".hh", ".hxx"].contains(where: name.hasSuffix))
  }

  private static func linkage(_ error: Diagnostic) -> Bool {
    error.sourceLine?.drop(while: \.isWhitespace).hasPrefix("extern \"C\"") == true
  }

  private static let words: Set<String> = [
    "class", "namespace", "template", "using", "public", "private", "protected", "virtual", "friend", "explicit",
    "constexpr", "consteval", "operator", "std", "noexcept", "final", "override", "mutable", "typename", "decltype",
  ]
  /// Headers of the C++ library whose names no C header has.
  private static let libraryHeaders: Set<String> = [
    "algorithm", "any", "array", "atomic", "bitset", "cassert", "cctype", "cerrno", "cfloat", "chrono", "cinttypes",
    "climits", "cmath", "concepts", "condition_variable", "csignal", "cstdarg", "cstddef", "cstdint", "cstdio",
    "cstdlib", "cstring", "ctime", "cwchar", "deque", "exception", "filesystem", "fstream", "functional", "future",
    "initializer_list", "iomanip", "ios", "iosfwd", "iostream", "istream", "iterator", "limits", "list", "locale",
    "map", "memory", "mutex", "new", "numeric", "optional", "ostream", "queue", "random", "ranges", "ratio", "regex",
    "set", "shared_mutex", "span", "sstream", "stack", "stdexcept", "streambuf", "string", "string_view",
    "system_error",
    "thread", "tuple", "type_traits", "typeindex", "typeinfo", "unordered_map", "unordered_set", "utility", "valarray",
    "variant", "vector",
  ]
}
