import ArchiveModel
@testable import ArchivePlanner

@testable import LayoutInspection

/// A member of a record that a test makes.
struct Made {
  var name: String
  var type: CType
  var spelling: String
  var size: Int
  var alignment: Int
  var width: Int?
  var declared = DeclaredAlignment()
  var attributes: [Attribute] = []

  static func integer(_ name: String, _ bytes: Int, isSigned: Bool = false, width: Int? = nil) -> Made {
    let spelling =
      ["": "", "1": "uint8_t", "2": "uint16_t", "4": "uint32_t", "8": "uint64_t", "16": "__uint128_t"]["\(bytes)"] ?? ""
    return Made(
      name: name, type: .integer(bits: bytes * 8, isSigned: isSigned),
      spelling: isSigned ? String(spelling.dropFirst()) : spelling, size: bytes, alignment: bytes, width: width)
  }

  static func pointer(_ name: String) -> Made {
    Made(name: name, type: .pointer(to: .void), spelling: "void *", size: 8, alignment: 8)
  }

  static func text(_ name: String, _ count: Int) -> Made {
    Made(
      name: name, type: .array(.integer(bits: 8, isSigned: true), count: count), spelling: "char[\(count)]",
      size: count,
      alignment: 1)
  }

  static func floating(_ name: String, _ format: FloatingFormat, _ size: Int) -> Made {
    Made(name: name, type: .floating(format, size: size), spelling: "double", size: size, alignment: size)
  }

  func aligned(_ bytes: Int) -> Made {
    var made = self
    made.declared.minimum = .bytes(bytes)
    return made
  }
}

/// A record whose members lie where the rules put them.
func record(
  _ name: String, _ members: [Made], kind: Record.Kind = .structure, isPacked: Bool = false, pack: Int? = nil,
  annotation: String = "", isBigEndian: Bool = false
) -> Record {
  let place = SourceLocation(file: "a.h", line: 1, column: 1)
  let items = members.map { made in
    PlacementRules.Item(
      MemberLayout(
        name: made.name, typeText: made.spelling, type: made.type, bitOffset: 0, bitSize: made.width ?? made.size * 8,
        isBitField: made.width != nil, storage: made.size, alignment: made.alignment, declared: made.declared,
        isAnonymous: false, location: place, annotation: "", key: nil, absence: nil, advice: nil, record: nil,
        elementSize: made.size, dimensions: [], recordKind: nil, members: [], innerPadding: 0))
  }
  let rules = PlacementRules(mostAlignment: pack, isPacked: isPacked, leastAlignment: 1)
  var placement = rules.place(items)
  if kind == .union {
    placement.offsets = members.map { _ in 0 }
    placement.size = (members.map(\.size).max() ?? 0).roundedUp(to: placement.alignment)
  }
  return Record(
    id: Record.ID(name), kind: kind, tag: name, typedefs: [], location: place, isFromInput: true, size: placement.size,
    alignment: placement.alignment, declared: DeclaredAlignment(isPacked: isPacked),
    fields: zip(members, placement.offsets).enumerated().map { index, pair in
      Field(
        name: pair.0.name, type: pair.0.type, typeSpelling: pair.0.spelling, bitOffset: pair.1, bitWidth: pair.0.width,
        size: pair.0.size, alignment: pair.0.alignment, declared: pair.0.declared,
        location: SourceLocation(file: "a.h", line: index + 2, column: 3), attributes: pair.0.attributes)
    })
}

func index(_ records: [Record], isBigEndian: Bool = false, accounts: [Record.ID: RecordAccount] = [:]) -> LayoutIndex {
  LayoutIndex(
    HeaderModel(
      target: Target(
        triple: isBigEndian ? "powerpc64-linux" : "x86_64-linux", pointerSize: 8, isBigEndian: isBigEndian),
      headers: [], records: records, typedefs: [:], diagnostics: [], lines: SourceLines()), accounts: accounts)
}

func layout(_ record: Record, isBigEndian: Bool = false) -> InspectedLayout {
  index([record], isBigEndian: isBigEndian).layout(of: record)
}
