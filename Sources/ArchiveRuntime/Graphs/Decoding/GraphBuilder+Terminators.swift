/// An array that a pointer leads to, or a flexible array, which ends with a certain element.
struct TerminatedArray {
  let table: Int
  let block: Int
  /// The row of the first element, from 0.
  let first: Int
  /// The table with the pointer, and the link's index in it.
  let owner: Int
  let position: Int
}

/// Checks that arrays without a count end, after all pointers have been set.
extension GraphBuilder {
  /// C follows such an array up to its last element, wherever the block ends.
  func checkTerminators() throws(ArchiveError) {
    struct Place: Hashable {
      let owner: Int, position: Int, block: Int
    }
    // Many pointers may lead into one block: its last end is looked for once.
    var ends: [Place: Int] = [:]
    for array in terminated {
      let link = plan.tables[array.owner].links[array.position]
      guard let terminator = link.terminator else { continue }
      let place = Place(owner: array.owner, position: array.position, block: array.block)
      let end: Int
      if let known = ends[place] { end = known } else { end = try lastElement(terminator, array, link) }
      ends[place] = end
      guard end < array.first else { continue }
      let path = "\(reader.name(array.owner)).\(link.plan.name)"
      throw .wrongCount(
        path: path, count: terminator.words,
        value: "\(tables[array.table].rows(array.block).upperBound - 1 - array.first)",
        reason: "no element there ends them")
    }
  }

  /// The last row of the block that ends an array, from 0; -1 if there is none.
  private func lastElement(_ terminator: Terminator, _ array: TerminatedArray, _ link: GraphLink) throws(ArchiveError)
    -> Int
  {
    let table = tables[array.table]
    let rows = table.rows(array.block)
    let isNumbers = plan.tables[array.table].plan == nil
    for row in rows.reversed() {
      try work?.step()
      let address =
        isNumbers
        ? table.addresses[array.block] + UInt((row - rows.lowerBound) * link.elementSize) : table.addresses[row - 1]
      if let element = UnsafeRawPointer(bitPattern: address), terminator.isLast(element) { return row - 1 }
    }
    return -1
  }
}
