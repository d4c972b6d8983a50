import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing
import UntypedArchive

@Suite("Checksums of archives that are looked at") struct ChecksumLintTests {
  private func archive(_ format: ArchiveEncoder.OutputFormat) throws -> Data {
    var encoder = ArchiveEncoder()
    encoder.checksum = .crc32
    encoder.outputFormat = format
    var archive = ArchiveWriter(settings: encoder)
    try archive.encode(["name": ["Ann", "Bob"]], forKey: "first")
    try archive.encode([1.5, 2], forKey: "second")
    return try archive.finish()
  }

  @Test("Each flipped bit is found by lint", arguments: [ArchiveEncoder.OutputFormat.binary, .xml])
  func flippedBits(_ format: ArchiveEncoder.OutputFormat) throws {
    let archive = try archive(format)
    #expect(ArchiveLint.check(ArchiveBytes(copying: archive)).isSound)
    for bit in stride(from: 0, to: archive.count * 8, by: format == .xml ? 7 : 1) {
      var damaged = archive
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let report = ArchiveLint.check(ArchiveBytes(copying: damaged))
      // Where the trailer names another root, the file is no archive any more, and lint says so.
      #expect(!report.isSound || report.findings.contains { $0.rule == .archive }, "bit \(bit)")
    }
  }

  @Test("What is damaged is told, and an archive without a checksum is none the worse") func told() throws {
    let document = try ArchiveDocument(ArchiveBytes(copying: try archive(.binary)))
    #expect(try document.verifyChecksum())
    var damaged = try archive(.binary)
    damaged[damaged.count / 2] ^= 1
    let findings = ArchiveLint.check(ArchiveBytes(copying: damaged)).findings
    #expect(findings.contains { $0.rule == .checksum && $0.severity == .error })
    let plain = try ArchiveDocument(ArchiveBytes(copying: try ArchiveEncoder().encode(["a"])))
    #expect(try !plain.verifyChecksum())
  }

  @Test("The lossless JSON of a list gives the same bytes again, with the same checksum") func lossless() throws {
    let archive = try archive(.binary)
    let output = OutputBuffer(.memory)
    try LosslessJSONWriter.write(try ArchiveDocument(ArchiveBytes(copying: archive)), to: output)
    output.flush()
    #expect(try output.data.withUnsafeBytes { Data(try LosslessJSONReader.read($0).data) } == archive)
  }

  // MARK: Output in proportion

  @Test("Lines whose lists share everything do not grow with their product") func lines() throws {
    func output(_ count: Int) throws -> Int {
      let shared = (0..<count).map { "text \($0)" }
      let archive = try ArchiveEncoder().encode([[[String]]](repeating: [shared], count: count))
      let document = try ArchiveDocument(ArchiveBytes(copying: archive))
      let output = OutputBuffer(.memory)
      var writer = ValueJSONWriter(document, to: output)
      guard case .value(let root) = try document.selection("root"), let elements = document.elements(of: root) else {
        Issue.record("the root is no list")
        return 0
      }
      for position in 0..<elements.count {
        writer.nextLine()
        try writer.write(.value(try document.inspected(try document.view.reference(position, in: elements))))
      }
      #expect(output.total < 9 * archive.count + 2 << 20)
      return elements.count
    }
    #expect(try output(2_000) == 2_000)
  }
}
