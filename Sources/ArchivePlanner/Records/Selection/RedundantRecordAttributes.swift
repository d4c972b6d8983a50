import ArchiveModel

/// Warnings about attributes of archived records that change nothing.
///
/// Some are not reported, because they say more than they change: `required`, `version` and `access`, `ref` on a link to
/// the same struct, which says that the link is no array, and `cstring(utf8)`.
struct RedundantRecordAttributes {
  private let resolution: ResolvedRecords
  private var diagnostics: [Diagnostic] = []

  static func warnings(_ planned: [PlannedRecord], _ resolution: ResolvedRecords) -> [Diagnostic] {
    var pass = RedundantRecordAttributes(resolution: resolution)
    for record in resolution.reached(from: planned) { pass.check(record) }
    return pass.diagnostics
  }

  private init(resolution: ResolvedRecords) { self.resolution = resolution }

  private mutating func check(_ planned: PlannedRecord) {
    let record = planned.record
    for attribute in resolution.annotations(of: record).written where !isOverride(attribute, of: record.attributes) {
      switch attribute.name {
      case .name where attribute.arguments.first?.text == record.name:
        warn(attribute, "'\(record.name ?? "")' is the name of the type anyway")
      case .was: warn(attribute, current: resolution.records.archivedName(of: record), "name")
      default: break
      }
    }
    for index in record.fields.indices {
      let annotations = resolution.records.annotations(of: record, field: index)
      if annotations.written.isEmpty { continue }
      check(record.fields[index], annotations, of: planned)
    }
  }

  private mutating func check(_ field: Field, _ annotations: FieldAnnotations, of planned: PlannedRecord) {
    for attribute in annotations.written where !isOverride(attribute, of: field.attributes) {
      switch attribute.name {
      case .skip where field.isPadding: warn(attribute, "an unnamed bit-field is never archived")
      // A skipped field may keep its other attributes.
      case _ where annotations.isSkipped: break
      case .key where annotations.key == field.name && !field.name.isEmpty:
        warn(attribute, "'\(field.name)' is the key anyway")
      case .was where !field.name.isEmpty: warn(attribute, current: field.key(annotations), "key")
      case .default:
        let entry = planned.fields.first { $0.field == field }?.entry
        if entry?.defaultValue?.isZero == true { warn(attribute, "a missing key gives zero anyway") }
      // On the last array, it also says that no more elements follow the record.
      case .packed where !field.isOneElement:
        warn(attribute, "arrays are packed unless 'elements' or 'native' says otherwise")
      case .count where isGiven(field.countedBy, by: attribute):
        warn(attribute, "'__counted_by' in the declaration says the same")
      case .bytes where isGiven(field.sizedBy, by: attribute):
        warn(attribute, "'__sized_by' in the declaration says the same")
      case .nullable where field.countAllowsNull && annotations.count == nil:
        warn(attribute, "the count in the declaration says the same")
      // On a pointer to pointers it says that these are no arrays.
      case .ref
      where !isPointerToPointers(field)
        && [.weak, .to, .count, .bytes, .terminated, .cstring, .container].contains(where: annotations.written.has):
        warn(attribute, "another attribute says what the pointer leads to")
      default: break
      }
    }
  }

  private func isPointerToPointers(_ field: Field) -> Bool {
    if case .pointer(to: .pointer) = field.type.arrayElement.type { true } else { false }
  }

  /// Whether an attribute of the configuration replaces one of a comment.
  private func isOverride(_ attribute: Attribute, of written: [Attribute]) -> Bool {
    written.first(attribute.name).map { $0 != attribute } ?? false
  }

  private func isGiven(_ name: String?, by attribute: Attribute) -> Bool {
    attribute.arguments.count == 1 && name != nil && attribute.arguments[0].text == name
  }

  private mutating func warn(_ was: Attribute, current: String, _ word: String) {
    diagnostics += RedundantAttribute.warnings(
      about: was, current: current, word, line: resolution.records.lines[was.location])
  }

  private mutating func warn(_ attribute: Attribute, _ reason: String) {
    diagnostics.append(
      RedundantAttribute.warning(attribute, reason, line: resolution.records.lines[attribute.location]))
  }
}

extension Field {
  fileprivate var isOneElement: Bool { if case .array(_, count: 1) = type { true } else { false } }
}

extension DefaultLiteral {
  fileprivate var isZero: Bool {
    switch self {
    case .integer(_, let magnitude): magnitude == 0
    case .truth(let value): !value
    case .floating(let value): value == 0 && value.sign == .plus
    case .text(let text): text.isEmpty
    }
  }
}
