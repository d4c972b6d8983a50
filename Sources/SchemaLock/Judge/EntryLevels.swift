import ArchiveModel

/// The types of two schemas, by their archived names.
struct TypePair {
  let old: [String: ArchivedType]
  let new: [String: ArchivedType]

  /// An enumeration whose archived values are numbers.
  func enumerators(old name: String) -> ArchivedType? { old[name].flatMap { $0.kind == .enumerators ? $0 : nil } }
  func enumerators(new name: String) -> ArchivedType? { new[name].flatMap { $0.kind == .enumerators ? $0 : nil } }
}

extension ArchivedType {
  /// The effect when a field of this number type reads the enumeration's numbers.
  func level(readAs number: ArchivedNumber) -> Level {
    guard number.shape == .single else { return .refuse }
    let values = entries.compactMap(\.number)
    switch number.scalar {
    case .bool: return isClosed && values.allSatisfy { 0...1 ~= $0 } ? .safe : .refuse
    case .floating: return values.allSatisfy { Int64(exactly: Float($0)) == $0 } ? .safe : .refuse
    case .integer(let bits, let isSigned):
      // An option set may have any number.
      guard isClosed else { return isSigned && bits >= 64 ? .safe : .refuse }
      return values.allSatisfy(number.holds) ? .safe : .refuse
    }
  }

  /// The effect when the enumeration reads numbers of this type.
  func level(readFrom number: ArchivedNumber) -> Level {
    if number.scalar == .bool, number.shape == .single {
      let values = entries.compactMap(\.number)
      return !isClosed || values.contains(0) && values.contains(1) ? .safe : .refuse
    }
    guard !isClosed, case .integer(let bits, let isSigned) = number.scalar, number.shape == .single else {
      return .refuse
    }
    return bits < 64 || isSigned ? .safe : .refuse
  }
}

extension ArchivedNumber {
  /// Whether it is a type of integers that has this one.
  func holds(_ value: Int64) -> Bool {
    guard case .integer(let bits, let isSigned) = scalar, shape == .single else { return false }
    let top = isSigned ? bits - 1 : bits
    return (value >= 0 || isSigned) && (top >= 63 || value < 1 << Int64(top) && value >= -(1 << Int64(top)))
  }
}

extension ArchivedForm {
  var isUTF8: Bool { base == .text(encoding: "utf8") }

  /// The effect when bytes are read from text: they get the text in UTF-8, in which characters of other encodings
  /// differ.
  func level(asBytes bytes: ArchivedForm) -> Level {
    isUTF8 ? .safe : (bytes.dimensions.last ?? 0) > 1 ? .misread : .refuse
  }

  /// The effect when text is read from bytes: it ends at the first zero, and the bytes may not be UTF-8.
  func level(asText text: ArchivedForm) -> Level {
    text.isUTF8 ? .refuse : (dimensions.last ?? 0) > 1 ? .loss : .safe
  }
}

extension ArchivedEntry {
  /// Whether the archive has bytes without their type, so that a reader with another sign reads those above 127 as
  /// other values.
  func isReinterpreted(by reader: ArchivedEntry) -> Bool {
    guard case .number(let number) = form.base, case .number(let target) = reader.form.base, number.isByte,
      form.dimensions.count == 1, form.dimensions[0] >= 0, storage == nil, !isInRecords,
      reader.form.dimensions.count == 1
    else { return false }
    let isSigned = number.scalar == .integer(bits: 8, isSigned: true)
    // A Swift array of signed bytes has its type.
    if isSigned { return form.dimensions[0] >= 0 && target.scalar != .bool }
    return target.isByte
  }
}

extension ArchivedEntry {
  /// Whether it is an array of bytes in one dimension, which an archive has without a description.
  var isByteString: Bool {
    if case .number(let number) = form.base { number.isByte && storage == nil && !isInRecords } else { false }
  }
}

extension String {
  /// The number type of a table that is named after it: `#f64`.
  var elements: ArchivedNumber? { first == "#" ? ArchivedNumber(dropFirst()) : nil }
}

extension ArchivedNumber {
  /// Whether the type is a `char`, signed or not.
  var isByte: Bool {
    if case .integer(8, _) = scalar, shape == .single { true } else { false }
  }
}

extension [Int] {
  var subscripts: String { isEmpty ? "one value" : map { $0 < 0 ? "[*]" : "[\($0)]" }.joined() }
}

extension ArchivedEntry.Condition {
  /// Whether both conditions can hold at once.
  ///
  /// - Parameter renamed: The new keys of tags that have others now.
  func overlaps(_ other: Self, renamed: [String: String]) -> Bool {
    guard renamed[tag] ?? tag == other.tag else { return false }
    return switch (isExclusion, other.isExclusion) {
    case (false, false): !Set(values).isDisjoint(with: other.values)
    case (true, true): true
    case (true, false): !Set(other.values).isSubset(of: values)
    case (false, true): !Set(values).isSubset(of: other.values)
    }
  }

  /// Whether this condition holds wherever the other does.
  func includes(_ other: Self) -> Bool {
    guard tag == other.tag else { return false }
    return switch (isExclusion, other.isExclusion) {
    case (false, false): Set(values).isSuperset(of: other.values)
    case (true, true): Set(other.values).isSuperset(of: values)
    case (true, false): Set(values).isDisjoint(with: other.values)
    case (false, true): false
    }
  }

  var text: String { "\(tag) \(isExclusion ? "!" : "=") \(values.map(String.init).joined(separator: ", "))" }
}

extension [ArchivedEntry.Condition] {
  var text: String { isEmpty ? "every tag" : map(\.text).joined(separator: " and ") }
}

/// Swift types as text, for comparisons: `[String: Menu.Item]`.
enum TypeText {
  /// The text with the new archived names of types.
  static func renaming(_ text: String, _ names: [String: String]) -> String {
    guard !names.isEmpty else { return text }
    var result = ""
    var word = ""
    func flush() {
      result += names[word] ?? word
      word = ""
    }
    for character in text {
      if character.isLetter || character.isNumber || character == "_" || character == "." {
        word.append(character)
      } else {
        flush()
        result.append(character)
      }
    }
    flush()
    return result
  }
}
