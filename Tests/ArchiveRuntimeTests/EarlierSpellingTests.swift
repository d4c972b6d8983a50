import ArchiveEvolution
import ArchiveRuntime
import Foundation
import RuntimeTestC
import Testing

// Programs as they were written before there were `ArchiveWriter`, `ArchiveReader` and `ArchiveFile.blocking`. A call through
// a protocol does not warn.

private protocol EarlierProgram { func run() throws }

private func run(_ program: any EarlierProgram) throws { try program.run() }

/// An object that is one under several keys.
private final class Pet: ArchivableClass {
  let name: String
  init(_ name: String) { self.name = name }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(name, forKey: "name") }
  init(from decoder: ObjectDecoder) throws { name = try decoder.decode(String.self, forKey: "name") }
}

private struct SeveralValues: EarlierProgram {
  @available(*, deprecated) func run() throws {
    let pet = Pet("Rex")
    var encoder = ArchiveEncoder()
    try encoder.encode(someOrder(), forKey: "theStruct")
    try encoder.encode(somePoints(3), forKey: "points")
    encoder.setClassName("Dog", for: Pet.self)
    try encoder.encode(pet, forKey: "pet")
    try encoder.encodeConditionalObject(pet, forKey: "same")
    try encoder.encodeBytes(Data([1, 2]), forKey: "bytes")
    var other = encoder
    try other.encode(1, forKey: "other")
    #expect(throws: ArchiveError.self) { try encoder.encode(1, forKey: "pet") }
    let data = try encoder.finish()
    #expect(try ArchiveReader(other.finish()).decode(Int.self, forKey: "other") == 1)

    var decoder = try ArchiveDecoder(forReadingFrom: data)
    decoder.unknownKeys = .report
    decoder.setClass(Pet.self, forClassName: "Dog")
    #expect(bytes(try decoder.decode(order.self, forKey: "theStruct")) == bytes(someOrder()))
    #expect(try decoder.decode([point].self, forKey: "points").count == 3)
    let (first, second) = try decoder.readValues { top in
      (try top.decode(Pet.self, forKey: "pet"), try top.decode(Pet.self, forKey: "same"))
    }
    #expect(first === second)
    #expect(try decoder.decodeIfPresent(Pet.self, forKey: "none") == nil)
    #expect(decoder.unusedKeys == ["bytes"])
    #expect(throws: ArchiveError.self) { try decoder.checkAllKeysUsed() }
    #expect(try decoder.containsValue(forKey: "bytes"))
    #expect(try decoder.withBytes(forKey: "bytes") { $0.count } == 2)
    try decoder.checkAllKeysUsed()
  }
}

private struct DecoderWithoutArchive: EarlierProgram {
  @available(*, deprecated) func run() throws {
    let error = #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Int.self, forKey: "x") }
    #expect(error?.code == .notAnArchive)
    #expect(error?.details.reason?.contains("ArchiveReader(data)") == true)
    #expect(ArchiveDecoder().keys.isEmpty)
  }
}

private struct PreservedValues: EarlierProgram {
  @available(*, deprecated) func run() throws {
    var encoder = ArchiveEncoder()
    try encoder.encode(1, forKey: "known")
    try encoder.encode("of a later release", forKey: "unknown")
    let decoder = try ArchiveDecoder(forReadingFrom: encoder.finish(), preservingUnknown: true)
    #expect(try decoder.decode(Int.self, forKey: "known") == 1)
    var saving = ArchiveEncoder(preserving: decoder)
    try saving.encode(2, forKey: "known")
    #expect(try ArchiveReader(saving.finish()).decode(String.self, forKey: "unknown") == "of a later release")
  }
}

private struct FilesOfOneName: EarlierProgram {
  let folder: TemporaryFolder

  @available(*, deprecated) func run() throws {
    let file = ArchiveFile(path: folder["file"])
    try file.save(someOrder())
    #expect(bytes(try file.load(order.self)) == bytes(someOrder()))
    try file.save(somePoints(3))
    #expect(try file.load([point].self).count == 3)
    try file.save(["text"])
    #expect(try file.load([String].self) == ["text"])
    var encoder = ArchiveEncoder()
    try encoder.encode(5, forKey: "number")
    try file.save(data: try encoder.finish())
    #expect(try file.decoder().decode(Int.self, forKey: "number") == 5)
  }
}

@Suite("Programs in the earlier spelling")
struct EarlierSpellingTests {
  @Test("An encoder and a decoder of several values work as a writer and a reader do")
  func severalValues() throws { try run(SeveralValues()) }

  @Test("A decoder without an archive names the reader")
  func decoderWithoutArchive() throws { try run(DecoderWithoutArchive()) }

  @Test("A decoder of several values preserves what is unknown")
  func preservedValues() throws { try run(PreservedValues()) }

  @Test("A blocking call of a file has the name of the async one")
  func files() throws { try run(FilesOfOneName(folder: TemporaryFolder())) }
}

@Suite("Readers and writers of several values")
struct ReaderTests {
  @Test("A reader's list of unread keys is its own, and counts all calls")
  func unusedKeys() throws {
    var writer = ArchiveWriter()
    for key in ["a", "b", "c"] { try writer.encode(key, forKey: key) }
    var settings = ArchiveDecoder()
    settings.unknownKeys = .report
    let reader = try ArchiveReader(try writer.finish(), settings: settings)
    _ = try reader.decode(String.self, forKey: "a")
    let copy = reader
    _ = try copy.decode(String.self, forKey: "c")
    #expect(reader.unusedKeys == ["b"])
    #expect(settings.unusedKeys == [])
    #expect(throws: ArchiveError.self) { try reader.checkAllKeysUsed() }
    #expect(reader.isFromNewerRelease)
  }

  @Test("A reader with a damaged archive is not made, and its limits are those of the settings")
  func damaged() throws {
    #expect(throws: ArchiveError.self) { try ArchiveReader(Data("no archive".utf8)) }
    var limits = ArchiveDecoder.Limits()
    limits.maximumObjectCount = 1
    var writer = ArchiveWriter()
    try writer.encode(["a", "b"], forKey: "list")
    let data = try writer.finish()
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveReader(data, settings: ArchiveDecoder(limits: limits))
    }
    #expect(error?.details.limit == "maximumObjectCount")
  }

  @Test("A file's reader has the settings of its loader") func fileReader() async throws {
    let folder = try TemporaryFolder()
    var file = ArchiveFile(path: folder["file"])
    file.loader.unknownKeys = .report
    var writer = ArchiveWriter()
    try writer.encode(1, forKey: "one")
    try writer.encode(2, forKey: "two")
    try await file.save(data: try writer.finish())
    let reader = try await file.reader()
    #expect(try reader.decode(Int.self, forKey: "two") == 2)
    #expect(reader.unusedKeys == ["one"])
    // An async function may call either.
    let same = try file.blocking.reader()
    #expect(try same.decode(Int.self, forKey: "one") == 1)
    #expect(same.unusedKeys == ["two"])
  }
}
