import ArchiveRuntime
import Foundation
import RuntimeTestC

/// A folder that is gone after the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "archive-file-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { "\(path)/\(name)" }

  /// Every name in the folder, hidden ones too.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  var leftovers: [String] { names.filter { $0.hasSuffix(".archivefile") } }

  func read(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: self[name])) }

  func write(_ name: String, _ data: Data) throws { try data.write(to: URL(fileURLWithPath: self[name])) }

  func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: self[name])
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }
}

/// Bytes that distinguish archives: `count` times one byte, after a header.
func someArchive(_ byte: UInt8, count: Int) -> Data {
  var data = Data("bplist00".utf8)
  data.append(Data(repeating: byte, count: count))
  return data
}

func somePoints(_ count: Int, _ y: Int32 = 0) -> [point] { (0..<count).map { point(x: Int32($0), y: y) } }

/// The program that saves until it is killed, in the folder of the test bundle.
struct Saver {
  static let path = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/archive-saver"

  let process = Process()
  let output = Pipe()
  let errors = Pipe()

  /// - Parameter times: How often it saves; 0 is forever.
  /// - Parameter largest: The longest file that it can write; 0 is any.
  /// - Parameter user: As whom it saves; 0 is the caller.
  init(_ file: String, times: Int, largest: Int = 0, user: Int = 0, _ archives: [String]) throws {
    process.executableURL = URL(fileURLWithPath: Self.path)
    process.arguments = [file, "\(times)", "\(largest)", "\(user)"] + archives
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Waits until it begins to save.
  func awaitStart() { _ = try? output.fileHandleForReading.read(upToCount: 1) }

  /// Waits until it has ended.
  func finish() -> (status: Int32, errors: String) {
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// A value that several threads write and read.
final class Shared<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value
  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
