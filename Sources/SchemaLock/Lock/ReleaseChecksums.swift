/// Checksums of what each release has, by which a lock tells when it no longer has it.
///
/// Two branches that each have a release may merge without a conflict, and yet leave lines that neither release had: where one of them renamed a
/// key, the other's release would be without it. The checksum on the line of a release is of the lines that it has, in any order, without what
/// may change after the release.
struct ReleaseChecksums {
  private var lines: [(hash: UInt64, span: LockFile.Span)] = []
  private var type = ""

  /// Notes the line of a type or of a key, which are below their type.
  mutating func note(_ words: [LockWord], _ span: LockFile.Span) {
    let isType = words.first?.column == 1
    if isType { type = words.dropFirst().first?.text ?? "" }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      // 0 is in no line.
      for byte in [text.utf8, "\0".utf8].joined() { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    if !isType { add(type) }
    for word in words where !Self.mayChange(word, isType: isType) { add(word.text) }
    lines.append((hash, span))
  }

  private static func mayChange(_ word: LockWord, isType: Bool) -> Bool {
    switch word.name {
    case "since", "until", "retired": !word.texts.isEmpty
    case "mode": isType && !word.texts.isEmpty
    default: false
    }
  }

  /// The checksums of releases, in their order.
  func checksums(of releases: [String]) -> [String] {
    let positions = Dictionary(releases.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    // What is added from each release on, and taken away again.
    var differences = [UInt64](repeating: 0, count: releases.count + 1)
    for line in lines {
      guard let since = line.span.since.flatMap({ positions[$0] }) else { continue }
      differences[since] &+= line.hash
      let until = line.span.until.map { positions[$0] ?? since } ?? releases.count - 1
      differences[until + 1] &-= line.hash
    }
    var sum: UInt64 = 0
    return differences.dropLast().map {
      sum &+= $0
      let digits = String(sum, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }

  /// Those of a lock's lines, as it is written.
  static func checksums(of lines: [(text: String, span: LockFile.Span)], _ releases: [String]) -> [String] {
    var checksums = ReleaseChecksums()
    for line in lines {
      if let words = try? LockWord.words(of: Substring(line.text)) { checksums.note(words, line.span) }
    }
    return checksums.checksums(of: releases)
  }
}
