/// The objects of texts and numbers, by the writer's ordinals of these, which are dense.
struct SharedLeafIndices: ~Copyable {
  /// The object's index plus 1; 0 for none.
  private var places = GrowingArray<UInt32>()

  subscript(leaf: PropertyListWriter.Reference) -> Int? {
    @inline(__always) get {
      let index = Int(leaf.raw)
      return index < places.count && places[index] != 0 ? Int(places[index]) &- 1 : nil
    }
    set {
      let index = Int(leaf.raw)
      if index >= places.count { places.append(repeating: 0, count: index &+ 1 &- places.count) }
      // An index beyond would only not be shared.
      places[index] = newValue.flatMap { UInt32(exactly: $0 &+ 1) } ?? 0
    }
  }

  /// Removes objects that were taken back.
  mutating func forget(from objectNumber: Int) {
    for index in 0..<places.count where Int(places[index]) > objectNumber { places[index] = 0 }
  }

  func copy() -> SharedLeafIndices {
    var copy = SharedLeafIndices()
    copy.places = places.copy()
    return copy
  }
}
