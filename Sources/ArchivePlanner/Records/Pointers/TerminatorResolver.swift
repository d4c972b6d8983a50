import ArchiveModel

/// Resolves `terminated`, `terminated(-1)` and `terminated(name, END)`: the element that ends an array.
struct TerminatorResolver {
  let records: RecordIndex

  /// - Parameter factor: the number of elements in each counted element, if that is an array.
  func count(
    _ field: Field, of element: CType, _ given: FieldAnnotations.Terminator, times factor: Int
  ) -> Result<ElementCount?, FieldOutcome> {
    func error(_ message: String, _ advice: String) -> Result<ElementCount?, FieldOutcome> {
      .failure(.invalid([Diagnostic(.invalidCount, at: given.location, message, advice: advice)]))
    }
    guard factor == 1 else {
      return error(
        "\(field.phrase) leads to arrays, and no array ends others", "write count(n), with the number of inner arrays")
    }
    if case .record(let id) = element, let record = records[id] { return self.count(field, of: record, given) }
    guard element.canTerminate else {
      return error(
        "\(field.phrase) leads to neither integers nor pointers nor structs, whose last one could be told",
        "write count(n), with the number of elements")
    }
    switch given.arguments.count {
    case 0: return .success(ElementCount(ElementTerminator(key: nil, value: 0)))
    case 1:
      return value(given.arguments[0], of: element).map { ElementCount(ElementTerminator(key: nil, value: $0)) }
    default:
      return error(
        "\(field.phrase) does not lead to structs, so that its last element is a value and no field",
        "write terminated(\(given.arguments[1].text))")
    }
  }

  private func count(
    _ field: Field, of record: Record, _ given: FieldAnnotations.Terminator
  ) -> Result<ElementCount?, FieldOutcome> {
    guard let argument = given.arguments.first else {
      let names = record.fields.filter { $0.bitWidth == nil && $0.type.canTerminate }.map(\.name)
      let first = names.first.map { "write the field that is NULL or 0 in the last one, like terminated(\($0))" }
      return .failure(
        .invalid([
          Diagnostic(
            .invalidCount, at: given.location,
            "'terminated' does not say which \(records.phrase(of: record)) is the last",
            advice: first ?? "write count(n)")
        ]))
    }
    switch MemberPath.find(argument.text, in: record, records) {
    case .found(let member):
      guard member.branches.isEmpty, member.field.bitWidth == nil, member.field.type.canTerminate else {
        return .failure(
          .invalid(
            .unusableField, at: argument.location,
            "'\(argument.text)' is '\(member.field.typePhrase)', and the last element is told by an integer or a pointer",
            advice: "name such a field, which is no bit-field and in no union"))
      }
      if let reason = change(of: argument.text, member, in: record) {
        return .failure(
          .invalid(
            .unusableField, at: argument.location,
            "'\(argument.text)' tells the last element of \(field.phrase), and \(reason)",
            advice: "name a field that is read as it was archived"))
      }
      let value = given.arguments.count > 1 ? self.value(given.arguments[1], of: member.field.type) : .success(0)
      return value.map { ElementCount(ElementTerminator(key: member.key, value: $0)) }
    case .skipped(let member):
      return .failure(
        .invalid(
          .unusableField, at: argument.location,
          "'\(member.name)' is not archived, but tells the last element of \(field.phrase)",
          advice: "remove 'skip' from '\(member.name)', or name another field"))
    case .missing(let missing):
      let near = nearestWord(to: missing.name, among: missing.candidates)
      return .failure(
        .invalid(
          .unknownField, at: argument.location.moved(by: missing.offset),
          "there is no field '\(missing.name)' in '\(record.displayName)'",
          advice: didYouMean(near) ?? "name a field of the elements, which is NULL or 0 in the last one",
          fixIts: argument.fixIts(replacingBy: missing.offset == 0 ? near : nil)))
    }
  }

  /// Why the field of any element may have another value after reading.
  private func change(of name: String, _ member: MemberPath, in record: Record) -> String? {
    if member.annotations.isWeak { return "it is weak, so that it may be NULL in any element after reading" }
    let isCapacity = record.fields.indices.contains { index in
      records.annotations(of: record, field: index).capacity.map { CountArgument.parts(of: $0.text).name } == name
    }
    return isCapacity ? "it is a capacity, so that reading sets it" : nil
  }

  /// The value of an argument: a number, a macro or an enumerator.
  private func value(_ argument: Attribute.Argument, of type: CType) -> Result<Int64, FieldOutcome> {
    let text = argument.text
    guard let number = Self.literal(text) ?? records.constants[text] else {
      return .failure(
        .invalid(
          .invalidCount, at: argument.location, "'\(text)' is no integer",
          advice: "write a number, a macro or an enumerator, like terminated(-1)"))
    }
    guard type.holds(number) else {
      return .failure(
        .invalid(
          .invalidCount, at: argument.location,
          type.isPointer ? "the last pointer is NULL, and not \(number)" : "no element can be \(number)",
          advice: type.isPointer ? "write terminated without a number" : "write a value that the last element has"))
    }
    return .success(number)
  }
}

extension TerminatorResolver {
  /// A number, a character or a truth value. Numbers above `Int64.max` are its bits.
  fileprivate static func literal(_ text: String) -> Int64? {
    if text == "true" || text == "false" { return text == "true" ? 1 : 0 }
    if text.utf8.count == 3, text.hasPrefix("'"), text.hasSuffix("'") {
      return text.utf8.dropFirst().first.map { Int64($0) }
    }
    let isNegative = text.hasPrefix("-")
    let digits = String(text.drop { $0 == "-" || $0 == " " })
    if let number = Int(cLiteral: digits) { return Int64(isNegative ? -number : number) }
    let plain = digits.lowercased().filter { $0 != "u" && $0 != "l" }
    let bits = plain.hasPrefix("0x") ? UInt64(plain.dropFirst(2), radix: 16) : UInt64(plain)
    guard let bits, !isNegative || bits == 1 << 63 else { return nil }
    return Int64(bitPattern: bits)
  }
}

extension ElementCount {
  init(_ terminator: ElementTerminator) {
    self.init(keys: [], factor: 1, isBytes: false, mayBeNull: true, terminator: terminator)
  }
}

extension CType {
  /// Whether a value of the type can tell the last element of an array. The runtime reads it as 64 bits.
  fileprivate var canTerminate: Bool {
    switch self {
    case .pointer, .bool: true
    case .integer(let bits, _): bits <= 64
    case .enumeration(let enumeration): enumeration.underlying.canTerminate
    default: false
    }
  }

  fileprivate func holds(_ value: Int64) -> Bool {
    switch self {
    case .pointer: value == 0
    case .bool: value == 0 || value == 1
    case .enumeration(let enumeration): enumeration.underlying.holds(value)
    case .integer(let bits, let isSigned):
      if isSigned {
        bits >= 64 || (-(1 << (bits - 1))..<(1 << (bits - 1))).contains(value)
      } else {
        bits >= 64 || (0..<(1 << bits)).contains(value)
      }
    default: false
    }
  }
}
