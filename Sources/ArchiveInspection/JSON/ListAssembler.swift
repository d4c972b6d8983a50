import ArchiveRuntime
import Foundation

/// Puts a binary property list together from its values in the order of a text, with its objects where a `ListLayout`
/// has them, or as the engine's own writer has them: leaves first, then containers.
struct ListAssembler: ~Copyable {
  /// A leaf by its number; with the high bit set a container, by its number in the order in which they begin.
  typealias Reference = UInt32
  private static let containerBit: UInt32 = 1 << 31

  private struct Container {
    let marker: UInt8
    var references: Range<Int> = 0..<0
  }

  private var leaves = ByteBuffer(capacity: 4_096)
  private var leafStarts: [Int] = []
  private var known = KnownLeaves()
  private var slot = 0
  private var containers: [Container] = []
  /// The numbers of containers in the order in which they end.
  private var ended: [Int] = []
  private var references: [Reference] = []
  private var open: [(number: Int, references: [Reference])] = []
  private var top: Reference?
  private let layout: ListLayout?
  private var apart: [Int].SubSequence = []
  private var same: [(slot: Int, leaf: Int)].SubSequence = []
  private var leafForms: [(slot: Int, form: ObjectForm)].SubSequence = []
  /// Set if the values are not those that the layout is of.
  private(set) var isOtherList = false

  init(_ layout: ListLayout?) {
    self.layout = layout
    apart = layout?.apart[...] ?? []
    same = layout?.same[...] ?? []
    leafForms = layout?.leafForms[...] ?? []
  }

  /// The least size in bytes of UIDs.
  var uidSize: Int { layout?.uidSize ?? 1 }

  var depth: Int { open.count }

  private mutating func place(_ reference: Reference) {
    if open.isEmpty { top = reference } else { open[open.count - 1].references.append(reference) }
  }

  // MARK: Containers

  mutating func begin(_ marker: UInt8) {
    let number = containers.count
    containers.append(Container(marker: marker))
    place(UInt32(truncatingIfNeeded: number) | Self.containerBit)
    open.append((number, []))
  }

  mutating func end() {
    guard let last = open.popLast() else { return }
    let start = references.count
    references += last.references
    containers[last.number].references = start..<references.count
    ended.append(last.number)
  }

  /// - Returns: false if there is no such container yet.
  mutating func again(_ number: Int) -> Bool {
    guard containers.indices.contains(number) else { return false }
    place(UInt32(truncatingIfNeeded: number) | Self.containerBit)
    return true
  }

  // MARK: Leaves

  /// Adds the leaf that the closure appends.
  mutating func leaf(isData: Bool = false, _ append: (inout ByteBuffer) -> Void) {
    let start = leaves.count
    append(&leaves)
    if leafForms.first?.slot == slot { takeForm(leafForms.removeFirst().form, from: start) }
    let own = UnsafeRawBufferPointer(rebasing: leaves.bytes[start...])
    var number: Int?
    var hash: UInt64 = 0
    if !isData {
      hash = KnownLeaves.hash(own)
      if let candidate = known[hash], bytes(of: candidate, before: start).hasSameBytes(as: own) { number = candidate }
    }
    if apart.first == slot {
      apart = apart.dropFirst()
      number = nil
    }
    if same.first?.slot == slot {
      let wanted = same.removeFirst().leaf
      if wanted < leafStarts.count, bytes(of: wanted, before: start).hasSameBytes(as: own) {
        number = wanted
      } else {
        isOtherList = true
      }
    }
    slot += 1
    if let number {
      leaves.truncate(to: start)
      return place(UInt32(truncatingIfNeeded: number))
    }
    if !isData { known[hash] = leafStarts.count }
    leafStarts.append(start)
    place(UInt32(truncatingIfNeeded: leafStarts.count - 1))
  }

  private mutating func takeForm(_ form: ObjectForm, from start: Int) {
    guard let own = form.applied(to: Array(leaves.bytes[start...])) else { return isOtherList = true }
    leaves.truncate(to: start)
    for byte in own { leaves.append(byte) }
  }

  private func bytes(of leaf: Int, before end: Int) -> UnsafeRawBufferPointer {
    let next = leaf + 1 < leafStarts.count ? leafStarts[leaf + 1] : end
    return UnsafeRawBufferPointer(rebasing: leaves.bytes[leafStarts[leaf]..<next])
  }

  // MARK: The file

  /// - Returns: the file, and whether it has the layout's order.
  consuming func finish() throws(ArchiveError) -> (data: Data, isLaidOut: Bool) {
    let order =
      layout.flatMap {
        isOtherList || !apart.isEmpty || !same.isEmpty || !leafForms.isEmpty
          ? nil : Self.order($0, leafStarts.count, ended)
      }
    if let order, let data = try file(order) { return (data, true) }
    guard let data = try file(nil) else { throw .outOfMemory(byteCount: leaves.count) }
    return (data, false)
  }

  /// - Returns: nil if the sizes of the layout are too small for the values.
  private func file(_ order: (leaves: [Int], containers: [Int])?) throws(ArchiveError) -> Data? {
    guard let top else { throw .notAnArchive(reason: "the JSON holds no value") }
    let unused = order == nil ? [] : layout?.unused ?? []
    let count = leafStarts.count + containers.count + unused.count
    guard count < Int(Self.containerBit) else {
      throw .limitExceeded(limit: "objects in one property list", value: count, maximum: Int(Int32.max))
    }
    var leafIndex: [Int]
    var containerIndex = [Int](repeating: 0, count: containers.count)
    if let order {
      leafIndex = order.leaves
      for (place, number) in ended.enumerated() { containerIndex[number] = order.containers[place] }
    } else {
      leafIndex = Array(0..<leafStarts.count)
      for (place, number) in ended.enumerated() { containerIndex[number] = leafStarts.count + place }
    }
    let referenceSize = order == nil ? BinaryFormat.width(holding: count) : layout?.referenceSize ?? 1
    // What is at each index.
    var objects = [Reference](repeating: 0, count: count)
    for (leaf, index) in leafIndex.enumerated() { objects[index] = UInt32(truncatingIfNeeded: leaf) }
    for (number, index) in containerIndex.enumerated() {
      objects[index] = UInt32(truncatingIfNeeded: number) | Self.containerBit
    }
    var greatest = 0
    func index(_ reference: Reference) -> Int {
      let index =
        reference & Self.containerBit == 0
        ? leafIndex[Int(reference)] : containerIndex[Int(reference & ~Self.containerBit)]
      greatest = max(greatest, index)
      return index
    }
    var forms: [Int: ObjectForm] = [:]
    if order != nil { for entry in layout?.containerForms ?? [] { forms[entry.number] = entry.form } }
    var raw: [Int: [UInt8]] = [:]
    for entry in unused { raw[entry.index] = entry.bytes }
    var file = ByteBuffer(capacity: leaves.count + references.count * referenceSize + count * 12 + 64)
    file.append(bigEndian: BinaryFormat.magic)
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for (position, reference) in objects.enumerated() {
      offsets.append(file.count)
      if let bytes = raw[position] {
        for byte in bytes { file.append(byte) }
        continue
      }
      guard reference & Self.containerBit != 0 else {
        file.append(bytes(of: Int(reference), before: leaves.count))
        continue
      }
      let container = containers[Int(reference & ~Self.containerBit)]
      let isDictionary = container.marker == ObjectMarker.dictionary
      let size = isDictionary ? container.references.count / 2 : container.references.count
      if let form = forms[Int(reference & ~Self.containerBit)] {
        guard let begin = form.marker(container.marker, size: size) else { return nil }
        for byte in begin { file.append(byte) }
      } else {
        file.append(container.marker, size: size)
      }
      if isDictionary {
        // Keys and values came in turn.
        for offset in [0, 1] {
          for position in stride(
            from: container.references.lowerBound + offset, to: container.references.upperBound, by: 2)
          {
            Self.append(index(references[position]), size: referenceSize, to: &file)
          }
        }
      } else {
        for position in container.references {
          Self.append(index(references[position]), size: referenceSize, to: &file)
        }
      }
    }
    let table = file.count
    let offsetSize = order == nil ? BinaryFormat.width(holding: table) : layout?.offsetSize ?? 1
    for offset in offsets { Self.append(offset, size: offsetSize, to: &file) }
    file.append(bigEndian: UInt64(offsetSize) << 8 | UInt64(referenceSize))
    file.append(bigEndian: UInt64(count))
    file.append(bigEndian: UInt64(index(top)))
    file.append(bigEndian: UInt64(table))
    guard !file.isExhausted else { throw .outOfMemory(byteCount: file.count) }
    guard fits(offsets.last ?? 0, offsetSize), fits(greatest, referenceSize) else { return nil }
    return file.takeData()
  }

  private static func append(_ number: Int, size: Int, to file: inout ByteBuffer) {
    for byte in (0..<size).reversed() { file.append(UInt8(truncatingIfNeeded: number >> (min(byte, 7) * 8))) }
  }

  /// The indices of leaves and of containers; nil unless the runs name each index once.
  private static func order(
    _ layout: ListLayout, _ leafCount: Int, _ ended: [Int]
  ) -> (leaves: [Int], containers: [Int])? {
    let count = leafCount + ended.count + layout.unused.count
    var isUsed = [Bool](repeating: false, count: count)
    func expanded(_ runs: [ListLayout.Run], _ wanted: Int) -> [Int]? {
      var indices: [Int] = []
      for run in runs {
        guard run.first >= 0, run.count >= 0, run.count <= wanted - indices.count, run.first <= count - run.count
        else { return nil }
        for index in run.first..<(run.first + run.count) {
          guard !isUsed[index] else { return nil }
          isUsed[index] = true
          indices.append(index)
        }
      }
      return indices.count == wanted ? indices : nil
    }
    for entry in layout.unused {
      guard isUsed.indices.contains(entry.index), !isUsed[entry.index] else { return nil }
      isUsed[entry.index] = true
    }
    guard 1...8 ~= layout.offsetSize, 1...8 ~= layout.referenceSize, let leaves = expanded(layout.leaves, leafCount),
      let containers = expanded(layout.containers, ended.count)
    else { return nil }
    return (leaves, containers)
  }
}

/// Whether a number has no more than this many bytes.
private func fits(_ number: Int, _ size: Int) -> Bool { size >= 8 || number >> (size * 8) == 0 }
