/// The order in which the elements of sets and the keys of dictionaries are archived, so that equal ones give equal archives in every
/// process.
enum ArchiveOrder {
  /// The indices of keys in the order of their values. Keys without such an order, objects among them, stay as they are.
  static func places<Key>(of keys: [Key]) -> [Int] {
    // The most common types are compared without generic code.
    if let texts = sameType(keys, as: [String].self) { return places(ofTexts: texts) }
    if let numbers = sameType(keys, as: [Int].self) { return sorted(numbers) }
    if let type = Key.self as? any Comparable.Type { return places(of: keys, as: type) }
    if let type = Key.self as? any RawRepresentable.Type { return places(of: keys, as: type) }
    return Array(keys.indices)
  }

  /// The indices of texts in the order of their bytes in UTF-8, which is the same on every platform.
  static func places(ofTexts texts: [String]) -> [Int] {
    let starts = texts.indices.map { TextStart(texts[$0], place: $0) }
    return starts.sorted { left, right in
      if left.first != right.first { return left.first < right.first }
      if left.second != right.second { return left.second < right.second }
      return texts[left.place].utf8.lexicographicallyPrecedes(texts[right.place].utf8)
    }.map(\.place)
  }

  private static func places<Key, Value: Comparable>(of keys: [Key], as type: Value.Type) -> [Int] {
    guard let values = sameType(keys, as: [Value].self) else { return Array(keys.indices) }
    return sorted(values)
  }

  /// Enumerations and option sets are in the order of their raw values.
  private static func places<Key, Value: RawRepresentable>(of keys: [Key], as type: Value.Type) -> [Int] {
    guard Value.RawValue.self is any Comparable.Type, let values = sameType(keys, as: [Value].self) else {
      return Array(keys.indices)
    }
    return places(of: values.map { $0.rawValue })
  }

  private static func sorted<Value: Comparable>(_ values: [Value]) -> [Int] {
    values.indices.sorted { values[$0] < values[$1] }
  }
}

/// The first 16 bytes of a text as numbers that have their order. Bytes that are not there are 0.
private struct TextStart {
  let first: UInt64
  let second: UInt64
  let place: Int

  init(_ text: String, place: Int) {
    self.place = place
    var text = text
    (first, second) = text.withUTF8 { bytes in
      var words: (UInt64, UInt64) = (0, 0)
      let start = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes).prefix(16))
      withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: start) }
      return (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1))
    }
  }
}
