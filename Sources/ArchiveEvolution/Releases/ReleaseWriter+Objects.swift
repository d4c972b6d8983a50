@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

/// Values of objects.
extension ReleaseWriter {
  // MARK: Types

  /// The rules of a type, those of a class with its superclasses'; nil where the release has it as it is.
  func rules(of type: any ArchivableComposite.Type) -> ReleaseRules? {
    rules(ObjectIdentifier(type)) {
      [ReleaseRules.TypeName(name: type.archivedClassName, formerNames: type.earlierArchivedClassNames)]
    }
  }

  func rules(of archivedClass: ArchivedClass) -> ReleaseRules? {
    rules(ObjectIdentifier(archivedClass.type)) {
      var chain = [ReleaseRules.TypeName(name: archivedClass.name, formerNames: archivedClass.earlierNames)]
      var superclass: AnyClass? = _getSuperclass(archivedClass.type)
      while let known = superclass {
        if let type = known as? any ArchivableObject.Type, let archivable = try? ArchivedClass.of(type) {
          chain.append(ReleaseRules.TypeName(name: archivable.name, formerNames: archivable.earlierNames))
        }
        superclass = _getSuperclass(known)
      }
      return chain
    }
  }

  private func rules(
    _ id: ObjectIdentifier, _ chain: () -> [ReleaseRules.TypeName]
  ) -> ReleaseRules? {
    if let known = knownRules[id] { return known }
    let chain = chain()
    for type in chain { formerNames[ExactText(type.name)] = type.formerNames }
    let made = ReleaseRules(chain, in: saving.release)
    knownRules[id] = .some(made)
    for type in chain {
      if case .absent = saving.release.find(type.name, formerNames: type.formerNames), type.name == chain[0].name {
        losses.add(ArchiveLoss(.newerType, path: type.name, type: type.name, isRefused: true))
      }
    }
    // Each type once: all its values lack the key.
    for key in made?.requiredKeys ?? [] {
      losses.add(ArchiveLoss(.requiredKey, path: "\(chain[0].name).\(key)", type: chain[0].name, isRefused: true))
    }
    return made
  }

  func encodeParts(of type: any ArchivableComposite.Type, _ body: () throws -> Void) throws {
    try withRules(rules(of: type), body)
  }

  func encodeParts(of archivedClass: ArchivedClass, _ body: () throws -> Void) throws {
    try withRules(rules(of: archivedClass), body)
  }

  /// Writes a value's parts by the rules of its type.
  private func withRules(_ inner: ReleaseRules?, _ body: () throws -> Void) rethrows {
    let outer = ruling
    ruling = Ruling(rules: inner)
    defer { ruling = outer }
    try body()
  }

  // MARK: Values

  /// The key that the release has for one of the program; nil if it has none, or not for such a value.
  func releaseKey(_ key: String, _ rules: ReleaseRules, isDefault: (ReleaseEntry) -> Bool, isNil: Bool) -> String? {
    let whole = ruling.prefix + key
    func own(_ found: String) -> String {
      let prefix = ruling.releasePrefix
      return found.hasExactPrefix(prefix) ? String(found.dropFirst(prefix.count)) : found
    }
    switch rules[whole] {
    case .key(let found): return found == whole ? key : own(found)
    case .number(let found, _, let old), .value(let found, let old):
      if isNil, !old.isOptional {
        lose(.doesNotFit, whole, rules, value: "nil", isRefused: old.isRequired)
        return nil
      }
      return own(found)
    case .weak(let found): return own(found)
    case .unknown(let entry):
      if !isDefault(entry) { lose(.newerKey, whole, rules) }
    case .otherForm:
      lose(.form, whole, rules, value: "the release has another kind of value under the key", isRefused: true)
    }
    return nil
  }

  func archivedKey(_ key: String, isNil: Bool) -> String? {
    guard let rules = ruling.rules else { return key }
    return releaseKey(key, rules, isDefault: { isNil && $0.defaultText == nil && $0.isOptional }, isNil: isNil)
  }

  func lose(
    _ reason: ArchiveLoss.Reason, _ key: String, _ rules: ReleaseRules, value: String? = nil, isRefused: Bool = false
  ) {
    losses.add(
      ArchiveLoss(reason, path: "\(rules.name).\(key)", type: rules.name, value: value, isRefused: isRefused))
  }

  func encode<Value: ArchivableValue>(_ value: Value, forKey key: String, in encoder: ObjectEncoder) throws {
    guard let rules = ruling.rules else { return try value.archive(in: encoder, forKey: key) }
    let number = Self.number(value)
    let isNil = ReleaseDefault.isNil(value)
    guard
      let found = releaseKey(key, rules, isDefault: { ReleaseDefault.matches(value, $0) }, isNil: isNil)
    else { return }
    if case .number(_, let type, let old) = rules[ruling.prefix + key], !isNil {
      if let number = number ?? Self.rawNumber(value) {
        return try encode(number, as: type, old, found, key, rules, in: encoder)
      }
      // Elements stand as objects of their own, which have no width.
      check(Self.numbers(in: value), type, key, rules)
    }
    if case .weak = rules[ruling.prefix + key], let object = value as? any ArchivableObject {
      let loss = ArchiveLoss(.weakLink, path: "\(rules.name).\(ruling.prefix + key)", type: rules.name)
      weakObjects.append((loss, { encoder.isKept(object) }))
      return try encoder.writeConditional(object, forKey: found)
    }
    try value.archive(in: encoder, forKey: found)
  }

  /// A number in the type that the release has.
  private func encode(
    _ number: (value: FoundValue, type: ElementType.Number), as type: ElementType, _ old: ReleaseEntry, _ found: String,
    _ key: String, _ rules: ReleaseRules, in encoder: ObjectEncoder
  ) throws {
    let (converted, loss) = Self.convert(number, to: type.number)
    if let loss {
      let isLeftOut = converted == nil
      lose(loss, ruling.prefix + key, rules, value: number.value.valueText, isRefused: isLeftOut && old.isRequired)
    }
    guard let converted else { return }
    try encoder.write(bits: converted, of: type.number, forKey: found)
  }

  private func check(
    _ numbers: [(value: FoundValue, type: ElementType.Number)], _ type: ElementType, _ key: String,
    _ rules: ReleaseRules
  ) {
    for number in numbers {
      guard let loss = Self.convert(number, to: type.number).loss else { continue }
      lose(loss, ruling.prefix + key, rules, value: number.value.valueText, isRefused: true)
    }
  }

  /// A number as the runtime converts it; with what that loses.
  static func convert(
    _ number: (value: FoundValue, type: ElementType.Number), to type: ElementType.Number
  ) -> (bits: UInt64?, loss: ArchiveLoss.Reason?) {
    var (bits, back, original) = (UInt64(0), UInt64(0), UInt64(0))
    let isFitting = withUnsafeMutableBytes(of: &bits) { bits in
      bits.baseAddress.map { number.value.convert(to: type, at: $0) == nil } ?? false
    }
    guard isFitting else {
      let isRounded = withUnsafeMutableBytes(of: &bits) { bits in
        withUnsafeMutableBytes(of: &original) { original in
          guard let rounding = ReleaseRounding(number.type, type), let bits = bits.baseAddress,
            let original = original.baseAddress, number.value.convert(to: number.type, at: original) == nil
          else { return false }
          return rounding.round(UnsafeRawPointer(original), to: bits)
        }
      }
      return isRounded ? (UInt64(littleEndian: bits), .isRounded) : (nil, .doesNotFit)
    }
    let isSame = withUnsafeMutableBytes(of: &bits) { bits in
      withUnsafeMutableBytes(of: &back) { back in
        withUnsafeMutableBytes(of: &original) { original in
          guard let bits = bits.baseAddress, let back = back.baseAddress, let original = original.baseAddress else {
            return false
          }
          return type.convert(UnsafeRawPointer(bits), to: number.type, at: back) == nil
            && number.value.convert(to: number.type, at: original) == nil
        }
      }
    }
    return (UInt64(littleEndian: bits), isSame && back == original ? nil : .isRounded)
  }

  /// The integers in arrays, sets, dictionaries, ranges and tuples, also within each other.
  private static func numbers(in value: Any) -> [(value: FoundValue, type: ElementType.Number)] {
    if let elements = value as? [any ArchivableValue] { return elements.flatMap(numbers) }
    if let number = number(value) {
      if case .integer = number.type { return [number] }
      return []
    }
    return value is String ? [] : Mirror(reflecting: value).children.flatMap { numbers(in: $0.value) }
  }

  /// The number that a value is.
  static func number(_ value: Any) -> (value: FoundValue, type: ElementType.Number)? {
    func integer<Value: FixedWidthInteger>(_ value: Value) -> (value: FoundValue, type: ElementType.Number) {
      let type = ElementType.Number.integer(bits: Value.bitWidth, isSigned: Value.isSigned)
      if let signed = Int64(exactly: value) { return (.integer(signed), type) }
      return (.wide(WideInteger(high: 0, low: UInt64(truncatingIfNeeded: value))), type)
    }
    switch value {
    case let value as Bool: return (.bool(value), .bool)
    case let value as Int: return integer(value)
    case let value as Int64: return integer(value)
    case let value as Int32: return integer(value)
    case let value as Int16: return integer(value)
    case let value as Int8: return integer(value)
    case let value as UInt: return integer(value)
    case let value as UInt64: return integer(value)
    case let value as UInt32: return integer(value)
    case let value as UInt16: return integer(value)
    case let value as UInt8: return integer(value)
    case let value as Double: return (.real64(bitPattern: value.bitPattern), .floating(.double))
    case let value as Float: return (.real32(bitPattern: value.bitPattern), .floating(.single))
    case let value as CGFloat: return (.real64(bitPattern: Double(value).bitPattern), .floating(.double))
    default: return nil
    }
  }

  /// An array of numbers, packed in the type that the release has.
  func encodePacked<Element: PackableElement>(
    _ values: [Element]?, forKey key: String, in encoder: ObjectEncoder
  ) throws {
    guard let rules = ruling.rules else { return try encoder.writePacked(values, forKey: key) }
    guard
      let found = releaseKey(
        key, rules,
        isDefault: { entry in values.map { ReleaseDefault.matches($0, entry) } ?? ReleaseDefault.matches(values, entry)
        },
        isNil: values == nil)
    else { return }
    guard case .number(_, let type, _) = rules[ruling.prefix + key], let values else {
      return try encoder.writePacked(values, forKey: found)
    }
    let own = ArchivedArray(.number(Element.packedType.archived), [])
    let target = ArchivedArray(.number(type.archived), [])
    let forward = try ArrayConversion(from: own, to: target, key)
    let back = try ArrayConversion(from: target, to: own, key)
    let (size, targetSize) = (own.byteCount ?? 0, target.byteCount ?? 0)
    let packed = ObjectEncoder.packed(values)
    var returned = [UInt8](repeating: 0, count: size)
    var lost: [(ArchiveLoss.Reason, String?)] = []
    var bytes = [UInt8](repeating: 0, count: targetSize * values.count)
    bytes.withUnsafeMutableBytes { bytes in
      packed.withUnsafeBytes { packed in
        returned.withUnsafeMutableBytes { returned in
          guard let memory = bytes.baseAddress, let start = packed.baseAddress, let again = returned.baseAddress else {
            return
          }
          for index in values.indices {
            let (from, to) = (start + index * size, memory + index * targetSize)
            again.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            do throws(ArchiveError) {
              try forward.convert(from, to: to) { key }
              try back.convert(UnsafeRawPointer(to), to: again) { key }
              if !returned.elementsEqual(UnsafeRawBufferPointer(start: from, count: size)) {
                lost.append((.isRounded, nil))
              }
            } catch {
              if ReleaseRounding(own, target)?.round(from, to: to) ?? false {
                lost.append((.isRounded, nil))
              } else {
                lost.append((.doesNotFit, error.details.value))
                // A part of the number may be there.
                to.initializeMemory(as: UInt8.self, repeating: 0, count: targetSize)
              }
            }
          }
        }
      }
    }
    for (reason, value) in lost { lose(reason, ruling.prefix + key, rules, value: value) }
    try encoder.write(packed: bytes, ArchivedArray(.number(type), [values.count]), forKey: found)
  }

  /// Archives the version that a type had.
  func encodeVersion(_ version: Int, of name: String, in encoder: ObjectEncoder) throws {
    let release = saving.release
    guard case .changed(let old) = release.find(name, formerNames: formerNames[ExactText(name)] ?? []) else {
      return try version.archive(in: encoder, forKey: "$" + name + ".version")
    }
    // Of a generic type it may be that only its arguments had other names.
    guard release.history.type(named: name) != nil else {
      return try version.archive(in: encoder, forKey: "$" + old.name + ".version")
    }
    if old.version ?? 1 != version { losses.add(ArchiveLoss(.version, path: name, type: name)) }
    if let known = old.version { try known.archive(in: encoder, forKey: "$" + old.name + ".version") }
  }

  // MARK: Enumerations

  /// What the release calls the case of an enumeration.
  func archivedCase<Value: ArchivableEnumeration>(of value: Value) -> String {
    let name = value.archivedCase
    guard let rules = rules(of: Value.self) else { return name }
    switch rules[name] {
    case .key(let found): return found
    default:
      losses.add(
        ArchiveLoss(.newerValue, path: rules.name, type: rules.name, value: "'\(name)'", isRefused: true))
      return name
    }
  }

  func encodeValues<Value: ArchivableEnumeration>(of value: Value, as name: String, _ body: () throws -> Void) throws {
    try withRules(rules(of: Value.self)) {
      (ruling.prefix, ruling.releasePrefix) = (value.archivedCase + ".", name + ".")
      try body()
    }
  }

  /// Looks whether the release's enumeration has a raw value.
  func check<Value: RawRepresentable>(rawValueOf value: Value, typeName: String) {
    guard let type = saving.release.rawType(named: typeName) else { return }
    if let integer = type.integer {
      // An option set, of which all values are known that have room.
      guard let number = Self.rawNumber(value), let loss = Self.convert(number, to: integer.number).loss else { return }
      return losses.add(
        ArchiveLoss(loss, path: type.name, type: type.name, value: number.value.valueText, isRefused: true))
    }
    let number = Self.rawNumber(value).flatMap { if case .integer(let integer) = $0.value { integer } else { nil } }
    let isKnown = type.entries.contains { entry in
      switch entry.base {
      case .other(let text) where text.hasExactPrefix("="): Int64(text.dropFirst()) == number
      default: (value.rawValue as? String).map(entry.key.isExactly) ?? true
      }
    }
    guard !isKnown else { return }
    losses.add(
      ArchiveLoss(.newerValue, path: type.name, type: type.name, value: "\(value.rawValue)", isRefused: true))
  }

  /// The number that a value's raw value is.
  private static func rawNumber(_ value: Any) -> (value: FoundValue, type: ElementType.Number)? {
    (value as? any RawRepresentable).flatMap { number($0.rawValue) }
  }
}

extension ArchiveRelease {
  /// An enumeration of raw values, or of texts, if the release had others.
  func rawType(named name: String) -> ReleasedType? {
    guard let own = history.types[ExactText(name)] else { return nil }
    let former = own.headers.first(where: \.span.isCurrent)?.formerNames ?? []
    return if case .changed(let old) = find(name, formerNames: former) { old } else { nil }
  }
}

extension ReleaseDefault {
  static func isNil<Value>(_ value: Value) -> Bool { (value as? any OptionalValue)?.isNil ?? false }
}
