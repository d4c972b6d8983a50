import Foundation

/// Runs another program and gives what it prints.
enum Tool {
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Tests/Readers of the source tree.
  static let readers = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Readers")

  /// - Parameter package: The Debian package that has the program, for the message when there is none.
  static func run(_ program: String, _ arguments: [String], package: String) throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    guard
      let folder = path.split(separator: ":").first(where: {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
      })
    else { throw Failure(description: "This test needs '\(program)': apt-get install \(package)") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(folder)/\(program)")
    process.arguments = arguments
    let output = Pipe()
    let errors = temporary("errors")
    try Data().write(to: errors)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let message = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
      throw Failure(description: "\(program) failed (package \(package)):\n\(message)")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// A program of Tests/Readers, compiled for GNUstep.
  static func compileObjectiveC(_ name: String) throws -> URL {
    let packages = "gobjc libgnustep-base-dev"
    func flags(_ option: String) throws -> [String] {
      try run("gnustep-config", [option], package: packages)
        .split(whereSeparator: \.isWhitespace).map(String.init).filter { $0 != "-MMD" && $0 != "-MP" }
    }
    let program = temporary(name)
    let source = readers.appendingPathComponent(name + ".m").path
    _ = try run(
      "gcc", try flags("--objc-flags") + ["-std=gnu11", source, "-o", program.path] + flags("--base-libs"),
      package: packages)
    return program
  }

  static func temporary(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("archive-\(UUID().uuidString)-\(name)")
  }

  /// Gives `data` as a file for the length of `body`.
  static func withFile<Result>(_ data: Data, _ body: (String) throws -> Result) throws -> Result {
    let file = temporary("archive.plist")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path)
  }
}
