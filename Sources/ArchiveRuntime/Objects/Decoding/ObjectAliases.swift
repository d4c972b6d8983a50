/// Elements of `$objects` that are the same object of the property list.
///
/// Some writers store equal texts once and refer to them in several elements of `$objects`. A large object with a
/// million references must not be created a million times, so the first of its indices represents all.
struct ObjectAliases {
  private var firstNumbers: [Int: Int] = [:]
  var isEmpty: Bool { firstNumbers.isEmpty }

  init(_ objects: PropertyListReferences, _ view: PropertyListView) {
    // Objects are usually in the order of their references; then none has two indices.
    var last = -1
    var isAscending = true
    for number in 0..<objects.count where isAscending {
      guard let index = try? view.reference(number, in: objects) else { return }
      isAscending = index > last
      last = index
    }
    if isAscending { return }
    var numbers = ContiguousArray<Int32>(repeating: -1, count: view.objectCount)
    // Index 0 is null and represents no other, because text may also be "$null".
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
