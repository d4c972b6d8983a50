import ArchiveModel

/// Settles for every field whether and how it is archived: the pass that loses nothing in silence.
struct FieldResolution {
  private let records: RecordIndex
  private let policy: UnresolvedPolicy
  private var outcomes: [Record.ID: RecordOutcome] = [:]
  /// Whether any record has skipped fields; hardly a set of headers has.
  private var leavesOutFields = false

  init(records: RecordIndex, policy: UnresolvedPolicy) {
    self.records = records
    self.policy = policy
  }

  subscript(_ id: Record.ID) -> Record? { records[id] }

  /// The settled record, if it was asked for before and could be settled.
  func planned(_ id: Record.ID) -> PlannedRecord? {
    if case .planned(let planned)? = outcomes[id] { planned } else { nil }
  }

  /// A record cannot contain itself by value (C17 6.7.2.1p3), so this ends.
  mutating func resolve(_ record: Record) -> RecordOutcome {
    if let known = outcomes[record.id] { return known }
    let outcome = settle(record)
    outcomes[record.id] = outcome
    return outcome
  }

  private mutating func settle(_ record: Record) -> RecordOutcome {
    var fields: [PlannedField] = []
    var skipped: [SkippedField] = []
    var mistakes: [Diagnostic] = []
    for (index, field) in record.fields.enumerated() {
      // Unnamed and zero-width bit-fields are padding (C17 6.7.2.1p12).
      if field.name.isEmpty, !field.isAnonymousMember { continue }
      let attributes = records.attributes(of: record, field: index)
      switch settle(field, attributes, isLast: index == record.fields.count - 1) {
      case .archived(let planned): fields += planned
      case .skipped: skipped.append(SkippedField(field: field, unresolved: nil))
      case .mistaken(let diagnostics): mistakes += diagnostics
      case .refused(let refusal) where policy == .skip: skipped.append(SkippedField(field: field, unresolved: refusal))
      case .refused(let refusal): return mistakes.isEmpty ? .refused(refusal) : .mistaken(mistakes)
      }
    }
    guard mistakes.isEmpty else { return .mistaken(mistakes) }
    if !skipped.isEmpty { leavesOutFields = true }
    return .planned(PlannedRecord(record: record, fields: fields, skipped: skipped))
  }

  private enum Outcome {
    case archived([PlannedField])
    case skipped
    case refused(Refusal)
    case mistaken([Diagnostic])
  }

  private mutating func settle(_ field: Field, _ attributes: [Attribute], isLast: Bool) -> Outcome {
    if attributes.has(.skip) { return .skipped }
    let mistakes = AttributeUse.mistakes(in: attributes, on: field)
    guard mistakes.isEmpty else { return .mistaken(mistakes) }
    if field.isAnonymousMember { return flatten(field) }
    let (element, dimensions) = field.type.arrayElement
    if let refusal = UnresolvedField.refusal(of: field, attributes, isLast: isLast) { return .refused(refusal) }

    let key = attributes.first(.key)?.arguments.first?.text ?? field.name
    let form: PlannedField.Form
    if case .record(let id) = element {
      if let refusal = nested(id, in: field) { return .refused(refusal) }
      form = dimensions.isEmpty ? .record(id) : .records(dimensions: dimensions, id, storage: storage(attributes))
    } else if let width = field.bitWidth, let shape = element.integerShape,
      let spelling = ElementSpelling.element(element)
    {
      form = .bits(width: width, element: width == 1 && !shape.isSigned ? ".bool" : spelling)
    } else if let text = attributes.first(.cstring), let count = dimensions.last {
      let form = PlannedField.Form.text(count: count, encoding: text.arguments.first?.text ?? "utf8")
      return planned(field, attributes, key: key, texts: form, dimensions: Array(dimensions.dropLast()), element, count)
    } else if let spelling = ElementSpelling.element(element) {
      form =
        dimensions.isEmpty
        ? .scalar(element: spelling)
        : .array(dimensions: dimensions, element: spelling, storage: storage(attributes))
    } else {
      return .refused(UnresolvedField.unsupported(field, "cannot be archived"))
    }
    return planned(
      field, attributes, key: key, form, at: field.bitWidth == nil ? field.bitOffset / 8 : field.bitOffset, element)
  }

  private func planned(
    _ field: Field, _ attributes: [Attribute], key: String, _ form: PlannedField.Form, at offset: Int, _ element: CType
  ) -> Outcome {
    var defaultValue: String?
    if let attribute = attributes.first(.default), let argument = attribute.arguments.first {
      let text: (count: Int, encoding: String)? = if case .text(let count, let encoding) = form { (count, encoding) } else { nil }
      switch DefaultValue.resolve(argument, for: element, width: field.bitWidth, text: text) {
      case .literal(let literal): defaultValue = literal
      case .mistake(let message, let advice):
        return .mistaken([Diagnostic(.error, at: argument.location, message, advice: advice)])
      }
    }
    return .archived([
      PlannedField(
        field: field, key: key, earlierKeys: attributes.first(.was)?.arguments.map(\.text) ?? [], form: form,
        offset: offset, defaultValue: defaultValue, isRequired: attributes.has(.required),
        validValues: element.validValues)
    ])
  }

  /// An array of texts is a text per element, each under its own key.
  private func planned(
    _ field: Field, _ attributes: [Attribute], key: String, texts form: PlannedField.Form, dimensions: [Int],
    _ element: CType, _ count: Int
  ) -> Outcome {
    var all: [PlannedField] = []
    var suffixes = [""]
    for dimension in dimensions { suffixes = suffixes.flatMap { prefix in (0..<dimension).map { "\(prefix)[\($0)]" } } }
    for (index, suffix) in suffixes.enumerated() {
      switch planned(field, attributes, key: key + suffix, form, at: field.bitOffset / 8 + index * count, element) {
      case .archived(let fields):
        all += fields.map { $0.renamingEarlierKeys(appending: suffix) }
      case let other: return other
      }
    }
    return .archived(all)
  }

  /// The members of an anonymous struct are this record's own, under their own names.
  private mutating func flatten(_ field: Field) -> Outcome {
    guard case .record(let id) = field.type, let inner = records[id] else {
      return .refused(UnresolvedField.unsupported(field, "has a definition that could not be read"))
    }
    guard inner.kind == .structure else { return .refused(UnresolvedField.union(field)) }
    switch resolve(inner) {
    case .planned(let planned): return .archived(planned.fields.map { $0.moved(byBytes: field.bitOffset / 8) })
    case .refused(let refusal): return .refused(refusal)
    case .mistaken(let diagnostics): return .mistaken(diagnostics)
    }
  }

  private mutating func nested(_ id: Record.ID, in field: Field) -> Refusal? {
    guard let inner = records[id] else {
      return UnresolvedField.unsupported(field, "has a type that could not be read")
    }
    guard inner.kind == .structure else { return UnresolvedField.union(field) }
    if records.attributes(of: inner).has(.skip) {
      return UnresolvedField.unsupported(field, "has the type '\(inner.displayName)', which is skipped")
    }
    switch resolve(inner) {
    case .planned: return nil
    case .refused(let cause): return UnresolvedField.nested(field, inner, cause)
    case .mistaken:
      return UnresolvedField.unsupported(field, "has the type '\(inner.displayName)', whose annotations have errors")
    }
  }

  private func storage(_ attributes: [Attribute]) -> SchemaField.ArrayStorage {
    if attributes.has(.elements) { return .elements }
    return attributes.has(.native) ? .native : .standard
  }
}

extension FieldResolution {
  /// Warnings for the fields that `--unresolved skip` leaves out of the given records and of those within them.
  func warnings(for planned: [PlannedRecord]) -> [Diagnostic] {
    guard leavesOutFields else { return [] }
    return reached(from: planned).flatMap { record in
      record.skipped.compactMap { skipped in
        skipped.unresolved.map {
          Diagnostic(
            .warning, at: $0.field.location,
            "\($0.field.name.isEmpty ? "the anonymous member" : "field '\($0.field.name)'") of '\(record.record.displayName)' is skipped: it \($0.reason)",
            advice: $0.notes.isEmpty ? "write '// archive: skip' on its line if that is meant" : $0.advice,
            notes: $0.notes)
        }
      }
    }
  }

  func skippedFieldCount(in planned: [PlannedRecord]) -> Int {
    leavesOutFields ? reached(from: planned).reduce(0) { $0 + $1.skipped.count } : 0
  }

  /// The given records and every one that is inside them by value, each once.
  private func reached(from roots: [PlannedRecord]) -> [PlannedRecord] {
    var seen: Set<Record.ID> = []
    var result: [PlannedRecord] = []
    var open = roots.reversed().map(\.record.id)
    while let id = open.popLast() {
      guard seen.insert(id).inserted, let planned = planned(id) else { continue }
      result.append(planned)
      for field in planned.record.fields {
        if case .record(let inner) = field.type.arrayElement.type,
          !planned.skipped.contains(where: { $0.field == field })
        {
          open.append(inner)
        }
      }
    }
    return result
  }
}

extension PlannedField {
  fileprivate func renamingEarlierKeys(appending suffix: String) -> PlannedField {
    PlannedField(
      field: field, key: key, earlierKeys: earlierKeys.map { $0 + suffix }, form: form, offset: offset,
      defaultValue: defaultValue, isRequired: isRequired, validValues: validValues)
  }
}

extension CType {
  fileprivate var validValues: [Int64] {
    guard case .enumeration(let enumeration) = self, enumeration.isClosed else { return [] }
    return Set(enumeration.cases.map(\.value)).sorted()
  }
}

extension FieldResolution {
  /// The tag or typedef, without the module, unless `name("…")` says otherwise.
  func archivedName(of record: Record) -> String {
    records.attributes(of: record).first(.name)?.arguments.first?.text ?? record.name ?? ""
  }

  func attributes(of record: Record) -> [Attribute] { records.attributes(of: record) }
}
