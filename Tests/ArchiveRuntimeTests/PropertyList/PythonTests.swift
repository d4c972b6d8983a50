import Foundation
import Testing

@testable import ArchiveRuntime

/// Python's plistlib is an independent reader and writer of both forms.
@Suite struct PropertyListPythonTests {
  /// What `canonical.py` prints of a file, and the file as Python writes it, binary and XML.
  private func python(_ data: Data) throws -> (canonical: String, binary: Data, xml: Data?) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("archive-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = { (name: String) in folder.appendingPathComponent(name) }
    try data.write(to: file("in"))
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("canonical.py")
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", script.path, file("in").path, "binary", file("binary").path, "xml", file("xml").path,
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let canonical = String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .newlines)
    return (canonical, try Data(contentsOf: file("binary")), try? Data(contentsOf: file("xml")))
  }

  @Test("Python reads what we write, and we read what Python writes, in binary")
  func binary() throws {
    let ours = try file(commonSample)
    let theirs = try python(ours)
    let expected = try canonical(PropertyList(ours))
    #expect(theirs.canonical == expected)
    #expect(try canonical(PropertyList(theirs.binary)) == expected)
  }

  @Test("We read what Python writes as XML")
  func xml() throws {
    // Left out: control characters and references, which Python refuses in XML, and −0.0, which it merges with 0.0.
    let sample = Sample.dictionary([
      ("integers", .array([.integer(0), .integer(.min), .integer(.max), .unsigned(.max)])),
      (
        "reals",
        .array([0.0, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude].map { .real64(($0 as Double).bitPattern) })
      ),
      ("texts", .array(["", " a ", "<&>\"'", "é日😀", "]]>", "line\nline"].map { .string($0) })),
      ("data", .array([0, 1, 2, 3, 100].map { .data((0..<$0).map { UInt8($0) }) })),
      ("dates", .array([.date(0), .date(1_000_000_000), .date(-31_622_400)])),
      ("nested", .array([.array([]), .dictionary([]), .dictionary([("a", .array([.bool(true), .bool(false)]))])])),
    ])
    let ours = try file(sample)
    let theirs = try python(ours)
    let expected = try canonical(PropertyList(ours))
    #expect(theirs.canonical == expected)
    #expect(try canonical(PropertyList(#require(theirs.xml))) == expected)
  }

  @Test("Python reads and writes back a binary list with references")
  func references() throws {
    let ours = try file(.array([.uid(0), .uid(255), .uid(256), .uid(65_536), .integer(1)]))
    let theirs = try python(ours)
    #expect(theirs.canonical == "[uid 0, uid 255, uid 256, uid 65536, 1]")
    #expect(try canonical(PropertyList(theirs.binary)) == theirs.canonical)
  }

  @Test(
    "Object counts at the edges of the reference widths are read by Python",
    arguments: [253, 254, 255, 256, 65_534, 65_535, 65_536])
  func referenceWidths(count: Int) throws {
    let ours = try file(.array((0..<count).map { .integer(Int64($0)) }))
    #expect(try python(ours).canonical == canonical(PropertyList(ours)))
  }
}
