import ArchiveModel

/// Assigns each `archive:` comment, and each macro for annotations, to a declaration.
///
/// A comment after code on its line belongs to the declaration that ends there; after `{`, to the record that opens
/// there. A comment without code before it on its line belongs to the next declaration. If a member's declaration
/// defines the member's type, the comment belongs to the member, and attributes for types only go to the type. A macro
/// belongs to the declarations to which the compiler gives its attribute.
struct AnnotationMatcher {
  private(set) var diagnostics: [Diagnostic] = []
  private var attributes: [DeclarationExtent.Subject: [Attribute]] = [:]
  /// Declarations with an annotation that could not be parsed.
  private var unreadable: Set<DeclarationExtent.Subject> = []

  init(files: AnnotatedFiles, declarations: DeclarationReader) {
    for file in files.files {
      let declared = DeclaredNames(extents: declarations.extents[file.handle] ?? [], source: file.source)
      for comment in file.comments { give(comment, in: file, declared) }
      let attributes = declarations.annotateAttributes
      for use in file.source.macroUses {
        give(use, attributes.holders(file: file.handle, offset: use.whole.lowerBound), in: file, declared)
      }
      for other in attributes.others(in: file.handle, besides: file.source.macroUses) {
        give(other.entry, at: other.offset, in: file, declared)
      }
      for almost in file.nearMisses where !declared.subjects(of: almost.comment).isEmpty {
        diagnostics.append(
          almost.miss.diagnostic(sourceLine: file.source.lineText(at: almost.miss.offset), at: file.location))
      }
    }
  }

  /// The records with the attributes of their comments.
  func annotate(_ records: [Record]) -> [Record] {
    guard !attributes.isEmpty || !unreadable.isEmpty else { return records }
    return records.map { record in
      let own = DeclarationExtent.Subject.record(record.id)
      var isChanged = attributes[own] != nil || unreadable.contains(own)
      let fields = record.fields.enumerated().map { index, field in
        let subject = DeclarationExtent.Subject.field(record.id, index)
        let hasError = unreadable.contains(subject)
        guard let given = attributes[subject] ?? (hasError ? [] : nil) else { return field }
        isChanged = true
        return field.annotated(given, hasError: hasError)
      }
      return isChanged
        ? record.annotated(attributes[own] ?? [], hasError: unreadable.contains(own), fields: fields) : record
    }
  }

  private mutating func give(_ comment: AnnotationComment, in file: AnnotatedFiles.File, _ declared: DeclaredNames) {
    let start = comment.text.lowerBound
    let subjects = declared.subjects(of: comment.comment)
    guard !subjects.isEmpty else {
      if declared.isInactive(comment.comment) { return }
      // Without an attribute's name the comment may be a sentence about an archive.
      diagnostics.append(
        file.diagnostic(
          .unattachedAnnotation, comment.namesAttribute ? .error : .warning, at: start - "archive:".utf8.count,
          "this 'archive:' comment belongs to no field or type",
          advice: "put it on the declaration's line or directly above it"))
      return
    }
    guard isReadable(comment.text, of: subjects, in: file) else { return }
    give(
      String(decoding: file.source.bytes[comment.text], as: UTF8.self),
      AnnotationPlaces(file.location(start), sourceLine: file.source.lineText(at: start)), to: subjects, in: file,
      declared)
  }

  /// Whether the text of an annotation is UTF-8. Otherwise it is reported.
  private mutating func isReadable(
    _ text: Range<Int>, of subjects: [DeclarationExtent.Subject], in file: AnnotatedFiles.File
  ) -> Bool {
    guard let invalid = firstInvalid(in: file.source.bytes[text]) else { return true }
    let byte = UTF8Check.hexadecimal(file.source.bytes[invalid])
    diagnostics.append(
      file.diagnostic(
        .invalidEncoding, at: invalid, "the annotation is not UTF-8: it contains the byte \(byte)",
        advice: "save the header as UTF-8"))
    unreadable.formUnion(subjects)
    return false
  }

  /// Gives the attributes of an annotation to its declarations.
  ///
  /// - Parameter hasText: whether the text is in the file, so that changes of it can be proposed.
  private mutating func give(
    _ text: String, _ places: AnnotationPlaces, to subjects: [DeclarationExtent.Subject],
    in file: AnnotatedFiles.File, _ declared: DeclaredNames, hasText: Bool = true
  ) {
    guard let first = subjects.first else { return }
    let inline = declared.inlineRecord(of: first)
    let placement: Attribute.Placement =
      switch first {
      case .record: .type
      case .field: inline == nil ? .field : [.field, .type]
      }
    var parsed = AttributeParser.parse(text, at: places, on: placement)
    if !hasText { parsed.dropFixIts() }
    diagnostics += parsed.diagnostics
    if parsed.diagnostics.hasErrors { unreadable.formUnion(subjects) }
    for attribute in parsed.attributes {
      let line = file.source.lineText(line: attribute.location.line)
      if let inline, !attribute.name.placement.contains(.field) {
        add(attribute, to: [.record(inline)], line: line)
      } else {
        add(attribute, to: subjects, line: line)
      }
    }
  }

  // MARK: Macros

  private mutating func give(
    _ use: MacroUse, _ holders: [AnnotateAttributes.Holder], in file: AnnotatedFiles.File, _ declared: DeclaredNames
  ) {
    let source = file.source
    let spelled = use.definition.takesArguments ? "\(use.name)(…)" : use.name
    switch declared.subjects(ofMacro: use.whole, holders) {
    case .inactive: return
    case .ambiguous:
      diagnostics.append(
        file.diagnostic(
          .unattachedAnnotation, at: use.whole.lowerBound,
          "'\(spelled)' ends a line like a comment, but the compiler gives it to the declaration that follows",
          advice: "put it before the ';', or on the line of the declaration that it describes"))
    case .none: reportUnattached(spelled, at: use.whole.lowerBound, in: file)
    case .found(let subjects):
      guard isReadable(use.arguments, of: subjects, in: file) else { return }
      give(
        use.attributes(in: source.bytes, without: source.comments),
        AnnotationPlaces(
          macro: { file.location(use.offset($0)) }, sourceLine: { source.lineText(at: use.offset($0)) }),
        to: subjects, in: file, declared)
    }
  }

  /// An annotation by a macro that uses another macro. Its text is not in the file.
  private mutating func give(
    _ entry: AnnotateAttributes.Entry, at offset: Int, in file: AnnotatedFiles.File, _ declared: DeclaredNames
  ) {
    let (place, line) = (file.location(offset), file.source.lineText(at: offset))
    let subjects = declared.subjects(of: entry.holders, around: offset..<offset) ?? []
    guard !subjects.isEmpty else {
      let word = file.source.bytes[min(offset, file.source.bytes.count)...].prefix(while: \.isWord)
      return reportUnattached(String(decoding: word, as: UTF8.self), at: offset, in: file)
    }
    give(
      entry.text, AnnotationPlaces(macro: { _ in place }, sourceLine: { _ in line }), to: subjects, in: file,
      declared, hasText: false)
  }

  private mutating func reportUnattached(_ macro: String, at offset: Int, in file: AnnotatedFiles.File) {
    diagnostics.append(
      file.diagnostic(
        .unattachedAnnotation, at: offset, "'\(macro)' belongs to no field or type",
        advice: "put it after the name that it describes, or after 'struct' or 'union'"))
  }

  /// The offset of the first byte that is not UTF-8; nil if it is in a remark after `--`, which has no keys.
  private func firstInvalid(in text: ArraySlice<UInt8>) -> Int? {
    guard let offset = UTF8Check.firstInvalid(in: text) else { return nil }
    var isQuoted = false
    var before: UInt8 = 0
    for byte in text.prefix(offset) {
      if byte == .quote, before != .backslash { isQuoted.toggle() }
      if byte == UInt8(ascii: "-"), before == byte, !isQuoted { return nil }
      before = byte
    }
    return text.startIndex + offset
  }

  private mutating func add(_ attribute: Attribute, to subjects: [DeclarationExtent.Subject], line: String?) {
    if subjects.contains(where: { attributes[$0]?.has(attribute.name) == true }) {
      diagnostics.append(
        AttributeChecker(line: line).duplicate(attribute, beside: subjects.flatMap { attributes[$0] ?? [] }))
      return
    }
    for subject in subjects { attributes[subject, default: []].append(attribute) }
  }
}
