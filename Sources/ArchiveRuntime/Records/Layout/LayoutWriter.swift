/// Gives generated code what it assigns to a record's bit-fields, one after the other, and looks which bits that sets.
@_spi(GeneratedCode) public struct LayoutWriter {
  /// `UnsafeMutablePointer`, which C may have another type for.
  public typealias Address = UnsafeMutablePointer

  private let memory: UnsafeMutableRawBufferPointer
  private let members: [LayoutText.Member]
  /// How many members have been given their value; the last one's has not been looked at.
  private var count = 0
  private var isSigned: Bool?
  private var problem: (member: LayoutText.Member, found: String)?

  /// - Parameters:
  ///   - memory: the record's, all zeros.
  ///   - members: in the order in which they are assigned.
  init(_ memory: UnsafeMutableRawBufferPointer, _ members: [LayoutText.Member]) {
    self.memory = memory
    self.members = members
  }

  /// A number of which all bits are one, for the next bit-field.
  public mutating func ones<Value: FixedWidthInteger>() -> Value {
    begin(isSigned: Value.isSigned)
    return ~0
  }

  /// For a bit-field that is a `_Bool`.
  public mutating func ones() -> Bool {
    begin(isSigned: false)
    return true
  }

  /// An enumeration's.
  public mutating func ones<Value: RawRepresentable>() -> Value where Value.RawValue: FixedWidthInteger {
    begin(isSigned: Value.RawValue.isSigned)
    return Value(rawValue: ~0) ?? allBits()
  }

  /// Of a type that only C takes for a number, as `wchar_t`.
  public mutating func ones<Value>() -> Value {
    begin(isSigned: nil)
    return allBits()
  }

  /// C's closed enumerations have no value of that name, but may hold it.
  private func allBits<Value>() -> Value {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      for index in UnsafeMutableRawBufferPointer(buffer).indices { UnsafeMutableRawBufferPointer(buffer)[index] = 0xFF }
      return buffer[0]
    }
  }

  /// Looks at the last one, too.
  ///
  /// - Returns: the first bit-field that is not where it should be, and what completes "a record whose 'x' …".
  mutating func finish() -> (member: LayoutText.Member, found: String)? {
    look()
    return problem
  }

  private mutating func begin(isSigned: Bool?) {
    look()
    self.isSigned = isSigned
    count += 1
  }

  /// The bits of the last one, and no others near it, are ones now; then they are zeros again. More bits than it had are
  /// next to it, as a bit-field's are in one place.
  private mutating func look() {
    guard problem == nil, count > 0, count <= members.count else { return }
    let member = members[count - 1]
    guard case .bits(let width, let mustBeSigned) = member.type else { return }
    let end = member.offset + width
    guard width > 0, width <= 64, end <= memory.count * 8 else {
      problem = (member, "is beyond its end")
      return
    }
    if let isSigned, isSigned != mustBeSigned {
      problem = (member, "is \(isSigned ? "signed" : "unsigned")")
      return
    }
    let window = max(member.offset / 8 - 8, 0)..<min((end + 7) / 8 + 8, memory.count)
    let found = UnsafeMutableRawBufferPointer(rebasing: memory[window])
    withUnsafeTemporaryAllocation(byteCount: found.count, alignment: 1) { expected in
      for index in expected.indices { expected[index] = 0 }
      guard let address = expected.baseAddress else { return }
      BitField(offset: member.offset - window.lowerBound * 8, width: width).write(.ones(width), address)
      if !found.elementsEqual(expected) { problem = (member, "has other bits") }
    }
    for index in found.indices { found[index] = 0 }
  }
}
