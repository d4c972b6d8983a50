/// What Swift knows of a member's type.
enum LayoutValue {
  /// Whether a member of this Swift type is what the header had.
  ///
  /// - Parameter value: one of it, if there is one: the elements of a tuple are seen in values only.
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
      // Whether C's enumerations are RawRepresentable is not known at run time, unless somebody uses it.
      if number(type) == nil, !(type is any LayoutPointer.Type) {
        return raw(value).map { number($0) == .integer(bits: bits, isSigned: isSigned) } ?? (size(type) * 8 == bits)
      }
      // One without a name is an integer to Swift.
      return number(type) == .integer(bits: bits, isSigned: isSigned)
    case .array(let count, let element): return matches(type, value, arrayOf: element, count)
    case .pointer(let target): return matches(type, pointerTo: target)
    case .record(let name):
      guard number(type) == nil, !(type is any LayoutPointer.Type) else { return false }
      return name.isEmpty || lastName(type) == name
    }
  }

  /// `line`; under C++ interoperability Swift prints `order::line` for a struct inside a struct.
  private static func lastName(_ type: Any.Type) -> String {
    let name = "\(type)"
    let start = name.utf8.lastIndex(of: UInt8(ascii: ":")).map { name.utf8.index(after: $0) }
    return start.map { String(name[$0...]) } ?? name
  }

  private static func matches(_ type: Any.Type, _ value: Any?, arrayOf element: LayoutType, _ count: Int) -> Bool {
    // Swift drops a dimension of one, and has the empty tuple for none.
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
    // To a type that Swift does not import, or that is only declared.
    if pointer == OpaquePointer.self {
      switch target {
      case .record, .other: return true
      default: return false
      }
    }
    guard let found = pointer.layoutTarget else {
      return target == .void || target == .other
    }
    return target != .void && matches(found, nil, target)
  }

  /// The arithmetic types that the standard library has for C's.
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

  /// What no arithmetic member can be, whatever typedefs have made of it.
  private static func isKnown(_ type: Any.Type) -> Bool { type is any LayoutPointer.Type }

  /// Of an enumeration, or a type that Swift makes of a typedef, that of its raw value.
  private static func raw(_ value: Any?) -> Any.Type? {
    guard let value, let child = Mirror(reflecting: value).children.first,
      child.label == "rawValue" || child.label == "_rawValue"
    else { return nil }
    return Swift.type(of: child.value)
  }

  private static let pointerSize = MemoryLayout<UInt>.size

  /// For messages. A large array's would fill the screen.
  static func name(_ type: Any.Type) -> String {
    let name = "\((type as? any LayoutOptional.Type)?.wrapped ?? type)"
    return "'\(name.count > 80 ? name.prefix(77) + "..." : name)'"
  }

  static func size(_ type: Any.Type) -> Int {
    func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }

  /// Whether the value's bytes are those at the address.
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

/// The forms that C's pointers have in Swift.
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
