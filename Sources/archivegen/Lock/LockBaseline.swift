import ArchiveModel
import Foundation
import SchemaLock

/// The lock that `check --against` compares with.
enum LockBaseline {
  /// - Parameter text: a file, or `git:REV` for the lock in that revision.
  static func read(_ text: String, besides path: String) throws -> LockFile {
    guard text.hasPrefix("git:") else {
      guard let lock = try LockStore(path: text).read() else {
        throw LockFailure(
          .missingLock, "there is no lock '\(text)': nothing was checked", advice: "check the path after --against")
      }
      return lock
    }
    let revision = String(text.dropFirst("git:".count))
    let folder = parentFolder(path).isEmpty ? "." : parentFolder(path)
    let name = lastComponent(path)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // The revision must not be read as an option.
    process.arguments = ["git", "-C", folder, "show", "--end-of-options", "\(revision):./\(name)"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch {
      throw LockFailure(.missingLock, "git cannot be run: nothing was checked", advice: "install git")
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let reason = message.split(separator: "\n").first.map(String.init) ?? "git failed"
      throw LockFailure(
        .missingLock, "the revision '\(revision)' has no lock '\(name)': \(reason)",
        advice: "nothing was checked; name a revision that has the lock")
    }
    return try LockStore.parse(data, path: "\(text):\(name)")
  }
}
