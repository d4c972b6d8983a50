import Foundation
import RuntimeTestC
import TestRandom
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// A closed enumeration, and a number.
struct Graded: ArchivableRecord {
  var grade: UInt8
  var number: UInt32

  static let archiveSchema = RecordSchema(
    "graded", size: 8, alignment: 4,
    fields: [FieldSchema.scalar("grade", .u8, at: 0).closed([1, 2]), .scalar("number", .u32, at: 4)])
}

@Suite("What is large goes to the file while it is encoded")
struct LargeSaveTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Enough for about 24 MB.
  private static let pointCount = 3_000_000

  @Test("Saved arrays have the bytes of encoded ones, below and above the size that is kept in memory")
  func arrays() async throws {
    let kept = (8 << 20) / MemoryLayout<point>.size
    for count in [1, 1_000, kept - 200, kept - 1, kept, kept + 1, kept * 3 / 2] {
      let points = somePoints(count, 7)
      for checksum in [ArchiveEncoder.Checksum.none, .crc32] {
        var file = ArchiveFile(path: folder["points"])
        file.saver.checksum = checksum
        try await file.save(points)
        #expect(try folder.read("points") == file.saver.encode(points), "\(count) points")
        try blocking { try file.blocking.save(points) }
        #expect(try folder.read("points") == file.saver.encode(points), "\(count) points, blocking")
      }
    }
    #expect(folder.names == ["points"])
  }

  // A synchronous call, which an async function does not choose.
  private func blocking(_ body: () throws -> Void) rethrows { try body() }

  @Test("Records with unions, XML and large data of objects come out as they are encoded")
  func others() throws {
    let choices = (0..<1_200_000).map { Choice(kind: [1, 3, 7, 2][$0 % 4], bits: UInt64($0 % 4 == 1 ? 0 : $0)) }
    var file = ArchiveFile(path: folder["file"])
    try file.blocking.save(choices)
    #expect(try folder.read("file") == ArchiveEncoder().encode(choices))
    let data = (0..<3).map { Data(repeating: UInt8($0), count: 5_000_000) }
    for checksum in [ArchiveEncoder.Checksum.none, .crc32] {
      file.saver.checksum = checksum
      try file.blocking.save(data)
      #expect(try folder.read("file") == file.saver.encode(data))
      try file.blocking.save(codable: data)
      #expect(try folder.read("file") == file.saver.encode(codable: data))
    }
    file.saver.outputFormat = .xml
    let points = somePoints(1_200_000)
    try file.blocking.save(points)
    #expect(try folder.read("file") == file.saver.encode(points))
  }

  @Test("A record that is refused at the end leaves the old file, and nothing else")
  func refused() throws {
    try folder.write("file", Data("old".utf8))
    var values = (0..<Self.pointCount).map { Graded(grade: UInt8($0 % 2 + 1), number: UInt32($0)) }
    values[Self.pointCount - 1].grade = 3
    let error = #expect(throws: ArchiveError.self) { try ArchiveFile(path: folder["file"]).blocking.save(values) }
    #expect(error?.code == .unknownEnumerationValue)
    #expect(error?.details.path == "[2999999].grade")
    #expect(try folder.read("file") == Data("old".utf8))
    #expect(folder.names == ["file"])
  }

  @Test("A save that is cancelled after some of it was written leaves the old file, and nothing else")
  func cancelled() async throws {
    try folder.write("file", Data("old".utf8))
    let task = Shared<Task<Void, any Error>?>(nil)
    let path = folder["file"]
    let after = Shared(0)
    let running = Task {
      try await ArchiveFile(path: path).save(somePoints(Self.pointCount)) { progress in
        guard progress.completedByteCount > 0 else { return }
        after.with { $0 += 1 }
        while task.with({ $0 == nil }) { usleep(100) }
        task.with { $0?.cancel() }
      }
    }
    task.with { $0 = running }
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(after.with { $0 } <= 1, "it went on after it was cancelled")
    #expect(try folder.read("file") == Data("old".utf8))
    #expect(folder.names == ["file"])
  }

  @Test("Progress counts records and the bytes that are written meanwhile")
  func progress() async throws {
    let told = Shared<[ArchiveProgress]>([])
    try await ArchiveFile(path: folder["file"]).save(somePoints(Self.pointCount)) { progress in
      told.with { $0.append(progress) }
    }
    let whole = told.with { $0 }
    checkFractions(whole, [.encoding, .writing])
    let size = try folder.read("file").count
    let encoding = whole.filter { $0.phase == .encoding }
    #expect(encoding.count > 20)
    #expect(encoding.last.map { $0.completedByteCount > size / 2 } == true)
    #expect(whole.last?.completedByteCount == size)
    #expect(zip(whole, whole.dropFirst()).allSatisfy { $0.completedByteCount <= $1.completedByteCount })
  }

  @Test("When the disk is full the old file stays, and nothing else", arguments: [0, 1, 1_000_000, 19_000_000])
  func noRoom(beforeTheEnd: Int) throws {
    let payload = Data(repeating: 5, count: 20_000_000)
    let new = try ArchiveEncoder().encode(payload)
    try folder.write("file", Data("old".utf8))
    let saver = try Saver(folder["file"], times: 1, largest: new.count - beforeTheEnd, ["data:\(payload.count)"])
    let (status, errors) = saver.finish()
    #expect(folder.names == ["file"])
    if beforeTheEnd == 0 {
      #expect(status == 0, "\(errors)")
      #expect(try folder.read("file") == new)
    } else {
      #expect(status == 1 && errors.contains("could not be written: File too large (errno 27)"), "\(errors)")
      #expect(try folder.read("file") == Data("old".utf8))
    }
  }

  @Test("Data that is taken back because the code of a value fails leaves no bytes")
  func takenBack() throws {
    let file = ArchiveFile(path: folder["file"])
    try file.blocking.save(Hesitant(isTakenBack: true))
    #expect(try folder.read("file") == ArchiveEncoder().encode(Hesitant(isTakenBack: true)))
  }

  @Test("In pieces of any size a list has the same bytes", arguments: [1, 7, 64, 1_000, 1 << 20])
  func pieces(block: Int) throws {
    let choices = (0..<333).map { Choice(kind: [1, 3, 7, 2][$0 * $0 % 4], bits: UInt64($0)) }
    for checksum in [ArchiveEncoder.Checksum.none, .crc32] {
      var encoder = ArchiveEncoder()
      encoder.checksum = checksum
      let whole = try encoder.encode(choices)
      for kept in [0, 100, 600, whole.count] {
        let file = PiecedFile()
        let output = PropertyListOutput(keptByteCount: kept, blockByteCount: block) { file.write($0, at: $1) }
        let rest = try encoder.archive(choices, as: RecordsForm(), to: output)
        #expect(file.whole(rest, gaps: output.gaps.map { ($0.position, $0.byteCount) }) == whole)
        #expect(output.gaps.isEmpty == (kept == whole.count) && (file.pieceCount == 0) == (kept == whole.count))
      }
    }
  }
}

/// Catches the error of large data that cannot be archived.
private final class Hesitant: ArchivableClass {
  static let archivedClassName = "Hesitant"
  let isTakenBack: Bool

  init(isTakenBack: Bool) { self.isTakenBack = isTakenBack }
  init(from decoder: ObjectDecoder) throws { isTakenBack = try decoder.decode(Bool.self, forKey: "isTakenBack") }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(isTakenBack, forKey: "isTakenBack")
    var values = (0..<2_400_000).map { Graded(grade: 1, number: $0) }
    values[2_399_999].grade = 3
    try? encoder.encode(values, forKey: "values")
    try encoder.encodeBytes(Data(repeating: 2, count: 9_000_000), forKey: "bytes")
  }
}
