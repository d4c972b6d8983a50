/// Compares a record that is compiled in with the layout that code was generated for.
struct LayoutCheck {
  /// The target of a pointer in the compiled header, and the schema that archives it.
  struct Pointee: Sendable {
    let member: String
    let type: Any.Type
    let schema: @Sendable () -> RecordSchema
  }

  private let owner: String
  private var memory: UnsafeMutableRawBufferPointer
  private(set) var pointees: [Pointee] = []
  private var isFirstPass = true

  /// Checks a record of this type, which `schema` archives.
  ///
  /// - Parameter text: the layout's text; nil if it cannot be read.
  /// - Returns: the targets of its pointers, which `GraphPlan` checks, because their schemas may not exist yet.
  static func run(
    _ type: Any.Type, _ layout: RecordLayout, _ text: LayoutText?, name: String, size: Int, alignment: Int,
    fields: [FieldSchema]
  ) throws(ArchiveError) -> [Pointee] {
    func run<Record>(_ type: Record.Type) -> Result<[Pointee], ArchiveError> {
      Result { () throws(ArchiveError) in
        let owner = name.isEmpty ? "\(type)" : name
        guard MemoryLayout<Record>.size == size, MemoryLayout<Record>.alignment == alignment else {
          throw .layoutMismatch(
            type: owner, expected: "\(size) bytes aligned to \(alignment)",
            found: "\(MemoryLayout<Record>.size) bytes aligned to \(MemoryLayout<Record>.alignment)")
        }
        // The first use refuses a type that is not a C record.
        guard _isPOD(type), size > 0 else { return [] }
        guard let text else { throw .invalidSchema(type: owner, reason: LayoutText.cannotBeRead) }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: max(alignment, 16))
        defer { memory.deallocate() }
        var check = LayoutCheck(owner: owner, memory: memory)
        try check.run(type, layout, text, fields)
        return check.pointees
      }
    }
    return try _openExistential(type, do: run).get()
  }

  private init(owner: String, memory: UnsafeMutableRawBufferPointer) {
    self.owner = owner
    self.memory = memory
  }

  /// The bytes contain their own offsets: in the first pass the low bytes of the offsets, then the high bytes. So a
  /// member at another offset has other bytes in one pass. The same is done with bits for bit-fields.
  private mutating func run<Record>(
    _ type: Record.Type, _ layout: RecordLayout, _ text: LayoutText, _ fields: [FieldSchema]
  ) throws(ArchiveError) {
    guard let address = memory.baseAddress else { return }
    for shift in stride(from: 0, to: Int.bitWidth, by: 8) where shift == 0 || memory.count >> shift > 0 {
      for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index >> shift) }
      let record = address.assumingMemoryBound(to: type).pointee
      try compare(record, text, fields, at: 0, path: "")
      if let read = layout.read { try compare(read, text, fields, isBits: false) }
      isFirstPass = false
    }
    try compareAssigned(layout, text)
    let hasBits = text.members.contains { $0.access == .read && $0.type.isBits }
    guard let read = layout.read, hasBits else { return }
    for index in memory.indices { memory[index] = 0xFF }
    try compare(read, text, fields, isBits: true)
    for shift in 0..<(Int.bitWidth - (memory.count * 8 - 1).leadingZeroBitCount) {
      for index in memory.indices {
        memory[index] = (0..<8).reduce(0) { $0 | UInt8(truncatingIfNeeded: ((index * 8 + $1) >> shift & 1) << $1) }
      }
      try compare(read, text, fields, isBits: true)
    }
  }

  // MARK: Members that Swift reflects

  private mutating func compare(
    _ record: Any, _ text: LayoutText, _ fields: [FieldSchema], at base: Int, path: String
  ) throws(ArchiveError) {
    // A custom mirror says nothing about the layout, and without reflection metadata there is none.
    guard text.isReflected, !(record is any CustomReflectable) else { return }
    let alignment = LayoutValue.alignment(Swift.type(of: record))
    if text.members.contains(where: { mayBeMisaligned($0, fields, at: base, recordAlignment: alignment) }) { return }
    let found = Mirror(reflecting: record)
    guard found.displayStyle == .struct, !found.children.isEmpty else { return }
    var values: [String: Any] = [:]
    for child in found.children { values[child.label ?? ""] = child.value }
    for member in text.members where member.access == .reflected {
      guard let value = values.removeValue(forKey: member.name) else {
        if member.isOptional || text.hasOtherNames { continue }
        throw mismatch(path + member.name, member.type, "is missing")
      }
      try compare(value, member, fields, at: base, path: path)
    }
    // Swift gives the members of an anonymous struct or union a name of its own.
    if !text.hasOtherNames, let unknown = values.keys.filter({ !$0.hasPrefix("__") }).sorted().first {
      throw .layoutMismatch(
        type: owner, expected: "one without it", found: "a record with a member '\(path + unknown)'")
    }
  }

  /// Whether a member may be aligned to 16 bytes, and a packed record has it elsewhere. Reflection copies each member with
  /// instructions that end the program then. What is left are the assertions in the generated header.
  private func mayBeMisaligned(
    _ member: LayoutText.Member, _ fields: [FieldSchema], at base: Int, recordAlignment: Int
  ) -> Bool {
    guard member.access == .reflected, (base + member.offset) % 16 != 0 else { return false }
    switch member.type.element {
    // Numbers of 128 bits and vectors, for example.
    case .other: return true
    case .integer(let bits, _), .floating(let bits): return bits > 64
    case .record:
      guard let row = member.row, fields.indices.contains(row) else { return recordAlignment < 8 }
      switch fields[row].form {
      case .record(let schema), .records(_, let schema, _): return schema.alignment >= 16
      default: return recordAlignment < 8
      }
    default: return false
    }
  }

  private mutating func compare(
    _ value: Any, _ member: LayoutText.Member, _ fields: [FieldSchema], at base: Int, path: String
  ) throws(ArchiveError) {
    let type = Swift.type(of: value)
    guard LayoutValue.matches(type, value, member.type) else {
      throw mismatch(path + member.name, member.type, "is \(LayoutValue.name(type))")
    }
    guard let address = memory.baseAddress, base + member.offset + LayoutValue.size(type) <= memory.count else {
      throw mismatch(path + member.name, member.type, "is \(LayoutValue.name(type)), beyond its end")
    }
    let isRecord = if case .record = member.type.element { true } else { false }
    if !isRecord, !LayoutValue.isAt(address + base + member.offset, value) {
      throw mismatch(path + member.name, member.type, "stands elsewhere", at: base + member.offset)
    }
    guard let row = member.row, fields.indices.contains(row) else { return }
    switch fields[row].form {
    case .record(let schema), .records(_, let schema, _):
      try compare(element: value, member.type, schema, at: base + member.offset, path: path + member.name)
    case .pointer(_, let pointer):
      guard isFirstPass, case .target(.records(let schema), _) = pointer.kind,
        let target = LayoutCheck.target(type, value, member.type)
      else { return }
      pointees.append(Pointee(member: path + member.name, type: target, schema: schema))
    default: break
    }
  }

  /// Compares the first element of an array, which represents all.
  private mutating func compare(
    element value: Any, _ expected: LayoutType, _ schema: RecordSchema, at offset: Int, path: String
  ) throws(ArchiveError) {
    if case .array(let count, let element) = expected {
      if count == 1 { return try compare(element: value, element, schema, at: offset, path: path) }
      guard let first = Mirror(reflecting: value).children.first else { return }
      return try compare(element: first.value, element, schema, at: offset, path: path)
    }
    guard let layout = schema.layout else { return }
    let type = Swift.type(of: value)
    if let own = layout.type {
      guard type == own else { throw mismatch(path, expected, "is \(LayoutValue.name(type))") }
      return
    }
    guard LayoutValue.size(type) == schema.size else {
      throw mismatch(path, expected, "is \(LayoutValue.name(type)) of \(LayoutValue.size(type)) bytes")
    }
    guard let text = schema.layoutText else { return }
    try compare(value, text, schema.fields, at: offset, path: path + ".")
  }

  /// The target type of a pointer, or of the pointers in an array.
  private static func target(_ type: Any.Type, _ value: Any, _ expected: LayoutType) -> Any.Type? {
    if case .array(let count, let element) = expected {
      if count == 1 { return target(type, value, element) }
      guard let first = Mirror(reflecting: value).children.first else { return nil }
      return target(Swift.type(of: first.value), first.value, element)
    }
    let pointer = (type as? any LayoutOptional.Type)?.wrapped ?? type
    return (pointer as? any LayoutPointer.Type)?.layoutTarget
  }

  // MARK: Members that generated code reads

  private mutating func compare(
    _ read: (UnsafeRawPointer, inout LayoutReader) -> Void, _ text: LayoutText, _ fields: [FieldSchema],
    isBits: Bool
  ) throws(ArchiveError) {
    guard let address = memory.baseAddress else { return }
    var reader = LayoutReader(address)
    read(UnsafeRawPointer(address), &reader)
    for constant in reader.constants where constant.value != constant.expected {
      throw .layoutMismatch(
        type: owner, expected: "one for which it is \(constant.expected)",
        found: "a record for which '\(constant.name)' is \(constant.value)")
    }
    let members = text.members.lazy.filter { $0.access == .read }
    for (member, value) in zip(members, reader.found) where member.type.isBits == isBits {
      switch member.type {
      case .bits(let width, let isSigned):
        let field = BitField(offset: member.offset, width: width)
        guard width <= 64, member.offset + width <= memory.count * 8, let found = value.number else {
          continue
        }
        let wide = isSigned ? field.readSigned(address) : field.read(address)
        guard found == Int64(bitPattern: wide.low) else {
          throw mismatch(member.name, member.type, "has other bits", atBit: member.offset)
        }
      case .bool:
        guard LayoutValue.matches(Swift.type(of: value.value), value.value, .bool) else {
          throw mismatch(member.name, member.type, "is \(LayoutValue.name(Swift.type(of: value.value)))")
        }
        guard value.number == Int64(address.load(fromByteOffset: member.offset, as: UInt8.self) & 1) else {
          throw mismatch(member.name, member.type, "stands elsewhere", at: member.offset)
        }
      default: try compare(value.value, member, fields, at: 0, path: "")
      }
    }
  }

  // MARK: Bit-fields that generated code assigns

  private mutating func compareAssigned(_ layout: RecordLayout, _ text: LayoutText) throws(ArchiveError) {
    guard let assign = layout.assign, let address = memory.baseAddress else { return }
    for index in memory.indices { memory[index] = 0 }
    var writer = LayoutWriter(memory, text.members.filter { $0.access == .assigned })
    assign(address, &writer)
    guard let (member, found) = writer.finish() else { return }
    throw mismatch(member.name, member.type, found, atBit: member.offset)
  }

  // MARK: Errors

  /// - Parameter found: completes "a record whose 'x' …".
  private func mismatch(
    _ name: String, _ expected: LayoutType, _ found: String, at offset: Int? = nil, atBit bit: Int? = nil
  ) -> ArchiveError {
    let place = offset.map { " at byte \($0)" } ?? bit.map { " at bit \($0)" } ?? ""
    return .layoutMismatch(
      type: owner, expected: "one whose '\(name)' is \(expected)\(place)", found: "a record whose '\(name)' \(found)")
  }
}

extension LayoutType {
  /// Whether the layout can only be checked bit by bit.
  fileprivate var isBits: Bool {
    switch self {
    case .bits, .bool: true
    default: false
    }
  }

  fileprivate var element: LayoutType {
    if case .array(_, let element) = self { element.element } else { self }
  }
}
