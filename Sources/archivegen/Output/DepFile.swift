import Foundation

/// A Makefile rule like that of `clang -MD -MP`, which ninja reads too: every file read is a prerequisite. Each
/// prerequisite is also a target, so that a deleted header does not stop make.
enum DepFile {
  static func text(target: String, dependencies: [String]) -> String {
    var text = escape(target) + ":"
    for dependency in dependencies { text += " \\\n  " + escape(dependency) }
    text += "\n"
    // A '%' in a target would make a pattern rule, and no escape works with both make and ninja.
    for dependency in dependencies where !dependency.contains("%") { text += "\n" + escape(dependency) + ":\n" }
    return text
  }

  /// - Parameter target: the target of the rule: an output whose name the build system knows, or else the depfile.
  static func write(_ path: String, target: String, dependencies: [String]) throws {
    let text = text(target: target, dependencies: dependencies)
    try NamedFile.write(Data(text.utf8), to: path, advice: "name another file with --depfile")
  }

  /// Escapes spaces, `#`, `$` and `:`, which are special for make and ninja. A backslash before a space or `#` would be
  /// read as part of the escape, so it is doubled.
  private static func escape(_ path: String) -> String {
    var escaped = ""
    var backslashes = ""
    for character in path {
      switch character {
      case "\\":
        backslashes.append(character)
        escaped.append(character)
        continue
      case " ", "#": escaped += backslashes + "\\" + String(character)
      case ":": escaped += "\\:"
      case "$": escaped += "$$"
      default: escaped.append(character)
      }
      backslashes = ""
    }
    return escaped
  }
}
