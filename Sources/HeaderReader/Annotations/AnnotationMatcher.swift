import ArchiveModel

/// Assigns each `archive:` comment to a declaration.
///
/// A comment after code on its line belongs to the declaration that ends there; after `{`, to the record that opens
/// there. A comment without code before it on its line belongs to the next declaration. If a member's declaration
/// defines the member's type, the comment belongs to the member, and attributes for types only go to the type.
struct AnnotationMatcher {
  private(set) var diagnostics: [Diagnostic] = []
  private var attributes: [DeclarationExtent.Subject: [Attribute]] = [:]
  /// Declarations with an annotation that could not be parsed.
  private var unreadable: Set<DeclarationExtent.Subject> = []

  init(files: AnnotatedFiles, declarations: DeclarationReader) {
    for file in files.files {
      let declared = DeclaredNames(extents: declarations.extents[file.handle] ?? [], source: file.source)
      for comment in file.comments { give(comment, in: file, declared) }
      for almost in file.nearMisses where !declared.subjects(of: almost.comment).isEmpty { report(almost, in: file) }
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
    let source = file.source
    let location = SourceLocation(
      file: file.path, line: source.line(of: comment.text.lowerBound),
      column: source.column(of: comment.text.lowerBound))
    let line = source.lineText(at: comment.text.lowerBound)
    let subjects = declared.subjects(of: comment.comment)
    guard let first = subjects.first else {
      if declared.isInactive(comment.comment) { return }
      let mark = SourceLocation(
        file: file.path, line: location.line, column: location.column - "archive:".utf8.count)
      // Without an attribute's name the comment may be a sentence about an archive.
      diagnostics.append(
        Diagnostic(
          .unattachedAnnotation, comment.namesAttribute ? .error : .warning, at: mark,
          "this 'archive:' comment belongs to no field or type",
          advice: "put it on the declaration's line or directly above it", sourceLine: line))
      return
    }
    if let invalid = firstInvalid(in: source.bytes[comment.text]) {
      diagnostics.append(
        Diagnostic(
          .invalidEncoding,
          at: SourceLocation(file: file.path, line: location.line, column: source.column(of: invalid)),
          "the annotation is not UTF-8: it contains the byte \(UTF8Check.hexadecimal(source.bytes[invalid]))",
          advice: "save the header as UTF-8", sourceLine: line))
      unreadable.formUnion(subjects)
      return
    }
    let inline = declared.inlineRecord(of: first)
    let placement: Attribute.Placement =
      switch first {
      case .record: .type
      case .field: inline == nil ? .field : [.field, .type]
      }
    let parsed = AttributeParser.parse(
      String(decoding: source.bytes[comment.text], as: UTF8.self), at: location, sourceLine: line, on: placement)
    diagnostics += parsed.diagnostics
    if parsed.diagnostics.hasErrors { unreadable.formUnion(subjects) }
    for attribute in parsed.attributes {
      if let inline, !attribute.name.placement.contains(.field) {
        add(attribute, to: [.record(inline)], line: line)
      } else {
        add(attribute, to: subjects, line: line)
      }
    }
  }

  private mutating func report(_ almost: NearAnnotation, in file: AnnotatedFiles.File) {
    let offset = almost.miss.offset
    func place(_ offset: Int) -> SourceLocation {
      SourceLocation(file: file.path, line: file.source.line(of: offset), column: file.source.column(of: offset))
    }
    diagnostics.append(
      Diagnostic(
        .misspelledAnnotation, at: place(offset),
        "this comment is not an annotation: an annotation begins with 'archive:'",
        advice: "write '// archive: \(almost.miss.words)'", sourceLine: file.source.lineText(at: offset),
        fixIts: almost.miss.fixIts(at: place)))
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

  private mutating func add(_ attribute: Attribute, to subjects: [DeclarationExtent.Subject], line: String) {
    if subjects.contains(where: { attributes[$0]?.has(attribute.name) == true }) {
      diagnostics.append(
        Diagnostic(
          .duplicateAttribute, at: attribute.location, "'\(attribute.name.rawValue)' is given twice",
          advice: "keep one of them",
          sourceLine: line))
      return
    }
    for subject in subjects { attributes[subject, default: []].append(attribute) }
  }
}
