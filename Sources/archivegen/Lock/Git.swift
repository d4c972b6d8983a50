import Foundation

/// Runs git.
enum Git {
  struct Result {
    let status: Int32
    let output: Data
    /// The first line of what git complains about.
    let problem: String
    /// The others, in which it says what to do.
    let remedy: String

    /// The output without the end of its line.
    var line: String { String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines) }
  }

  /// - Parameters:
  ///   - folder: where it runs.
  ///   - index: a file to use as the index, so that the repository's own is left alone.
  ///   - isSubmodule: whether the folder is of another repository than the one that a hook, which runs this, is of.
  /// - Throws: `LockFailure` if there is no git.
  static func run(_ arguments: [String], in folder: String, index: String? = nil, isSubmodule: Bool = false) throws
    -> Result
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder.isEmpty ? "." : folder] + arguments
    process.environment = ProcessInfo.processInfo.environment
    if isSubmodule { for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_PREFIX"] { process.environment?[name] = nil } }
    if let index { process.environment?["GIT_INDEX_FILE"] = index }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch {
      throw LockFailure(.missingLock, "git cannot be run: nothing was checked", advice: "install git")
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = message.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return Result(
      status: process.terminationStatus, output: data, problem: lines.first ?? "git failed",
      remedy: lines.dropFirst().filter { !$0.isEmpty }.joined(separator: " "))
  }
}
