/// Which objects an archive refers to more than once. A value of such an object is made once and used for all of its references, so
/// that a program that reads an archive and writes it again shares what the archive shared.
struct RepeatedReferences {
  /// By the objects' numbers; empty for an archive with more references than bytes, whose containers overlap.
  private var isRepeated: ContiguousArray<Bool> = []

  /// Counts the references, in time proportional to the archive.
  init(_ view: PropertyListView, _ objects: PropertyListReferences) {
    // Of each property-list object, whether containers have it, and have it again.
    var uses = ContiguousArray<UInt8>(repeating: 0, count: view.objectCount)
    var budget = view.bytes.count
    for index in 0..<view.objectCount {
      guard view.isContainer(index), let node = try? view.node(index) else { continue }
      let values: PropertyListReferences
      switch node {
      case .array(let list), .set(let list): values = list
      case .dictionary(let dictionary): values = dictionary.values
      default: continue
      }
      if values == objects { continue }
      budget -= values.count
      guard budget >= 0 else { return }
      for position in 0..<values.count {
        guard let target = try? view.reference(position, in: values) else { continue }
        uses[target] = uses[target] == 0 ? 1 : 2
      }
    }
    isRepeated = ContiguousArray(repeating: false, count: objects.count)
    var isReferred = isRepeated
    for index in uses.indices where uses[index] > 0 {
      guard case .uid(let number)? = try? view.node(index), number < objects.count else { continue }
      if uses[index] > 1 || isReferred[number] { isRepeated[number] = true }
      isReferred[number] = true
    }
  }

  subscript(number: Int) -> Bool { number < isRepeated.count && isRepeated[number] }
}

extension PropertyListView {
  /// Whether the object's first byte is that of an array, a set or a dictionary.
  @inline(__always)
  fileprivate func isContainer(_ index: Int) -> Bool {
    guard let offset = try? offset(of: index) else { return false }
    return bytes[offset] & 0xF0 >= ObjectMarker.array
  }
}
