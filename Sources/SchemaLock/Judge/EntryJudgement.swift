import ArchiveModel

/// Compares the entries of two schemas under one key.
struct EntryJudgement {
  let type: String
  let old: ArchivedEntry
  let new: ArchivedEntry
  /// What decides about the old entry, as the new type names it.
  let asked: AskedFields
  /// Whether it is a Swift type.
  let isSwift: Bool
  /// Whether the type has pointers.
  let isTable: Bool
  /// Whether the new entry reads another key of the old type where it does not find its own.
  let readsFormerKey: Bool
  /// Enumerations with numbers, by their names.
  let types: TypePair
  /// The archived names of the old schema with the names of the same types in the new one.
  let renamed: [String: String]
  var changes: [Change] = []

  /// The key, for messages: that of the archives, and today's if it is another.
  var keyText: String { old.key == new.key ? "'\(new.key)'" : "'\(old.key)', now '\(new.key)'," }

  static func run(
    _ type: ArchivedType, _ old: ArchivedEntry, _ new: ArchivedEntry, asked: AskedFields, isTable: Bool,
    readsFormerKey: Bool,
    types: TypePair, renamed: [String: String]
  ) -> [Change] {
    var judgement = EntryJudgement(
      type: type.name, old: old, new: new, asked: asked, isSwift: type.kind != .record, isTable: isTable,
      readsFormerKey: readsFormerKey, types: types, renamed: renamed)
    judgement.judgeForms()
    judgement.judgeMissedElements()
    judgement.judgeAttributes()
    return judgement.changes
  }

  mutating func add(
    _ rule: Rule, level: Level? = nil, forward: Level? = nil, _ from: String, _ to: String, _ message: String,
    fixes: [String] = []
  ) {
    changes.append(
      Change(
        rule, type, key: new.key, level: level, forward: forward, old: from, new: to, message, fixes: fixes,
        at: new.location, sourceLine: new.sourceLine))
  }

  // MARK: Values

  private mutating func judgeForms() {
    let (from, to) = (old.form, new.form)
    if old.isOwnCoding != new.isOwnCoding {
      let isAlike = old.isStoredAlikeByCodable && new.isStoredAlikeByCodable && from.base == to.base
      add(
        .codingChanged, level: isAlike ? .safe : nil, forward: isAlike ? .safe : nil, old.codingText, new.codingText,
        "\(keyText) was archived by \(old.codingText) and is archived by \(new.codingText)")
      if !isAlike { return }
    }
    if from == to { return }
    let texts = (from.text, to.text)
    switch (from.base, to.base) {
    case (.number(let first), .number(let second)):
      judge(first, second)
      judgeDimensions(from.dimensions, to.dimensions)
    case (.text(let first), .text(let second)):
      if first != second {
        // In one byte UTF-8 has only ASCII. A character of Latin-1 takes at most two bytes.
        func fits(_ text: ArchivedForm, _ reader: ArchivedForm) -> Bool {
          let (length, room) = (text.dimensions.last ?? 0, reader.dimensions.last ?? 0)
          return text.isUTF8 ? length <= 1 : reader.isUTF8 && room >= 2 * length
        }
        add(
          .encodingChanged, level: fits(from, to) ? .safe : nil, forward: fits(to, from) ? .safe : nil, texts.0,
          texts.1,
          "\(keyText) was text in \(first) and is text in \(second)")
      }
      judgeTexts()
    case (.text, .number(let number)) where number.isByte && from.dimensions.count == to.dimensions.count:
      // Text is read as bytes of UTF-8.
      add(
        .encodingChanged, level: from.level(asBytes: to), forward: to.level(asText: from), texts.0, texts.1,
        "\(keyText) was text and is bytes")
      judgeTexts()
    case (.number(let number), .text) where number.isByte && from.dimensions.count == to.dimensions.count:
      add(
        .encodingChanged, level: from.level(asText: to), forward: to.level(asBytes: from), texts.0, texts.1,
        "\(keyText) was bytes and is text")
      judgeTexts()
    case (.link(let first), .link(let second)) where first != second && first.elements != nil && second.elements != nil:
      // Numbers behind a pointer have their type in the archive.
      if let first = first.elements, let second = second.elements { judgeElements(first, second) }
      judgeDimensions(from.dimensions, to.dimensions)
    case (.link(let first), .link(let second)):
      // 'node*' is a pointer to a node.
      let stars = first.reversed().prefix { $0 == "*" }.count
      let target = String(first.dropLast(stars))
      if (renamed[target] ?? target) + String(repeating: "*", count: stars) != second {
        add(.targetChanged, "&" + first, "&" + second, "'\(new.key)' led to '\(first)' and leads to '\(second)'")
      }
      judgeDimensions(from.dimensions, to.dimensions)
    case (.records, .records): judgeDimensions(from.dimensions, to.dimensions)
    case (.value(let first), .value(let second)):
      if first != second {
        addConversion(
          "\(keyText) was of type '\(first)' and is of type '\(second)'",
          isRenamed: TypeText.renaming(first, renamed) == second)
      }
      judgeDimensions(from.dimensions, to.dimensions)
    case (.enumerationCase, .enumerationCase): break
    case (.enumerator(let first), .enumerator(let second)):
      add(.enumeratorRenumbered, "\(first)", "\(second)", "\(keyText) was \(first) and is \(second)")
    case (.value(let name), .number(let number))
    where types.enumerators(old: name) != nil && from.dimensions == to.dimensions:
      add(
        .typeChanged, level: types.enumerators(old: name)?.level(readAs: number),
        forward: types.enumerators(old: name)?.level(readFrom: number), texts.0, texts.1,
        "\(keyText) was a '\(name)' and is '\(texts.1)'")
    case (.number(let number), .value(let name))
    where types.enumerators(new: name) != nil && from.dimensions == to.dimensions:
      add(
        .typeChanged, level: types.enumerators(new: name)?.level(readFrom: number),
        forward: types.enumerators(new: name)?.level(readAs: number), texts.0, texts.1,
        "\(keyText) was '\(texts.0)' and is a '\(name)'")
    default: addConversion("\(keyText) was '\(texts.0)' and is '\(texts.1)'")
    }
    if from.isOptional != to.isOptional {
      let isLost =
        to.isOptional && isSwift
        && ValueConversion(oldTypes: types.old, newTypes: types.new, unread: []).hasNoKey(old)
      to.isOptional
        ? add(
          .optionalAdded, level: isLost ? .loss : nil, texts.0, texts.1,
          "'\(new.key)' may be nil now"
            + (isLost ? ": archives have no key of it, because it has no properties, and nil is read" : ""))
        : add(
          .optionalRemoved, texts.0, texts.1,
          "'\(new.key)' could be nil, and cannot any more"
            + (new.defaultValue == nil ? "" : ": its default is for archives without the key, not for nil"))
    }
  }

  /// Of Swift types many are read as others. What their own coding stores is not known.
  ///
  /// - Parameter isRenamed: Whether the types are the same under other names, which archives have in the names of generic types.
  private mutating func addConversion(_ message: String, isRenamed: Bool = false) {
    var message = message
    var fixes: [String] = []
    var levels: (backward: Level, forward: Level)?
    if isSwift, !old.isOwnCoding, !new.isOwnCoding {
      var renamedOld = old
      if case .value(let type) = old.form.base { renamedOld.form.base = .value(type: TypeText.renaming(type, renamed)) }
      let unread = unreadNames
      let conversion = ValueConversion(oldTypes: types.old, newTypes: types.new, unread: Set(unread.values))
      let backward = conversion.level(renamedOld, new)
      if isRenamed, backward == .safe { return }
      levels = (
        backward, ValueConversion(oldTypes: types.new, newTypes: types.old, unread: []).level(new, renamedOld)
      )
      if backward == .refuse, conversion.hasOtherName(renamedOld, new) {
        message +=
          ": the names of generic types in archives have their arguments, and only former names that 'was' gives are known"
        for (former, name) in unread.sorted(by: { $0.key < $1.key })
        where old.typeNames.contains(former) && new.typeNames.contains(name) {
          fixes.append("the name '\(former)' for '\(name)' again: of a type with raw values no former name is known")
        }
      }
    } else if isRenamed {
      return
    }
    add(
      .typeChanged, level: levels?.backward, forward: levels?.forward, old.form.text, new.form.text, message,
      fixes: fixes)
  }

  /// The former and the present names of types that have been renamed, and whose former name code does not know among the
  /// arguments of a generic type.
  private var unreadNames: [String: String] {
    renamed.filter { types.new[$0.value]?.hasNameInArchives == false }
  }

  /// Elements under keys of their own, `x[3]`, are not found by a reader of another value under `x`, and this is no error.
  private mutating func judgeMissedElements() {
    let isBackward = Self.misses(old, new, isTable: isTable)
    let isForward = Self.misses(new, old, isTable: isTable)
    for index in changes.indices {
      if isBackward { changes[index].level = readsFormerKey ? .misread : new.isRequired ? .refuse : .loss }
      if isForward { changes[index].forward = old.isRequired ? .refuse : .loss }
    }
  }

  /// Whether the archive has elements under keys of their own, and the reader looks for neither a number nor one text, which finds them;
  /// or, in the rows of a table, has an array of records where the reader looks for another value, or the other way round.
  static func misses(_ writer: ArchivedEntry, _ reader: ArchivedEntry, isTable: Bool = false) -> Bool {
    // Columns have no such keys.
    if writer.isInRecords || reader.isInRecords { return false }
    if isTable { return writer.isRecords != reader.isRecords && !writer.isLink && !reader.isLink }
    guard writer.storage == "elements", case .number = writer.form.base else { return false }
    switch reader.form.base {
    case .number: return false
    case .text: return reader.form.dimensions.count != 1
    default: return true
    }
  }

  private mutating func judge(_ from: ArchivedNumber, _ to: ArchivedNumber) {
    if from == to { return }
    // Arrays in the rows of a table have their type in the archive.
    let backward = !isTable && old.isReinterpreted(by: new)
    let forward = !isTable && new.isReinterpreted(by: old)
    if backward || forward {
      add(
        .bytesReinterpreted, level: backward ? .misread : level(of: from.conversion(to: to)),
        forward: forward ? .misread : level(of: to.conversion(to: from)), from.name, to.name,
        "\(keyText) was an array of '\(from.name)' and is one of '\(to.name)'")
      return
    }
    judgeConversion(from, to)
  }

  private func level(of conversion: Conversion) -> Level { conversion == .exact ? .safe : .refuse }

  /// Numbers behind a pointer. A count of bytes stays what it was, and their number is another one in a type of another size. That of
  /// elements of one byte is their count.
  private mutating func judgeElements(_ from: ArchivedNumber, _ to: ArchivedNumber) {
    let isOfBytes = [(old.count, from), (new.count, to)].contains { count, number in
      !number.isByte && count.map { CountText($0).isBytes } ?? false
    }
    guard isOfBytes, from.width != to.width else { return judgeConversion(from, to) }
    add(
      .typeChanged, from.name, to.name,
      "\(keyText) was '\(from.name)' and is '\(to.name)', and the same count of bytes is another number of elements")
  }

  private mutating func judgeConversion(_ from: ArchivedNumber, _ to: ArchivedNumber) {
    let (backward, forward) = (from.conversion(to: to), to.conversion(to: from))
    let message = "\(keyText) was '\(from.name)' and is '\(to.name)'"
    if backward == .never || forward == .never {
      add(
        .typeChanged, level: isTruth(from, to, in: old) ? .safe : nil,
        forward: isTruth(to, from, in: new) ? .safe : nil,
        from.name,
        to.name, message)
    } else if backward == .exact {
      add(.typeWidened, forward: forward == .exact ? .safe : .refuse, from.name, to.name, message)
    } else {
      // An enumeration may have few values, which all fit.
      let allFit = !old.allowedValues.isEmpty && old.allowedValues.allSatisfy(to.holds)
      add(
        .typeNarrowed, level: allFit ? .safe : nil, forward: forward == .exact ? .safe : .refuse, from.name, to.name,
        message + (allFit ? "" : ": values that do not fit are refused"))
    }
  }

  /// Swift's floating-point numbers can be read from a boolean, as 0 or 1, like with NSCoder. Those of one byte string cannot.
  private func isTruth(_ writer: ArchivedNumber, _ reader: ArchivedNumber, in entry: ArchivedEntry) -> Bool {
    guard isSwift, entry.form.dimensions.isEmpty || entry.storage == "elements", writer.scalar == .bool,
      writer.shape == reader.shape,
      case .floating = reader.scalar
    else { return false }
    return true
  }

  /// The lengths of texts, and the dimensions of arrays of them.
  private mutating func judgeTexts() {
    let (from, to) = (old.form.dimensions.last ?? 0, new.form.dimensions.last ?? 0)
    if from < to {
      add(.arrayGrown, "\(from)", "\(to)", "the text '\(new.key)' had room for \(from) bytes and has for \(to)")
    } else if from > to {
      add(
        .arrayShortened, "\(from)", "\(to)",
        "the text '\(new.key)' had room for \(from) bytes and has for \(to): longer texts are refused")
    }
    judgeDimensions(old.form.dimensions.dropLast(), new.form.dimensions.dropLast())
  }

  /// Whether an archive has the array as bytes without a type, which are not read as a number. Columns have types.
  private func isUntyped(_ entry: ArchivedEntry, _ dimensions: [Int]) -> Bool {
    dimensions.count == 1 && entry.isByteString && entry.storage != "elements" && !isTable
  }

  private mutating func judgeDimensions(_ from: some Collection<Int>, _ to: some Collection<Int>) {
    let (from, to) = (Array(from), Array(to))
    if from == to { return }
    let texts = (from.subscripts, to.subscripts)
    let isZeroRefused = new.isZeroRefused
    if from.contains(where: { $0 < 0 }) || to.contains(where: { $0 < 0 }) {
      add(
        .rankChanged, texts.0, texts.1,
        "\(keyText) was \(from.isEmpty ? "one value" : "an array") and is \(to.isEmpty ? "one value" : "an array")")
    } else if from.isEmpty {
      // Old code takes the first element, and there is no other one.
      let isOne = to.allSatisfy { $0 == 1 } && new.storage != "elements" && !isUntyped(new, to)
      add(
        .becameArray, level: isZeroRefused ? .refuse : nil, forward: isOne ? .safe : nil, texts.0, texts.1,
        "\(keyText) was one value, which is the first of an array now")
    } else if to.isEmpty {
      let isUntyped = isUntyped(old, from)
      add(
        .becameValue, level: from.allSatisfy { $0 == 1 } && !isUntyped ? .safe : nil,
        forward: old.isZeroRefused && !from.allSatisfy { $0 == 1 } ? .refuse : nil, texts.0, texts.1,
        isUntyped
          ? "\(keyText) was an array of bytes and is one value: a record by itself has the bytes without their type, which is refused"
          : "\(keyText) was an array and is one value: others than zero behind the first are refused")
    } else if from.count != to.count {
      add(
        .rankChanged, texts.0, texts.1,
        "'\(new.key)' had \(from.count) \(from.count == 1 ? "dimension" : "dimensions") and has \(to.count)")
    } else {
      let grows = zip(from, to).contains { $0 < $1 }
      if zip(from, to).contains(where: { $0 > $1 }) {
        add(
          .arrayShortened, forward: grows || old.isZeroRefused ? .refuse : nil, texts.0, texts.1,
          "'\(new.key)' had the dimensions \(texts.0) and has \(texts.1): values other than zero that are cut off are refused"
        )
      } else {
        add(
          .arrayGrown, level: isZeroRefused ? .refuse : nil, texts.0, texts.1,
          "'\(new.key)' had the dimensions \(texts.0) and has \(texts.1)")
      }
    }
  }
}

extension ArchivedEntry {
  fileprivate var isRecords: Bool { form.base == .records }

  /// Whether a new element, which is zero, is refused: NULL behind a pointer with a count, or a value that the enumeration does not have.
  fileprivate var isZeroRefused: Bool {
    isLink ? needsElements : !allowedValues.isEmpty && !allowedValues.contains(0)
  }

  /// What archives the value, for messages.
  fileprivate var codingText: String { isOwnCoding ? "its type's own coding" : "generated code" }

  /// Whether the value is stored in the same way by `Codable` and by generated code.
  fileprivate var isStoredAlikeByCodable: Bool {
    guard form.dimensions.isEmpty else { return false }
    switch form.base {
    case .number: return true
    case .value(let type): return Self.leaves.contains(type)
    default: return false
    }
  }

  /// The types that `Codable` values store as generated code does, besides numbers.
  private static let leaves: Set<String> = ["String", "Data", "Date", "UUID", "URL", "Decimal"]
}

extension ArchivedNumber {
  /// The digits of its name, which say how many bits it has.
  fileprivate var width: String { scalar == .bool ? "8" : name.filter(\.isNumber) }
}
