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
    guard !subjects.isEmpty else {
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
    let places = AnnotationPlaces(location, sourceLine: line)
    give(String(decoding: source.bytes[comment.text], as: UTF8.self), places, to: subjects, in: file, declared)
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
    func location(_ offset: Int) -> SourceLocation {
      SourceLocation(file: file.path, line: source.line(of: offset), column: source.column(of: offset))
    }
    let spelled = use.definition.takesArguments ? "\(use.name)(…)" : use.name
    switch declared.subjects(ofMacro: use.whole, holders) {
    case .inactive: return
    case .ambiguous:
      diagnostics.append(
        Diagnostic(
          .unattachedAnnotation, .error, at: location(use.whole.lowerBound),
          "'\(spelled)' ends a line like a comment, but the compiler gives it to the declaration that follows",
          advice: "put it before the ';', or on the line of the declaration that it describes",
          sourceLine: source.lineText(at: use.whole.lowerBound)))
    case .none: reportUnattached(spelled, at: location(use.whole.lowerBound), source.lineText(at: use.whole.lowerBound))
    case .found(let subjects):
      if let invalid = firstInvalid(in: source.bytes[use.arguments]) {
        diagnostics.append(
          Diagnostic(
            .invalidEncoding, at: location(invalid),
            "the annotation is not UTF-8: it contains the byte \(UTF8Check.hexadecimal(source.bytes[invalid]))",
            advice: "save the header as UTF-8", sourceLine: source.lineText(at: invalid)))
        unreadable.formUnion(subjects)
        return
      }
      give(
        use.attributes(in: source.bytes, without: source.comments),
        AnnotationPlaces(
          macro: { location(use.offset($0)) }, sourceLine: { source.lineText(at: use.offset($0)) }),
        to: subjects, in: file, declared)
    }
  }

  /// An annotation by a macro that uses another macro. Its text is not in the file.
  private mutating func give(
    _ entry: AnnotateAttributes.Entry, at offset: Int, in file: AnnotatedFiles.File, _ declared: DeclaredNames
  ) {
    let place = SourceLocation(
      file: file.path, line: file.source.line(of: offset), column: file.source.column(of: offset))
    let line = file.source.lineText(at: offset)
    let subjects = declared.subjects(of: entry.holders, around: offset..<offset) ?? []
    guard !subjects.isEmpty else {
      let word = file.source.bytes[min(offset, file.source.bytes.count)...].prefix(while: \.isWord)
      return reportUnattached(String(decoding: word, as: UTF8.self), at: place, line)
    }
    give(
      entry.text, AnnotationPlaces(macro: { _ in place }, sourceLine: { _ in line }), to: subjects, in: file,
      declared, hasText: false)
  }

  private mutating func reportUnattached(_ macro: String, at place: SourceLocation, _ line: String) {
    diagnostics.append(
      Diagnostic(
        .unattachedAnnotation, .error, at: place, "'\(macro)' belongs to no field or type",
        advice: "put it after the name that it describes, or after 'struct' or 'union'", sourceLine: line))
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

  private mutating func add(_ attribute: Attribute, to subjects: [DeclarationExtent.Subject], line: String?) {
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
