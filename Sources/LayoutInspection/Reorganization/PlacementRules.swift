/// Where a compiler places members: the rules of the System V ABI, which GCC and clang follow on all targets but those of
/// Microsoft's ABI. They are trusted only for a record whose real layout they give.
struct PlacementRules: Sendable {
  /// `#pragma pack`, in bytes; nil without one.
  let mostAlignment: Int?
  let isPacked: Bool
  /// The alignment that the record has at least, in bytes.
  let leastAlignment: Int

  /// What the rules need to know of a member.
  struct Item: Sendable, Hashable {
    /// In bytes; for a bit-field, of its type.
    let size: Int
    let alignment: Int
    /// The width of a bit-field.
    let width: Int?
    let isNamed: Bool
    let isPacked: Bool
    /// What an attribute requires, in bytes.
    let required: Int?

    init(_ member: MemberLayout) {
      size = member.isBitField ? member.storage : member.bitSize / 8
      alignment = member.alignment
      width = member.isBitField ? member.bitSize : nil
      isNamed = !member.name.isEmpty || member.isAnonymous
      isPacked = member.declared.isPacked
      if case .bytes(let bytes)? = member.declared.minimum { required = bytes } else { required = nil }
    }
  }

  struct Placement: Sendable, Hashable {
    /// In bits.
    var offsets: [Int] = []
    /// In bytes.
    var size = 0
    var alignment = 1
  }

  func place(_ items: [Item]) -> Placement {
    var placement = Placement()
    placement.alignment = leastAlignment
    // The first free bit.
    var end = 0
    for item in items {
      var alignment = (item.isPacked || isPacked ? 1 : item.alignment) * 8
      if let width = item.width {
        let isBitPacked = item.isPacked || isPacked
        if isBitPacked { alignment = 1 }
        if let required = item.required { alignment = max(alignment, required * 8) }
        if let mostAlignment { alignment = min(alignment, mostAlignment * 8) }
        var offset = end
        if width == 0 {
          // A bit-field of no width ends the unit, whatever is packed.
          offset = offset.roundedUp(to: max(item.alignment, item.required ?? 1) * 8)
        } else if mostAlignment == nil, offset % alignment + width > item.size * 8, !isBitPacked {
          offset = offset.roundedUp(to: alignment)
        } else if let required = item.required {
          offset = offset.roundedUp(to: min(required, mostAlignment ?? required) * 8)
        }
        placement.offsets.append(offset)
        end = max(end, offset + width)
        if item.isNamed { placement.alignment = max(placement.alignment, (alignment + 7) / 8) }
        continue
      }
      if let required = item.required { alignment = max(alignment, required * 8) }
      if let mostAlignment { alignment = min(alignment, mostAlignment * 8) }
      end = end.roundedUp(to: 8).roundedUp(to: alignment)
      placement.offsets.append(end)
      end += item.size * 8
      placement.alignment = max(placement.alignment, alignment / 8)
    }
    placement.size = ((end + 7) / 8).roundedUp(to: placement.alignment)
    return placement
  }

  /// The rules by which a record may have been laid out; none if none of those that are known give its layout.
  ///
  /// Rules that agree on a record need not agree on its members in another order: `#pragma pack(4)` is only seen where a
  /// member would be aligned to more, or where a bit-field would go on to the next unit.
  static func of(_ layout: InspectedLayout) -> [PlacementRules] {
    let items = layout.members.map(Item.init)
    if layout.members.contains(where: { $0.declared.minimum == .expression }) { return [] }
    let expected = Placement(
      offsets: layout.members.map(\.bitOffset), size: layout.size, alignment: layout.alignment)
    let least = layout.declared.minimum == nil ? 1 : layout.alignment
    let greatest = items.map { max($0.alignment, $0.required ?? 1) }.max() ?? 1
    let hasBits = items.contains { $0.width != nil }
    // One that is greater than every alignment is seen on bit-fields only.
    let packs = [16, 8, 4, 2, 1].filter { $0 < greatest } + (hasBits ? [greatest] : [])
    return ([nil] + packs).map {
      PlacementRules(mostAlignment: $0, isPacked: layout.declared.isPacked, leastAlignment: least)
    }
    .filter { $0.place(items) == expected }
  }
}

extension Int {
  func roundedUp(to multiple: Int) -> Int { multiple > 1 ? (self + multiple - 1) / multiple * multiple : self }
}
