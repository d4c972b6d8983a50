import ArchiveModel

/// A layout as JSON. DrawingLayouts.md documents it; members are added and never change their meaning.
public enum LayoutJSON {
  /// - Parameter reorganized: what a better order of members would give, by record, if that was asked for.
  public static func document(
    _ layouts: [InspectedLayout], target: Target, cacheLine: Int, reorganized: [Record.ID: Reorganization] = [:]
  ) -> JSONLiteral {
    .object([
      ("format", .string("archivegen-layout-1")),
      ("target", self.target(target)),
      ("cacheLine", .integer(cacheLine)),
      ("records", .array(layouts.map { record($0, cacheLine, reorganized[$0.id]) })),
    ])
  }

  static func target(_ target: Target) -> JSONLiteral {
    .object([
      ("triple", .string(target.triple)), ("pointerSize", .integer(target.pointerSize)),
      ("byteOrder", .string(target.isBigEndian ? "big" : "little")),
    ])
  }

  private static func record(_ layout: InspectedLayout, _ cacheLine: Int, _ better: Reorganization?) -> JSONLiteral {
    var members: [(String, JSONLiteral)] = [
      ("name", .string(layout.name)), ("kind", .string(layout.kind.rawValue)),
      ("file", .string(layout.location.file)), ("line", .integer(layout.location.line)),
      ("size", .integer(layout.size)), ("alignment", .integer(layout.alignment)),
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

  private static func archive(of layout: InspectedLayout) -> JSONLiteral {
    switch layout.archive {
    case .archived(let name): .object([("name", .string(name)), ("keys", .integer(layout.keyCount))])
    case .notArchived(let reason, let advice):
      .object([("reason", .string(reason))] + (advice.map { [("advice", .string($0))] } ?? []))
    }
  }

  static func member(_ member: MemberLayout) -> JSONLiteral {
    var values: [(String, JSONLiteral)] = [
      ("name", .string(member.name)), ("type", .string(member.typeText)),
      ("declaration", .string(member.declaration.text)),
    ]
    if member.isBitField {
      let unit = member.unit
      values += [
        ("offset", .integer(unit.offset)), ("bit", .integer(unit.bit)), ("width", .integer(member.bitSize)),
        ("size", .integer(member.storage)),
      ]
    } else {
      values += [("offset", .integer(member.byteOffset)), ("size", .integer(member.bitSize / 8))]
    }
    values.append(("bitOffset", .integer(member.bitOffset)))
    values.append(("alignment", .integer(member.alignment)))
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

  private static func gaps(of layout: InspectedLayout) -> JSONLiteral {
    .array(
      layout.rows.compactMap { row in
        guard case .gap(let gap, let path) = row, path.isEmpty else { return nil }
        return .object([
          ("kind", .string(gap.kind.rawValue)), ("bitOffset", .integer(gap.bitOffset)), ("bits", .integer(gap.bitSize)),
        ])
      })
  }

  static func statistics(of layout: InspectedLayout, _ cacheLine: Int) -> JSONLiteral {
    let numbers = LayoutStatistics(layout, cacheLine: cacheLine)
    return .object([
      ("members", .integer(numbers.members)), ("memberBytes", .integer(numbers.memberBytes)),
      ("bitFields", .integer(numbers.bitFields)), ("bitFieldBits", .integer(numbers.bitFieldBits)),
      ("holes", .integer(numbers.holes)), ("holeBytes", .integer(numbers.holeBytes)),
      ("bitHoles", .integer(numbers.bitHoles)), ("bitHoleBits", .integer(numbers.bitHoleBits)),
      ("padding", .integer(numbers.padding)), ("bitPadding", .integer(numbers.bitPadding)),
      ("cacheLines", .integer(numbers.cacheLines)), ("lastCacheLine", .integer(numbers.lastCacheLine)),
    ])
  }

  private static func reorganization(_ better: Reorganization, _ cacheLine: Int) -> JSONLiteral {
    switch better {
    case .better(let layout, let saved, _):
      .object([
        ("size", .integer(layout.size)), ("saved", .integer(saved)),
        ("members", .array(layout.members.map(member))), ("statistics", statistics(of: layout, cacheLine)),
      ])
    case .best: .object([("saved", .integer(0))])
    case .notPossible(let reason): .object([("saved", .integer(0)), ("reason", .string(reason))])
    }
  }
}
