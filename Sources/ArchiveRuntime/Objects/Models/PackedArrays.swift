import Foundation

extension ObjectEncoder {
  /// Archives an array of numbers under `key` as one byte string, with a description unless they are bytes; nil as
  /// null.
  ///
  /// - Throws: `duplicateKey`; `limitExceeded` when memory runs out.
  @_spi(GeneratedCode) public func encodePacked<Element: PackableElement>(_ values: [Element]?, forKey key: String)
    throws
  {
    guard let substitution else { return try writePacked(values, forKey: key) }
    try substitution.encodePacked(values, forKey: key, in: self)
  }

  package func writePacked<Element: PackableElement>(_ values: [Element]?, forKey key: String) throws {
    guard let values else { return try put(.null, forKey: key) }
    let type = Element.packedType
    let array = ArchivedArray(.number(type), [values.count])
    try sink.key(key)
    try sink.data(byteCount: values.count * type.archivedSize) { (target) throws(ArchiveError) in
      values.withUnsafeBytes { PackedArray.pack($0, to: target, array, stride: MemoryLayout<Element>.stride) }
    }
    guard type != .u8 else { return }
    try array.name.archive(in: self, forKey: key + "[]")
  }
}

extension ObjectDecoder {
  /// The array of numbers under `key`, packed or as a collection of numbers.
  ///
  /// - Throws: `missingKey`, `wrongType`; `outOfRange` for a number that does not fit the elements' type;
  ///   `limitExceeded`.
  @_spi(GeneratedCode) public func decodePacked<Element: PackableElement>(_ type: [Element].Type, forKey key: String)
    throws -> [Element]
  {
    guard case .data(let range) = try value(forKey: key) else {
      return try decode([Element].self, forKey: key)
    }
    var description = ArrayDescription(.packed(.little), ArchivedArray(.number(.u8), [range.count]))
    if try containsValue(forKey: key + "[]") {
      let text = try decode(String.self, forKey: key + "[]")
      guard let known = ArrayDescription(text) else {
        throw ArchiveError.wrongType(
          path: path(key), expected: "an array of \(Element.packedType.name)",
          found: "data described as '\(PathSearch.excerpt(text))'")
      }
      description = known
    }
    let source = description.array
    guard case .packed(let order) = description.storage, source.dimensions.count == 1, source.byteCount == range.count
    else {
      throw ArchiveError.wrongType(
        path: path(key), expected: "the bytes of an array of \(Element.packedType.name)",
        found: "\(range.count) bytes described as '\(description.text)'")
    }
    let count = source.dimensions.first ?? 0
    try archive.charge(count &* MemoryLayout<Element>.stride)
    let bytes = try archive.data(range)
    return try PackedArray.elements(of: bytes, source, order, count: count) { path(key) }
  }

  /// The same; nil for null, and where the object has nothing for the key.
  ///
  /// - Throws: the same errors as for an array.
  @_spi(GeneratedCode) public func decodePacked<Element: PackableElement>(_ type: [Element]?.Type, forKey key: String)
    throws -> [Element]?
  {
    guard try containsValue(forKey: key), try isNullIfPresent(forKey: key) != true else { return nil }
    return try decodePacked([Element].self, forKey: key)
  }
}

enum PackedArray {
  /// Copies values from memory to the archived form; vectors lose their padding.
  static func pack(
    _ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer, _ array: ArchivedArray, stride: Int
  ) {
    guard let start = source.baseAddress, case .number(let type) = array.element else { return }
    let size = type.archivedSize
    if size == stride {
      target.copyMemory(from: start, byteCount: source.count)
    } else {
      for index in 0..<(source.count / stride) {
        (target + index * size).copyMemory(from: start + index * stride, byteCount: size)
      }
    }
    if ByteOrder.host == .big { ByteOrder.reverse(target, array) }
  }

  static func elements<Element: PackableElement>(
    of data: Data, _ source: ArchivedArray, _ order: ByteOrder, count: Int, path: () -> String
  ) throws -> [Element] {
    let type = Element.packedType
    let wanted = ArchivedArray(.number(type.archived), [count])
    var packed = data
    if order == .big { reverse(&packed, source) }
    if source != wanted {
      let conversion = try ArrayConversion(from: source, to: wanted, path())
      var converted = Data(count: count * type.archivedSize)
      try converted.withUnsafeMutableBytes { target in
        try packed.withUnsafeBytes { bytes in
          guard let from = bytes.baseAddress, let to = target.baseAddress else { return }
          try conversion.convert(from, to: to, path)
        }
      }
      packed = converted
    }
    if type.number == .bool, let bad = packed.first(where: { $0 > 1 }) {
      throw ArchiveError.outOfRange(path: path(), value: "\(bad)", type: "Bool")
    }
    if ByteOrder.host == .big { reverse(&packed, wanted) }
    return packed.withUnsafeBytes { bytes in
      [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
        unpack(bytes, to: UnsafeMutableRawBufferPointer(buffer), wanted, stride: MemoryLayout<Element>.stride)
        initialized = count
      }
    }
  }

  private static func reverse(_ data: inout Data, _ array: ArchivedArray) {
    data.withUnsafeMutableBytes { bytes in
      if let address = bytes.baseAddress { ByteOrder.reverse(address, array) }
    }
  }

  private static func unpack(
    _ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer, _ array: ArchivedArray, stride: Int
  ) {
    guard let from = source.baseAddress, let to = target.baseAddress, case .number(let type) = array.element
    else { return }
    let size = type.archivedSize
    if size == stride {
      to.copyMemory(from: from, byteCount: source.count)
    } else {
      target.initializeMemory(as: UInt8.self, repeating: 0)
      for index in 0..<(source.count / size) {
        (to + index * stride).copyMemory(from: from + index * size, byteCount: size)
      }
    }
  }
}
