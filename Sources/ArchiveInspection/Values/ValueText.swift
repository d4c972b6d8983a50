@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Values in one line for people.
package struct ValueText {
  package let document: ArchiveDocument
  /// The longest text or data that is shown whole, in characters or bytes.
  package var limit = 4_096

  package init(_ document: ArchiveDocument) { self.document = document }

  /// A leaf of the property list.
  package func leaf(_ node: PropertyListNode) throws(ArchiveError) -> String {
    switch node {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return "\(value)"
    case .wideInteger(let value): return "\(value)"
    case .real32(let bits): return NumberText.real(Float(bitPattern: bits)) + " (f32)"
    case .real64(let bits): return NumberText.real(Double(bitPattern: bits))
    case .date(let bits): return date(Double(bitPattern: bits))
    case .string(let text): return self.text(text)
    case .data(let range): return data(range)
    case .uid(let uid): return "UID \(uid)"
    case .array(let list): return "array of \(list.count)"
    case .set(let list): return "set of \(list.count)"
    case .dictionary(let dictionary): return "dictionary of \(dictionary.count)"
    }
  }

  package func text(_ text: PropertyListText) -> String {
    if text.count > limit,
      let begin = try? document.view.string(
        PropertyListText(offset: text.offset, count: limit, isASCII: text.isASCII))
    {
      return TerminalText.quoted(begin) + "… (\(text.count) characters)"
    }
    guard let string = try? document.view.string(text) else {
      let bytes = (try? document.view.contents(text.range)) ?? UnsafeRawBufferPointer(start: nil, count: 0)
      return "invalid text " + digits(bytes)
    }
    return TerminalText.quoted(string)
  }

  package func data(_ range: Range<Int>) -> String {
    guard let bytes = try? document.view.contents(range) else { return "data outside the file" }
    return NumberText.counted(range.count, "byte") + (range.isEmpty ? "" : " " + digits(bytes))
  }

  private func digits(_ bytes: UnsafeRawBufferPointer) -> String {
    NumberText.digits(bytes.prefix(32)) + (bytes.count > 32 ? "…" : "")
  }

  /// In words and raw.
  package func date(_ seconds: Double) -> String {
    (CalendarDate.text(seconds) ?? "no date of the calendar") + " (\(NumberText.real(seconds)))"
  }

  /// A value in a few words.
  package func summary(_ value: InspectedValue) -> String {
    switch value.meaning {
    case .null: "nil"
    case .text(let text): self.text(text)
    case .plain(let node): (try? leaf(node)) ?? "?"
    case .date(let seconds): date(seconds)
    case .uuid(let range): uuid(range)
    case .url(let relative, _): TerminalText.quoted(relative)
    case .data(let range): data(range)
    case .list, .dictionary, .object, .classDescription: (value.type?.name).map(TerminalText.escaped) ?? "object"
    }
  }

  /// The number of an NSDecimalNumber; nil for another object, and where its parts are not all there.
  package func decimal(_ value: InspectedValue) -> String? {
    guard value.type?.foundation == .decimal, case .object(let dictionary) = value.meaning,
      case .data(let range)? = try? document.value(of: "NS.mantissa", in: dictionary), range.count == 16,
      case .integer(let exponent)? = try? document.value(of: "NS.exponent", in: dictionary), -128...127 ~= exponent,
      let negative = try? document.value(of: "NS.negative", in: dictionary)?.word, negative <= 1,
      case .integer(let length)? = try? document.value(of: "NS.length", in: dictionary), 0...8 ~= length,
      let order = try? document.value(of: "NS.mantissa.bo", in: dictionary) ?? .integer(1),
      let bytes = try? document.view.contents(range)
    else { return nil }
    var digits = Array(bytes.prefix(Int(length) * 2))
    if order.word == 2 { for place in stride(from: 0, to: digits.count, by: 2) { digits.swapAt(place, place + 1) } }
    return Self.decimal(
      NumberText.wide(digits, isSigned: false), exponent: Int(exponent), isNegative: negative == 1)
  }

  static func decimal(_ digits: String, exponent: Int, isNegative: Bool) -> String {
    // Foundation's NaN has no digits and a sign.
    if digits.allSatisfy({ $0 == "0" }) { return isNegative ? "NaN" : "0" }
    let sign = isNegative ? "-" : ""
    if exponent >= 0 { return sign + digits + String(repeating: "0", count: exponent) }
    let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.utf8.count)) + digits
    return sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
  }

  /// `6BA7B810-9DAD-11D1-80B4-00C04FD430C8`.
  package func uuid(_ range: Range<Int>) -> String {
    guard let bytes = try? document.view.contents(range) else { return "a UUID outside the file" }
    return Self.uuid(bytes)
  }

  static func uuid(_ bytes: UnsafeRawBufferPointer) -> String {
    let digits = NumberText.digits(bytes).uppercased()
    var text = ""
    for (position, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(position) { text += "-" }
      text.append(digit)
    }
    return text
  }

  /// The parts of a group of bit-fields: `priority 5, urgent 1`.
  package static func parts(_ group: GroupDescription, _ word: UInt64) -> String {
    group.parts.map { "\(TerminalText.key($0.name)) \($0.number(in: word).text)" }.joined(separator: ", ")
  }

  // MARK: Packed values

  /// The element at an offset of the file.
  package static func element(
    _ array: ArchivedArray, _ bytes: UnsafeRawBufferPointer, at offset: Int, order: ByteOrder = .little
  ) -> String {
    switch array.element {
    case .text(let encoding):
      return TerminalText.quoted(ArchivedArray.text(bytes[offset..<(offset + array.elementSize)], encoding))
    case .number(let type):
      let size = type.number.archivedSize
      let lanes = (0..<type.lanes).prefix(64).map {
        ElementNumber(type.number, bytes, at: offset + $0 * size, order: order).text
      }
      switch type.shape {
      case .single: return lanes[0]
      case .complex: return lanes[0] + (lanes[1].hasPrefix("-") ? "" : "+") + lanes[1] + "i"
      case .vector: return "(" + lanes.joined(separator: ", ") + (type.lanes > 64 ? ", …" : "") + ")"
      }
    }
  }

  /// The first elements of an array, in brackets.
  package func array(_ packed: DescribedArray, head: Int) -> String {
    let size = packed.array.elementSize
    let count = size == 0 ? 0 : packed.bytes.count / size
    let shown = (0..<min(count, head)).map {
      Self.element(packed.array, document.view.bytes, at: packed.bytes.lowerBound + $0 * size, order: packed.order)
    }
    return "[" + shown.joined(separator: ", ") + (count > shown.count ? ", … \(count - shown.count) more" : "") + "]"
  }
}
