import Foundation

@_spi(GeneratedCode) @testable import ArchiveRuntime
import TestRandom

/// Three record types of eight slots, 32 bytes each, made up at random; and versions of them.
struct SlotSchema {
  enum Kind: CaseIterable {
    case plain, link, counted, text, numbers, pair, nested, array, union
  }

  /// A key and its declared former keys.
  struct Key {
    var now: String
    var was: [String] = []

    mutating func rename(saying: Bool, _ name: String) {
      if name == now { return }
      was = saying ? was + [now] : []
      now = name
    }

    /// Whether it is read in an archive where its key was `old`.
    func reads(_ old: Key) -> Bool { now == old.now || was.contains(old.now) }
  }

  struct Slot {
    var kind: Kind
    var target: Int
    var main: Key
    /// A count or a tag.
    var other: Key
    /// A link within a struct, a member of a union.
    var inner: Key

    init(_ kind: Kind, _ target: Int, _ place: Int) {
      (self.kind, self.target) = (kind, target)
      (main, other, inner) = (Key(now: "f\(place)"), Key(now: "n\(place)"), Key(now: "to"))
    }
  }

  static let slotSize = 32
  static let slotCount = 8
  static let size = slotSize * slotCount
  /// By type and place.
  var slots: [[Slot?]]
  var removed: [[String]] = [[], [], []]

  init(_ random: inout SeededRandom) {
    slots = (0..<3).map { _ in
      (0..<Self.slotCount).map { place in
        Bool.random(using: &random)
          ? Slot(Kind.allCases.randomElement(using: &random)!, Int.random(in: 0..<3, using: &random), place) : nil
      }
    }
  }

  /// The root type's schema, and with it all others.
  var root: Cycle {
    let cycles = CycleList()
    for type in 0..<3 {
      let slots = slots[type]
      cycles.all.append(
        Cycle("t\(type)", size: Self.size, removed: removed[type]) { _ in
          slots.enumerated().flatMap { place, slot in slot?.fields(at: place * Self.slotSize, cycles) ?? [] }
        })
    }
    return cycles.all[0]
  }
}

final class CycleList: @unchecked Sendable { var all: [Cycle] = [] }

extension SlotSchema.Slot {
  func fields(at offset: Int, _ cycles: CycleList) -> [FieldSchema] {
    let target = target
    func named(_ field: FieldSchema, _ key: SlotSchema.Key) -> FieldSchema { key.was.reduce(field) { $0.was($1) } }
    func link(_ key: String, at offset: Int, count: CountSchema? = nil) -> FieldSchema {
      .link(key, to: cycles.all[target].schema, count: count, at: offset)
    }
    func member() -> RecordSchema {
      RecordSchema(
        size: 16, alignment: 8, fields: [.scalar("x", .u32, at: 0), named(link(inner.now, at: 8), inner)])
    }
    let counter = named(.scalar(other.now, .u32, at: offset), other)
    switch kind {
    case .plain: return [named(.scalar(main.now, .u32, at: offset), main)]
    case .link: return [named(link(main.now, at: offset), main)]
    case .counted: return [counter, named(link(main.now, at: offset + 8, count: .of(other.now)), main)]
    case .text: return [named(.string(main.now, .utf8, at: offset), main)]
    case .numbers: return [counter, named(.data(main.now, of: .i32, count: .of(other.now), at: offset + 8), main)]
    case .pair: return [named(.link(main.now, [2], to: cycles.all[target].schema, at: offset), main)]
    case .nested: return [named(.record(main.now, member(), at: offset), main)]
    case .array: return [named(.records(main.now, [2], of: member(), at: offset), main)]
    case .union:
      return [
        named(.scalar(other.now, .u8, at: offset), other),
        named(.scalar(main.now, .i32, at: offset + 8).when(other.now, [1]), main),
        named(link("\(inner.now)_\(offset)", at: offset + 8), .init(now: "", was: inner.was.map { "\($0)_\(offset)" }))
          .when(other.now, [2]),
        .union("u\(offset)", tag: other.now, cases: [0, 1, 2]),
      ]
    }
  }

  /// Where the pointers to records are, and which of them is behind the tag 2.
  func pointers(_ slot: UnsafeMutableRawPointer) -> [UnsafeMutableRawPointer?] {
    switch kind {
    case .plain, .text, .numbers: []
    case .link: [slot.pointer(at: 0)]
    case .counted: [slot.pointer(at: 8)]
    case .pair: [slot.pointer(at: 0), slot.pointer(at: 8)]
    case .nested: [slot.pointer(at: 8)]
    case .array: [slot.pointer(at: 8), slot.pointer(at: 24)]
    case .union: slot.load(as: UInt8.self) == 2 ? [slot.pointer(at: 8)] : []
    }
  }
}

/// A graph of such records in memory.
struct SlotGraph {
  let heap = Heap()
  var nodes: [[UnsafeMutableRawPointer]] = [[], [], []]

  private let leadsIntoArrays: Bool

  /// - Parameter filled: How many in a hundred pointers lead to something.
  init(_ schema: SlotSchema, filled: Int, leadsIntoArrays: Bool = true, _ random: inout SeededRandom) {
    self.leadsIntoArrays = leadsIntoArrays
    for type in 0..<3 {
      nodes[type] = (0..<Int.random(in: 1...4, using: &random)).map { [heap] _ in heap.take(SlotSchema.size) }
    }
    var next = 0
    while next < 3 {
      for node in nodes[next] { fill(node, schema.slots[next], filled, &random) }
      next += 1
    }
  }

  private mutating func fill(
    _ node: UnsafeMutableRawPointer, _ slots: [SlotSchema.Slot?], _ filled: Int, _ random: inout SeededRandom
  ) {
    for (place, slot) in slots.enumerated() {
      guard let slot else { continue }
      let memory = node + place * SlotSchema.slotSize
      func record() -> UnsafeMutableRawPointer? {
        Int.random(in: 0..<100, using: &random) < filled ? nodes[slot.target].randomElement(using: &random) : nil
      }
      func number() -> UInt32 { UInt32.random(in: 1...1000, using: &random) }
      switch slot.kind {
      case .plain: memory.storeBytes(of: number(), as: UInt32.self)
      case .link: memory.put(record(), at: 0)
      case .counted:
        guard record() != nil else { continue }
        let count = Int.random(in: 0...3, using: &random)
        memory.storeBytes(of: UInt32(count), as: UInt32.self)
        let elements = heap.take(count * SlotSchema.size)
        memory.put(elements, at: 8)
        // Pointers may lead to single elements, too.
        for index in 0..<count where leadsIntoArrays { nodes[slot.target].append(elements + index * SlotSchema.size) }
      case .text:
        guard record() != nil else { continue }
        let text = heap.take(8)
        for index in 0..<Int.random(in: 0...6, using: &random) {
          text.storeBytes(of: 65, toByteOffset: index, as: UInt8.self)
        }
        memory.put(text, at: 0)
      case .numbers:
        guard record() != nil else { continue }
        let count = Int.random(in: 0...3, using: &random)
        memory.storeBytes(of: UInt32(count), as: UInt32.self)
        let numbers = heap.take(count * 4)
        for index in 0..<count { numbers.storeBytes(of: number(), toByteOffset: index * 4, as: UInt32.self) }
        memory.put(numbers, at: 8)
      case .pair:
        memory.put(record(), at: 0)
        memory.put(record(), at: 8)
      case .nested, .array:
        for element in 0..<(slot.kind == .array ? 2 : 1) {
          memory.storeBytes(of: number(), toByteOffset: element * 16, as: UInt32.self)
          memory.put(record(), at: element * 16 + 8)
        }
      case .union:
        let tag = UInt8.random(in: 0...2, using: &random)
        memory.storeBytes(of: tag, as: UInt8.self)
        if tag == 1 { memory.storeBytes(of: number(), toByteOffset: 8, as: UInt32.self) }
        if tag == 2 { memory.put(record(), at: 8) }
      }
    }
  }
}

/// Walks two graphs, one as it was and one as a later version of the types has read it, and says what is missing.
struct SlotComparison {
  let old: SlotSchema
  let new: SlotSchema
  /// Whether pointers of fields that are gone may have led to something.
  let mayLose: Bool
  private(set) var difference: String?
  private(set) var isLost = false
  private var open: [(type: Int, UnsafeMutableRawPointer, UnsafeMutableRawPointer)] = []
  private var forward: [UnsafeMutableRawPointer: UnsafeMutableRawPointer] = [:]
  private var backward: [UnsafeMutableRawPointer: UnsafeMutableRawPointer] = [:]
  /// Every address that a pointer of the new graph has.
  private(set) var reached: Set<UInt> = []

  init(_ old: SlotSchema, _ new: SlotSchema, mayLose: Bool) {
    (self.old, self.new, self.mayLose) = (old, new, mayLose)
  }

  mutating func run(_ left: UnsafeMutableRawPointer, _ right: UnsafeMutableRawPointer) {
    pair(0, left, right, "root")
    while difference == nil, let (type, left, right) = open.popLast() {
      for place in 0..<SlotSchema.slotCount {
        let offset = place * SlotSchema.slotSize
        compare(old.slots[type][place], new.slots[type][place], left + offset, right + offset, "t\(type).\(place)")
      }
    }
  }

  private mutating func pair(
    _ type: Int, _ left: UnsafeMutableRawPointer?, _ right: UnsafeMutableRawPointer?, _ name: String
  ) {
    guard let left, let right else {
      if left != right { difference = "\(name): one is NULL" }
      return
    }
    reached.insert(UInt(bitPattern: right))
    if let known = forward[left], known != right { difference = "\(name): leads elsewhere" }
    if let known = backward[right], known != left { difference = "\(name): two have become one" }
    guard forward[left] == nil else { return }
    forward[left] = right
    backward[right] = left
    open.append((type, left, right))
  }

  private mutating func check(_ same: Bool, _ name: String) { if !same, difference == nil { difference = name } }

  private mutating func lose(_ isEmpty: Bool, _ name: String) {
    if isEmpty { return }
    isLost = true
    if !mayLose { check(false, "\(name): lost") }
  }

  private mutating func compare(
    _ old: SlotSchema.Slot?, _ new: SlotSchema.Slot?, _ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer,
    _ name: String
  ) {
    guard let old else {
      return check(new.map { $0.pointers(b).allSatisfy { $0 == nil } } ?? true, "\(name): from nowhere")
    }
    guard let new, new.kind == old.kind, new.target == old.target || [.plain, .text, .numbers].contains(old.kind) else {
      // One element is one element, with a count and without.
      if old.kind == .counted, new?.kind == .link, new?.target == old.target, new?.main.reads(old.main) ?? false {
        if a.load(as: UInt32.self) != 1 { lose(a.pointer(at: 8) == nil, name) }
        return pair(old.target, a.pointer(at: 8), b.pointer(at: 0), name)
      }
      return lose(isEmpty(old, a), name)
    }
    let isRead = new.main.reads(old.main)
    switch old.kind {
    case .plain: if isRead { check(a.load(as: UInt32.self) == b.load(as: UInt32.self), name) }
    case .text:
      guard isRead else { return lose(isEmpty(old, a), name) }
      func text(_ slot: UnsafeMutableRawPointer) -> String? {
        slot.pointer(at: 0).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
      }
      check(text(a) == text(b), name)
      if let text = b.pointer(at: 0) { reached.insert(UInt(bitPattern: text)) }
    case .counted, .numbers:
      guard isRead, new.other.reads(old.other) else { return lose(isEmpty(old, a), name) }
      let count = Int(a.load(as: UInt32.self))
      check(count == Int(b.load(as: UInt32.self)) && (a.pointer(at: 8) == nil) == (b.pointer(at: 8) == nil), name)
      guard difference == nil, let first = a.pointer(at: 8), let second = b.pointer(at: 8) else { return }
      reached.insert(UInt(bitPattern: second))
      guard old.kind == .counted else { return check(memcmp(first, second, count * 4) == 0, name) }
      for index in 0..<count {
        pair(old.target, first + index * SlotSchema.size, second + index * SlotSchema.size, name)
      }
    case .link, .pair:
      guard isRead else { return lose(isEmpty(old, a), name) }
      for (left, right) in zip(old.pointers(a), new.pointers(b)) { pair(old.target, left, right, name) }
    case .nested, .array:
      guard isRead, new.inner.reads(old.inner) else { return lose(isEmpty(old, a), name) }
      for (left, right) in zip(old.pointers(a), new.pointers(b)) { pair(old.target, left, right, name) }
      check(a.load(as: UInt32.self) == b.load(as: UInt32.self), name)
    case .union:
      let tag = a.load(as: UInt8.self)
      guard new.other.reads(old.other) else { return lose(tag == 0 || tag == 2 && a.pointer(at: 8) == nil, name) }
      check(tag == b.load(as: UInt8.self), name)
      if tag == 1 {
        guard isRead else { return lose(false, name) }
        check(a.load(fromByteOffset: 8, as: UInt32.self) == b.load(fromByteOffset: 8, as: UInt32.self), name)
      } else if tag == 2 {
        guard new.inner.reads(old.inner) else { return lose(a.pointer(at: 8) == nil, name) }
        pair(old.target, a.pointer(at: 8), b.pointer(at: 8), name)
      }
    }
  }

  private func isEmpty(_ slot: SlotSchema.Slot, _ a: UnsafeMutableRawPointer) -> Bool {
    switch slot.kind {
    case .text: a.pointer(at: 0) == nil
    case .counted, .numbers: a.pointer(at: 8) == nil || a.load(as: UInt32.self) == 0
    default: slot.pointers(a).allSatisfy { $0 == nil }
    }
  }
}
