/// What a call has made of an archive's objects: references that keep none of them, so that an object that the program has
/// given up is not taken for one that took its place in memory.
struct DecodedIdentities: PreservedIdentities, @unchecked Sendable {
  struct Known {
    let number: Int
    weak var object: AnyObject?
  }

  /// Objects are looked at by their identity alone, whatever thread or actor they belong to.
  let objects: [Known]

  var numbers: [Int] { objects.map(\.number) }

  init(_ made: DecodedObjects) {
    objects = made.numbered.map { Known(number: $0.number, object: $0.object) }
  }
}

extension EncodedObjects: WrittenIdentities {
  func pairs(_ earlier: any PreservedIdentities) -> [(earlier: Int, new: Int)] {
    guard let decoded = earlier as? DecodedIdentities else { return [] }
    return decoded.objects.compactMap { known in
      guard let object = known.object as? any ArchivableObject, let number = self[object] else { return nil }
      return (known.number, number)
    }
  }
}
