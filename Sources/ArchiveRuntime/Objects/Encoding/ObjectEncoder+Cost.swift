import Foundation

extension ObjectEncoder {
  /// Charges text that will be hashed, or compared with other text, when it is read.
  ///
  /// - Throws: `notArchivableValue` for a run of combining marks that the decoder would refuse.
  @inline(__always)
  func noteComparison(of text: String) throws {
    if text.utf8.count > 60 { try noteMarks(text) }
  }

  @inline(never)
  private func noteMarks(_ text: String) throws {
    let cost = sharedValues.markCost(of: text)
    guard cost > 0 else { return }
    sink.cost.add(cost)
    try ReadingCost.check(
      cost, sink.byteCount &+ text.utf8.count, settings.readingLimits, path: "",
      "'\(PathSearch.excerpt(text))', with its long run of combining marks,")
  }

  @inline(__always)
  func noteHash(of text: String) throws {
    if text.utf8.count > 15 { sink.cost.add(text.utf8.count) }
    try noteComparison(of: text)
  }

  /// Charges a locale.
  ///
  /// - Throws: `notArchivableValue` for more made-up names than the decoder accepts.
  func noteLocale(_ name: String) throws {
    guard madeUpLocales.note(name) != nil else { return }
    throw ArchiveError.notArchivableValue(
      path: "", value: "'\(PathSearch.excerpt(name))'",
      reason: "at most \(MadeUpLocales.maximumCount) locales of names that nobody knows are read from one archive")
  }

  /// Charges a list's elements.
  @inline(__always)
  func noteElements<Element>(_ count: Int, _ type: Element.Type) {
    sink.cost.add(count &* (MemoryLayout<Element>.stride &+ MemoryLayout<Int>.stride))
  }

  /// Archives keys of dictionaries and elements of sets, whose text will be hashed.
  @inline(__always)
  func asKeys<Key, Result>(_ type: Key.Type, _ body: () throws -> Result) rethrows -> Result {
    // Keys that are text are charged directly.
    if Key.self == String.self {
      let outer = isArchivingTextKeys
      isArchivingTextKeys = true
      defer { isArchivingTextKeys = outer }
      return try body()
    }
    keyDepth += 1
    defer { keyDepth -= 1 }
    return try body()
  }

  /// - Throws: `notArchivableValue` for a document that is nested more deeply than the decoder accepts.
  func checkNesting(of value: ArchiveValue) throws(ArchiveError) {
    let maximum = settings.readingLimits.maximumValueNesting
    // The key is added where the document is encoded.
    try sharedValues.depth(of: value, maximum: maximum) {
      .notArchivableValue(
        path: "", value: "of a document",
        reason: "it nests deeper than the \(maximum) levels of 'maximumValueNesting'")
    }
  }
}
