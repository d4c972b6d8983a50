import Foundation

extension RecordDecoder {
  /// The number, text, bytes or array of numbers under `key`. A number of another type is converted if its value is
  /// preserved. An array with several dimensions is one list in row-major order.
  ///
  /// - Throws: `missingKey`; `wrongType`; `outOfRange`; `invalidText`; `decodingOver`.
  public func decode<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws(ArchiveError) -> Value {
    guard let value = try decodeIfPresent(type, forKey: key) else { throw .missingKey(path: path(key)) }
    return value
  }

  /// The same; nil if there is no such key.
  ///
  /// - Throws: the same errors as `decode(_:forKey:)`, except for `missingKey`.
  public func decodeIfPresent<Value: ArchivableValue>(
    _ type: Value.Type, forKey key: String
  ) throws(ArchiveError) -> Value? {
    let found: (any ArchivableValue)?
    switch type {
    case let number as any PackableElement.Type: found = try self.number(number, key)
    case let list as any NumberList.Type: found = try list.list(from: self, key)
    case is String.Type: found = try text(key)
    case is Data.Type: found = try bytes(key)
    default:
      throw .wrongType(path: path(key), expected: "a number, text, bytes or an array of numbers", found: "\(type)")
    }
    return found as? Value
  }

  private func number<Number: PackableElement>(_ type: Number.Type, _ key: String) throws(ArchiveError) -> Number? {
    let cell = ElementAccess(Number.packedType, offset: 0)
    var source = fieldSource
    let place = Leaf.Key(text: key, index: 0, description: key + "[]", descriptionIndex: nil)
    return try withUnsafeTemporaryAllocation(of: Number.self, capacity: 1) { (buffer) throws(ArchiveError) in
      let address = buffer.baseAddress.unsafelyUnwrapped
      let bytes = UnsafeMutableRawPointer(address)
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Number>.size)
      return try cell.decodeNumber(place, into: bytes, from: &source) ? address.move() : nil
    }
  }

  fileprivate func list<Number: PackableElement>(of type: Number.Type, _ key: String) throws(ArchiveError) -> [Number]?
  {
    let found = try value(key, .array)
    switch found {
    case .missing: return nil
    case .data(let bytes):
      var description = ArrayDescription(.packed(.little), ArchivedArray(.number(.u8), [bytes.count]))
      if case .text(let text) = try value(key + "[]", .text) {
        guard let own = ArrayDescription(text) else {
          throw .wrongType(path: path(key), expected: "an array of numbers", found: "data described as '\(text)'")
        }
        description = own
      }
      guard case .packed(let order) = description.storage, case .number = description.array.element,
        description.array.byteCount == bytes.count, let count = Description.product(description.array.dimensions)
      else {
        throw .wrongType(
          path: path(key), expected: "an array of numbers", found: "data described as '\(description.text)'")
      }
      let flat = ArchivedArray(description.array.element, [count])
      return try caught { try PackedArray.elements(of: Data(bytes), flat, order, count: count) { path(key) } }
    default: return try number(type, key).map { [$0] }
    }
  }

  /// Runs code that throws only errors of this library.
  private func caught<Result>(_ body: () throws -> Result) throws(ArchiveError) -> Result {
    do { return try body() } catch let error as ArchiveError { throw error } catch { throw .decodingOver }
  }

  private func text(_ key: String) throws(ArchiveError) -> String? {
    let found = try value(key, .text)
    switch found {
    case .missing: return nil
    case .text(let text): return text
    case .data(let bytes):
      guard let address = bytes.baseAddress else { return "" }
      guard let text = TextBytes.string(address, count: bytes.count, .utf8) else {
        throw TextBytes.invalid(path(key), .utf8)
      }
      return text
    default: throw .wrongType(path: path(key), expected: "a string", found: found.kindName)
    }
  }

  private func bytes(_ key: String) throws(ArchiveError) -> Data? {
    let found = try value(key, .data)
    switch found {
    case .missing: return nil
    case .data(let bytes): return Data(bytes)
    default: throw .wrongType(path: path(key), expected: "data", found: found.kindName)
    }
  }
}

/// An array of numbers of any type.
private protocol NumberList: ArchivableValue {
  static func list(from decoder: RecordDecoder, _ key: String) throws(ArchiveError) -> Self?
}

extension Array: NumberList where Element: PackableElement {
  static func list(from decoder: RecordDecoder, _ key: String) throws(ArchiveError) -> [Element]? {
    try decoder.list(of: Element.self, key)
  }
}
