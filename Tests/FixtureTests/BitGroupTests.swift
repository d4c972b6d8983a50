import ArchiveRuntime
import FixtureArchives
import Foundation
import Testing

import enum CFixtures.mood
import struct CFixtures.packet
import struct CFixtures.packet_list

/// Groups of bit-fields, set through the properties that Swift imports and read by their keys.
@Suite struct BitGroupTests {
  private func made(_ number: UInt32) -> packet {
    var packet = CFixtures.packet()
    packet.sequence = number
    packet.priority = 5
    packet.urgent = 0
    packet.delta = -9
    packet.acknowledged = true
    packet.mood = .ANGRY
    packet.window = 0xABC
    packet.alone = 33
    packet.low = 0x98_7654_3210
    packet.high = 0xFEDCBA
    return packet
  }

  private func isSame(_ left: packet, _ right: packet) -> Bool {
    left.sequence == right.sequence && left.priority == right.priority && left.urgent == right.urgent
      && left.delta == right.delta && left.acknowledged == right.acknowledged && left.mood == right.mood
      && left.window == right.window && left.alone == right.alone && left.low == right.low && left.high == right.high
  }

  @Test("The bit-fields of a group are one integer, in the order of their declaration, whatever the compiler does")
  func format() throws {
    let archive = try contents(made(7))
    #expect(archive.keys == ["[bits]", "alone", "flags", "rest", "sequence"])
    let flags: Int64 = 5 | 0 << 3 | (0b10111 << 4) | 1 << 9 | 2 << 10 | 0xABC << 13
    #expect(archive.integer("flags") == flags)
    #expect((archive["rest"] as? NSNumber)?.uint64Value == 0xFEDC_BA98_7654_3210)
    #expect(
      archive["[bits]"] as? String
        == "u32 flags\n u3 priority\n u1 urgent\n i5 delta\n u1 acknowledged\n u3 mood\n u12 size\nu64 rest\n u40 low\n u24 high"
    )
    #expect(isSame(try roundTrip(made(7)), made(7)))
  }

  @Test("In arrays a group is one column; in records of records each has its own")
  func nested() throws {
    let packets = (0..<200).map { made($0) }
    let back = try ArchiveDecoder().decode([packet].self, from: ArchiveEncoder().encode(packets))
    #expect(back.count == 200 && zip(back, packets).allSatisfy(isSame))
    var list = packet_list()
    (list.kind, list.level, list.first) = (2, 11, made(1))
    list.others = (made(2), made(3), made(4))
    list.singles = (made(5), made(6))
    let archive = try contents(list)
    #expect(archive.integer("head") == Int64(2 | 11 << 2))
    #expect(archive["first.[bits]"] is String && archive["singles[1].[bits]"] is String)
    let description = try #require(archive["others[]"] as? String)
    #expect(description.contains("\nu32 flags\n u3 priority\n"))
    let read = try roundTrip(list)
    #expect(read.kind == 2 && read.level == 11 && isSame(read.first, list.first))
    #expect(isSame(read.others.2, made(4)) && isSame(read.singles.1, made(6)))
  }

  @Test("A value that an enumeration does not have is an error at the field")
  func closed() throws {
    var wrong = made(1)
    withUnsafeMutableBytes(of: &wrong) { bytes in
      // The field's three bits; Swift would not let them be 7.
      for bit in 44..<47 { bytes[bit / 8] |= 1 << UInt8(bit % 8) }
    }
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(wrong) }
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode([made(2), wrong]) }
  }

  @Test("Others' encoders take each field by itself")
  func codable() throws {
    let data = try JSONEncoder().encode(ArchivedRecord(made(3)))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"priority\":5") && !text.contains("flags"))
    #expect(isSame(try JSONDecoder().decode(ArchivedRecord<packet>.self, from: data).record, made(3)))
  }
}
