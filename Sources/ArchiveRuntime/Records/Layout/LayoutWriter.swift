/// Provides the values that generated code assigns to a record's bit-fields in turn, and checks which bits they set.
@_spi(GeneratedCode) public struct LayoutWriter {
  /// `UnsafeMutablePointer`, whose name a C type may hide.
  public typealias Address = UnsafeMutablePointer

  private let memory: UnsafeMutableRawBufferPointer
  private let members: [LayoutText.Member]
  /// The number of members whose value was provided. The last one has not been checked yet.
  private var count = 0
  private var isSigned: Bool?
  private var problem: (member: LayoutText.Member, found: String)?

  /// - Parameters:
  ///   - memory: the record's memory, zeroed.
  ///   - members: the members in the order in which they are assigned.
  init(_ memory: UnsafeMutableRawBufferPointer, _ members: [LayoutText.Member]) {
    self.memory = memory
    self.members = members
  }

  /// A number with all bits set, for the next bit-field.
  public mutating func ones<Value: FixedWidthInteger>() -> Value {
    begin(isSigned: Value.isSigned)
    return ~0
  }

  /// The value for a `_Bool` bit-field.
  public mutating func ones() -> Bool {
    begin(isSigned: false)
    return true
  }

  /// The value for a bit-field with an enumeration's type.
  public mutating func ones<Value: RawRepresentable>() -> Value where Value.RawValue: FixedWidthInteger {
    begin(isSigned: Value.RawValue.isSigned)
    return Value(rawValue: ~0) ?? allBits()
  }

  /// The value for a type that is a number only in C, such as `wchar_t`.
  public mutating func ones<Value>() -> Value {
    begin(isSigned: nil)
    return allBits()
  }

  /// The bits as a value. C's closed enumerations have no case for it, but can contain it.
  private func allBits<Value>() -> Value {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      for index in UnsafeMutableRawBufferPointer(buffer).indices { UnsafeMutableRawBufferPointer(buffer)[index] = 0xFF }
      return buffer[0]
    }
  }

  /// Checks the last one too.
  ///
  /// - Returns: the first bit-field with another location, and the end of the sentence "a record whose 'x' …".
  mutating func finish() -> (member: LayoutText.Member, found: String)? {
    look()
    return problem
  }

  private mutating func begin(isSigned: Bool?) {
    look()
    self.isSigned = isSigned
    count += 1
  }

  /// Checks that exactly the bits of the last one are set, and clears them. If it has more bits than before, they are
  /// next to the others.
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
