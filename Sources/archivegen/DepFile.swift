import ArchiveModel
import Foundation

/// A Makefile rule in the manner of `clang -MD -MP`, which ninja reads as well: every file read is a prerequisite.
/// Each prerequisite is a target of its own as well, so that a header that is gone does not stop make.
enum DepFile {
  static func text(target: String, dependencies: [String]) -> String {
    var text = escape(target) + ":"
    for dependency in dependencies { text += " \\\n  " + escape(dependency) }
    text += "\n"
    // In a target a '%' would make a pattern of the rule, and there is no way to write one for ninja as well.
    for dependency in dependencies where !dependency.contains("%") { text += "\n" + escape(dependency) + ":\n" }
    return text
  }

  /// - Parameter target: what the rule is about: the output that a build system knows by name, else the depfile.
  static func write(_ path: String, target: String, dependencies: [String]) throws {
    do {
      try StagedFile(text(target: target, dependencies: dependencies), in: parentFolder(path)).replace(path)
    } catch let error as SystemError {
      throw Failure(
        .unusableOutput, "cannot write '\(path)': \(error.text)", advice: "name another file with --depfile")
    }
  }

  /// make and ninja read spaces, `#`, `$` and `:` as their own; a backslash before a space or `#` would be taken for
  /// the escape's own and is doubled.
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
