import ArchiveRuntime
import FixtureArchives
import Testing

import struct CFixtures.keywords

/// Names that mean something in Swift, and types that Swift cannot name.
@Suite struct NameTests {
  @Test("Members with the names of Swift's keywords are keyed by these names")
  func keywords() throws {
    var value = CFixtures.keywords()
    value.`self` = 1
    value.`init` = 2
    value.Type = 3
    value.`guard` = 3
    value.`repeat` = 4
    let archive = try contents(value)
    #expect(archive.keys.count == 29)
    #expect(["self", "init", "Type", "guard", "repeat"].map(archive.integer) == [1, 2, 3, 3, 4])
    #expect(try roundTrip(value).`repeat` == 4)
  }

  @Test(
    "Types with the names of Swift's own are archived under these names",
    arguments: ["Int", "String", "Array", "Type", "Bool", "Double", "Swift", "Any", "Self", "class", "in"])
  func shadows(name: String) throws {
    let fixture = try #require(FixtureType.all.first { $0.testDescription == name })
    #expect(fixture.type.archiveSchema.name == name)
  }

  @Test("A stand-in copies the C record in and out, and its properties are the record's fields")
  func standIn() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    memory.storeBytes(of: -5, as: Int32.self)
    memory.storeBytes(of: 0b110, toByteOffset: 4, as: UInt32.self)
    memory.storeBytes(of: 2.5, toByteOffset: 16, as: Double.self)
    var value = aligned_64(copying: memory)
    #expect(value.a == -5 && value.flags == 6 && value.b == 2.5)
    value.flags = 3
    let copy = value
    value.a = 8
    #expect(copy.a == -5, "a stand-in is a value")

    let archive = try contents(value)
    #expect(archive.className == "aligned_64")
    #expect(archive.integer("a") == 8 && archive.integer("flags") == 3)
    try roundTrip(value).copy(to: memory)
    #expect(memory.load(as: Int32.self) == 8)
    #expect(memory.load(fromByteOffset: 4, as: UInt32.self) == 3)
    #expect(memory.load(fromByteOffset: 16, as: Double.self) == 2.5)
  }

  @Test("A stand-in inside another is keyed as any nested struct")
  func nestedStandIn() throws {
    var value = holds_aligned()
    value.tag = 7
    value.withUnsafeMutableBytes { $0.storeBytes(of: 9, toByteOffset: 64, as: Int32.self) }
    let archive = try contents(value)
    #expect(archive.keys == ["inner.a", "inner.b", "inner.flags", "inner.values", "tag"])
    #expect(archive.integer("inner.a") == 9)
  }

  @Test("A struct whose name a pointer's typedef takes has a stand-in, archived under the struct's name")
  func shadowedTag() throws {
    var value = handle_record()
    value.id = 42
    let archive = try contents(value)
    #expect(archive.className == "handle" && archive.integer("id") == 42)
    #expect(try contents(twin_record_()).className == "twin")
  }
}
