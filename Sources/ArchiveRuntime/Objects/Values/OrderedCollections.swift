/// The elements of an ordered set in generated code, archived as an `NSArray`, which every reader knows.
@_spi(GeneratedCode) public struct ArchivedOrderedElements<Element: ArchivableValue & Hashable>: ArchivableValue {
  /// The elements, each once.
  public let elements: [Element]

  /// Represents these elements, of which no two are equal.
  public init(_ elements: [Element]) { self.elements = elements }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try encoder.uniqueElements(.array, elements, in: Array(elements.indices))
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    try decoder.value(reference.number, as: Self.self) {
      var order: [Element] = []
      _ = try decoder.uniqueElements(reference.number) { order.append($0) }
      return Self(order)
    }
  }
}

/// The entries of an ordered dictionary in generated code, archived as an `NSDictionary` whose keys have an order.
@_spi(GeneratedCode)
public struct ArchivedOrderedEntries<Key: ArchivableValue & Hashable, Value: ArchivableValue>:
  ArchivableValue
{
  /// The keys, each once.
  public let keys: [Key]
  /// The values, each at the place of its key.
  public let values: [Value]

  /// Represents these entries, of which no two have equal keys.
  public init(keys: [Key], values: [Value]) { (self.keys, self.values) = (keys, values) }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try encoder.uniqueEntries(keys, values, in: Array(keys.indices))
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    try decoder.value(reference.number, as: Self.self) {
      var (keys, values): ([Key], [Value]) = ([], [])
      _ = try decoder.uniqueEntries(reference.number) { (key: Key, value: Value) in
        keys.append(key)
        values.append(value)
      }
      return Self(keys: keys, values: values)
    }
  }
}
