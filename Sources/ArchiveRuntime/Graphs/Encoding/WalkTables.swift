import Foundation

/// A range of memory behind a pointer, with its number of elements.
struct MemoryRange: BitwiseCopyable {
  var address: UInt
  var count: Int
}

/// The location of a pointer's target inside a record.
struct PartOfRecord: BitwiseCopyable {
  var table: Int
  /// The record's index, from 1; when written, its row.
  var record: UInt32
  var site: Int
  var index: Int
  var count: Int
}

/// The records of one type that the walk has found.
final class RecordTable {
  let known: AddressTable
  /// The number of records that the walk has followed.
  @exclusivity(unchecked) var next = 0
  /// The number of records whose links of intrusive lists have been followed.
  var nextContained = 0
  /// What was loaded ahead of the walk. Because it is stored here, the compiler does not remove the loads.
  @exclusivity(unchecked) var touched: UInt8 = 0
  /// Arrays behind pointers.
  let ranges = RawList<MemoryRange>()
  /// The heads of lists inside other records, by index.
  var heads: [UInt32: PartOfRecord] = [:]
  /// The starts and lengths of flexible arrays, which are not allocated separately.
  var trailing: [UInt: Int] = [:]
  /// For each link, the indices of the pointers' targets.
  let links: [RawList<UInt32>]

  // These are computed at the end.

  /// The row for each index, from 1; nil if they are the same.
  var rows: [UInt32]?
  /// The addresses in the order of the rows, without parts of other records.
  var rowAddresses: UnsafeBufferPointer<UInt>
  private var ordered: UnsafeMutableBufferPointer<UInt>?
  /// The lengths of the blocks in which the rows were allocated; empty if every row is a block.
  var blocks: [Int] = []
  var parts: [PartOfRecord] = []
  /// The indices in the order of their addresses.
  lazy var byAddress: [UInt32] = {
    let addresses = known.addresses.buffer
    var all = Array(0..<UInt32(addresses.count))
    // Nodes are often allocated in the order in which they are found, and then need no sorting.
    if !zip(addresses, addresses.dropFirst()).allSatisfy({ $0 < $1 }) {
      all.sort { addresses[Int($0)] < addresses[Int($1)] }
    }
    return all.map { $0 + 1 }
  }()

  /// The index of the record with the greatest address that is not above this one.
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

  /// The indices in the order of their rows, if that is a different order.
  private var orderedNumbers: [UInt32] = []

  /// The indices of a link's targets in the order of the rows, for one caller. The walk found the records in another order.
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
    list.removeAll()
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

  /// The number of rows, including parts of other records.
  var rowCount: Int { rowAddresses.count + parts.reduce(0) { $0 + $1.count } }
}

/// Numbers behind pointers: ranges of memory, which may overlap.
final class NumberTable {
  let ranges = RawList<MemoryRange>()
  var trailing: [UInt: Int] = [:]

  private lazy var merged: [MemoryRange] = []
  private var mergedCount = -1

  /// Whether a range contains this address.
  func covers(_ address: UInt, size: Int) -> Bool {
    // The ranges of weak pointers are covered already.
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

  /// The first row of each range, from 1.
  var rows: [Int] = []
  /// The ranges with rows of their own, in the order of their rows, and those that are parts of records.
  var blocks: [MemoryRange] = []
  var parts: [PartOfRecord] = []
  var ownCount: Int { blocks.reduce(0) { $0 + $1.count } }
  var rowCount: Int { parts.reduce(ownCount) { $0 + $1.count } }
}

/// The bytes that the program's functions made from pointers.
final class HandleTable {
  struct Key: Hashable {
    let address: UInt
    let owner: HandleOwner
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
