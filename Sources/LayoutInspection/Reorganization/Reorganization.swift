import ArchiveModel

/// A better order of a record's members. Archives stay as they are, because keys do not depend on the order.
public enum Reorganization: Sendable {
  /// The record with its members in another order, and the bytes that it saves. The note warns of what the order changes
  /// besides the size.
  case better(InspectedLayout, saved: Int, note: String?)
  /// No order that was tried is smaller.
  case best
  /// The reason completes "cannot be reorganized: ".
  case notPossible(String)

  public init(_ layout: InspectedLayout) {
    guard layout.kind == .structure else {
      self = .notPossible("all members of a union begin at its start")
      return
    }
    if layout.members.dropLast().contains(where: { $0.bitSize == 0 && !$0.isBitField }) {
      self = .notPossible("a member without a size marks a place between others")
      return
    }
    let rules = PlacementRules.of(layout)
    guard let first = rules.first else {
      self = .notPossible("an attribute or the target places its members by rules that archivegen does not know")
      return
    }
    let search = OrderSearch(layout.members, first, others: Array(rules.dropFirst()))
    let (order, placement) = search.best()
    guard placement.size < layout.size else {
      self = .best
      return
    }
    let members = order.enumerated().map { place, index in
      layout.members[index].moved(by: placement.offsets[place] - layout.members[index].bitOffset)
    }
    self = .better(
      layout.with(members: members, size: placement.size), saved: layout.size - placement.size,
      note: search.joinsBitFields(order)
        ? "bit-fields that were apart share memory now: threads must not write them without a lock" : nil)
  }
}

/// Looks for the order of members with the smallest record.
struct OrderSearch {
  private let items: [PlacementRules.Item]
  private let rules: PlacementRules
  /// Rules that the record may have been laid out by as well. They have to place an order in the same way.
  private let others: [PlacementRules]
  /// Members that stay together in their order: single ones, and runs of bit-fields with unnamed ones, which separate them
  /// on purpose.
  private let units: [[Int]]
  /// The bit-fields that may be moved one by one.
  private let bits: [Int]
  /// A flexible array, which stays at the end.
  private let tail: [Int]

  init(_ members: [MemberLayout], _ rules: PlacementRules, others: [PlacementRules] = []) {
    (self.rules, self.others) = (rules, others)
    items = members.map(PlacementRules.Item.init)
    var units: [[Int]] = []
    var bits: [Int] = []
    var tail: [Int] = []
    var index = 0
    while index < members.count {
      let end = members[index...].firstIndex { !$0.isBitField } ?? members.count
      if end > index {
        let run = Array(index..<end)
        if members[index..<end].contains(where: \.isReserved) { units.append(run) } else { bits += run }
        index = end
      } else {
        if index == members.count - 1, members[index].bitSize == 0 || members[index].type.isFlexible {
          tail = [index]
        } else {
          units.append([index])
        }
        index += 1
      }
    }
    (self.units, self.bits, self.tail) = (units, bits, tail)
  }

  func best() -> (order: [Int], placement: PlacementRules.Placement) {
    let original = Array(items.indices)
    var best = (order: original, placement: rules.place(items))
    func consider(_ order: [Int]) {
      let members = order.map { items[$0] }
      let placement = rules.place(members)
      guard placement.size < best.placement.size, others.allSatisfy({ $0.place(members) == placement }) else { return }
      best = (order, placement)
    }
    candidates().forEach(consider)
    // A few members may fill each other's gaps in ways that no rule of the above finds.
    let pieces = units + bits.map { [$0] }
    if best.placement.size > least, pieces.count <= Self.mostPermuted {
      permute(pieces, []) { order in
        consider(order + tail)
        return best.placement.size > least
      }
    }
    return best
  }

  private static let mostPermuted = 7

  /// The size that no order can go below.
  private var least: Int {
    let bits = items.reduce(0) { $0 + ($1.width ?? $1.size * 8) }
    return ((bits + 7) / 8).roundedUp(to: rules.place(items).alignment)
  }

  /// Visits the orders until `visit` returns false.
  ///
  /// - Returns: whether all were visited. The depth is that of the pieces, of which there are few.
  @discardableResult
  private func permute(_ rest: [[Int]], _ order: [Int], _ visit: ([Int]) -> Bool) -> Bool {
    if rest.isEmpty { return visit(order) }
    for index in rest.indices {
      var others = rest
      let piece = others.remove(at: index)
      if !permute(others, order + piece, visit) { return false }
    }
    return true
  }

  /// Whether bit-fields stand next to each other that other members separated.
  func joinsBitFields(_ order: [Int]) -> Bool {
    zip(order, order.dropFirst()).contains { left, right in
      guard items[left].width != nil, items[right].width != nil, right != left + 1 else { return false }
      let between = items[min(left, right)...max(left, right)]
      return between.contains { $0.width == nil }
    }
  }

  private func candidates() -> [[Int]] {
    let byAlignment = stably(units) { alignment($0) }
    let bitOrders = [
      bits, stably(bits.map { [$0] }) { items[$0[0]].size * 1024 + (items[$0[0]].width ?? 0) }.flatMap(\.self),
      firstFit(bits),
    ]
    var result: [[Int]] = []
    for bits in bits.isEmpty ? [[]] : bitOrders {
      // The bit-fields stand behind units of greater alignment, or at each other place.
      for place in (0...byAlignment.count).reversed() {
        let order = byAlignment[..<place].flatMap(\.self) + bits + byAlignment[place...].flatMap(\.self)
        result.append(order + tail)
        // Each try places all members.
        if bits.isEmpty || byAlignment.count > 1000 { break }
      }
      result.append(greedy(units + (bits.isEmpty ? [] : [bits])) + tail)
      if !bits.isEmpty { result.append(greedy(units + bits.map { [$0] }) + tail) }
    }
    return result
  }

  private func alignment(_ unit: [Int]) -> Int {
    unit.map { max(items[$0].isPacked || rules.isPacked ? 1 : items[$0].alignment, items[$0].required ?? 1) }.max() ?? 1
  }

  private func stably(_ units: [[Int]], by value: ([Int]) -> Int) -> [[Int]] {
    units.enumerated().sorted { (value($1.element), $0.offset) < (value($0.element), $1.offset) }.map(\.element)
  }

  /// At each place the unit of the greatest alignment that fits without a hole; where none fits, the one with the
  /// smallest hole.
  private func greedy(_ units: [[Int]]) -> [Int] {
    var rest = stably(units) { alignment($0) }
    var order: [Int] = []
    // Placing everything again for each step is quadratic.
    guard rest.count <= 400 else { return rest.flatMap(\.self) }
    var end = 0
    while !rest.isEmpty {
      let holes = rest.map { end.roundedUp(to: alignment($0)) - end }
      let choice = holes.indices.min { (holes[$0], $0) < (holes[$1], $1) } ?? 0
      order += rest.remove(at: choice)
      let placement = rules.place(order.map { items[$0] })
      if let last = order.last, let offset = placement.offsets.last {
        end = (offset + (items[last].width ?? items[last].size * 8) + 7) / 8
      }
    }
    return order
  }

  /// Bit-fields by the size of their types, each in the first unit that has room.
  private func firstFit(_ bits: [Int]) -> [Int] {
    var bins: [(size: Int, free: Int, members: [Int])] = []
    for index in stably(bits.map { [$0] }, by: { items[$0[0]].size * 1024 + (items[$0[0]].width ?? 0) }).flatMap(\.self)
    {
      let width = items[index].width ?? 0
      if let bin = bins.firstIndex(where: { $0.size == items[index].size && $0.free >= width }) {
        bins[bin].free -= width
        bins[bin].members.append(index)
      } else {
        bins.append((items[index].size, items[index].size * 8 - width, [index]))
      }
    }
    return bins.flatMap(\.members)
  }
}

extension CType {
  fileprivate var isFlexible: Bool { if case .flexibleArray = self { true } else { false } }
}

extension InspectedLayout {
  func with(members: [MemberLayout], size: Int) -> InspectedLayout {
    InspectedLayout(
      id: id, kind: kind, name: name, names: names, location: location, size: size, alignment: alignment,
      declared: declared, isFromInput: isFromInput, archive: archive, annotation: annotation, members: members,
      target: target, keyCount: keyCount)
  }
}

extension MemberLayout {
  /// The member and those inside it at another place.
  func moved(by bits: Int) -> MemberLayout {
    MemberLayout(
      name: name, typeText: typeText, type: type, bitOffset: bitOffset + bits, bitSize: bitSize, isBitField: isBitField,
      storage: storage, alignment: alignment, declared: declared, isAnonymous: isAnonymous, location: location,
      annotation: annotation, key: key, absence: absence, advice: advice, record: record, elementSize: elementSize,
      dimensions: dimensions, recordKind: recordKind, members: members.map { $0.moved(by: bits) },
      innerPadding: innerPadding)
  }
}
