import ArchiveModel

/// Assigns each `archive:` comment to the declaration that it belongs to.
struct SwiftAnnotationMatcher {
  typealias Subject = AnnotationSubjects.Subject

  private(set) var diagnostics: [Diagnostic] = []
  /// The lines that have annotations, by number.
  private(set) var lines: [Int: String] = [:]
  private let source: SwiftSourceText
  private let subjects: AnnotationSubjects
  private let unread: [Range<Int>]
  private var attributes: [Subject: [Attribute]] = [:]
  /// The kinds of the file's types.
  private let kinds: [SwiftTypeDeclaration.Kind]
  private let names: [String]
  /// The marked types, with or without attributes.
  private var marked: Set<Int> = []
  /// Comments on types that are nothing but a word like the mark.
  private var bareMisses: [(type: Int, miss: NearMiss)] = []
  /// The types that are marked without attributes.
  private var bare: Set<Int> = []
  /// Declarations with an annotation that could not be parsed.
  private var unreadable: Set<Subject> = []

  init(declarations: SwiftDeclarationReader) {
    source = declarations.source
    subjects = declarations.subjects
    unread = declarations.unread
    kinds = declarations.file.types.map(\.kind)
    names = declarations.file.types.map(\.name)
  }

  mutating func give(_ comment: SwiftAnnotationComment) {
    if isUnread(comment.range.lowerBound) { return }
    let about = subjects.subjects(of: comment, in: source)
    for mark in comment.marks {
      let isBehindBrace = about.first.map { subjects.isBehindBrace(comment, of: $0) } ?? false
      let isBehindMember = about.first.map { subjects.isBehindMember(comment, of: $0, in: source) } ?? false
      give(mark, to: about, isBehindBrace: isBehindBrace, isBehindMember: isBehindMember)
    }
    if let miss = comment.bareMiss, case .type(let type)? = about.first, isBeside(comment, type) {
      bareMisses.append((type, miss))
    }
    for miss in comment.nearMisses where !about.isEmpty {
      diagnostics.append(miss.diagnostic(sourceLine: source.lineText(at: miss.offset), at: source.location))
    }
  }

  /// Whether a comment stands directly above a declaration, or behind its head on the same line, and is no end of a sentence in
  /// the comment above it.
  private func isBeside(_ comment: SwiftAnnotationComment, _ type: Int) -> Bool {
    let line = source.line(of: comment.range.lowerBound)
    if comment.before > 0, source.line(of: comment.before - 1) == line { return true }
    guard source.line(of: comment.next) - source.line(of: comment.range.upperBound - 1) <= 1 else { return false }
    return line == 1 || !source.lineText(line: line - 1).drop { $0 == " " || $0 == "\t" }.hasPrefix("//")
  }

  private mutating func give(
    _ mark: AnnotationMark, to about: [Subject], isBehindBrace: Bool, isBehindMember: Bool
  ) {
    let text = String(decoding: source.bytes[mark.text], as: UTF8.self)
    let words = text.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    let isBare = words.isEmpty || words.hasPrefix("--")
    guard let first = about.first else {
      // Without an attribute's name the comment may be a sentence about an archive.
      diagnostics.append(
        source.diagnostic(
          .unattachedAnnotation, mark.namesAttribute || isBare ? .error : .warning,
          at: mark.text.lowerBound - "archive:".utf8.count,
          "this 'archive:' comment belongs to no type, property or case",
          advice: "put it on the declaration's line or directly above it; functions, extensions and local "
            + "declarations have no annotations"))
      return
    }
    if case .type(let type) = first {
      marked.insert(type)
      // On a type, the mark has a meaning without attributes.
      if isBare {
        bare.insert(type)
        return
      }
    }
    let line = source.lineText(at: mark.text.lowerBound)
    let parsed = AttributeParser.parse(
      text, at: source.location(mark.text.lowerBound), sourceLine: line, on: placement(of: first))
    var found =
      parsed.diagnostics
      + parsed.attributes.compactMap(AttributeChecker(line: line, isValid: ArgumentSyntax.isValid).argumentError)
    if case .type(let type) = first, isBehindBrace, let skip = parsed.attributes.first(.skip) {
      found.append(
        Diagnostic(
          .misplacedAttribute, at: skip.location, "after the brace, 'skip' leaves out the whole type '\(names[type])'",
          advice: "if intended, write it above the type; otherwise on the line of a property", sourceLine: line))
    }
    // Meant for the property, it would be a former name of the type, and nothing else would say so.
    if case .type(let type) = first, isBehindMember, let was = parsed.attributes.first(.was) {
      found.append(
        Diagnostic(
          .misplacedAttribute, .warning, at: was.location,
          "after the brace, 'was' has former names of the type '\(names[type])'",
          advice:
            "if intended, write it above the type; otherwise put the property or case on a line of its own, with the comment",
          sourceLine: line))
    }
    lines[source.location(mark.text.lowerBound).line] = line
    diagnostics += found
    if found.hasErrors { unreadable.formUnion(about) }
    for attribute in parsed.attributes { add(attribute, to: about, line: line) }
  }

  private func placement(of subject: Subject) -> Attribute.Placement {
    switch subject {
    case .type(let type): kinds[type] == .protocol ? .swiftProtocol : .swiftType
    case .property: .property
    case .enumCase: .enumCase
    case .payload: .payload
    }
  }

  private mutating func add(_ attribute: Attribute, to about: [Subject], line: String) {
    if about.contains(where: { attributes[$0]?.has(attribute.name) == true }) {
      diagnostics.append(
        AttributeChecker(line: line).duplicate(attribute, beside: about.flatMap { attributes[$0] ?? [] }))
      unreadable.formUnion(about)
      return
    }
    for subject in about {
      guard let error = AttributeChecker(line: line).exclusionError(attribute, beside: attributes[subject] ?? []) else {
        continue
      }
      diagnostics.append(error)
      unreadable.formUnion(about)
      return
    }
    for subject in about { attributes[subject, default: []].append(attribute) }
  }

  /// Whether the offset is in a branch of `#if` that is not read. Branches are in order and do not overlap.
  private func isUnread(_ offset: Int) -> Bool {
    let after = unread.partitioningIndex { $0.lowerBound > offset }
    return unread[..<after].last?.contains(offset) ?? false
  }

  /// Adds the attributes to the file's declarations.
  mutating func annotate(_ file: inout SwiftFile) {
    for type in bare.sorted() {
      guard !unreadable.contains(.type(type)), let skip = attributes[.type(type)]?.first(.skip) else { continue }
      unreadable.insert(.type(type))
      diagnostics.append(
        Diagnostic(
          .conflictingAttributes, at: skip.location, "'\(names[type])' is marked by 'archive:' and left out by 'skip'",
          advice: "keep one of them", sourceLine: source.lineText(line: skip.location.line)))
    }
    // Beside a mark, or above a type of that name, the word is a heading.
    for (type, miss) in bareMisses where !marked.contains(type) && !names[type].lowercased().contains("archiv") {
      diagnostics.append(miss.diagnostic(sourceLine: source.lineText(at: miss.offset), at: source.location))
    }
    for type in marked { file.types[type].isMarked = true }
    for (subject, found) in attributes {
      switch subject {
      case .type(let type): file.types[type].annotations = TypeAnnotations(found)
      case .property(let type, let index): file.types[type].properties[index].annotations = FieldAnnotations(found)
      case .enumCase(let type, let index): file.types[type].cases[index].annotations = FieldAnnotations(found)
      case .payload(let type, let index, let value):
        file.types[type].cases[index].payload[value].annotations = FieldAnnotations(found)
      }
    }
    for subject in unreadable {
      switch subject {
      case .type(let type): file.types[type].hasAnnotationError = true
      case .property(let type, let index): file.types[type].properties[index].hasAnnotationError = true
      case .enumCase(let type, let index), .payload(let type, let index, _):
        file.types[type].cases[index].hasAnnotationError = true
      }
    }
  }
}
