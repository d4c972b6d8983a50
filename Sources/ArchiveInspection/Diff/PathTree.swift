/// Key paths as a tree, so that each costs one entry whatever its length.
struct PathTree {
  enum Part {
    case key(String)
    case index(Int)
    /// Text that begins with its own separator: `#node:17`, `[order=3]`.
    case text(String)
  }

  private struct Entry {
    let parent: Int
    let part: Part
    let depth: Int
    /// The objects at the place in the two archives, for paths that are too long to show.
    var uids: (Int?, Int?)
    /// The number of the section that its differences are counted in.
    let section: Int
    /// Whether everything inside belongs to the same section.
    var isWhole = false
  }

  private var entries = [Entry(parent: -1, part: .text(""), depth: 0, uids: (nil, nil), section: 0)]
  /// The names of sections: tables, lists and keys of the root.
  private(set) var sections = [""]
  /// The root's name is that of an empty key as well: two sections of one name would have no order.
  private var sectionNumbers = [ExactKey(""): PathTree.root]

  private struct ExactKey: Hashable {
    let bytes: [UInt8]
    init(_ text: String) { bytes = Array(text.utf8) }
  }

  static let root = 0
  /// Paths of more parts begin with their nearest object.
  private static let shownDepth = 40
  /// A section's name has at most this many parts.
  private static let sectionDepth = 2

  mutating func append(_ part: Part, to parent: Int) -> Int {
    let depth = entries[parent].depth + 1
    var section = entries[parent].section
    if depth <= Self.sectionDepth, !entries[parent].isWhole {
      // The second part counts only where the first is a key alone.
      let name = Self.joined(sections[section], Self.general(part))
      section = number(name)
    }
    entries.append(
      Entry(
        parent: parent, part: part, depth: depth, uids: (nil, nil), section: section, isWhole: entries[parent].isWhole))
    return entries.count - 1
  }

  /// A place whose differences are counted on their own.
  mutating func appendSection(_ name: String, _ part: Part, to parent: Int) -> Int {
    entries.append(
      Entry(
        parent: parent, part: part, depth: entries[parent].depth + 1, uids: (nil, nil), section: number(name),
        isWhole: true))
    return entries.count - 1
  }

  private mutating func number(_ name: String) -> Int {
    let key = ExactKey(name)
    if let known = sectionNumbers[key] { return known }
    sections.append(name)
    sectionNumbers[key] = sections.count - 1
    return sections.count - 1
  }

  mutating func setObjects(_ first: Int?, _ second: Int?, at path: Int) { entries[path].uids = (first, second) }

  func section(of path: Int) -> Int { entries[path].section }

  /// Whether a part behind the path has a section of its own.
  func isBeforeSections(_ path: Int) -> Bool {
    !entries[path].isWhole && entries[path].depth < Self.sectionDepth
  }

  /// The whole path, or its last parts behind an object's number.
  ///
  /// - Parameter isSecond: whether the number is that of the second archive.
  func text(_ path: Int, isSecond: Bool = false, isWhole: Bool = false) -> String {
    var parts: [Part] = []
    var place = path
    var begin = ""
    while place > 0 {
      if !isWhole, parts.count >= Self.shownDepth || (entries[place].depth > Self.shownDepth && !parts.isEmpty),
        let uid = isSecond ? entries[place].uids.1 : entries[place].uids.0
      {
        begin = "#\(uid)"
        break
      }
      // Chains of lists have no object; a path of millions of parts says nothing to anybody.
      if parts.count >= 10_000 {
        begin = "…"
        break
      }
      parts.append(entries[place].part)
      place = entries[place].parent
    }
    return parts.reversed().reduce(begin, Self.joined)
  }

  static func joined(_ path: String, _ part: Part) -> String {
    switch part {
    case .index(let index): "\(path)[\(index)]"
    case .text(let text): path + text
    case .key(let key): joined(path, key)
    }
  }

  static func joined(_ path: String, _ key: String) -> String {
    path.isEmpty || key.isEmpty || key.utf8.first == UInt8(ascii: "[") || key.utf8.first == UInt8(ascii: "#")
      ? path + key : "\(path).\(key)"
  }

  private static func general(_ part: Part) -> String {
    switch part {
    case .index: "[]"
    case .text(let text): text.hasPrefix("[") ? "[]" : text
    case .key(let key): key
    }
  }
}
