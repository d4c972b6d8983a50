import ArchiveRuntime
import Foundation

/// Reads any bytes as an archive of the fixtures' types, in each form: one value, an array, values under a key.
///
/// The first byte selects the type, the second the form; the archive follows. An error is correct; a trap, a read out
/// of bounds or disproportionate memory use is a finding. Whatever decodes must encode, and the result must be the
/// same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecords(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  GrowthSweep.run(start, count) { input in
    guard input.count > 2 else { return }
    let type = fixtureTypes[Int(input[0]) % fixtureTypes.count]
    try? decode(type, kind: input[1] % 3, Data(input[2...]))
  }
}

private func decode<Record: ArchivableRecord>(_ type: Record.Type, kind: UInt8, _ archive: Data) throws {
  switch kind {
  case 0:
    let value = try ArchiveDecoder().decode(type, from: archive)
    guard let data = try? ArchiveEncoder().encode(value) else { return }
    let again = try required { try ArchiveDecoder().decode(type, from: data) }
    let once = try required { try ArchiveEncoder().encode(again) }
    precondition(once == data)
  case 1:
    let values = try ArchiveDecoder().decode([Record].self, from: archive)
    guard let data = try? ArchiveEncoder().encode(values) else { return }
    let again = try required { try ArchiveDecoder().decode([Record].self, from: data) }
    precondition(again.count == values.count)
    let once = try required { try ArchiveEncoder().encode(again) }
    precondition(once == data)
  default:
    let decoder = try ArchiveReader(archive)
    _ = try? decoder.decode(type, forKey: "theStruct")
    _ = try? decoder.decode([Record].self, forKey: "theStruct")
  }
}

/// Archives that this program wrote must not lead to an error.
private func required<Result>(_ body: () throws -> Result) rethrows -> Result {
  do {
    return try body()
  } catch {
    preconditionFailure("what decoded does not survive another round: \(error)")
  }
}

/// With ARCHIVE_FUZZ_SEEDS=DIR, instead of fuzzing: writes archives of every type, of zeros and of a pattern.
@_cdecl("LLVMFuzzerInitialize")
public func writeSeeds(_ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["ARCHIVE_FUZZ_SEEDS"] else { return 0 }
  for (index, type) in fixtureTypes.enumerated() where index < 256 { seeds(type, UInt8(index), folder) }
  exit(0)
}

private func seeds<Record: ArchivableRecord>(_ type: Record.Type, _ index: UInt8, _ folder: String) {
  guard MemoryLayout<Record>.size < 4096, !(type is any RawRecord.Type) else { return }
  for (name, byte) in [("zeros", UInt8(0)), ("ones", 1)] {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, MemoryLayout<Record>.size), alignment: MemoryLayout<Record>.alignment)
    defer { memory.deallocate() }
    for position in memory.indices { memory[position] = byte }
    let value = memory.load(as: Record.self)
    func write(_ kind: UInt8, _ format: ArchiveEncoder.OutputFormat, _ data: Data?) {
      guard let data else { return }
      _ = FileManager.default.createFile(
        atPath: "\(folder)/\(index)-\(kind)-\(name)-\(format)", contents: Data([index, kind]) + data)
    }
    for format in [ArchiveEncoder.OutputFormat.binary, .xml] {
      var encoder = ArchiveEncoder()
      encoder.outputFormat = format
      write(0, format, try? encoder.encode(value))
      write(1, format, try? encoder.encode([value, value, value]))
      var writer = ArchiveWriter(settings: encoder)
      try? writer.encode(value, forKey: "theStruct")
      write(2, format, try? writer.finish())
    }
  }
}
