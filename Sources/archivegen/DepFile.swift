import ArchiveModel
import Foundation

/// A Makefile rule in the manner of `clang -MD -MP`: the depfile itself is the target, every file read a prerequisite.
/// Each prerequisite is a target of its own as well, so that a header that is gone does not stop make.
enum DepFile {
  static func text(target: String, dependencies: [String]) -> String {
    var text = escape(target) + ":"
    for dependency in dependencies { text += " \\\n  " + escape(dependency) }
    text += "\n"
    for dependency in dependencies { text += "\n" + escape(dependency) + ":\n" }
    return text
  }

  static func write(_ path: String, dependencies: [String]) throws {
    let text = text(target: path, dependencies: dependencies)
    let temporary = "\(path).\(getpid())"
    guard FileManager.default.createFile(atPath: temporary, contents: Data(text.utf8)), rename(temporary, path) == 0
    else {
      let reason = lastErrorText()
      unlink(temporary)
      throw Failure("cannot write '\(path)': \(reason)", advice: "name another file with --depfile")
    }
  }

  /// make reads spaces, `#` and `$` as its own.
  private static func escape(_ path: String) -> String {
    path.replacing("$", with: "$$").replacing(" ", with: "\\ ").replacing("#", with: "\\#")
  }
}
