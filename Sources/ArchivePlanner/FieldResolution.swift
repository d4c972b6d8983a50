import ArchiveModel

/// Settles for every field whether and how it is archived: the pass that loses nothing in silence.
///
/// What is behind pointers is `PointerResolution`'s, unions are `UnionResolution`'s; `PointeeClosure` calls this for
/// every record that is reached, and again for those that lead to a refused one.
struct FieldResolution {
  let records: RecordIndex
  let names: SwiftNames
  let policy: UnresolvedPolicy
  var outcomes: [Record.ID: RecordOutcome] = [:]
  /// For each record those that hold it or lead to it.
  var dependents: [Record.ID: Set<Record.ID>] = [:]
  /// Records that pointers lead to and that are yet to be settled.
  var noticed: [Record.ID] = []
  /// Unions whose members went into the tables of the records around them.
  var flattened: Set<Record.ID> = []
  /// How many keys each planned record has when those inside it are written out.
  private(set) var keyCounts: [Record.ID: Int] = [:]
  /// Whether any record has skipped fields; hardly a set of headers has.
  private(set) var leavesOutFields = false
  /// Whether there is a warning about any.
  private(set) var hasWarnings = false

  init(records: RecordIndex, names: SwiftNames, policy: UnresolvedPolicy) {
    self.records = records
    self.names = names
    self.policy = policy
  }

  subscript(_ id: Record.ID) -> Record? { records[id] }

  /// The settled record, if it was asked for before and could be settled.
  func planned(_ id: Record.ID) -> PlannedRecord? {
    if case .planned(let planned)? = outcomes[id] { planned } else { nil }
  }

  /// A record cannot contain itself by value (C17 6.7.2.1p3), so this ends; pointers are only noticed here.
  mutating func resolve(_ record: Record) -> RecordOutcome {
    if let known = outcomes[record.id] { return known }
    let outcome = settle(record)
    outcomes[record.id] = outcome
    return outcome
  }

  private mutating func settle(_ record: Record) -> RecordOutcome {
    if record.hasAnnotationError { return .mistaken(.misread) }
    let settled = record.kind == .union ? settle(standing: record) : settleMembers(in: MemberScope(root: record))
    guard !settled.hasMistake else { return .mistaken(settled.faults) }
    if !settled.refusals.isEmpty { return .refused(settled.faults) }
    if !settled.skipped.isEmpty { leavesOutFields = true }
    keyCounts[record.id] = settled.fields.reduce(0) { sum, field in
      let count = field.entry.inner.flatMap { keyCounts[$0] } ?? 1
      return sum.addingReportingOverflow(count).overflow ? .max : sum + count
    }
    if !settled.warnings.isEmpty { hasWarnings = true }
    return .planned(
      PlannedRecord(
        record: record, fields: settled.fields, skipped: settled.skipped, warnings: settled.warnings))
  }

  /// The members of the scope's owner, one by one; behind a refused one there may still be a mistake to report.
  mutating func settleMembers(in scope: MemberScope) -> SettledMembers {
    var all = SettledMembers()
    for index in scope.owner.fields.indices {
      // Unnamed and zero-width bit-fields are padding (C17 6.7.2.1p12).
      if scope.owner.fields[index].isPadding { continue }
      all.append(settle(member: index, in: scope), policy)
    }
    return all
  }

  mutating func settle(member index: Int, in scope: MemberScope) -> SettledMembers {
    let field = scope.owner.fields[index]
    let annotations = records.annotations(of: scope.owner, field: index)
    let isLast = index == scope.owner.fields.count - 1
    if annotations.isSkipped { return .skipped(field) }
    if field.hasAnnotationError { return .misread }
    let mistakes = AttributeUse.mistakes(in: annotations, on: field, of: scope.owner, records)
    guard mistakes.isEmpty else { return .mistaken(mistakes) }
    if let union = flattenedUnion(field, annotations) {
      return settle(union: union, field, annotations, scope)
    }
    if field.isAnonymousMember { return flatten(field, scope, isLast: isLast) }
    let (element, dimensions) = field.type.arrayElement
    if let tail = tailElement(field, annotations, scope, isLast: isLast) {
      return settle(tail: tail, field, annotations, scope)
    }
    if case .pointer(let pointee) = element {
      return settle(pointer: field, to: pointee, dimensions, annotations, scope)
    }
    if let refusal = UnresolvedField.refusal(of: field, isLast: isLast, likelyCount: likelyCount(field, scope)) {
      return .refused(refusal)
    }
    return settle(value: field, element, dimensions, annotations, scope)
  }

  /// A field whose value is in the record itself.
  private mutating func settle(
    value field: Field, _ element: CType, _ dimensions: [Int], _ annotations: FieldAnnotations, _ scope: MemberScope
  ) -> SettledMembers {
    let form: SchemaField.Form
    var warnings: [Diagnostic] = []
    if case .record(let id) = element {
      if let inner = records[id] { warnings = misplacedKeys(in: inner, field, key: field.key(annotations)) }
      if let refusal = nested(id, in: field, scope) { return .refused(refusal) }
      form = dimensions.isEmpty ? .record(id) : .records(dimensions: dimensions, id, annotations.arrayStorage)
    } else if let width = field.bitWidth, let range = element.integerRange, let type = ElementType(element) {
      form = .bits(width: width, width == 1 && !range.isSigned ? .bool : type)
    } else if let text = annotations.text, let count = dimensions.last {
      let form = SchemaField.Form.text(count: count, text.encoding ?? .utf8)
      return planned(field, annotations, scope, texts: form, dimensions: Array(dimensions.dropLast()), element, count)
    } else if let type = ElementType(element) {
      form = dimensions.isEmpty ? .scalar(type) : .array(dimensions: dimensions, type, annotations.arrayStorage)
    } else {
      return .refused(UnresolvedField.unsupported(field, "cannot be archived"))
    }
    var settled = planned(field, annotations, scope, form, element)
    settled.warnings += warnings
    return settled
  }

  /// - Parameters:
  ///   - element: what a default is a value of.
  ///   - suffix: what follows the key, for one of several texts, `offset` bytes from the field.
  mutating func planned(
    _ field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope, _ form: SchemaField.Form, _ element: CType,
    suffix: String = "", offset: Int = 0
  ) -> SettledMembers {
    var defaultValue: DefaultLiteral?
    if let argument = annotations.defaultValue {
      let text: (count: Int, encoding: TextEncoding)? =
        if case .text(let count, let encoding) = form { (count, encoding) } else { nil }
      switch DefaultValue.resolve(argument, for: element, width: field.bitWidth, text: text) {
      case .literal(let literal): defaultValue = literal
      case .mistake(let message, let advice):
        return .mistaken([Diagnostic(.invalidDefault, at: argument.location, message, advice: advice)])
      }
    }
    var container: NodeContainer?
    if let said = annotations.container {
      switch self.container(said, on: field, scope) {
      case .success(let found): container = found
      case .failure(let settled): return settled
      }
    }
    let key = field.key(annotations)
    let earlierKeys = scope.earlierKeys(key, annotations.formerKeys.formerKeys)
    let bits = scope.base * 8 + field.bitOffset
    let isBits = if case .bits = form { true } else { false }
    // The first of several texts may have been the only one.
    let single = suffix.isEmpty || offset > 0 ? [] : [FormerKey(scope.keyPrefix + key)] + earlierKeys
    return .archived(
      PlannedField(
        field,
        SchemaField(
          key: scope.keyPrefix + key + suffix, earlierKeys: earlierKeys.map { $0 + suffix } + single, form: form,
          offset: isBits ? bits : bits / 8 + offset, defaultValue: defaultValue, isRequired: annotations.isRequired,
          validValues: form.holdsValue ? element.validValues : [], conditions: scope.conditions, container: container),
        isDirect: scope.swiftPath.isEmpty))
  }

  /// An array of texts is a text per element, each under its own key.
  private mutating func planned(
    _ field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope, texts form: SchemaField.Form,
    dimensions: [Int],
    _ element: CType, _ count: Int
  ) -> SettledMembers {
    var all = SettledMembers()
    var suffixes = [""]
    for dimension in dimensions { suffixes = suffixes.flatMap { prefix in (0..<dimension).map { "\(prefix)[\($0)]" } } }
    for (index, suffix) in suffixes.enumerated() {
      let one = planned(field, annotations, scope, form, element, suffix: suffix, offset: index * count)
      guard one.mistakes.isEmpty else { return one }
      all.fields += one.fields
    }
    return all
  }
}

extension Field {
  /// Its own, without those of unions around it.
  func key(_ annotations: FieldAnnotations) -> String { annotations.key ?? name }

  /// An unnamed bit-field.
  var isPadding: Bool { name.isEmpty && !isAnonymousMember }
}

extension CType {
  fileprivate var validValues: [Int64] {
    guard case .enumeration(let enumeration) = self, enumeration.isClosed else { return [] }
    return Set(enumeration.cases.map(\.value)).sorted()
  }
}

extension SchemaField.Form {
  /// Numbers in the record, which a closed enumeration may restrict.
  fileprivate var holdsValue: Bool {
    switch self {
    case .scalar, .bits, .array: true
    default: false
    }
  }
}
