extension ElementAccess {
  /// Stores data that the archive describes as `array` in the record.
  func put(
    _ data: UnsafeRawBufferPointer, _ array: ArchivedArray, _ order: ByteOrder, _ path: String,
    into record: UnsafeMutableRawPointer, _ newElement: [UInt8] = []
  ) throws(ArchiveError) {
    guard let expected = array.byteCount, expected == data.count else {
      throw .wrongType(path: path, expected: "the bytes of \(array.name)", found: "\(data.count) bytes")
    }
    if array == archived, order == .little {
      guard let source = data.baseAddress, byteCount > 0 else { return }
      guard scatter(source, count: 1, to: record, stride: 0) == 1 else { throw invalid(path, source) }
      return
    }
    let conversion = try conversion(from: array, path)
    var turned = order == .little ? [] : Array(data)
    turned.withUnsafeMutableBytes { bytes in
      if let address = bytes.baseAddress, order == .big { ByteOrder.reverse(address, array) }
    }
    try put(path, into: record, newElement) { (target) throws(ArchiveError) in
      try (order == .little ? data : nil).withBytes(or: turned) { (source) throws(ArchiveError) in
        try conversion.convert(source, to: target) { path }
      }
    }
  }

  /// Stores archived bytes in the record after `fill` has written them into memory of zeros, or of this element again and again.
  func put(
    _ path: String, into record: UnsafeMutableRawPointer, _ element: [UInt8] = [],
    _ fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    guard byteCount > 0 else { return }
    var bytes: [UInt8] = []
    try put(into: StridedRows(record), &bytes, from: 0, element, path: { _ in path }, fill)
  }

  /// Reads an array of numbers in any form of storage.
  ///
  /// - Parameter newElement: What elements are that the archive does not have; empty for zero.
  /// - Returns: false if the archive has no value under the key.
  func decodeArray<Source: FieldSource & ~Copyable>(
    _ key: Leaf.Key, into record: UnsafeMutableRawPointer, _ newElement: [UInt8], from source: inout Source
  ) throws(ArchiveError) -> Bool {
    let path = source.path(key.text)
    let found = try source.find(key.text, index: key.index, as: .array)
    let text = try source.description(key.description, index: key.descriptionIndex)
    var description: ArrayDescription?
    if let text {
      description = ArrayDescription(text)
      guard description != nil else {
        throw .wrongType(path: path, expected: archived.name, found: "data described as '\(text)'")
      }
    }
    if let description, description.storage == .elements {
      try decodeElements(description.array, key, path, into: record, newElement, from: &source)
      return true
    }
    switch found {
    case .missing:
      guard description == nil else { throw .missingKey(path: path) }
      return false
    case .data(let data):
      let array = description?.array ?? undescribed(data.count)
      guard case .packed(let order)? = description?.storage ?? .packed(.little) else { return false }
      try put(data, array, order, path, into: record, newElement)
    case .text(let text) where isBytes:
      try put(path, into: record) { (target) throws(ArchiveError) in
        try TextBytes.put(text, .utf8, target, room: byteCount, path)
      }
    case .integer, .wide, .bool, .real32, .real64:
      // If the field was a single number, that is the first element.
      guard case .number(let type) = archived.element, type.shape == .single else {
        throw .wrongType(path: path, expected: archived.name, found: found.kindName)
      }
      guard byteCount > 0 else { throw .outOfRange(path: path, value: found.valueText, type: archived.name) }
      try put(path, into: record, newElement) { (target) throws(ArchiveError) in
        guard let failure = found.convert(to: type.number, at: target) else { return }
        throw failure.error(path, found.kindName, found.valueText, type.name)
      }
    default: throw .wrongType(path: path, expected: archived.name, found: found.kindName)
    }
    return true
  }

  /// The type of data without a description: bytes, which are signed if the field's are.
  private func undescribed(_ count: Int) -> ArchivedArray {
    guard case .number(let type) = archived.element, type.isByte else { return ArchivedArray(.number(.u8), [count]) }
    return ArchivedArray(archived.element, [count])
  }

  /// A number that was an array whose elements have keys of their own: the first of them. Others have to be zero.
  ///
  /// - Returns: false if the archive describes no such array.
  func decodeFirstElement<Source: FieldSource & ~Copyable>(
    _ key: Leaf.Key, into record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) -> Bool {
    guard let array = try elementArray(key, from: &source) else { return false }
    try decodeElements(array, key, source.path(key.text), into: record, [], from: &source)
    return true
  }

  /// The array under the key if its elements have keys of their own.
  private func elementArray<Source: FieldSource & ~Copyable>(
    _ key: Leaf.Key, from source: inout Source
  ) throws(ArchiveError) -> ArchivedArray? {
    guard let text = try source.description(key.description, index: key.descriptionIndex),
      let description = ArrayDescription(text), description.storage == .elements
    else { return nil }
    return description.array
  }

  private func decodeElements<Source: FieldSource & ~Copyable>(
    _ array: ArchivedArray, _ key: Leaf.Key, _ path: String, into record: UnsafeMutableRawPointer,
    _ newElement: [UInt8], from source: inout Source
  ) throws(ArchiveError) {
    guard case .number(let type) = archived.element, case .number(let sourceType) = array.element else {
      throw .wrongType(path: path, expected: archived.name, found: "elements of \(array.name)")
    }
    let element = try ArrayConversion(
      from: ArchivedArray(array.element, []), to: ArchivedArray(archived.element, []), path)
    // This checks the dimensions. Each element has a key or is an error, so the archive's size bounds their number.
    _ = try conversion(from: array, path)
    let size = type.archivedSize
    // Elements without a place in the record must be zero.
    var bytes: [UInt8] = []
    while !newElement.isEmpty, bytes.count < byteCount { bytes += newElement }
    bytes.append(contentsOf: repeatElement(0, count: byteCount + size - bytes.count))
    for index in 0..<array.dimensions.reduce(1, *) {
      let place = Description.index(of: index, in: array.dimensions, within: archived.dimensions)
      let elementKey = key.text + Description.subscripts(of: index, in: array.dimensions)
      let wanted: WantedValue = sourceType.isPlain ? .number(sourceType.number) : .data
      let found = try source.find(elementKey, index: nil, as: wanted)
      let elementPath = source.path(elementKey)
      try bytes.withUnsafeMutableBufferPointer { (buffer) throws(ArchiveError) in
        guard let address = buffer.baseAddress else { return }
        let target = UnsafeMutableRawPointer(address) + (place.map { $0 * size } ?? byteCount)
        switch found {
        case .missing: throw .missingKey(path: elementPath)
        case .data(let data):
          guard data.count == element.sourceByteCount, let bytes = data.baseAddress else {
            throw .wrongType(path: elementPath, expected: sourceType.name, found: "\(data.count) bytes")
          }
          try element.convert(bytes, to: target) { elementPath }
        default:
          guard type.shape == .single else {
            throw .wrongType(path: elementPath, expected: type.name, found: found.kindName)
          }
          if let failure = found.convert(to: type.number, at: target) {
            throw failure.error(elementPath, found.kindName, found.valueText, type.name)
          }
        }
        guard place == nil, buffer[byteCount...].contains(where: { $0 != 0 }) else { return }
        throw .outOfRange(path: elementPath, value: "of an array \(array.name)", type: archived.name)
      }
    }
    try put(path, into: record) { (target) throws(ArchiveError) in
      bytes.withUnsafeBytes { target.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: byteCount) }
    }
  }

  /// Reads text in a fixed array.
  func decodeText<Source: FieldSource & ~Copyable>(
    _ key: Leaf.Key, _ encoding: TextEncoding, into record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) -> Bool {
    let path = source.path(key.text)
    switch try source.find(key.text, index: key.index, as: .text) {
    case .missing: return false
    case .text(let text):
      try TextBytes.put(text, encoding, record + offset, room: byteCount, path)
    case .data(let data):
      // The archive is from before the field was marked as text. Bytes in one dimension have no description.
      if let text = try source.description(key.description, index: key.descriptionIndex) {
        guard let found = ArrayDescription(text), found.storage != .elements, found.array.dimensions.count == 1,
          case .number(let type) = found.array.element, type.isByte
        else {
          throw .wrongType(path: path, expected: archived.name, found: "data described as '\(text)'")
        }
      }
      try put(data, ArchivedArray(.number(.u8), [data.count]), .little, path, into: record)
    case let found: throw .wrongType(path: path, expected: "a string", found: found.kindName)
    }
    return true
  }

  /// Text that was an array of bytes whose elements have keys of their own.
  ///
  /// - Returns: false if the archive describes no such array.
  func decodeTextOfElements<Source: FieldSource & ~Copyable>(
    _ key: Leaf.Key, into record: UnsafeMutableRawPointer, from source: inout Source
  ) throws(ArchiveError) -> Bool {
    guard let array = try elementArray(key, from: &source) else { return false }
    let path = source.path(key.text)
    guard array.dimensions.count == 1, case .number(let type) = array.element, type.isByte else {
      throw .wrongType(path: path, expected: archived.name, found: "elements of \(array.name)")
    }
    // Each has a key or is an error, so the archive's size bounds their number.
    var bytes: [UInt8] = []
    for index in 0..<array.dimensions[0] {
      let element = key.text + Description.subscripts(of: index, in: array.dimensions)
      let found = try source.find(element, index: nil, as: .number(type.number))
      if case .missing = found { throw .missingKey(path: source.path(element)) }
      var byte: UInt8 = 0
      if let failure = found.convert(to: type.number, at: &byte) {
        throw failure.error(source.path(element), found.kindName, found.valueText, type.name)
      }
      bytes.append(byte)
    }
    try bytes.withUnsafeBufferPointer { (bytes) throws(ArchiveError) in
      let data = UnsafeRawBufferPointer(bytes)
      try put(data, ArchivedArray(.number(.u8), [data.count]), .little, path, into: record)
    }
    return true
  }
}

extension UnsafeRawBufferPointer? {
  /// The address of the first byte of this buffer; without a buffer, of `bytes`.
  fileprivate func withBytes(
    or bytes: [UInt8], _ body: (UnsafeRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    if let self {
      if let address = self.baseAddress { try body(address) }
      return
    }
    try bytes.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
      if let address = buffer.baseAddress { try body(UnsafeRawPointer(address)) }
    }
  }
}
