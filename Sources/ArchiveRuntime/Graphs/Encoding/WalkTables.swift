import Foundation

/// A stretch of memory behind a pointer, and how many elements it has.
struct MemoryRange: BitwiseCopyable {
  var address: UInt
  var count: Int
}

/// Where a part of a record stands that a pointer leads to.
struct PartOfRecord: BitwiseCopyable {
  var table: Int
  /// The record's number, from 1 on; when written, its row.
  var record: UInt32
  var site: Int
  var index: Int
  var count: Int
}

/// What the walk has met of one type of records.
final class RecordTable {
  let known: AddressTable
  /// How far the walk has come.
  @exclusivity(unchecked) var next = 0
  /// Arrays behind pointers.
  let ranges = RawList<MemoryRange>()
  /// Heads of lists inside other records, by number.
  var heads: [UInt32: PartOfRecord] = [:]
  /// Starts and lengths of flexible arrays, which are not allocated by themselves.
  var trailing: [UInt: Int] = [:]
  /// Numbers of what the pointers lead to, for each link in turn.
  let links: [RawList<UInt32>]

  // Settled when everything is known.

  /// Row of each number, from 1 on; nil where they are the same.
  var rows: [UInt32]?
  /// Rows in their order, without parts of other records.
  var rowAddresses: UnsafeBufferPointer<UInt>
  private var ordered: UnsafeMutableBufferPointer<UInt>?
  /// Lengths of the blocks that rows were allocated in; empty where every row is one.
  var blocks: [Int] = []
  var parts: [PartOfRecord] = []
  /// The numbers in the order of their addresses.
  lazy var byAddress: [UInt32] = {
    let addresses = known.addresses.buffer
    var all = Array(0..<UInt32(addresses.count))
    // What was allocated in the order in which it is met, as much is, needs no sorting.
    if !zip(addresses, addresses.dropFirst()).allSatisfy({ $0 < $1 }) {
      all.sort { addresses[Int($0)] < addresses[Int($1)] }
    }
    return all.map { $0 + 1 }
  }()

  /// The number of the record with the greatest address that is not above this one.
  func number(atOrBefore address: UInt) -> UInt32? {
    var (low, high) = (0, byAddress.count)
    while low < high {
      let middle = (low + high) / 2
      if known.addresses[Int(byAddress[middle]) - 1] <= address { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? byAddress[low - 1] : nil
  }

  init(_ table: GraphPlan.Table) {
    known = AddressTable(size: table.size)
    links = table.links.map { _ in RawList() }
    rowAddresses = UnsafeBufferPointer(start: nil, count: 0)
  }

  deinit { ordered?.deallocate() }

  /// The numbers in the order of their rows, where that is another.
  private var orderedNumbers: [UInt32] = []

  /// A link's numbers in the order of the rows; the walk went by the order in which records were met.
  func inRowOrder(_ position: Int, _ link: GraphLink) -> RawList<UInt32> {
    let list = links[position]
    guard rows != nil else { return list }
    let selection = link.plan.selection
    var starts: [Int] = []
    starts.reserveCapacity(known.count + 1)
    var end = 0
    for number in 1..<UInt32(known.count + 1) {
      starts.append(end)
      if heads[number] != nil { continue }
      var places = 1
      if let selection, let record = UnsafeRawPointer(bitPattern: known.addresses[Int(number) - 1]) {
        places = 0
        selection.count(record, &places)
      }
      end += places * link.plan.width
    }
    starts.append(end)
    let ordered = RawList<UInt32>()
    for number in orderedNumbers {
      for place in starts[Int(number) - 1]..<starts[Int(number)] { ordered.append(list[place]) }
    }
    return ordered
  }

  func order(_ numbers: [UInt32]) {
    orderedNumbers = numbers
    let buffer = UnsafeMutableBufferPointer<UInt>.allocate(capacity: numbers.count)
    for (index, number) in numbers.enumerated() { buffer[index] = known.addresses[Int(number) - 1] }
    ordered = buffer
    rowAddresses = UnsafeBufferPointer(buffer)
  }

  @inline(__always)
  func row(_ number: UInt32) -> UInt32 {
    guard let rows, number > 0 else { return number }
    return rows[Int(number) - 1]
  }

  /// Rows and parts of others.
  var rowCount: Int { rowAddresses.count + parts.reduce(0) { $0 + $1.count } }
}

/// Numbers behind pointers: stretches of memory, which may overlap.
final class NumberTable {
  let ranges = RawList<MemoryRange>()
  var trailing: [UInt: Int] = [:]

  private lazy var merged: [MemoryRange] = []
  private var mergedCount = -1

  /// Whether a range holds this address.
  func covers(_ address: UInt, size: Int) -> Bool {
    // What weak pointers add is covered already.
    if mergedCount < 0 {
      merged = MergedRanges(ranges.buffer, size: size).ranges.sorted { $0.address < $1.address }
      mergedCount = ranges.count
    }
    var (low, high) = (0, merged.count)
    while low < high {
      let middle = (low + high) / 2
      if merged[middle].address <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return false }
    return address < merged[low - 1].address + UInt(merged[low - 1].count * size)
  }

  /// First row of each range, from 1 on.
  var rows: [Int] = []
  /// The stretches that have rows of their own, in the order of their rows, and those that are parts of records.
  var blocks: [MemoryRange] = []
  var parts: [PartOfRecord] = []
  var ownCount: Int { blocks.reduce(0) { $0 + $1.count } }
  var rowCount: Int { parts.reduce(ownCount) { $0 + $1.count } }
}

/// What the caller's functions made of pointers.
final class HandleTable {
  struct Key: Hashable {
    let address: UInt
    let table: Int
    let link: Int
  }

  private var numbers: [Key: UInt32] = [:]
  private(set) var entries: [Data] = []

  func add(
    _ key: Key, _ handle: HandleSchema, path: @autoclosure () -> String
  ) throws(ArchiveError) -> UInt32 {
    if let number = numbers[key] { return number }
    guard let pointer = UnsafeMutableRawPointer(bitPattern: key.address) else { return 0 }
    do {
      entries.append(try handle.pack(pointer))
    } catch {
      throw .handleFailed(path: path(), reason: "packing threw \(error)")
    }
    numbers[key] = UInt32(entries.count)
    return UInt32(entries.count)
  }
}
