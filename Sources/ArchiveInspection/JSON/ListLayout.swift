import ArchiveRuntime
import UntypedArchive

/// Where a binary property list has its objects, as far as the values do not tell: with it the same file is made again
/// from the values alone.
///
/// The *slots* of a list are the places where an object is referred to, in the order of the text: the top; of an array
/// each element; of a dictionary key and value in turn, each with what is inside it. A leaf is expected to be the
/// object that had the same bytes last; `apart` and `same` name the slots where it is not. New leaves are counted in the
/// order of their slots, containers in the order in which they end; `leaves` and `containers` have the indices of both in
/// the file.
package struct ListLayout: Equatable {
  /// Consecutive indices: the first, and how many.
  package struct Run: Equatable {
    package var first: Int
    package var count: Int
  }

  package var offsetSize = 0
  package var referenceSize = 0
  package var leaves: [Run] = []
  package var containers: [Run] = []
  /// Slots of leaves that are objects of their own, although there are others with the same bytes.
  package var apart: [Int] = []
  /// Slots of leaves that are an earlier one, by its number among the leaves.
  package var same: [(slot: Int, leaf: Int)] = []
  /// Objects that no slot refers to, with their bytes: writers have words ready that not every list needs.
  package var unused: [(index: Int, bytes: [UInt8])] = []

  /// The least size in bytes of UIDs.
  package var uidSize = 1
  /// Slots of leaves that are encoded otherwise than in the shortest way.
  package var leafForms: [(slot: Int, form: ObjectForm)] = []
  /// The same for containers, by their numbers in the order in which they begin.
  package var containerForms: [(number: Int, form: ObjectForm)] = []

  package init() {}

  package static func == (left: Self, right: Self) -> Bool {
    left.offsetSize == right.offsetSize && left.referenceSize == right.referenceSize && left.leaves == right.leaves
      && left.containers == right.containers && left.apart == right.apart
      && left.same.elementsEqual(right.same) { $0 == $1 } && left.unused.elementsEqual(right.unused) { $0 == $1 }
      && left.uidSize == right.uidSize && left.leafForms.elementsEqual(right.leafForms) { $0 == $1 }
      && left.containerForms.elementsEqual(right.containerForms) { $0 == $1 }
  }

  static func add(_ index: Int, to runs: inout [Run]) {
    if let last = runs.last, last.first + last.count == index {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(first: index, count: 1))
    }
  }
}

/// The leaves so far, by their bytes: the last one with the same bytes is found. Data is never looked for.
struct KnownLeaves {
  private var last: [UInt64: Int] = [:]

  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    var index = 0
    while index &+ 8 <= bytes.count {
      state = (state ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
      state ^= state >> 32
      index &+= 8
    }
    while index < bytes.count {
      state = (state ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
      index &+= 1
    }
    return state ^ UInt64(bytes.count) << 48
  }

  subscript(hash: UInt64) -> Int? {
    get { last[hash] }
    set { last[hash] = newValue }
  }
}

extension ListLayout {
  /// The layout of a list.
  ///
  /// - Throws: `corrupt`.
  package init(of view: PropertyListView) throws(ArchiveError) {
    self.init()
    offsetSize = view.layout.offsetSize
    referenceSize = view.layout.referenceSize
    uidSize = try Self.leastUIDSize(view)
    var walk = ListWalk(view)
    var containerCount = 0
    var known = KnownLeaves()
    /// The number among the leaves, plus 1, by the object's index.
    var numbers = [UInt32](repeating: 0, count: view.objectCount)
    var isUsed = [Bool](repeating: false, count: view.objectCount)
    var indices: [Int] = []
    var slot = 0
    while let step = try walk.next() {
      switch step {
      case .leaf(let index, let node):
        defer { slot += 1 }
        let number = Int(numbers[index]) - 1
        var expected: Int?
        var hash: UInt64?
        let start = try view.offset(of: index)
        let bytes = UnsafeRawBufferPointer(rebasing: view.bytes[start..<(try view.parse(at: start).end)])
        if let form = ObjectForm(of: bytes, uidSize: uidSize) { leafForms.append((slot, form)) }
        if case .data = node {
        } else {
          let own = KnownLeaves.hash(bytes)
          hash = own
          if let candidate = known[own] {
            let other = try view.offset(of: indices[candidate])
            let otherEnd = try view.parse(at: other).end
            if UnsafeRawBufferPointer(rebasing: view.bytes[other..<otherEnd]).hasSameBytes(as: bytes) {
              expected = candidate
            }
          }
        }
        if number >= 0 {
          if number != expected { same.append((slot, number)) }
        } else {
          if expected != nil { apart.append(slot) }
          numbers[index] = UInt32(truncatingIfNeeded: indices.count + 1)
          if let hash { known[hash] = indices.count }
          isUsed[index] = true
          indices.append(index)
          Self.add(index, to: &leaves)
        }
      case .end(let index):
        isUsed[index] = true
        Self.add(index, to: &containers)
      case .begin(let index, _):
        defer { containerCount += 1 }
        let start = try view.offset(of: index)
        let bytes = UnsafeRawBufferPointer(rebasing: view.bytes[start..<(try view.parse(at: start).end)])
        if let form = ObjectForm(of: bytes, uidSize: uidSize) { containerForms.append((containerCount, form)) }
      case .again: break
      }
    }
    for index in isUsed.indices where !isUsed[index] {
      let start = try view.offset(of: index)
      unused.append((index, Array(view.bytes[start..<(try view.parse(at: start).end)])))
    }
  }
}

extension ListLayout {
  private static func leastUIDSize(_ view: PropertyListView) throws(ArchiveError) -> Int {
    var least = Int.max
    for index in 0..<view.objectCount {
      let marker = view.bytes[try view.offset(of: index)]
      if marker & 0xF0 == ObjectMarker.uid { least = min(least, Int(marker & 0x0F) + 1) }
    }
    return least == .max ? 1 : least
  }

  /// Why a file that is made again from the JSON of a list will not be the same; empty if it will be.
  package static func differences(of document: ArchiveDocument) -> [String] {
    let view = document.view
    let bytes = view.bytes
    var found: [String] = []
    if !bytes.starts(with: "bplist00".utf8) { found.append("the header has another version than 00") }
    var end = BinaryFormat.headerSize
    var (gaps, isOrdered) = (0, true)
    for index in 0..<view.objectCount {
      guard let start = try? view.offset(of: index), let next = try? view.parse(at: start).end else { continue }
      if start > end { gaps += start - end }
      if start < end { isOrdered = false }
      end = max(end, next)
    }
    let trailer = bytes.count - BinaryFormat.trailerSize
    if view.layout.offsetTable > end { gaps += view.layout.offsetTable - end }
    if view.layout.offsetTable < end { isOrdered = false }
    gaps += max(0, trailer - view.layout.offsetTable - view.layout.objectCount * view.layout.offsetSize)
    if !isOrdered { found.append("its objects are not in the order of their numbers, or share bytes") }
    if isOrdered, gaps > 0 { found.append("it has \(NumberText.counted(gaps, "byte")) that belong to no object") }
    if trailer >= 0, bytes[trailer..<(trailer + 6)].contains(where: { $0 != 0 }) {
      found.append("the unused bytes of its trailer are not zero")
    }
    return found
  }
}

/// Visits all slots of a list in their order, each container once.
struct ListWalk {
  enum Step {
    case leaf(Int, PropertyListNode)
    case begin(Int, PropertyListNode)
    /// A container that was visited before, by its number in the order in which they begin.
    case again(Int)
    case end(Int)
  }

  private struct Frame {
    let index: Int
    let first: PropertyListReferences
    let second: PropertyListReferences?
    var next = 0
  }

  private let view: PropertyListView
  private var frames: [Frame] = []
  private var hasBegun = false
  private var seen: SeenContainers

  init(_ view: PropertyListView) {
    self.view = view
    seen = SeenContainers(view.objectCount)
  }

  mutating func next() throws(ArchiveError) -> Step? {
    guard let frame = frames.last else {
      if hasBegun { return nil }
      hasBegun = true
      return try visit(view.top)
    }
    let count = frame.second == nil ? frame.first.count : frame.first.count * 2
    guard frame.next < count else {
      frames.removeLast()
      return .end(frame.index)
    }
    frames[frames.count - 1].next += 1
    guard let second = frame.second else { return try visit(try view.reference(frame.next, in: frame.first)) }
    return try visit(try view.reference(frame.next / 2, in: frame.next % 2 == 0 ? frame.first : second))
  }

  private mutating func visit(_ index: Int) throws(ArchiveError) -> Step {
    let node = try view.node(index)
    let frame: Frame
    switch node {
    case .array(let list), .set(let list): frame = Frame(index: index, first: list, second: nil)
    case .dictionary(let dictionary): frame = Frame(index: index, first: dictionary.keys, second: dictionary.values)
    default: return .leaf(index, node)
    }
    if let number = seen.number(of: index) { return .again(number) }
    frames.append(frame)
    return .begin(index, node)
  }
}

/// The containers that were met, numbered in the order in which they begin.
struct SeenContainers {
  private var numbers: [UInt32]
  private var count: UInt32 = 0

  init(_ objectCount: Int) { numbers = Array(repeating: 0, count: objectCount) }

  /// Its number if it was met before; otherwise it gets the next one.
  mutating func number(of index: Int) -> Int? {
    if numbers[index] != 0 { return Int(numbers[index]) - 1 }
    count &+= 1
    numbers[index] = count
    return nil
  }
}
