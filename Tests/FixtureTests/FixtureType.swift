import ArchiveRuntime
import CFixtures
import FixtureArchives
import Testing

/// A type that archivegen generated for the fixtures; `CompletenessTests` keeps the list whole.
///
/// C's `Int`, `String` and their like hide Swift's in this file.
struct FixtureType: @unchecked Sendable, CustomTestStringConvertible {
  let type: any ArchivableRecord.Type

  var testDescription: Swift::String { Swift::String(describing: type) }

  fileprivate init(_ type: any ArchivableRecord.Type) { self.type = type }

  static let all: [FixtureType] = current + (Retired() as any DeprecatedTypes).types

  private static let current = [
    FixtureType(CFixtures.Array.self),
    FixtureType(CFixtures.Bool.self),
    FixtureType(CFixtures.Double.self),
    FixtureType(CFixtures.Int.self),
    FixtureType(CFixtures.String.self),
    FixtureType(CFixtures.Swift.self),
    FixtureType(CFixtures.`Any`.self),
    FixtureType(CFixtures.`Self`.self),
    FixtureType(CFixtures.`Type`.self),
    FixtureType(CFixtures.`class`.self),
    FixtureType(CFixtures.`in`.self),
    FixtureType(CFixtures.aligned_16.self),
    FixtureType(CFixtures.array_100000.self),
    FixtureType(CFixtures.array_4096.self),
    FixtureType(CFixtures.array_4097.self),
    FixtureType(CFixtures.array_storage.self),
    FixtureType(CFixtures.arrays.self),
    FixtureType(CFixtures.bit_ints.self),
    FixtureType(CFixtures.bits_128.self),
    FixtureType(CFixtures.bits_basic.self),
    FixtureType(CFixtures.bits_mixed.self),
    FixtureType(CFixtures.bits_nested.self),
    FixtureType(CFixtures.bits_straddling.self),
    FixtureType(CFixtures.bits_wide.self),
    FixtureType(CFixtures.board.self),
    FixtureType(CFixtures.cell.self),
    FixtureType(CFixtures.complexes.self),
    FixtureType(CFixtures.configured.self),
    FixtureType(CFixtures.empty.self),
    FixtureType(CFixtures.enums.self),
    FixtureType(CFixtures.first.self),
    FixtureType(CFixtures.floats.self),
    FixtureType(CFixtures.hidden.self),
    FixtureType(CFixtures.keeps_outdated.self),
    FixtureType(CFixtures.holds_empty.self),
    FixtureType(CFixtures.inner_tag.self),
    FixtureType(CFixtures.integers.self),
    FixtureType(CFixtures.keeps_outdated.self),
    FixtureType(CFixtures.keywords.self),
    FixtureType(CFixtures.long_doubles.self),
    FixtureType(CFixtures.nt_basket.self),
    FixtureType(CFixtures.nt_deep_within.self),
    FixtureType(CFixtures.nt_in_typedef.self),
    FixtureType(CFixtures.nt_line.self),
    FixtureType(CFixtures.nt_order.self),
    FixtureType(CFixtures.nt_price.self),
    FixtureType(CFixtures.nt_typedef.self),
    FixtureType(CFixtures.nt_within.self),
    FixtureType(CFixtures.only_padding.self),
    FixtureType(CFixtures.purchase.self),
    FixtureType(CFixtures.packed_record.self),
    FixtureType(CFixtures.packet.self),
    FixtureType(CFixtures.packet_list.self),
    FixtureType(CFixtures.point.self),
    FixtureType(CFixtures.pragma_packed.self),
    FixtureType(CFixtures.qualifiers.self),
    FixtureType(CFixtures.row.self),
    FixtureType(CFixtures.second.self),
    FixtureType(CFixtures.segment.self),
    FixtureType(CFixtures.shared.self),
    FixtureType(CFixtures.tagged.self),
    FixtureType(CFixtures.text.self),
    FixtureType(CFixtures.three_lanes.self),
    FixtureType(CFixtures.timespec_like.self),
    FixtureType(CFixtures.untagged.self),
    FixtureType(CFixtures.vectors.self),
    FixtureType(CFixtures.wide_integers.self),
    FixtureType(FixtureArchives.aligned_64.self),
    FixtureType(FixtureArchives.handle_record.self),
    FixtureType(FixtureArchives.twin_record_.self),
    FixtureType(FixtureArchives.holds_aligned.self),
  ]
}

/// Reached through a protocol, so that naming a deprecated type warns nowhere.
private protocol DeprecatedTypes { var types: [FixtureType] { get } }

private struct Retired: DeprecatedTypes {
  @available(*, deprecated)
  var types: [FixtureType] { [FixtureType(CFixtures.outdated.self), FixtureType(CFixtures.outdated_typedef.self)] }
}
