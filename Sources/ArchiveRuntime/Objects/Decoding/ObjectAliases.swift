/// Elements of `$objects` that are one object of the property list.
///
/// Some writers store equal texts once, and name them at several places of `$objects`. What names a large object a
/// million times must not have it made a million times: the first of its numbers stands for all.
struct ObjectAliases {
  private var firstNumbers: [Int: Int] = [:]
  var isEmpty: Bool { firstNumbers.isEmpty }

  init(_ objects: PropertyListReferences, _ view: PropertyListView) {
    // Objects mostly stand in the order in which they are named; then none is named twice.
    var last = -1
    var isAscending = true
    for number in 0..<objects.count where isAscending {
      guard let index = try? view.reference(number, in: objects) else { return }
      isAscending = index > last
      last = index
    }
    if isAscending { return }
    var numbers = ContiguousArray<Int32>(repeating: -1, count: view.objectCount)
    // Number 0 is null, and stands for no other: text may be "$null", too.
    for number in 0..<objects.count where number > 0 {
      guard let index = try? view.reference(number, in: objects) else { return }
      if numbers[index] < 0, let short = Int32(exactly: number) {
        numbers[index] = short
      } else {
        firstNumbers[number] = Int(numbers[index])
      }
    }
  }

  @inline(__always)
  func resolve(_ node: PropertyListNode) -> PropertyListNode {
    if firstNumbers.isEmpty { return node }
    guard case .uid(let number) = node, let first = firstNumbers[number] else { return node }
    return .uid(first)
  }
}
