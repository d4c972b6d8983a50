/// Compares Swift's view of a member's type with the header's.
enum LayoutValue {
  /// Whether a member of this Swift type has the type that it had in the header.
  ///
  /// - Parameter value: a value of the type, if there is one. The elements of a tuple are visible only in values.
  static func matches(_ type: Any.Type, _ value: Any?, _ expected: LayoutType) -> Bool {
    let type = (type as? any LayoutOptional.Type)?.wrapped ?? type
    switch expected {
    case .other: return true
    case .void: return type == Void.self
    case .bits: return true
    case .integer(let bits, let isSigned):
      if let found = number(type) { return found == .integer(bits: bits, isSigned: isSigned) }
      return size(type) * 8 == bits && !isKnown(type) && raw(value) == nil
    case .size(let bits):
      return [.integer(bits: bits, isSigned: true), .integer(bits: bits, isSigned: false)].contains(number(type))
    case .floating(let bits):
      if let found = number(type) { return found == .floating(bits: bits) }
      return size(type) * 8 == bits && !isKnown(type)
    case .bool:
      return number(type) == .bool || number(type) == nil && size(type) == 1 && !isKnown(type)
    case .enumeration(let bits, let isSigned):
      // At run time it is unknown whether a C enumeration is RawRepresentable, unless the conformance is used
      // somewhere.
      if number(type) == nil, !(type is any LayoutPointer.Type) {
        return raw(value).map { number($0) == .integer(bits: bits, isSigned: isSigned) } ?? (size(type) * 8 == bits)
      }
      // An unnamed enumeration is an integer in Swift.
      return number(type) == .integer(bits: bits, isSigned: isSigned)
    case .array(let count, let element): return matches(type, value, arrayOf: element, count)
    case .pointer(let target): return matches(type, pointerTo: target)
    case .record(let name):
      guard number(type) == nil, !(type is any LayoutPointer.Type) else { return false }
      return name.isEmpty || lastName(type) == name
    }
  }

  /// The last part of the name: `line`. Under C++ interoperability Swift prints `order::line` for a nested struct.
  private static func lastName(_ type: Any.Type) -> String {
    let name = "\(type)"
    let start = name.utf8.lastIndex(of: UInt8(ascii: ":")).map { name.utf8.index(after: $0) }
    return start.map { String(name[$0...]) } ?? name
  }

  private static func matches(_ type: Any.Type, _ value: Any?, arrayOf element: LayoutType, _ count: Int) -> Bool {
    // Swift omits a dimension of one, and uses the empty tuple for none.
    if count == 1 { return matches(type, value, element) }
    if count == 0 { return type == Void.self }
    guard let value else { return number(type) == nil && !(type is any LayoutPointer.Type) }
    let elements = Mirror(reflecting: value)
    guard elements.displayStyle == .tuple, elements.children.count == count, let first = elements.children.first else {
      return false
    }
    return matches(Swift.type(of: first.value), first.value, element)
  }

  private static func matches(_ type: Any.Type, pointerTo target: LayoutType) -> Bool {
    guard let pointer = type as? any LayoutPointer.Type else { return number(type) == nil && size(type) == pointerSize }
    // This is a pointer to a type that Swift does not import, or that is only declared.
    if pointer == OpaquePointer.self {
      switch target {
      case .record, .other: return true
      case .array(_, let element): return matches(type, pointerTo: element)
      // A number that Swift has no type for, such as one of 128 bits.
      case .integer, .floating: return !numbers.values.contains(target)
      default: return false
      }
    }
    guard let found = pointer.layoutTarget else {
      return target == .void || target == .other
    }
    if case .array = target { return matches(found, zero(found), target) }
    return target != .void && matches(found, nil, target)
  }

  /// The standard library's types for C's arithmetic types.
  private static func number(_ type: Any.Type) -> LayoutType? { numbers[ObjectIdentifier(type)] }

  private static let numbers: [ObjectIdentifier: LayoutType] = [
    ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(Float.self): .floating(bits: 32),
    ObjectIdentifier(Double.self): .floating(bits: 64), ObjectIdentifier(Int.self): integer(Int.self),
    ObjectIdentifier(Int8.self): integer(Int8.self), ObjectIdentifier(Int16.self): integer(Int16.self),
    ObjectIdentifier(Int32.self): integer(Int32.self), ObjectIdentifier(Int64.self): integer(Int64.self),
    ObjectIdentifier(UInt.self): integer(UInt.self), ObjectIdentifier(UInt8.self): integer(UInt8.self),
    ObjectIdentifier(UInt16.self): integer(UInt16.self), ObjectIdentifier(UInt32.self): integer(UInt32.self),
    ObjectIdentifier(UInt64.self): integer(UInt64.self),
  ]

  private static func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> LayoutType {
    .integer(bits: Integer.bitWidth, isSigned: Integer.isSigned)
  }

  /// Whether the type cannot be an arithmetic member, even through typedefs.
  private static func isKnown(_ type: Any.Type) -> Bool { type is any LayoutPointer.Type }

  /// The type of the raw value, for an enumeration or a type that Swift makes from a typedef.
  private static func raw(_ value: Any?) -> Any.Type? {
    guard let value, let child = Mirror(reflecting: value).children.first,
      child.label == "rawValue" || child.label == "_rawValue"
    else { return nil }
    return Swift.type(of: child.value)
  }

  private static let pointerSize = MemoryLayout<UInt>.size

  /// The type's name for messages, shortened because a large array's name would fill the screen.
  static func name(_ type: Any.Type) -> String {
    let name = "\((type as? any LayoutOptional.Type)?.wrapped ?? type)"
    return "'\(name.count > 80 ? name.prefix(77) + "..." : name)'"
  }

  static func size(_ type: Any.Type) -> Int {
    func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }

  static func alignment(_ type: Any.Type) -> Int {
    func alignment<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.alignment }
    return _openExistential(type, do: alignment)
  }

  /// The type of the elements if the type is a C array, in all dimensions; another type as it is.
  static func elementOfRows(_ type: Any.Type) -> Any.Type {
    var value = zero(type)
    while let array = value, Mirror(reflecting: array).displayStyle == .tuple,
      let first = Mirror(reflecting: array).children.first
    {
      value = first.value
    }
    return value.map { Swift.type(of: $0) } ?? type
  }

  /// A value of a C type, because the elements of a tuple are visible only in values.
  private static func zero(_ type: Any.Type) -> Any? {
    func zero<Value>(_ type: Value.Type) -> Any? {
      guard _isPOD(type), MemoryLayout<Value>.size > 0 else { return nil }
      let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      defer { memory.deallocate() }
      UnsafeMutableRawPointer(memory).initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Value>.size)
      return memory.pointee
    }
    return _openExistential(type, do: zero)
  }

  /// Whether the bytes of the value equal those at the address.
  static func isAt(_ address: UnsafeRawPointer, _ value: Any) -> Bool {
    func compare<Value>(_ value: Value) -> Bool {
      withUnsafeBytes(of: value) { bytes in
        bytes.elementsEqual(UnsafeRawBufferPointer(start: address, count: bytes.count))
      }
    }
    return _openExistential(value, do: compare)
  }
}

protocol LayoutOptional {
  static var wrapped: Any.Type { get }
}

extension Optional: LayoutOptional {
  static var wrapped: Any.Type { Wrapped.self }
}

/// Swift's types for C pointers.
protocol LayoutPointer {
  /// nil for `void *`.
  static var layoutTarget: Any.Type? { get }
}

extension UnsafePointer: LayoutPointer {
  static var layoutTarget: Any.Type? { Pointee.self }
}

extension UnsafeMutablePointer: LayoutPointer {
  static var layoutTarget: Any.Type? { Pointee.self }
}

extension UnsafeRawPointer: LayoutPointer {
  static var layoutTarget: Any.Type? { nil }
}

extension UnsafeMutableRawPointer: LayoutPointer {
  static var layoutTarget: Any.Type? { nil }
}

extension OpaquePointer: LayoutPointer {
  static var layoutTarget: Any.Type? { nil }
}
