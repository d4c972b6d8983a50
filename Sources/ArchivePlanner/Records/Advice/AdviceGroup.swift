import ArchiveModel

/// A pointer or flexible array and the fields beside it, whose names and comments describe its target.
struct AdviceGroup {
  let field: Field
  let name: CountedName
  let comment: FieldComment
  let records: RecordIndex
  /// The record that declares the field.
  let record: Record
  /// The fields that an annotation can name, including those of anonymous structs, without the field itself.
  let siblings: [Sibling]
  /// The index of the field in its record.
  let index: Int?
  /// Integers that may count the elements, the best first.
  let counters: [Counter]

  struct Sibling {
    let path: String
    let field: Field
    /// The index in the field's record; nil for a field of another record.
    let index: Int?
    /// What the integer counts according to its name; nil for other types.
    let counter: CounterName?

    var isInteger: Bool { counter != nil }

    /// Whether it is an integer or an enumeration.
    var isNumber: Bool { if case .enumeration = field.type { true } else { isInteger } }
  }

  struct Counter {
    let sibling: Sibling
    let fit: CountedName.Fit
    let unit: CounterName.Unit
    let comment: FieldComment
    /// Whether a comment says that it counts the field's elements.
    let isNamed: Bool

    var path: String { sibling.path }
    /// Whether it counts elements, and not bytes.
    var isOfElements: Bool { unit == .elements }
  }

  enum Element {
    case void, bytes, larger
  }

  init(_ field: Field, in scope: MemberScope, _ records: RecordIndex) {
    self.field = field
    self.records = records
    record = scope.owner
    name = CountedName(field.name)
    let comment = records.comments.comment(of: field, in: scope.owner)
    self.comment = comment
    let around = scope.levels.reversed().map(\.record).filter { $0.id != scope.owner.id }
    let groups = ([scope.owner] + around).filter { $0.kind == .structure }
    siblings = groups.flatMap { record in
      Self.siblings(of: record, isOwner: record.id == scope.owner.id, records)
    }.filter { $0.field != field }
    index = scope.owner.fields.firstIndex(of: field)
    var found: [Counter] = []
    for sibling in siblings {
      guard let counter = sibling.counter, !counter.isCapacity, !Self.isOrdinal(counter, of: name) else { continue }
      let fit = Self.fit(of: sibling, to: field, siblings, records.nameFits)
      let mayBeNamed = counter.readings.contains { !$0.isGuess } && !counter.isOfUses
      guard fit != nil || mayBeNamed, !sibling.field.isSwapped else { continue }
      let own = records.comments.comment(of: sibling.field, in: scope.owner)
      let isNamed =
        mayBeNamed
        && (counter.plainUnit == nil && comment.counts(with: sibling.field.name) || own.saysSize(of: field.name))
      let named: CounterName.Unit? = isNamed ? counter.readings.first?.unit : nil
      guard !own.saysBits, !own.saysOtherwise,
        let (fit, unit) = fit.map({ named == nil ? $0 : (.exact, $0.unit) }) ?? named.map({ (.exact, $0) }),
        // A proposal has to be accepted when it is written.
        case .success = MemberLookup(records: records).integer(
          sibling.path, at: field.location, role: "a count", in: scope, for: field)
      else { continue }
      found.append(Counter(sibling: sibling, fit: fit, unit: unit, comment: own, isNamed: isNamed))
    }
    counters = found.enumerated().sorted { ($1.element.fit, $0.offset) < ($0.element.fit, $1.offset) }.map(\.element)
  }

  /// How well a counter's name fits. If all fields begin with "sre", `sre_length` fits `sre_data` no better than
  /// `length` fits `data`. `num_maps` belongs to `maps` and not to `map`.
  private static func fit(
    of counter: Sibling, to field: Field, _ siblings: [Sibling], _ names: NameFits
  ) -> (fit: CountedName.Fit, unit: CounterName.Unit)? {
    guard let found = names.fit(of: counter.field.name, to: field.name) else { return nil }
    let counted = CountedName(field.name)
    let others = siblings.filter { $0.field.name != counter.field.name }
    if found.fit == .near {
      let first = NameWords(field.name).words[0]
      let isPrefix =
        NameWords(counter.field.name).words == [first, NameWords(counter.field.name).last]
        && others.contains { NameWords($0.field.name).words.first == first && NameWords($0.field.name).words.count > 1 }
      return isPrefix ? (.plain, found.unit) : found
    }
    if found.fit == .exact, CountedName.isPrefixed(field.name),
      others.contains(where: { other in
        other.field.isArrayLike && !CountedName.isPrefixed(other.field.name)
          && names.fit(of: counter.field.name, to: other.field.name)?.fit == .exact
      })
    {
      return nil
    }
    if found.fit == .exact, !counted.isOfSeveral {
      let isOthers = others.contains { other in
        guard other.field.isArrayLike, let fit = names.fit(of: counter.field.name, to: other.field.name) else {
          return false
        }
        return fit.fit >= .near && CountedName(other.field.name).isOfSeveral
      }
      return isOthers ? nil : found
    }
    return found
  }

  private static func siblings(of record: Record, isOwner: Bool, _ records: RecordIndex) -> [Sibling] {
    record.fields.enumerated().flatMap { index, field -> [Sibling] in
      if records.annotations(of: record, field: index).isSkipped { return [] }
      if field.isAnonymousMember, case .record(let id) = field.type, let inner = records[id], inner.kind == .structure {
        return siblings(of: inner, isOwner: false, records)
      }
      guard !field.name.isEmpty else { return [] }
      let counter: CounterName? =
        if case .integer(let bits, _) = field.type, bits <= 64 {
          records.nameFits.counterName(field.name)
        } else {
          nil
        }
      return [Sibling(path: field.name, field: field, index: isOwner ? index : nil, counter: counter)]
    }
  }

  // MARK: The element

  var elementType: CType {
    switch field.type.arrayElement.type {
    case .pointer(let pointee): pointee
    case .flexibleArray(let element): element
    case let element: element
    }
  }

  var element: Element {
    switch elementType {
    case .void: .void
    case .integer(8, _), .bool(size: 1): .bytes
    default: .larger
    }
  }

  var isOfNumbers: Bool { elementType.isArithmetic }

  var isOfPointers: Bool { if case .pointer = elementType { true } else { false } }

  var isRecord: Bool { if case .record = elementType { true } else { false } }

  // MARK: Other fields

  /// The words of the name without one that most fields of the struct begin with.
  var ownWords: [String] {
    let words = NameWords(field.name).words
    let alike = siblings.count { $0.field.name.count > words[0].count && NameWords($0.field.name).words[0] == words[0] }
    return words.count > 1 && alike >= 3 && alike * 2 >= siblings.count ? Array(words.dropFirst()) : name.name.words
  }

  /// Whether the name of another pointer or array fits the counter.
  func isClaimed(_ counter: Sibling) -> Bool {
    siblings.contains { other in
      guard other.field.isArrayLike, other.field.name != counter.field.name,
        let fit = records.nameFits.fit(of: counter.field.name, to: other.field.name)
      else { return false }
      return fit.fit >= .near
    }
  }

  /// Whether a plain `count` can only be about this field: no other pointer or array has several elements.
  var isOnlyOneOfSeveral: Bool {
    !siblings.contains { other in
      guard other.field.isArrayLike, !other.field.isLink(records) else { return false }
      let name = CountedName(other.field.name)
      if other.field.isText { return !name.isOfText }
      switch other.field.type {
      case .array, .flexibleArray: return !other.field.isFixedText
      case .pointer(.record): return name.isOfSeveral
      // A pointer that belongs to the caller has no count, unless its name says so.
      case .pointer(.void), .pointer(.incomplete), .pointer(.function): return name.isOfMemory
      default: return true
      }
    }
  }

  func isPlainCountFor(_ counter: Counter) -> Bool {
    if comment.saysTerminatedText { return false }
    // A message's `length` mostly covers what comes before its flexible array as well.
    if case .flexibleArray = field.type, counter.unit != .elements { return false }
    if case .array = field.type, counter.unit != .elements { return false }
    if name.isOfText, counter.unit != .length { return false }
    if element == .void { return name.isOfMemory }
    return isRecord ? name.isOfSeveral : element == .bytes || name.isOfSeveral
  }

  /// Whether the pointer moves through an array: `rem` or `pos` is beside it.
  var isIterated: Bool {
    siblings.contains { sibling in
      sibling.isInteger && Self.positions.contains(NameWords(sibling.field.name).folded)
    }
  }

  private static let positions: Set<String> = [
    "rem", "remaining", "left", "todo", "avail", "index", "idx", "i", "pos", "position", "cursor", "have", "togo",
  ]
}

extension CounterName {
  /// Whether the name clearly means a count. "size" may be the size of anything.
  var isPlainlyCount: Bool { readings.contains { $0.unit == .elements || $0.unit == .length } && name.words.count > 1 }

  /// A plain `capacity`.
  var isPlainCapacity: Bool { isCapacity && name.words.count == 1 && name.last != "offset" && name.last != "index" }
}

/// Names of links between the nodes of a list or tree.
enum LinkNames {
  static let next: Set<String> = [
    "next", "prev", "previous", "link", "sibling", "succ", "pred", "forw", "back", "flink", "blink", "nxt", "chain",
  ]
}

extension Field {
  var isArrayLike: Bool {
    switch type {
    case .pointer(.function): false
    case .pointer, .flexibleArray, .array: true
    default: false
    }
  }

  /// Whether the type has the byte order of the network or a disk, like `__be16`.
  fileprivate var isSwapped: Bool {
    let spelling = typeSpelling.lowercased()
    let orders: [StaticString] = ["be16", "be32", "be64", "le16", "le32", "le64"]
    return orders.contains { spelling.hasBytes(of: $0) }
  }

  fileprivate func isLink(_ records: RecordIndex) -> Bool { LinkNames.next.contains(NameWords(name).last) }

  fileprivate var isText: Bool {
    guard case .pointer(let pointee) = type, pointee.isTextUnit else { return false }
    return mayBeText(pointee)
  }

  /// `char name[16]`
  fileprivate var isFixedText: Bool {
    guard case .array(.integer(8, _), _) = type else { return false }
    return true
  }
}
