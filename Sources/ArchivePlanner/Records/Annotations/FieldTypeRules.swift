import ArchiveModel

/// The rules for attributes that depend on a field's type, and on the other attributes of the field.
struct FieldTypeRules {
  /// A violation of a rule, reported at the attribute.
  struct Violation {
    let id: DiagnosticID
    let message: String
    let advice: String

    init(_ id: DiagnosticID, _ message: String, _ advice: String) {
      (self.id, self.message, self.advice) = (id, message, advice)
    }

    func diagnostic(at location: SourceLocation) -> Diagnostic { Diagnostic(id, at: location, message, advice: advice) }
  }

  let field: Field
  let annotations: FieldAnnotations
  let owner: Record
  let records: RecordIndex

  private var element: CType { field.type.arrayElement.type }

  /// Whether the field is a flexible array, in the standard's form or GNU C's.
  private var isTail: Bool {
    switch field.type {
    case .flexibleArray: true
    case .array(_, count: 0): owner.fields.last == field
    default: false
    }
  }

  /// The element, or that of a flexible array of pointers.
  private var pointer: CType { isTail ? field.type.innermostPointer ?? element : element }

  /// Whether the elements are outside the field.
  var leadsOut: Bool {
    if case .flexibleArray = field.type { return true }
    return element.isPointer || (isTail && (annotations.count != nil || annotations.terminator != nil))
  }

  private var isFunction: Bool {
    if case .pointer(.function) = element { true } else { false }
  }

  private var union: Record? {
    guard case .record(let id) = element, let record = records[id], record.kind == .union else { return nil }
    return record
  }

  private var its: String { "\(field.phrase) is '\(field.typePhrase)'" }

  /// The kinds of fields, of the table of attributes, that this field is.
  private var shape: FieldShape {
    var shape: FieldShape = owner.kind == .union ? .unionMember : []
    if union == nil { shape.insert(.notUnion) }
    if pointer.isPointer, TextUnit(pointer.behindPointers) != nil { shape.insert(.textPointer) }
    if !leadsOut { shape.formUnion(storedShape) }
    if element.isPointer, !isTail { shape.insert(.pointer) }
    if isFunction { shape.insert(.functionPointer) }
    if isTail { shape.insert(.flexibleArray) }
    if isTail, field.type.innermostPointer != nil { shape.insert(.flexibleArrayOfPointers) }
    if union != nil { shape.insert(.union) }
    if linkRecord != nil { shape.insert(.link) }
    if field.bitWidth != nil { shape.insert(.bitField) }
    return shape
  }

  /// The kinds of a field whose value is in the record.
  private var storedShape: FieldShape {
    let isRecord = if case .record = element { true } else { false }
    if field.type.arrayElement.dimensions.isEmpty { return isRecord ? [] : .number }
    var shape: FieldShape = isRecord ? .array : [.array, .numberArray]
    if element.isByte { shape.insert(.charArray) }
    return shape
  }

  // MARK: Placement

  func placementError(_ attribute: Attribute) -> Violation? {
    let (word, fields) = (attribute.name.rawValue, attribute.name.rule.fields)
    if field.isAnonymousMember, fields.isEmpty || !fields.isSubset(of: [.union, .unionMember]) {
      return Violation(
        .misplacedAttribute, "'\(word)' does not apply to an anonymous member", "annotate its members one by one")
    }
    guard !fields.isEmpty, shape.isDisjoint(with: fields) else { return nil }
    return misplacement(attribute.name)
      ?? Violation(.misplacedAttribute, "'\(word)' belongs on \(fields.words), and \(its)", "remove it")
  }

  /// The error for an attribute on a field of the wrong kind, if there is more to say than the right kinds.
  private func misplacement(_ name: Attribute.Name) -> Violation? {
    switch name {
    case .case:
      return Violation(
        .misplacedAttribute,
        "'case' belongs on \(name.rule.fields.words), and \(field.phrase) is one of \(records.phrase(of: owner))",
        "move it to the union's member that it describes")
    case .default: return defaultMisplacement
    case .required:
      return Violation(
        .misplacedAttribute, "a union cannot be required as a whole", "write 'required' on its members")
    case .native:
      guard shape.contains(.array) else { return nil }
      return Violation(
        .misplacedAttribute, "'native' belongs on \(name.rule.fields.words), and \(its)",
        "use 'elements' or nothing for an array of records")
    case .container where isTail:
      guard let headsAdvice else { return nil }
      return Violation(.misplacedAttribute, "'container' belongs on \(name.rule.fields.words), and \(its)", headsAdvice)
    case .cstring where isFunction: return functionError(name)
    case .cstring where element.isPointer:
      return Violation(
        .misplacedAttribute, "'cstring' belongs on \(name.rule.fields.words), and \(its)",
        "write ref for one value, or count(n) for an array")
    case .cstring where leadsOut:
      return Violation(
        .missingCount, "'cstring' does not give the length of a flexible array",
        "write count(n) or bytes(n), or terminated if a NUL ends it")
    default: return nil
    }
  }

  private var defaultMisplacement: Violation {
    if leadsOut {
      return Violation(
        .invalidDefault, "a pointer or a flexible array cannot have a default",
        "remove 'default': a missing key gives NULL")
    }
    if union != nil {
      return Violation(.invalidDefault, "a union cannot have a default", "write 'default' on its members")
    }
    if case .record = element {
      return Violation(.invalidDefault, "a nested record cannot have a default", "write 'default' on its fields")
    }
    return arrayDefault
  }

  private var arrayDefault: Violation {
    Violation(.invalidDefault, "an array cannot have a default", "remove 'default': a missing key gives zeros")
  }

  // MARK: Types

  func typeError(_ attribute: Attribute) -> Violation? {
    switch attribute.name {
    case .was: formerKeyError(attribute)
    case .default: shape.contains(.charArray) && annotations.text == nil ? arrayDefault : nil
    case .cstring: textError(attribute)
    case .count, .bytes, .terminated, .ref, .to, .weak, .container:
      functionError(attribute.name) ?? pointeeError(attribute)
    case .tag, .view: Self.unionExclusion(of: attribute, beside: annotations.union)
    case .none: noneError
    case .bitgroup: bitGroupError(attribute)
    case .capacity: capacityError
    case .nullable: countError(attribute.name)
    default: nil
    }
  }

  /// The error for `capacity` without one block that is counted.
  private var capacityError: Violation? {
    if let error = countError(.capacity) { return error }
    guard case .array = field.type, !isTail else { return nil }
    return Violation(
      .misplacedAttribute, "'capacity' is about one block, and \(its)",
      "remove it, or archive the pointers in a struct of their own")
  }

  /// The error for an attribute that needs a count beside it.
  private func countError(_ name: Attribute.Name) -> Violation? {
    guard annotations.count == nil, field.countedBy == nil, field.sizedBy == nil else { return nil }
    return Violation(
      .missingCount, "'\(name)' does not give the number of elements of \(field.phrase)",
      "write count(n) or bytes(n) beside it")
  }

  /// Checks `was("/size")`, which names a key of the root.
  private func formerKeyError(_ attribute: Attribute) -> Violation? {
    guard let root = attribute.arguments.formerKeys.first(where: \.isFromRoot) else { return nil }
    if root.text.isEmpty {
      return Violation(
        .invalidKey, "'/' is the record itself and not a key", "write it like was(\"/\(field.name)\")")
    }
    guard root.text.contains("/") else { return nil }
    let path = root.text.replacing("/", with: ".")
    return Violation(
      .invalidKey, "'\(root.written)' is not a key",
      "keys of members are joined by dots: write was(\"/\(path)\")")
  }

  private func bitGroupError(_ attribute: Attribute) -> Violation? {
    if owner.kind == .union {
      return Violation(
        .invalidBitGroup, "members of a union are not archived together, and only one of them is live",
        "remove it, or put the bit-fields into a struct in the union")
    }
    guard let name = attribute.arguments.first?.text else { return nil }
    if let bad = name.first(where: { ".[]$".contains($0) }) {
      return Violation(.invalidKey, "the name of a group has no '\(bad)'", "write it like \(attribute.name.example)")
    }
    guard (field.bitWidth ?? 0) > BitGroupPlace.mostBits else { return nil }
    return Violation(
      .invalidBitGroup, "a group has \(BitGroupPlace.mostBits) bits, and '\(field.name)' has \(field.bitWidth ?? 0)",
      "remove it")
  }

  // MARK: Pointers

  private func functionError(_ name: Attribute.Name) -> Violation? {
    guard isFunction else { return nil }
    return Violation(
      .misplacedAttribute, "'\(name.rawValue)' does not apply to a function pointer",
      "write symbols(name, …), via(pack, unpack) or skip")
  }

  /// The record of the links, in the field or behind it, for `container`.
  private var linkRecord: Record? {
    let type = if case .pointer(let pointee) = element { pointee } else { element }
    guard case .record(let id) = type else { return nil }
    return records[id]
  }

  /// Text in the record or behind a pointer, in an encoding that its units cannot have.
  private func textError(_ attribute: Attribute) -> Violation? {
    guard let unit = TextUnit(pointer.behindPointers) else { return nil }
    if let encoding = attribute.arguments.first?.text {
      guard !unit.encodings.map(\.rawValue).contains(encoding) else { return nil }
      return Violation(
        .invalidArgument, "text of \(unit.bits)-bit units is not in \(encoding), and \(its)",
        "write \(unit.encodings.map { "cstring(\($0.rawValue))" }.joined(separator: " or "))"
      )
    }
    // C has no type for wider text: `wchar_t` is a typedef of an integer.
    guard unit.bits == 8 || field.typeSpelling.lowercased().contains("char") else {
      return Violation(
        .misplacedAttribute, "'cstring' belongs on a char array or a pointer to text, and \(its)",
        "write cstring(\(unit.encodings[0].rawValue)) if it is text, or count(n)"
      )
    }
    return nil
  }

  /// The error for `ref` and the like on `void *`, which do not describe the target.
  private func pointeeError(_ attribute: Attribute) -> Violation? {
    guard [.ref, .weak, .count, .terminated].contains(attribute.name), element.isPointer,
      case .void = element.innermost,
      annotations.pointee == nil, annotations.count?.isBytes != true
    else { return nil }
    return Violation(
      .missingPointee,
      "'\(attribute.name.rawValue)' does not give the type of the target of \(field.phrase), and \(its)",
      "write to(type), bytes(n), via(pack, unpack) or skip"
    )
  }

  // MARK: Exclusion

  /// Attributes that exclude each other; the later one is reported.
  func exclusionError(_ attribute: Attribute) -> Diagnostic? {
    let other = annotations.written.first { excludes(attribute.name, $0.name) && $0.location < attribute.location }
    guard let other else { return nil }
    var error = AttributeChecker.exclusion(of: attribute, by: other)
    if Set([attribute.name, other.name]) == [.count, .container] { error.advice = headsAdvice }
    return error
  }

  /// What to write for an array of heads of lists, which no pair of attributes describes.
  private var headsAdvice: String? {
    var type = field.type.countedElement.type
    if case .pointer(let pointee) = type { type = pointee }
    guard case .record(let id) = type, let link = records[id], let container = annotations.container else { return nil }
    return Refusal.headsAdvice(
      link.displayName, "container(\(container.node.text), \(container.link.text))")
  }

  private func excludes(_ name: Attribute.Name, _ other: Attribute.Name) -> Bool {
    // A skipped field may keep its other attributes.
    if name == .skip || other == .skip { return false }
    return name.excludes(other)
      || (isText && [[.cstring, .count], [.cstring, .terminated], [.cstring, .weak]].contains(Set([name, other])))
  }

  /// Whether the field is a pointer to text, and not to pointers to text.
  private var isText: Bool {
    guard !isTail, case .pointer(let pointee) = element else { return false }
    return annotations.text != nil && pointee.isTextUnit
  }

  // MARK: Unions

  /// `view` beside `tag` or `none`, on a union or on its type.
  static func unionExclusion(of attribute: Attribute, beside union: UnionAnnotations) -> Violation? {
    guard attribute.name == .view else { return nil }
    if union.tag != nil {
      return Violation(
        .conflictingAttributes, "'view' and 'tag' exclude each other",
        "keep 'tag' if the live member changes, 'view' if it is always the same"
      )
    }
    return !union.none.isEmpty
      ? Violation(.conflictingAttributes, "'view' and 'none' exclude each other", "write 'none' beside 'tag'") : nil
  }

  /// The error for `none` on a field whose tag is elsewhere.
  private var noneError: Violation? {
    guard let union else { return nil }
    if annotations.union.determinesLiveMember { return nil }
    if records.determinesItsMember(union) {
      return Violation(
        .misplacedAttribute, "'none' belongs beside 'tag'",
        "move it to the definition of '\(union.displayName)', which has its tag"
      )
    }
    if records.annotations(of: union).union.tag != nil { return nil }
    return Violation(
      .missingTag, "'none' lists values of the tag, but no attribute names the tag",
      "write tag(field) beside it"
    )
  }
}

extension CType {
  fileprivate var behindPointers: CType {
    if case .pointer(let pointee) = self { pointee.behindPointers } else { self }
  }

  /// The pointer type inside all arrays.
  fileprivate var innermostPointer: CType? {
    switch self {
    case .pointer: self
    case .array(let element, _), .flexibleArray(let element): element.innermostPointer
    default: nil
    }
  }
}
