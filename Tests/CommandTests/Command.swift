import Foundation
import Testing

/// A folder that is gone after the test, and the built tool run inside it.
final class Workspace {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "archivegen-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  func write(_ file: String, _ text: String) throws {
    let target = "\(path)/\(file)"
    try FileManager.default.createDirectory(
      atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: target, atomically: true, encoding: .utf8)
  }

  func read(_ file: String) -> String? { try? String(contentsOfFile: "\(path)/\(file)", encoding: .utf8) }

  func exists(_ file: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(file)") }

  /// Every file below a folder with its contents.
  func contents(of folder: String) -> [String: String] {
    var all: [String: String] = [:]
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: "\(path)/\(folder)")) ?? [] {
      if let text = read("\(folder)/\(name)") { all[name] = text }
    }
    return all
  }

  func archivegen(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
    try run(Self.toolPath, arguments, environment: environment)
  }

  /// Writes `libArchiveRuntime.a`, the runtime alone.
  func makeLibrary() throws {
    let script = URL(fileURLWithPath: #filePath + "/../../../Packaging/library.sh").standardizedFileURL.path
    let made = try run(script, [Self.builtPath, "libArchiveRuntime.a", "ArchiveRuntime"])
    try #require(made.status == 0, "\(made.errors)")
  }

  func run(_ executable: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    // A separate cache, so that no test sees another's runs.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_CACHE_HOME": "\(path)/.cache", "LC_ALL": "C"]) { $1 }.merging(environment) { $1 }
    let files = ["\(path)/.stdout", "\(path)/.stderr"]
    for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    process.standardOutput = FileHandle(forWritingAtPath: files[0])
    process.standardError = FileHandle(forWritingAtPath: files[1])
    try process.run()
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: read(".stdout") ?? "", errors: read(".stderr") ?? "")
  }

  /// The folder of the test bundle, in which this test run also built the tool and the modules.
  static let builtPath = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path

  static let toolPath = "\(builtPath)/archivegen"
}
