import ArchiveModel

/// The tag values for which each member of a union is live.
struct UnionCases {
  private let members: [Field]
  /// The values of each member; nil for a member that is always live, and for padding. The default member has all
  /// remaining values.
  private(set) var values: [[Int64]?]
  private(set) var defaultMember: Int?
  /// The members to archive, always live ones first.
  private(set) var order: [Int]
  /// The members that are never archived and therefore have no tag values.
  private(set) var left: [Int] = []
  /// The values for which no member is live.
  private var none: [Int64] = []
  /// Whether no member is live for values that no attribute gives.
  private var isNoneOtherwise = false

  /// All values that attributes give, sorted.
  var all: [Int64] {
    Set(values.enumerated().flatMap { $0.offset == defaultMember ? [] : $0.element ?? [] } + none).sorted()
  }

  /// Whether the tag may have any value.
  var areComplete: Bool { defaultMember != nil || isNoneOtherwise }

  /// The enumerators of the tag's type that no attribute gives. A record with such a tag cannot be archived.
  func missing(of tag: Field) -> [EnumerationCase] {
    guard !areComplete, case .enumeration(let enumeration) = tag.type else { return [] }
    var given = Set(all)
    return enumeration.cases.filter { TagValue.fits($0.value, tag) && given.insert($0.value).inserted }
  }

  func condition(of member: Int, tag: String) -> SchemaTagCondition? {
    guard let own = values[member] else { return nil }
    return member == defaultMember
      ? SchemaTagCondition(tag: tag, values: all, isExclusion: true)
      : SchemaTagCondition(tag: tag, values: own.sorted(), isExclusion: false)
  }

  /// - Parameters:
  ///   - tag: the field that selects the live member.
  ///   - none: the values for which no member is live.
  ///   - live: the member that is always live, by name.
  static func read(
    _ union: Record, tag: Field, none: [Attribute.Argument], live: String?, _ records: RecordIndex
  ) -> Result<UnionCases, FieldOutcome> {
    var cases = UnionCases(members: union.fields, values: Array(repeating: nil, count: union.fields.count), order: [])
    var owners: [Int64: Field] = [:]
    var others: [Int] = []
    var found = FieldOutcome()
    for (index, member) in union.fields.enumerated() where !member.isPadding {
      let annotations = records.annotations(of: union, field: index)
      if records.isLive(live, member) {
        if let given = annotations.cases {
          found.errors.append(
            Diagnostic(
              .ineffectiveAttribute, at: given.location,
              "\(member.phrase) contains the tag, so it is always live",
              advice: "remove 'case' from it"))
        }
        cases.order.append(index)
        continue
      }
      guard let given = annotations.cases else {
        if annotations.isSkipped {
          cases.left.append(index)
        } else if member.hasAnnotationError {
          found.hasUnreadableAnnotation = true
        } else {
          found.errors.append(
            Diagnostic(
              .missingCase, at: member.location,
              "no annotation gives the values of '\(tag.name)' for which \(member.phrase) of \(records.phrase(of: union)) is live",
              advice: "write case(value, …), case(default) or skip on it"))
        }
        continue
      }
      others.append(index)
      cases.values[index] = []
      for argument in given.values {
        if let error = cases.add(argument, of: index, in: union, tag: tag, &owners, records) {
          found.errors.append(error)
        }
      }
    }
    for argument in none {
      if let error = cases.add(none: argument, tag: tag, owners, records) { found.errors.append(error) }
    }
    cases.order += others
    return found.hasErrors ? .failure(found) : .success(cases)
  }

  private mutating func add(
    _ argument: Attribute.Argument, of index: Int, in union: Record, tag: Field, _ owners: inout [Int64: Field],
    _ records: RecordIndex
  ) -> Diagnostic? {
    let member = union.fields[index]
    if argument.text == "default", !argument.isQuoted {
      if let other = defaultMember {
        return Self.twice("the default", argument, union.fields[other], member)
      }
      defaultMember = index
      return nil
    }
    switch TagValue.read(argument, of: tag, records) {
    case .success(let value):
      if let other = owners[value] { return Self.twice("'\(argument.text)'", argument, other, member) }
      owners[value] = member
      values[index]?.append(value)
      return nil
    case .failure(let outcome): return outcome.errors.first
    }
  }

  private mutating func add(
    none argument: Attribute.Argument, tag: Field, _ owners: [Int64: Field], _ records: RecordIndex
  ) -> Diagnostic? {
    let isOtherwise = argument.text == "default" && !argument.isQuoted
    var owner: Field?
    if isOtherwise {
      owner = defaultMember.map { members[$0] }
    } else {
      switch TagValue.read(argument, of: tag, records) {
      case .success(let value):
        owner = owners[value]
        none.append(value)
      case .failure(let outcome): return outcome.errors.first
      }
    }
    isNoneOtherwise = isNoneOtherwise || isOtherwise
    return owner.map {
      Diagnostic(
        .duplicateCase, at: argument.location,
        "\(isOtherwise ? "the default" : "'\(argument.text)'") is given to \($0.phrase) and to 'none'",
        advice: "keep it on the member if the member is live for this value, otherwise in 'none'",
        notes: [Diagnostic.note(at: $0.location, "\($0.phrase) is declared here")])
    }
  }

  private static func twice(
    _ what: String, _ argument: Attribute.Argument, _ other: Field, _ member: Field
  ) -> Diagnostic {
    let message =
      other == member ? "\(what) is given twice" : "\(what) is given to \(other.phrase) and to \(member.phrase)"
    return Diagnostic(
      .duplicateCase, at: argument.location, message, advice: "keep it on the member that is live for this value",
      notes: [Diagnostic.note(at: other.location, "\(other.phrase) is declared here")])
  }
}
