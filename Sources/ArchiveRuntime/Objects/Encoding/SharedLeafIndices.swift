/// The objects of texts and numbers, by the writer's ordinals of these, which are dense.
struct SharedLeafIndices {
  /// The object's index plus 1; 0 for none.
  private var places: ContiguousArray<Int> = []

  subscript(leaf: PropertyListWriter.Reference) -> Int? {
    @inline(__always) get {
      let index = Int(leaf.raw)
      return index < places.count && places[index] != 0 ? places[index] &- 1 : nil
    }
    set {
      let index = Int(leaf.raw)
      if index >= places.count {
        while places.count <= index { places.append(0) }
      }
      places[index] = newValue.map { $0 + 1 } ?? 0
    }
  }

  /// Removes objects that were taken back.
  mutating func forget(from objectNumber: Int) {
    for index in places.indices where places[index] > objectNumber { places[index] = 0 }
  }
}
