/// Which objects an archive refers to more than once. A value of such an object is made once and used for all of its references, so
/// that a program that reads an archive and writes it again shares what the archive shared.
enum RepeatedReferences {
  /// Counts the references, in time proportional to the archive.
  ///
  /// - Parameter note: is called with the number of an object to which there are references, and whether there are several. It may be
  ///   called again for one object, which then has several references. It is not called for an archive with more references than bytes,
  ///   whose containers overlap.
  @inline(__always)
  static func find(
    in view: PropertyListView, _ objects: PropertyListReferences, _ note: (_ number: Int, _ areSeveral: Bool) -> Void
  ) {
    // Of each property-list object, whether containers have it (1), and have it again (more).
    var uses = ContiguousArray<UInt8>(repeating: 0, count: view.objectCount)
    // With a loop for each size of references it takes two thirds of the instructions of one loop for all.
    let isCounted =
      switch view.layout.referenceSize {
      case 1: count(UInt8.self, in: view, objects, &uses)
      case 2: count(UInt16.self, in: view, objects, &uses)
      case 4: count(UInt32.self, in: view, objects, &uses)
      case 8: count(UInt64.self, in: view, objects, &uses)
      default: countSlowly(in: view, objects, &uses)
      }
    guard isCounted else { return }
    for index in uses.indices where uses[index] > 0 {
      guard let marker = view.marker(of: index), marker & 0xF0 == ObjectMarker.uid,
        let number = (try? view.shortUID(index)) ?? (try? view.node(index)).flatMap(uid), number < objects.count
      else { continue }
      note(number, uses[index] > 1)
    }
  }

  private static func uid(_ node: PropertyListNode) -> Int? {
    if case .uid(let number) = node { number } else { nil }
  }

  @inline(__always)
  private static func count<Index: FixedWidthInteger & UnsignedInteger>(
    _ type: Index.Type, in view: PropertyListView, _ objects: PropertyListReferences,
    _ uses: inout ContiguousArray<UInt8>
  ) -> Bool {
    uses.withUnsafeMutableBufferPointer { uses in
      each(in: view, objects) { values in
        for position in 0..<values.count {
          let place = values.offset &+ position &* MemoryLayout<Index>.size
          let target = view.bytes.bigEndian(at: place, as: Index.self)
          guard target < UInt64(uses.count) else { continue }
          let index = Int(truncatingIfNeeded: target)
          uses[index] = uses[index] &<< 1 | 1
        }
      }
    }
  }

  @inline(never)
  private static func countSlowly(
    in view: PropertyListView, _ objects: PropertyListReferences, _ uses: inout ContiguousArray<UInt8>
  ) -> Bool {
    each(in: view, objects) { values in
      for position in 0..<values.count {
        guard let target = try? view.reference(position, in: values) else { continue }
        uses[target] = uses[target] &<< 1 | 1
      }
    }
  }

  /// Passes the values of each container other than the list of all objects to `body`.
  ///
  /// - Returns: false if there are more than the archive has bytes.
  @inline(__always)
  private static func each(
    in view: PropertyListView, _ objects: PropertyListReferences, _ body: (PropertyListReferences) -> Void
  ) -> Bool {
    var budget = view.bytes.count
    for index in 0..<view.objectCount {
      guard let marker = view.marker(of: index), marker >= ObjectMarker.array, let values = values(index, in: view)
      else { continue }
      if values == objects { continue }
      budget &-= values.count
      guard budget >= 0 else { return false }
      body(values)
    }
    return true
  }

  /// The values of a container; nil for every other object.
  @inline(__always)
  private static func values(_ index: Int, in view: PropertyListView) -> PropertyListReferences? {
    if let short = try? view.shortDictionary(index) { return short.values }
    if let short = try? view.shortArray(index) { return short }
    switch try? view.node(index) {
    case .array(let list), .set(let list): return list
    case .dictionary(let dictionary): return dictionary.values
    default: return nil
    }
  }
}

extension PropertyListView {
  /// The object's first byte.
  @inline(__always)
  fileprivate func marker(of index: Int) -> UInt8? { (try? offset(of: index)).map { bytes[$0] } }
}
