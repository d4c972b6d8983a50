/// What a schema must satisfy before its plan is trusted with memory.
extension PlanCompiler {
  mutating func take(_ key: String, _ field: FieldSchema) throws(ArchiveError) {
    guard seen.insert(ExactText(key)).inserted else { throw flaw(field, "the key '\(key)' is used twice") }
  }

  func flaw(_ field: FieldSchema, _ reason: String) -> ArchiveError {
    .invalidSchema(type: name, reason: "field '\(field.key)': \(reason)")
  }

  func check(_ bytes: Int, at offset: Int, _ field: FieldSchema, _ size: Int) throws(ArchiveError) {
    guard bytes >= 0, offset >= 0, bytes <= size, offset <= size - bytes else {
      throw flaw(field, "\(bytes) bytes at \(offset) are not inside a record of \(size)")
    }
  }

  func check(
    _ type: ElementType, _ dimensions: [Int], _ field: FieldSchema, _ size: Int
  ) throws(ArchiveError) {
    if let reason = type.flaw { throw flaw(field, reason) }
    guard dimensions.allSatisfy({ $0 >= 0 }), let bytes = Description.product([type.storage] + dimensions) else {
      throw flaw(field, "dimensions \(dimensions)")
    }
    try check(bytes, at: field.offset, field, size)
  }

  func bits(
    _ field: FieldSchema, _ width: Int, _ type: ElementType, at base: Int, size: Int
  ) throws(ArchiveError) -> ElementAccess {
    var isSigned = false
    var declared = 1
    switch type.number {
    case .bool: break
    case .integer(let bits, let signed): (declared, isSigned) = (bits, signed)
    case .floating: throw flaw(field, "a bit-field of type \(type.name)")
    }
    guard type.shape == .single, 1...128 ~= width, width <= declared, field.offset >= 0,
      field.offset <= size * 8 - width
    else { throw flaw(field, "\(width) bits of \(type.name) at bit \(field.offset) of \(size) bytes") }
    let number: ElementType.Number = type.number == .bool ? .bool : .integer(bits: width, isSigned: isSigned)
    let archived = ElementType(number, laneStorage: number.archivedSize)
    let local = BitField(offset: field.offset, width: width)
    // The load stays inside the record that declares the field, wherever that stands in others.
    let codec: ElementCodec =
      if let window = BitWindow(local, recordSize: size) { .window(window, isSigned: isSigned) } else {
        .bits(local, isSigned: isSigned)
      }
    return ElementAccess(
      .number(archived), dimensions: [], offset: base, codec: codec, inner: [], closed: try closed(field, archived))
  }

  func closed(_ field: FieldSchema, _ type: ElementType) throws(ArchiveError) -> AllowedValues? {
    guard let values = field.closedValues else { return nil }
    switch type.number {
    case .integer(let bits, let isSigned) where bits <= 64 && type.shape == .single:
      return AllowedValues(values, size: type.archivedSize, isSigned: isSigned)
    case .bool where type.shape == .single: return AllowedValues(values, size: 1, isSigned: false)
    default: throw flaw(field, "closed values of type \(type.name)")
    }
  }

  func defaultBytes(_ field: FieldSchema, _ cell: ElementAccess?) throws(ArchiveError) -> [UInt8] {
    guard let value = field.defaultValue, let cell else { return [] }
    switch (cell.archived.element, value) {
    case (.text(let encoding), .text(let text)):
      guard let bytes = TextBytes.bytes(text, encoding), bytes.count <= cell.byteCount else {
        throw flaw(field, "the default does not fit")
      }
      return bytes + Array(repeating: 0, count: cell.byteCount - bytes.count)
    case (.number(let type), _) where type.shape == .single:
      var bytes = [UInt8](repeating: 0, count: type.archivedSize)
      let failure = bytes.withUnsafeMutableBytes { target -> ConversionFailure? in
        guard let address = target.baseAddress else { return .wrongType }
        return FoundValue(value.rounded(to: type.number)).convert(to: type.number, at: address)
      }
      guard failure == nil else { throw flaw(field, "the default is no \(type.name)") }
      return bytes
    default: throw flaw(field, "a default of this type")
    }
  }
}

extension ElementAccess {
  /// Plain bytes: stored without a description.
  var isBytes: Bool {
    guard case .number(let type) = archived.element, type.shape == .single, case .integer(8, _) = type.number
    else { return false }
    return archived.dimensions.count <= 1
  }

  /// The cell of an array's elements, seen from the record that holds the array.
  func inArray(_ array: RecordArray) -> ElementAccess {
    var stride = array.plan.size
    var outer: [Step] = []
    for count in array.dimensions.reversed() {
      outer.insert(Step(count: count, stride: stride), at: 0)
      stride *= count
    }
    return ElementAccess(self, outer: outer, offset: array.offset)
  }
}
