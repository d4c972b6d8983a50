import Foundation

/// Values that are read at once because they request no object that does not exist yet: a date, a UUID, a decimal, a list of texts, a list of objects that
/// exist. Elsewhere each value is prepared to wait for an object, which took most of the time of such values.
///
/// Each function returns nil for what is not plain, errors included. Then the general way reads the value from its beginning, and
/// throws the error.
extension ObjectDecoder {
  /// Whether the object may be read so: a value is made from it for the first time, and nothing else is to be noted of it.
  @inline(__always)
  func mayBePlain(_ number: Int) -> Bool {
    number > 0 && archive.use == nil && keyCharges.depth == 0 && execution.pending == nil && failures.isEmpty
      && partial.isEmpty && !made.isSeen(number) && !made.isBegun(number)
  }

  func plainDate(_ number: Int, _ dictionary: PropertyListDictionary) -> Date? {
    guard case .real64(let bits)? = plainField(number, dictionary, CollectionKey.time, .date) else { return nil }
    return try? noted(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)), number)
  }

  func plainUUID(_ number: Int) -> UUID? {
    guard let dictionary = try? archive.dictionary(number),
      case .data(let range)? = plainField(number, dictionary, CollectionKey.uuid, .uuid),
      range.count == MemoryLayout<uuid_t>.size, let bytes = try? archive.contents(range)
    else { return nil }
    return try? noted(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)), number)
  }

  /// The only field of an object of this class.
  @inline(__always)
  private func plainField(
    _ number: Int, _ dictionary: PropertyListDictionary, _ key: String, _ wanted: FoundationClass
  ) -> PropertyListNode? {
    guard dictionary.count == 2, mayBePlain(number), let shape = try? archive.shape(of: dictionary),
      let classPosition = shape.classPosition, shape.keys[1 - classPosition].isPlainly(key),
      let classNumber = try? archive.reference(classPosition, in: dictionary.values),
      let known = try? types.foundationClass(classNumber, archive), known == wanted
    else { return nil }
    return try? archive.node(1 - classPosition, of: dictionary)
  }

  /// A decimal in the form of this library. It has still to be noted.
  func plainDecimal(_ number: Int) -> DecimalParts? {
    guard mayBePlain(number), let dictionary = try? archive.dictionary(number),
      let shape = try? archive.shape(of: dictionary), let classPosition = shape.classPosition,
      let classNumber = try? archive.reference(classPosition, in: dictionary.values),
      let known = try? types.foundationClass(classNumber, archive), known == .decimal
    else { return nil }
    func node(_ key: String) -> PropertyListNode? {
      shape.position(of: key, archive.shapes.keyNames).flatMap { try? archive.node($0, of: dictionary) }
    }
    guard case .integer(let length)? = node("NS.length"), length > 0, case .integer(1)? = node("NS.mantissa.bo"),
      case .integer(let exponent)? = node("NS.exponent"), let exponent = Int8(exactly: exponent),
      case .bool(let isNegative)? = node("NS.negative"), case .data(let range)? = node("NS.mantissa"),
      let bytes = try? archive.contents(range),
      let digits = MantissaDigits(bytes, length: Int(length), isBigEndian: false)
    else { return nil }
    return DecimalParts(digits, exponent: exponent, isNegative: isNegative)
  }

  func plainTexts(_ number: Int) -> [String]? {
    let texts: [String]? = plainList(number) { list in
      try filled(list.count) { place in
        guard let number = try archive.reference(place, in: list), number != 0,
          case .string(let text) = try archive.object(number), try !archive.isNullText(.string(text))
        else { return nil }
        return try self.text(number, text)
      }
    }
    return try? texts.map { try noted($0, number) }
  }

  /// The value, which is kept if the object has several references.
  func noted<Value>(_ value: Value, _ number: Int) throws -> Value {
    if try made.noteSeen(number, in: archive) { made.keep(value, number) }
    return value
  }

  /// The text of an object. Longer text is created once for all references.
  @inline(__always)
  func text(_ number: Int, _ text: PropertyListText) throws -> String {
    if Self.isInline(text) { return try archive.string(text) }
    return try leaf(number) { try archive.string(text) }
  }

  /// Whether the text is stored in a String itself, so that it needs no memory, even if it is created repeatedly.
  @inline(__always)
  static func isInline(_ text: PropertyListText) -> Bool { text.isASCII && text.count <= 15 }

  /// - Returns: objects of exactly this class. They are not noted yet as a value.
  func madeObjects(_ number: Int, of type: any ArchivableObject.Type) -> [AnyObject]? {
    plainList(number) { list in
      try filled(list.count) { place in
        try archive.reference(place, in: list).flatMap { made.object($0, ofClass: ObjectIdentifier(type)) }
      }
    }
  }

  /// An array of elements, each from its index; nil if one of them is nil. To reserve memory and append takes 340
  /// instructions for a list, however short.
  @inline(__always)
  private func filled<Element>(_ count: Int, _ element: (Int) throws -> Element?) rethrows -> [Element]? {
    let elements = try [Element](unsafeUninitializedCapacity: count) { target, done in
      guard let start = target.baseAddress else { return }
      while done < count, let next = try element(done) {
        (start + done).initialize(to: next)
        done &+= 1
      }
    }
    return elements.count == count ? elements : nil
  }

  @inline(__always)
  private func plainList<Element>(
    _ number: Int, _ read: (PropertyListReferences) throws -> [Element]?
  ) -> [Element]? {
    guard mayBePlain(number) else { return nil }
    let charged = archive.charged
    do {
      let fields = try fields(of: number)
      if let known = try foundationClass(of: fields), known.isList,
        let position = fields.shape.position(of: CollectionKey.objects, archive.shapes.keyNames),
        let list = try archive.list(position, of: fields.dictionary)
      {
        try archive.charge(list.count &* MemoryLayout<Int>.stride)
        try archive.charge(list.count &* MemoryLayout<Element>.stride)
        if let elements = try read(list) { return elements }
      }
    } catch {}
    archive.takeBackCharges(to: charged)
    return nil
  }
}
