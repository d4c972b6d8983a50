import ArchiveModel

/// The records and fields of one file by their locations.
struct DeclaredNames {
  typealias Subject = DeclarationExtent.Subject

  private let source: SourceText
  private let declarations: [Declaration]
  // Indices of declarations, so that thousands of annotated fields do not take quadratic time.
  private var byLine: [Int: [Int]] = [:]
  private var byStartLine: [Int: [Int]] = [:]
  private var byStatement: [Int: [Int]] = [:]
  private var byOpenBrace: [Int: Int] = [:]
  private var bySubject: [Subject: Int] = [:]

  init(extents: [DeclarationExtent], source: SourceText) {
    self.source = source
    let placed = extents.filter { $0.end <= source.bytes.count && $0.start <= $0.end }
    let ends = placed.map { source.end(of: $0) }.sorted()
    declarations = placed.map { extent in
      // A macro may declare a field with its semicolon; then only the end of the declaration before shows where this
      // one begins.
      Declaration(extent, in: source, behind: ends.last(notAbove: extent.start) ?? 0)
    }
    for (index, declaration) in declarations.enumerated() {
      for line in Set([declaration.endLine, source.line(of: declaration.terminator)]) {
        byLine[line, default: []].append(index)
      }
      byStartLine[source.line(of: declaration.start), default: []].append(index)
      byStatement[declaration.statementStart, default: []].append(index)
      if let brace = declaration.openBrace { byOpenBrace[brace] = index }
      bySubject[declaration.subject] = index
    }
  }

  /// The declarations to which a comment belongs: a type, a field, or several fields of one declaration; empty if there
  /// is none.
  func subjects(of comment: Range<Int>) -> [Subject] {
    guard let before = source.codeBefore(comment.lowerBound) else { return declared(below: comment) }
    if source.code[before] == .openBrace { return opened(at: before) }
    let ended = ended(before: comment.lowerBound, onLine: source.line(of: before))
    guard let last = ended.max(by: { ($0.end, $0.isField ? 1 : 0) < ($1.end, $1.isField ? 1 : 0) }) else {
      return around(before).map { [$0.subject] } ?? []
    }
    // If there is other code between, it is something that cannot be annotated, and the comment belongs to that.
    guard last.terminator >= before || source.isBlank(last.terminator + 1..<comment.lowerBound) else { return [] }
    guard last.isField else { return [last.subject] }
    return ended.filter { $0.isField && $0.start == last.start }.map(\.subject)
  }

  /// What is known about the declarations to which a macro belongs.
  enum MacroSubjects {
    case found([Subject])
    /// No field or type has it.
    case none
    /// The compiler skipped this part of the file.
    case inactive
    /// It ends a line like a comment of what is before it, but the compiler gives it to what follows.
    case ambiguous
  }

  /// The declarations to which a macro belongs. The compiler's view counts, except that a macro between a type's closing
  /// brace and the semicolon, or before the keyword `struct`, is about the whole declaration like a comment.
  func subjects(ofMacro use: Range<Int>, _ holders: [AnnotateAttributes.Holder]) -> MacroSubjects {
    if holders.isEmpty, isInactive(use) { return .inactive }
    if let before = source.codeBefore(use.lowerBound),
      [.semicolon, .openBrace, .comma].contains(source.code[before]), source.endsLine(use.upperBound)
    {
      return .ambiguous
    }
    if let attached = subjects(of: holders, around: use) { return attached.isEmpty ? .none : .found(attached) }
    // Before `struct` the compiler ignores an attribute.
    let before = source.code[..<use.lowerBound].last { !$0.isSpace }
    guard before.map({ [.semicolon, .openBrace, .closeBrace, .hash].contains($0) }) ?? true else { return .none }
    let below = declared(below: use)
    return below.isEmpty ? .none : .found(below)
  }

  /// The declarations that have an attribute, without those that cannot be annotated; nil if none has it.
  func subjects(of holders: [AnnotateAttributes.Holder], around use: Range<Int>) -> [Subject]? {
    guard !holders.isEmpty else { return nil }
    let fields = holders.compactMap { holder -> Subject? in
      if case .field(let record, let index) = holder { .field(record, index) } else { nil }
    }
    if !fields.isEmpty { return fields }
    for holder in holders {
      switch holder {
      case .record(let id):
        guard let index = bySubject[.record(id)] else { return [.record(id)] }
        return membersOrType(of: declarations[index].statementStart)
      case .typedef(let id):
        guard let index = bySubject[.record(id)] else { return [] }
        let record = declarations[index]
        // The macro is in the definition's statement, or before the keyword `typedef`.
        let isInside = record.statementStart <= use.lowerBound && use.lowerBound <= record.terminator
        let isBefore =
          use.upperBound <= record.statementStart && source.isBlank(use.upperBound..<record.statementStart)
        return isInside || isBefore ? [.record(id)] : []
      case .field, .other: continue
      }
    }
    return []
  }

  /// The record that a field's declaration defines.
  func inlineRecord(of subject: Subject) -> Record.ID? {
    guard case .field = subject, let field = bySubject[subject] else { return nil }
    for index in byStatement[declarations[field].statementStart] ?? [] {
      let inner = declarations[index]
      if case .record(let id) = inner.subject, inner.end <= declarations[field].end { return id }
    }
    return nil
  }

  /// Whether the compiler skipped the part of the file with the comment: the innermost branch of a conditional around
  /// it has no known declaration.
  func isInactive(_ comment: Range<Int>) -> Bool {
    let around = source.branches.filter { $0.contains(comment.lowerBound) }
    guard let branch = around.min(by: { $0.count < $1.count }) else { return false }
    return !declarations.contains { branch.contains($0.start) }
  }

  private func ended(before offset: Int, onLine line: Int) -> [Declaration] {
    (byLine[line] ?? []).map { declarations[$0] }.filter { $0.end <= offset }
  }

  /// The innermost declaration that contains an offset.
  private func around(_ offset: Int) -> Declaration? {
    declarations.filter { $0.start <= offset && offset < $0.openBrace ?? $0.terminator }
      .min { $0.end - $0.start < $1.end - $1.start }
  }

  private func declared(below comment: Range<Int>) -> [Subject] {
    guard let next = source.codeBehind(comment.upperBound) else { return [] }
    let own = membersOrType(of: next)
    if !own.isEmpty { return own }
    // A macro above the comment, such as `__BEGIN_DECLS` or `PACKED(`, needs no semicolon, and begins the statement. The
    // declaration has to begin on the line below the comment, because there may be other macros as well.
    let below = (byStartLine[source.line(of: next)] ?? []).map { declarations[$0] }
    guard let first = below.min(by: { $0.start < $1.start }), first.start >= next, first.statementStart < next,
      source.hasBalancedParentheses(next..<first.start)
    else { return [] }
    return membersOrType(of: first.statementStart)
  }

  /// The record whose members a brace opens, or the fields that have this record as their type.
  private func opened(at brace: Int) -> [Subject] {
    byOpenBrace[brace].map { membersOrType(of: declarations[$0].statementStart) } ?? []
  }

  /// The fields that a statement declares; without any, the type.
  private func membersOrType(of statement: Int) -> [Subject] {
    let declared = (byStatement[statement] ?? []).map { declarations[$0] }
    let fields = declared.filter(\.isField)
    return fields.isEmpty ? declared.prefix(1).map(\.subject) : fields.map(\.subject)
  }
}

/// One record or field with the offsets around it.
private struct Declaration {
  let subject: DeclarationExtent.Subject
  let start: Int
  let end: Int
  /// The offset where the statement begins: at `typedef`, or at a macro before `struct`.
  let statementStart: Int
  /// The offset of the comma or semicolon after a field's declarator, or of the semicolon after a record.
  let terminator: Int
  /// The line on which the declarator ends.
  let endLine: Int
  /// The offset of the brace that opens a record's members.
  let openBrace: Int?
  let isField: Bool

  /// - Parameter bound: the end of the declaration before; this one begins after it.
  init(_ extent: DeclarationExtent, in source: SourceText, behind bound: Int) {
    let end = source.end(of: extent)
    // An annotation's macro before a declaration is part of its extent.
    let start = source.codeBehind(extent.start) ?? extent.start
    subject = extent.subject
    self.start = start
    self.end = end
    statementStart = source.statementStart(of: start, behind: bound)
    endLine = source.line(of: max(end - 1, 0))
    switch extent.subject {
    case .record:
      isField = false
      openBrace = source.code[min(start, end)..<end].firstIndex(of: .openBrace)
      terminator = source.terminator(behind: end, commaEnds: false)
    case .field:
      isField = true
      openBrace = nil
      terminator = source.terminator(behind: end, commaEnds: true)
    }
  }
}

extension [Int] {
  /// The greatest element of a sorted array that is not above the limit.
  fileprivate func last(notAbove limit: Int) -> Int? { self[..<partitioningIndex { $0 > limit }].last }
}

extension SourceText {
  fileprivate func hasBalancedParentheses(_ range: Range<Int>) -> Bool {
    code[range].count { $0 == UInt8(ascii: "(") } == code[range].count { $0 == UInt8(ascii: ")") }
  }

  /// The offset after the declaration's last byte, or after the macro's parentheses if it ends in a macro's arguments.
  fileprivate func end(of extent: DeclarationExtent) -> Int {
    guard let macro = extent.lastMacro, macro < extent.end else { return extent.end }
    var depth = 0
    for index in macro..<code.count {
      if code[index] == UInt8(ascii: "(") { depth += 1 }
      if code[index] == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0, index >= extent.end { return index + 1 }
      }
      if code[index] == .semicolon || code[index] == .openBrace { break }
    }
    return extent.end
  }

  /// Whether no code follows on the line.
  fileprivate func endsLine(_ offset: Int) -> Bool {
    code[offset...].first { $0 == .newline || !$0.isSpace }.map { $0 == .newline } ?? true
  }

  /// The offset of the semicolon, or of the comma outside parentheses, that ends a declaration at or after `offset`.
  fileprivate func terminator(behind offset: Int, commaEnds: Bool) -> Int {
    var depth = 0
    var index = offset
    while index < code.count {
      switch code[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case .semicolon, .closeBrace, .hash: return index
      case .comma where commaEnds && depth == 0: return index
      default: break
      }
      index += 1
    }
    return code.count
  }
}
