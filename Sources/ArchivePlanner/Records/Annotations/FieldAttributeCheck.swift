import ArchiveModel

/// A field with its annotations, and what is wrong with those that are about pointers and unions.
struct FieldAttributeCheck {
  typealias Mistake = (id: DiagnosticID, message: String, advice: String)

  let field: Field
  let annotations: FieldAnnotations
  let owner: Record
  let records: RecordIndex

  private var element: CType { field.type.arrayElement.type }

  /// Whether it is a flexible array, in the standard's form or GNU C's.
  private var isTail: Bool {
    switch field.type {
    case .flexibleArray: true
    case .array(_, count: 0): owner.fields.last == field
    default: false
    }
  }

  /// Whether what counts is not in the field itself.
  var leadsOut: Bool {
    if case .flexibleArray = field.type { return true }
    return element.isPointer || (isTail && annotations.count != nil)
  }

  private var isFunction: Bool {
    if case .pointer(.function) = element { true } else { false }
  }

  private var union: Record? {
    guard case .record(let id) = element, let record = records[id], record.kind == .union else { return nil }
    return record
  }

  private var its: String { "\(field.phrase) is '\(field.typeSpelling)'" }

  // MARK: Pointers

  func pointerError(_ attribute: Attribute) -> Mistake? {
    let word = attribute.name.rawValue
    switch attribute.name {
    case .count, .bytes:
      guard element.isPointer || isTail else {
        return (.misplacedAttribute, "'\(word)' belongs on a pointer or a flexible array, and \(its)", "remove it")
      }
    case .ref, .to, .weak:
      guard element.isPointer || (isTail && field.type.innermostPointer != nil) else {
        return (.misplacedAttribute, "'\(word)' belongs on a pointer, and \(its)", "remove it")
      }
    case .via:
      guard element.isPointer, !isTail else {
        return (.misplacedAttribute, "'via' belongs on a pointer, and \(its)", "remove it")
      }
      if let wrong = attribute.arguments.first(where: { !$0.text.isMemberPath || $0.isQuoted }) {
        return (
          .invalidArgument, "'\(wrong.text)' is no name of a Swift function",
          "write it like via(pack, unpack) or via(Codec.pack, Codec.unpack)"
        )
      }
    case .symbols:
      guard isFunction else {
        return (.misplacedAttribute, "'symbols' belongs on a function pointer, and \(its)", "remove it")
      }
    case .container:
      guard linkRecord != nil else {
        return (
          .misplacedAttribute, "'container' belongs on a link record or a pointer to one, and \(its)", "remove it"
        )
      }
    case .cstring: if let error = textError(attribute) { return error }
    default: return nil
    }
    if isFunction, attribute.name != .symbols, attribute.name != .via {
      return (
        .misplacedAttribute, "'\(word)' does not apply to a function pointer",
        "write symbols(name, …), via(pack, unpack) or skip"
      )
    }
    return missingPointeeError(attribute)
  }

  /// `container`: the record that links stand in, in the field or behind it.
  private var linkRecord: Record? {
    let type = if case .pointer(let pointee) = element { pointee } else { element }
    guard case .record(let id) = type else { return nil }
    return records[id]
  }

  private func textError(_ attribute: Attribute) -> Mistake? {
    guard element.isPointer else {
      return isTail && leadsOut
        ? (.missingCount, "'cstring' does not say how long a flexible array is", "write count(n) or bytes(n)") : nil
    }
    guard let unit = TextUnit(element.behindPointers) else {
      return (
        .misplacedAttribute, "'cstring' belongs on a char array or a pointer to text, and \(its)",
        "write ref for one value, count(n) for several"
      )
    }
    if let encoding = attribute.arguments.first?.text {
      guard !unit.encodings.map(\.rawValue).contains(encoding) else { return nil }
      return (
        .invalidArgument, "text of \(unit.bits)-bit units is not in \(encoding), and \(its)",
        "write \(unit.encodings.map { "cstring(\($0.rawValue))" }.joined(separator: " or "))"
      )
    }
    // C has no type for wider text: `wchar_t` is an integer that happens to have this name.
    guard unit.bits == 8 || field.typeSpelling.lowercased().contains("char") else {
      return (
        .misplacedAttribute, "'cstring' belongs on a char array or a pointer to text, and \(its)",
        "write cstring(\(unit.encodings[0].rawValue)) if it is text all the same, or count(n)"
      )
    }
    return nil
  }

  /// `ref` on `void *` says nothing.
  private func missingPointeeError(_ attribute: Attribute) -> Mistake? {
    guard [.ref, .weak, .count].contains(attribute.name), element.isPointer, case .void = element.innermost,
      annotations.pointee == nil, annotations.count?.isBytes != true
    else { return nil }
    return (
      .missingPointee, "'\(attribute.name.rawValue)' does not say what \(field.phrase) leads to, and \(its)",
      "write to(type), bytes(n), via(pack, unpack) or skip"
    )
  }

  /// Attributes that exclude each other; the later one is reported.
  func exclusion(of attribute: Attribute) -> Mistake? {
    let clash = annotations.written.first { excludes(attribute.name, $0.name) && $0.location < attribute.location }
    return clash.map {
      (
        .conflictingAttributes, "'\($0.name.rawValue)' and '\(attribute.name.rawValue)' exclude each other",
        "keep one of them"
      )
    }
  }

  private func excludes(_ name: Attribute.Name, _ other: Attribute.Name) -> Bool {
    // A field that is left out may keep its other attributes.
    if name == .skip || other == .skip { return false }
    return name.excludes(other) || (isText && [[.cstring, .count], [.cstring, .weak]].contains(Set([name, other])))
  }

  /// A pointer to the units themselves, not to pointers to text.
  private var isText: Bool {
    if case .pointer(let pointee) = element { annotations.text != nil && pointee.isTextUnit } else { false }
  }

  // MARK: Unions

  func unionError(_ attribute: Attribute) -> Mistake? {
    let word = attribute.name.rawValue
    switch attribute.name {
    case .tag, .none, .view:
      guard let union else { return (.misplacedAttribute, "'\(word)' belongs on a union, and \(its)", "remove it") }
      if let error = Self.unionExclusion(of: attribute, beside: annotations.union) { return error }
      return attribute.name == .none ? misplacedNoneError(of: union) : nil
    case .case:
      guard owner.kind == .union else {
        return (
          .misplacedAttribute,
          "'case' belongs on a member of a union, and \(field.phrase) is one of \(records.phrase(of: owner))",
          "move it to the union's member that it is about"
        )
      }
    case .required:
      guard union == nil || field.isAnonymousMember else {
        return (.misplacedAttribute, "a union is not required as a whole", "write 'required' on its members")
      }
    default: break
    }
    return nil
  }

  /// `view` beside `tag` or `none`, on a union or on its type.
  static func unionExclusion(of attribute: Attribute, beside union: UnionAnnotations) -> Mistake? {
    guard attribute.name == .view else { return nil }
    if union.tag != nil {
      return (
        .conflictingAttributes, "'view' and 'tag' exclude each other",
        "keep 'tag' if the live member changes, 'view' if it is always the same"
      )
    }
    return !union.none.isEmpty
      ? (.conflictingAttributes, "'view' and 'none' exclude each other", "write 'none' beside 'tag'") : nil
  }

  /// `none` on a field has to stand where the tag does.
  private func misplacedNoneError(of union: Record) -> Mistake? {
    if annotations.union.determinesLiveMember { return nil }
    if records.determinesItsMember(union) {
      return (
        .misplacedAttribute, "'none' belongs beside 'tag'",
        "move it to the definition of '\(union.displayName)', which has its tag"
      )
    }
    if records.annotations(of: union).union.tag != nil { return nil }
    return (
      .missingTag, "'none' says for which values of the tag no member is live, and nothing says which field tells",
      "write tag(field) beside it"
    )
  }
}

extension CType {
  fileprivate var behindPointers: CType {
    if case .pointer(let pointee) = self { pointee.behindPointers } else { self }
  }

  /// The pointer in any arrays.
  fileprivate var innermostPointer: CType? {
    switch self {
    case .pointer: self
    case .array(let element, _), .flexibleArray(let element): element.innermostPointer
    default: nil
    }
  }
}
