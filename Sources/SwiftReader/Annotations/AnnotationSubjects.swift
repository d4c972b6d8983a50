import SwiftSyntax

/// The declarations that comments can belong to, by location: types, properties, cases and payloads.
struct AnnotationSubjects {
  enum Subject: Hashable {
    case type(Int)
    case property(type: Int, Int)
    case enumCase(type: Int, Int)
    case payload(type: Int, case: Int, Int)
  }

  /// A declaration with the offsets around it.
  struct Extent {
    let subject: Subject
    /// The offset of its first token; in `var a = 1, b = 2` the declaration of the first name begins at `var`.
    let start: Int
    let name: Int
    /// The offset after the brace that opens its members or accessors.
    let braceEnd: Int?
    /// The offset after its last token.
    let end: Int
    /// The offset after the comma or semicolon that follows it.
    let terminatorEnd: Int?

    init(subject: Subject, start: Int, name: Int, brace: TokenSyntax?, end: Int, terminator: TokenSyntax?) {
      self.subject = subject
      self.start = start
      self.name = name
      braceEnd = brace?.end
      self.end = end
      terminatorEnd = terminator?.end
    }

    var isType: Bool { if case .type = subject { true } else { false } }
    /// The end of the part before members, accessors and other declarations.
    var headEnd: Int { braceEnd.map { $0 - 1 } ?? end }
  }

  private var extents: [Extent] = []
  /// For each extent, the indices of the extents in the same declaration.
  private var declarations: [Range<Int>] = []
  private var byStart: [Int: Int] = [:]
  private var byBrace: [Int: Int] = [:]
  private var byEnd: [Int: Int] = [:]
  // These are in the order of their locations, which is the order in which they are added.
  private var heads: [Int] = []
  private var payloadHeads: [Int] = []

  /// Adds the extents of one declaration, which has to come after all that were added before.
  mutating func add(_ declared: [Extent], payloads: [Extent] = []) {
    heads += add(declared)
    payloadHeads += add(payloads)
  }

  private mutating func add(_ declared: [Extent]) -> Range<Int> {
    let indexes = extents.count..<extents.count + declared.count
    for (index, extent) in zip(indexes, declared) {
      byStart[extent.start] = index
      if let brace = extent.braceEnd { byBrace[brace] = index }
      byEnd[extent.end] = index
      if let end = extent.terminatorEnd { byEnd[end] = index }
      declarations.append(indexes)
    }
    extents += declared
    return indexes
  }

  /// The subjects to which a comment belongs: one, or all of a declaration; none if the comment belongs to other code.
  ///
  /// A comment after code on its line belongs to what ends there; after `{`, to what opens there; otherwise to the
  /// declaration whose name is on the line. A comment without code before it on its line belongs to the next
  /// declaration, and so does one before a declaration that continues after it.
  func subjects(of comment: SwiftAnnotationComment, in source: SwiftSourceText) -> [Subject] {
    let line = source.line(of: comment.range.lowerBound)
    guard comment.before > 0, source.line(of: comment.before - 1) == line else { return subjects(below: comment) }
    if let begun = byStart[comment.next], source.line(of: comment.range.upperBound) == source.line(of: comment.next) {
      return all(with: begun)
    }
    if let opened = byBrace[comment.before] { return [extents[opened].subject] }
    if let ended = byEnd[comment.before] { return subjects(endingWith: ended, onLine: line, source) }
    guard let index = head(at: comment.before - 1) else { return [] }
    let extent = extents[index]
    if comment.before <= extent.name { return all(with: index) }
    return extent.isType || source.line(of: extent.name) == line ? [extent.subject] : []
  }

  /// Whether a comment follows the brace that opens the subject.
  func isBehindBrace(_ comment: SwiftAnnotationComment, of subject: Subject) -> Bool {
    byBrace[comment.before].map { extents[$0].subject == subject } ?? false
  }

  /// Whether a comment follows the brace that closes a type, on a line with a member of the type.
  func isBehindMember(_ comment: SwiftAnnotationComment, of subject: Subject, in source: SwiftSourceText) -> Bool {
    guard case .type = subject, let ended = byEnd[comment.before], extents[ended].subject == subject,
      let brace = extents[ended].braceEnd
    else { return false }
    let line = source.line(of: comment.before - 1)
    return heads.contains { index in
      let head = extents[index]
      return head.start >= brace && head.end <= extents[ended].end && source.line(of: head.name) == line
    }
  }

  private func subjects(below comment: SwiftAnnotationComment) -> [Subject] {
    if let index = byStart[comment.next] { return all(with: index) }
    // The comment is between an attribute and the declaration's keyword.
    guard let index = head(at: comment.next), comment.next <= extents[index].name else { return [] }
    return all(with: index)
  }

  /// All subjects of the declaration if this is its first, otherwise this one alone. Values of a payload are always
  /// single.
  private func all(with index: Int) -> [Subject] {
    if case .payload = extents[index].subject { return [extents[index].subject] }
    let declared = declarations[index]
    return index == declared.lowerBound ? extents[declared].map(\.subject) : [extents[index].subject]
  }

  /// The subject that ends last before a comment, and others of its declaration that end on the same line.
  private func subjects(endingWith last: Int, onLine line: Int, _ source: SwiftSourceText) -> [Subject] {
    if case .payload = extents[last].subject { return [extents[last].subject] }
    var result: [Subject] = []
    for index in declarations[last].prefix(through: last).reversed() {
      guard source.line(of: extents[index].end - 1) == line else { break }
      result.insert(extents[index].subject, at: 0)
    }
    return result.isEmpty ? [extents[last].subject] : result
  }

  /// The innermost head around an offset. Heads of types, properties and cases do not overlap; neither do those of
  /// payloads.
  private func head(at offset: Int) -> Int? { head(at: offset, among: payloadHeads) ?? head(at: offset, among: heads) }

  private func head(at offset: Int, among heads: [Int]) -> Int? {
    let after = heads.partitioningIndex { extents[$0].start > offset }
    guard let head = heads[..<after].last, offset < extents[head].headEnd else { return nil }
    return head
  }
}
