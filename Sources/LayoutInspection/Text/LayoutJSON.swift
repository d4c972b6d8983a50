import ArchiveModel
import UntypedArchive

/// A layout as JSON. DrawingLayouts.md documents it; members are added and never change their meaning.
public enum LayoutJSON {
  /// - Parameter reorganized: what a better order of members would give, by record, if that was asked for.
  package static func document(
    _ layouts: [InspectedLayout], target: Target, cacheLine: Int, reorganized: [Record.ID: Reorganization] = [:]
  ) -> JSONValue {
    .object([
      ("format", .string("archivegen-layout-1")),
      ("target", self.target(target)),
      ("cacheLine", .count(cacheLine)),
      ("records", .array(layouts.map { record($0, cacheLine, reorganized[$0.id]) })),
    ])
  }

  static func target(_ target: Target) -> JSONValue {
    .object([
      ("triple", .string(target.triple)), ("pointerSize", .count(target.pointerSize)),
      ("byteOrder", .string(target.isBigEndian ? "big" : "little")),
    ])
  }

  private static func record(_ layout: InspectedLayout, _ cacheLine: Int, _ better: Reorganization?) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(layout.name)), ("kind", .string(layout.kind.rawValue)),
      ("file", .string(layout.location.file)), ("line", .count(layout.location.line)),
      ("size", .count(layout.size)), ("alignment", .count(layout.alignment)),
      ("packed", .bool(layout.declared.isPacked)),
      ("archive", archive(of: layout)),
    ]
    if !layout.annotation.isEmpty { members.append(("annotation", .string(layout.annotation))) }
    members += [
      ("members", .array(layout.members.map(member))), ("gaps", gaps(of: layout)),
      ("statistics", statistics(of: layout, cacheLine)),
    ]
    if let better { members.append(("reorganized", reorganization(better, cacheLine))) }
    return .object(members)
  }

  private static func archive(of layout: InspectedLayout) -> JSONValue {
    switch layout.archive {
    case .archived(let name): .object([("name", .string(name)), ("keys", .count(layout.keyCount))])
    case .notArchived(let reason, let advice):
      .object([("reason", .string(reason))] + (advice.map { [("advice", .string($0))] } ?? []))
    }
  }

  static func member(_ member: MemberLayout) -> JSONValue {
    var values: [(String, JSONValue)] = [
      ("name", .string(member.name)), ("type", .string(member.typeText)),
      ("declaration", .string(member.declaration.text)),
    ]
    if member.isBitField {
      let unit = member.unit
      values += [
        ("offset", .count(unit.offset)), ("bit", .count(unit.bit)), ("width", .count(member.bitSize)),
        ("size", .count(member.storage)),
      ]
    } else {
      values += [("offset", .count(member.byteOffset)), ("size", .count(member.bitSize / 8))]
    }
    values.append(("bitOffset", .count(member.bitOffset)))
    values.append(("alignment", .count(member.alignment)))
    if !member.attributes.isEmpty { values.append(("attributes", .string(member.attributes))) }
    if let key = member.key {
      values.append(("key", .string(key.path)))
      if !key.form.isEmpty { values.append(("archivedType", .string(key.form))) }
      if !key.condition.isEmpty { values.append(("condition", .string(key.condition))) }
      if !key.group.isEmpty { values.append(("group", .string(key.group))) }
    }
    if let absence = member.absence { values.append(("noKey", .string(absence))) }
    if let advice = member.advice { values.append(("advice", .string(advice))) }
    if !member.annotation.isEmpty { values.append(("annotation", .string(member.annotation))) }
    if !member.members.isEmpty { values.append(("members", .array(member.members.map(self.member)))) }
    return .object(values)
  }

  private static func gaps(of layout: InspectedLayout) -> JSONValue {
    .array(
      layout.rows.compactMap { row in
        guard case .gap(let gap, let path) = row, path.isEmpty else { return nil }
        return .object([
          ("kind", .string(gap.kind.rawValue)), ("bitOffset", .count(gap.bitOffset)), ("bits", .count(gap.bitSize)),
        ])
      })
  }

  static func statistics(of layout: InspectedLayout, _ cacheLine: Int) -> JSONValue {
    let numbers = LayoutStatistics(layout, cacheLine: cacheLine)
    return .object([
      ("members", .count(numbers.members)), ("memberBytes", .count(numbers.memberBytes)),
      ("bitFields", .count(numbers.bitFields)), ("bitFieldBits", .count(numbers.bitFieldBits)),
      ("holes", .count(numbers.holes)), ("holeBytes", .count(numbers.holeBytes)),
      ("bitHoles", .count(numbers.bitHoles)), ("bitHoleBits", .count(numbers.bitHoleBits)),
      ("padding", .count(numbers.padding)), ("bitPadding", .count(numbers.bitPadding)),
      ("cacheLines", .count(numbers.cacheLines)), ("lastCacheLine", .count(numbers.lastCacheLine)),
    ])
  }

  private static func reorganization(_ better: Reorganization, _ cacheLine: Int) -> JSONValue {
    switch better {
    case .better(let layout, let saved, _):
      .object([
        ("size", .count(layout.size)), ("saved", .count(saved)),
        ("members", .array(layout.members.map(member))), ("statistics", statistics(of: layout, cacheLine)),
      ])
    case .best: .object([("saved", .count(0))])
    case .notPossible(let reason): .object([("saved", .count(0)), ("reason", .string(reason))])
    }
  }
}

extension JSONValue {
  /// The text on several lines; small objects and lists of plain values stay on one.
  package var text: String {
    text(inMarkup: true) { value in
      switch value {
      case .array(let values): values.allSatisfy(\.isPlain)
      case .object(let members): members.count <= 4 && members.allSatisfy(\.1.isPlain)
      default: true
      }
    }
  }

  private var isPlain: Bool {
    switch self {
    case .array(let values): values.isEmpty
    case .object(let members): members.isEmpty
    default: true
    }
  }
}
