import ArchiveRuntime

/// An archive whose objects are copied into another.
package struct EditedSource {
  package let view: PropertyListView
  package let top: PropertyListDictionary
  package let objects: PropertyListReferences

  package init(_ view: PropertyListView, top: PropertyListDictionary, objects: PropertyListReferences) {
    (self.view, self.top, self.objects) = (view, top, objects)
  }

  /// - Returns: nil for a property list that is no keyed archive. The document must outlive the editor.
  package init?(_ document: ArchiveDocument) {
    guard let keyed = document.keyed else { return nil }
    self.init(document.view, top: keyed.top, objects: keyed.objects)
  }

  /// Whether the archive has a checksum, so that an edited one gets one too.
  var hasChecksum: Bool {
    guard case .dictionary(let outer)? = try? view.node(view.top),
      let found = try? ArchiveChecksum.find(in: outer, view)
    else { return false }
    return !found.isAbsent
  }

  /// The index in the property list of an element of `$objects`.
  ///
  /// - Throws: `corrupt` if there is none.
  package func index(of number: Int) throws(ArchiveError) -> Int {
    guard number >= 0, number < objects.count else {
      throw .corrupt(offset: objects.offset, reason: "a reference to object \(number) of \(objects.count)")
    }
    return try view.reference(number, in: objects)
  }

  /// The keys and values of an object, 0 for the archive's top; nil for what is no dictionary.
  package func dictionary(_ number: Int) throws(ArchiveError) -> PropertyListDictionary? {
    if number == 0 { return top }
    guard case .dictionary(let dictionary) = try view.node(try index(of: number)) else { return nil }
    return dictionary
  }
}

/// What an editor has copied of a source.
struct SourceCopies {
  let source: EditedSource
  /// The copies of the list's objects, by their index.
  var copies: ContiguousArray<PropertyListWriter.Reference?>
  /// The new numbers of the elements of `$objects`, by their index in the list; nil if they keep their own numbers.
  var numbers: [Int: Int]?

  init(_ source: EditedSource, numbers: [Int: Int]?) {
    self.source = source
    self.numbers = numbers
    copies = ContiguousArray(repeating: nil, count: source.view.objectCount)
  }
}
