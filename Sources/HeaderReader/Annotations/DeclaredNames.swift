import ArchiveModel

/// The records and fields of one file by place.
struct DeclaredNames {
  typealias Subject = DeclarationExtent.Subject

  private let source: SourceText
  private let declarations: [Declaration]

  private struct Declaration {
    let subject: Subject
    let start: Int
    let end: Int
    /// Where the statement begins: at `typedef`, or at a macro before `struct`.
    let statementStart: Int
    /// The comma or semicolon behind the declarator.
    let terminator: Int
    /// The line of the declarator's end.
    let endLine: Int
    /// The brace that opens a record's members.
    let openBrace: Int?

    var isField: Bool { if case .field = subject { true } else { false } }
  }

  init(extents: [DeclarationExtent], source: SourceText) {
    self.source = source
    declarations = extents.filter { $0.start <= $0.end && $0.end <= source.bytes.count }.map { extent in
      var openBrace: Int?
      if case .record = extent.subject { openBrace = source.code[extent.start..<extent.end].firstIndex(of: .openBrace) }
      return Declaration(
        subject: extent.subject, start: extent.start, end: extent.end,
        statementStart: source.statementStart(of: extent.start), terminator: source.terminator(behind: extent.end),
        endLine: source.line(of: max(extent.end - 1, 0)), openBrace: openBrace)
    }
  }

  /// What a comment is about: a type, a field, or several fields of one declaration. Empty for a comment on neither.
  func subjects(of comment: Range<Int>) -> [Subject] {
    guard let before = source.codeBefore(comment.lowerBound) else { return declared(below: comment) }
    if source.code[before] == .openBrace { return opened(at: before) }
    let line = source.line(of: before)
    let ended = declarations.filter { declaration in
      declaration.end <= comment.lowerBound
        && (declaration.endLine == line || source.line(of: declaration.terminator) == line)
    }
    if let last = ended.max(by: { ($0.end, $0.isField ? 1 : 0) < ($1.end, $1.isField ? 1 : 0) }) {
      // What else stands between is something that cannot be annotated, and the comment is about that.
      guard last.terminator >= before || source.isBlank(last.terminator + 1..<comment.lowerBound) else { return [] }
      guard last.isField else { return [last.subject] }
      return ended.filter { $0.isField && $0.statementStart == last.statementStart }.map(\.subject)
    }
    // In the middle of a declaration that goes on: the innermost.
    let around = declarations.filter { $0.start <= before && before < $0.terminator && $0.openBrace.map { before < $0 } ?? true }
    return around.min { $0.end - $0.start < $1.end - $1.start }.map { [$0.subject] } ?? []
  }

  private func declared(below comment: Range<Int>) -> [Subject] {
    guard let next = source.codeBehind(comment.upperBound) else { return [] }
    let below = declarations.filter { $0.statementStart == next }
    let fields = below.filter(\.isField)
    if !fields.isEmpty { return fields.map(\.subject) }
    return below.first.map { [$0.subject] } ?? []
  }

  /// The record whose members a brace opens, or the members that it is the type of.
  private func opened(at brace: Int) -> [Subject] {
    guard let record = declarations.first(where: { $0.openBrace == brace }) else { return [] }
    let members = declarations.filter { $0.isField && $0.statementStart == record.statementStart }
    return members.isEmpty ? [record.subject] : members.map(\.subject)
  }

  /// The record that a field's declaration defines in place.
  func inlineRecord(of subject: Subject) -> Record.ID? {
    guard case .field = subject, let field = declarations.first(where: { $0.subject == subject }) else { return nil }
    for declaration in declarations where declaration.statementStart == field.statementStart {
      if case .record(let id) = declaration.subject { return id }
    }
    return nil
  }

  /// Whether the compiler has left the comment's part of the file out: the innermost branch of a conditional around
  /// it declares nothing that is known.
  func isInactive(_ comment: Range<Int>) -> Bool {
    let around = source.branches.filter { $0.contains(comment.lowerBound) }
    guard let branch = around.min(by: { $0.count < $1.count }) else { return false }
    return !declarations.contains { branch.contains($0.start) }
  }
}

extension SourceText {
  /// The comma or semicolon that ends a declarator, at or behind `offset`; what parentheses hold is passed over.
  func terminator(behind offset: Int) -> Int {
    var depth = 0
    var index = offset
    while index < code.count {
      switch code[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case .semicolon, .closeBrace, .hash: return index
      case .comma where depth == 0: return index
      default: break
      }
      index += 1
    }
    return code.count
  }
}
