import SwiftSyntax

/// What comments may be about, by place: types, properties, cases and payloads.
struct AnnotationSubjects {
  enum Subject: Hashable {
    case type(Int)
    case property(type: Int, Int)
    case enumCase(type: Int, Int)
    case payload(type: Int, case: Int, Int)
  }

  /// One of them with the marks around it, as offsets.
  struct Extent {
    let subject: Subject
    /// Of its first token; in `var a = 1, b = 2` the first name's declaration begins at `var`.
    let start: Int
    let name: Int
    /// Behind the brace of its members or accessors.
    let braceEnd: Int?
    /// Behind its last token.
    let end: Int
    /// Behind the comma or semicolon that follows it.
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
    /// Behind the part that is no code and no other declaration.
    var headEnd: Int { braceEnd.map { $0 - 1 } ?? end }
  }

  private var extents: [Extent] = []
  /// The indexes of what stands in one declaration with it.
  private var declarations: [Range<Int>] = []
  private var byStart: [Int: Int] = [:]
  private var byBrace: [Int: Int] = [:]
  private var byEnd: [Int: Int] = [:]
  // In the order of their places, which is the order in which they are added.
  private var heads: [Int] = []
  private var payloadHeads: [Int] = []

  /// Adds what one declaration declares, which stands behind all that was added before.
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

  /// What a comment is about: one thing, or all that a declaration declares; nothing for a comment on something else.
  ///
  /// A comment behind code on its line is about what ends there; behind `{`, about what opens there; else about that
  /// whose name is on the line. A comment with no code before it on its line is about what comes next, and so is one in
  /// front of a declaration that goes on behind it.
  func subjects(of comment: AnnotationComment, in source: SourceText) -> [Subject] {
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

  /// Whether a comment that is about something stands behind the brace that opens it.
  func isBehindBrace(_ comment: AnnotationComment, of subject: Subject) -> Bool {
    byBrace[comment.before].map { extents[$0].subject == subject } ?? false
  }

  private func subjects(below comment: AnnotationComment) -> [Subject] {
    if let index = byStart[comment.next] { return all(with: index) }
    // Between an attribute and the declaration's word.
    guard let index = head(at: comment.next), comment.next <= extents[index].name else { return [] }
    return all(with: index)
  }

  /// All of the declaration if it is the first of it, else it alone. Values of a payload stand each for itself.
  private func all(with index: Int) -> [Subject] {
    if case .payload = extents[index].subject { return [extents[index].subject] }
    let declared = declarations[index]
    return index == declared.lowerBound ? extents[declared].map(\.subject) : [extents[index].subject]
  }

  /// What ends last before a comment, and what of its declaration ends on the same line.
  private func subjects(endingWith last: Int, onLine line: Int, _ source: SourceText) -> [Subject] {
    if case .payload = extents[last].subject { return [extents[last].subject] }
    var result: [Subject] = []
    for index in declarations[last].prefix(through: last).reversed() {
      guard source.line(of: extents[index].end - 1) == line else { break }
      result.insert(extents[index].subject, at: 0)
    }
    return result.isEmpty ? [extents[last].subject] : result
  }

  /// The innermost head around an offset. Heads of types, properties and cases do not overlap, nor do payloads.
  private func head(at offset: Int) -> Int? { head(at: offset, among: payloadHeads) ?? head(at: offset, among: heads) }

  private func head(at offset: Int, among heads: [Int]) -> Int? {
    var low = 0
    var high = heads.count
    while low < high {
      let middle = (low + high) / 2
      if extents[heads[middle]].start <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, offset < extents[heads[low - 1]].headEnd else { return nil }
    return heads[low - 1]
  }
}
