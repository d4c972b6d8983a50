/// All keys of one dictionary, for lookups in any order.
package struct KeyTable: Sendable {
  private var positions: [ExactText: Int] = [:]
  /// The keys in the order of the file.
  package private(set) var keys: [String] = []
  /// Whether one of them describes groups of bit-fields.
  private(set) var hasGroups = false

  /// - Throws: `corrupt` if a key is not a string or occurs twice.
  package init(_ dictionary: PropertyListDictionary, in view: PropertyListView) throws(ArchiveError) {
    positions.reserveCapacity(dictionary.count)
    keys.reserveCapacity(dictionary.count)
    for position in 0..<dictionary.count {
      let text = try view.key(position, of: dictionary)
      let key = try view.string(text)
      guard positions.updateValue(position, forKey: ExactText(key)) == nil else {
        throw .corrupt(offset: text.offset, reason: "the key '\(key)' occurs twice in a dictionary")
      }
      keys.append(key)
      if key.utf8.last == UInt8(ascii: "]"), key.utf8.suffix(6).elementsEqual(KeyedArchiveFormat.groupsKey.utf8) {
        hasGroups = true
      }
    }
  }

  /// The position of the key's value.
  package func position(of key: String) -> Int? { positions[ExactText(key)] }
}

extension PropertyListView {
  /// The key of a dictionary.
  ///
  /// - Throws: `corrupt` if it is not a string.
  @inline(__always)
  package func key(_ position: Int, of dictionary: PropertyListDictionary) throws(ArchiveError) -> PropertyListText {
    let index = try reference(position, in: dictionary.keys)
    guard case .string(let text) = try node(index) else {
      throw .corrupt(offset: try offset(of: index), reason: "a dictionary's key that is not a string")
    }
    return text
  }

  /// The bytes of consecutive references.
  @inline(__always)
  func referenceBytes(_ references: PropertyListReferences) throws(ArchiveError) -> UnsafeRawBufferPointer {
    let (size, overflow) = references.count.multipliedReportingOverflow(by: layout.referenceSize)
    let (end, overflowEnd) = references.offset.addingReportingOverflow(size)
    guard !overflow, !overflowEnd, end >= references.offset else {
      throw .corrupt(offset: references.offset, reason: "\(references.count) references")
    }
    return try contents(references.offset..<end)
  }
}
