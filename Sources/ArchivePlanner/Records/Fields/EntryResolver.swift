import ArchiveModel

/// Makes the entry of a field in the record's table, when it is known how the field is stored: its key and former keys, its
/// default, its container, and when it is live.
struct EntryResolver {
  let records: RecordIndex

  /// - Parameters:
  ///   - element: the type that a default is a value of.
  ///   - suffix: what follows the key, for one of several texts, `offset` bytes from the field.
  func resolve(
    _ field: Field, as form: SchemaField.Form, of element: CType, _ annotations: FieldAnnotations, _ scope: MemberScope,
    suffix: String = "", offset: Int = 0
  ) -> FieldOutcome {
    var defaultValue: DefaultLiteral?
    if let argument = annotations.defaultValue {
      let text: (count: Int, encoding: TextEncoding)? =
        if case .text(let count, let encoding) = form { (count, encoding) } else { nil }
      switch DefaultValue.resolve(argument, for: element, width: field.bitWidth, text: text) {
      case .literal(let literal): defaultValue = literal
      case .error(let message, let advice):
        return .invalid([Diagnostic(.invalidDefault, at: argument.location, message, advice: advice)])
      }
    }
    var container: NodeContainer?
    var requirements: [Requirement] = []
    if let given = annotations.container {
      switch ContainerResolver(records: records).resolve(given, on: field, scope) {
      case .success(let found):
        container = found
        if found.node != scope.root.id {
          requirements.append(Requirement(field: field, record: found.node, place: .behindPointer))
        }
      case .failure(let outcome): return outcome
      }
    }
    let key = field.key(annotations)
    let formerKeys = scope.formerKeys(key, annotations.formerKeys.formerKeys)
    let bits = scope.base * 8 + field.bitOffset
    let isBits = if case .bits = form { true } else { false }
    // An archive may have a single text where there are several now: it is the first.
    let single = suffix.isEmpty || offset > 0 ? [] : [FormerKey(scope.keyPrefix + key)] + formerKeys
    return FieldOutcome.archived(
      PlannedField(
        field,
        SchemaField(
          key: scope.keyPrefix + key + suffix, formerKeys: formerKeys.map { $0 + suffix } + single, form: form,
          offset: isBits ? bits : bits / 8 + offset, defaultValue: defaultValue, isRequired: annotations.isRequired,
          validValues: form.holdsValue ? element.validValues : [], conditions: scope.conditions, container: container,
          // `BitGroups` gives the position when all fields are known.
          group: annotations.bitGroup.map { BitGroupPlace(key: scope.keyPrefix + $0.text, position: 0) }),
        declaredKey: key == field.name || field.name.isEmpty ? nil : scope.keyPrefix + field.name + suffix,
        isDirect: scope.swiftPath.isEmpty)
    ).requiring(requirements)
  }

  /// An array of texts is a text per element, each under its own key.
  func resolve(
    texts field: Field, of element: CType, count: Int, _ encoding: TextEncoding, dimensions: [Int],
    _ annotations: FieldAnnotations, _ scope: MemberScope
  ) -> FieldOutcome {
    var all = FieldOutcome()
    var suffixes = [""]
    for dimension in dimensions { suffixes = suffixes.flatMap { prefix in (0..<dimension).map { "\(prefix)[\($0)]" } } }
    for (index, suffix) in suffixes.enumerated() {
      let one = resolve(
        field, as: .text(count: count, encoding), of: element, annotations, scope, suffix: suffix, offset: index * count
      )
      guard one.errors.isEmpty else { return one }
      all.fields += one.fields
    }
    return all
  }
}

extension CType {
  fileprivate var validValues: [Int64] {
    guard case .enumeration(let enumeration) = self, enumeration.isClosed else { return [] }
    return Set(enumeration.cases.map(\.value)).sorted()
  }
}

extension SchemaField.Form {
  /// Whether the value is numbers in the record, which a closed enumeration may restrict.
  fileprivate var holdsValue: Bool {
    switch self {
    case .scalar, .bits, .array: true
    default: false
    }
  }
}
