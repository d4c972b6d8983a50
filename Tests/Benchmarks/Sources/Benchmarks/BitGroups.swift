import ArchiveRuntime
import CSamples
import Foundation
import SampleArchives

/// Sixteen bit-fields under keys of their own, and in one integer.
enum BitGroups {
  static let arrayCount = 100_000

  /// The same records in every run.
  static func singles(_ count: Int) -> [switches] {
    (0..<count).map { number in
      var value = switches()
      value.id = UInt32(number)
      let bits = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
      value.urgent = bits >> 0 & 1
      value.priority = bits >> 1 & 7
      value.acknowledged = bits >> 4 & 1
      value.kind = bits >> 5 & 31
      value.dirty = bits >> 10 & 1
      value.colour = bits >> 11 & 3
      value.hidden = bits >> 13 & 1
      value.level = bits >> 14 & 15
      value.locked = bits >> 18 & 1
      value.align = bits >> 19 & 7
      value.bold = bits >> 22 & 1
      value.size = bits >> 23 & 63
      value.italic = bits >> 29 & 1
      value.weight = bits >> 30 & 3
      value.underlined = bits >> 32 & 1
      value.style = bits >> 33 & 127
      return value
    }
  }

  static func run() throws {
    let singles = singles(arrayCount)
    let groups = singles.map { single in
      var value = grouped_switches()
      value.id = single.id
      value.urgent = single.urgent
      value.priority = single.priority
      value.acknowledged = single.acknowledged
      value.kind = single.kind
      value.dirty = single.dirty
      value.colour = single.colour
      value.hidden = single.hidden
      value.level = single.level
      value.locked = single.locked
      value.align = single.align
      value.bold = single.bold
      value.size = single.size
      value.italic = single.italic
      value.weight = single.weight
      value.underlined = single.underlined
      value.style = single.style
      return value
    }
    let (single, group) = (
      try ArchiveEncoder().encode(singles[77]), try ArchiveEncoder().encode(groups[77])
    )
    let (column, groupColumn) = (try ArchiveEncoder().encode(singles), try ArchiveEncoder().encode(groups))
    // Under a key, because the root of an archive has the name of its type.
    let keyed = try (
      archive { try $0.encode(singles[77], forKey: "value") }, archive { try $0.encode(groups[77], forKey: "value") }
    )
    try check(
      "single keys read groups",
      archive { encoder in
        try encoder.encode(
          ArchiveReader(keyed.1).decode(switches.self, forKey: "value"), forKey: "value")
      } == keyed.0)
    try check(
      "groups read single keys",
      archive { encoder in
        let value = try ArchiveReader(keyed.0).decode(grouped_switches.self, forKey: "value")
        try encoder.encode(value, forKey: "value")
      } == keyed.1)

    try print("one record, encode", 20_000, single.count, group.count) { index in
      try ArchiveEncoder().encode(singles[index]).count
    } _: { index in
      try ArchiveEncoder().encode(groups[index]).count
    }
    try print("one record, decode", 20_000, single.count, group.count) { _ in
      Int(try ArchiveDecoder().decode(switches.self, from: single).id)
    } _: { _ in
      Int(try ArchiveDecoder().decode(grouped_switches.self, from: group).id)
    }
    try print("\(arrayCount) records, encode", 20, column.count, groupColumn.count) { _ in
      try ArchiveEncoder().encode(singles).count
    } _: { _ in
      try ArchiveEncoder().encode(groups).count
    }
    try print("\(arrayCount) records, decode", 20, column.count, groupColumn.count) { _ in
      try ArchiveDecoder().decode([switches].self, from: column).count
    } _: { _ in
      try ArchiveDecoder().decode([grouped_switches].self, from: groupColumn).count
    }
  }

  private static func archive(_ body: (inout ArchiveWriter) throws -> Void) throws -> Data {
    var encoder = ArchiveWriter()
    try body(&encoder)
    return try encoder.finish()
  }

  private static func print(
    _ what: String, _ rounds: Int, _ bytes: Int, _ groupBytes: Int, _ single: (Int) throws -> Int,
    _ group: (Int) throws -> Int
  ) throws {
    var times = [Times(), Times()]
    for _ in 0..<7 {
      times[0].add(
        try ContinuousClock().measure { for index in 0..<rounds { Sink.value &+= try single(index) } } / rounds)
      times[1].add(
        try ContinuousClock().measure { for index in 0..<rounds { Sink.value &+= try group(index) } } / rounds)
    }
    let results = [
      Contest.Result(name: "single keys", bytes: bytes, times: times[0]),
      Contest.Result(name: "bitgroup", bytes: groupBytes, times: times[1]),
    ]
    Table("Sixteen bit-fields: \(what)", results, unit: .microseconds(1), named: "us", reference: "bitgroup").print()
  }
}
