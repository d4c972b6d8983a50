@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Compares two archives, or any two property lists, from their tops on.
///
/// Objects are matched by the path at which they are met first, nodes of graphs by their links and values, rows by
/// their order, their contents or a key. Nothing is compared twice, and nothing by recursion: time and memory are
/// bounded by the two files.
package final class ArchiveComparison {
  let first: ArchiveDocument
  let second: ArchiveDocument
  let options: DiffOptions
  package private(set) var report: DiffReport
  var paths = PathTree()
  private var stack: [Frame] = []
  /// For each object of one archive that of the other, and where it was met.
  private var matched: (first: [Int: (other: Int, path: Int)], second: [Int: (other: Int, path: Int)]) = ([:], [:])
  private var classes: DisjointSets
  private var hashes: (first: ContentHashes, second: ContentHashes)?
  /// For lists within data: where the data is.
  let place: DataPlace?
  let lists: EmbeddedLists

  /// What remains of a container.
  private struct Frame {
    let path: Int
    let steps: [Step]
    var next = 0
  }

  enum Step {
    /// The indices in the two property lists of what stands at the place.
    case values(Int, Int, PathTree.Part)
    case removed(Int, PathTree.Part)
    case added(Int, PathTree.Part)
    case fields(DescribedFields.Field, DescribedFields.Field)
    case removedField(DescribedFields.Field)
    case addedField(DescribedFields.Field)
  }

  init(
    _ first: ArchiveDocument, _ second: ArchiveDocument, _ options: DiffOptions, within place: DataPlace? = nil,
    _ lists: EmbeddedLists? = nil
  ) {
    (self.first, self.second, self.options, self.place) = (first, second, options, place)
    self.lists = lists ?? EmbeddedLists(byteCount: first.source.bytes.count + second.source.bytes.count)
    report = DiffReport(options)
    classes = DisjointSets(first.view.objectCount + second.view.objectCount)
  }

  /// - Throws: `ArchiveError` for what cannot be read.
  package static func compare(
    _ first: ArchiveDocument, _ second: ArchiveDocument, _ options: DiffOptions = DiffOptions()
  ) throws(ArchiveError) -> DiffReport {
    let own = ArchiveComparison(first, second, options)
    if first.source.bytes.hasSameBytes(as: second.source.bytes) {
      // A damaged file is no equal one.
      try first.view.checkExtents()
      return own.report
    }
    do { try own.run() } catch let error as ArchiveError { throw error } catch {}
    return own.report
  }

  func run() throws {
    if let left = first.keyed, let right = second.keyed {
      if left.archiver != right.archiver {
        try add(.changed, PathTree.root, .key("$archiver"), { left.archiver ?? "none" }, { right.archiver ?? "none" })
      }
      if left.version != right.version {
        try add(
          .changed, PathTree.root, .key("$version"), { left.version.map { "\($0)" } ?? "none" },
          { right.version.map { "\($0)" } ?? "none" })
      }
      let tops = (try first.fields(of: left.top), try second.fields(of: right.top))
      // As in the key paths of `inspect`, a root alone is not named.
      if let root = Self.root(tops.0), let other = Self.root(tops.1) {
        try compare(root, other, at: PathTree.root)
      } else {
        try push(tops.0, tops.1, at: PathTree.root)
      }
    } else if (first.keyed == nil) != (second.keyed == nil) {
      func kind(_ document: ArchiveDocument) -> String {
        document.keyed == nil ? "a property list that is no keyed archive" : "a keyed archive"
      }
      try add(.type, PathTree.root, nil, { kind(self.first) }, { kind(self.second) })
    } else {
      try compare(first.view.top, second.view.top, at: PathTree.root)
    }
    while let last = stack.indices.last {
      guard stack[last].next < stack[last].steps.count else {
        stack.removeLast()
        continue
      }
      let step = stack[last].steps[stack[last].next]
      stack[last].next += 1
      try run(step, at: stack[last].path)
    }
  }

  private static func root(_ fields: DescribedFields) -> Int? {
    guard fields.fields.count == 1, fields.fields[0].key == "root", case .value = fields.fields[0].content
    else { return nil }
    return fields.fields[0].index
  }

  private func run(_ step: Step, at path: Int) throws {
    switch step {
    case .values(let left, let right, let part):
      if try isSameLeaf(left, right) { return }
      try compare(left, right, at: paths.append(part, to: path))
    case .removed(let place, let part):
      try add(.removed, path, part, { self.text(place, in: self.first) }, nil, (offset(place, in: first), nil))
    case .added(let place, let part):
      try add(.added, path, part, nil, { self.text(place, in: self.second) }, (nil, offset(place, in: second)))
    case .fields(let left, let right): try compareFields(left, right, at: path)
    case .removedField(let field):
      try add(
        .removed, path, .key(field.pathKey), { self.text(field, in: self.first) }, nil,
        (offset(field.index, in: first), nil))
    case .addedField(let field):
      try add(
        .added, path, .key(field.pathKey), nil, { self.text(field, in: self.second) },
        (nil, offset(field.index, in: second)))
    }
  }

  // MARK: Differences

  func isIgnored(_ path: Int, _ part: PathTree.Part?) -> Bool {
    guard !options.ignored.isEmpty else { return false }
    var text = paths.text(path, isWhole: true)
    if let part { text = PathTree.joined(text, part) }
    return isIgnored(text)
  }

  /// Whether the text of a path is ignored, for what is the same in all rows.
  func isIgnored(_ text: String) -> Bool {
    if options.ignored.isEmpty { return false }
    let whole = whole(text)
    return options.ignored.contains { $0.matches(whole) }
  }

  /// Notes that rows or elements are matched by a key of the options.
  func use(_ key: RowKey) {
    if let place { place.comparison.use(key) } else { report.use(key) }
  }

  /// A path from the root of the outermost archive.
  func whole(_ text: String) -> String { place.map { PathTree.joined($0.wholePath, text) } ?? text }

  func add(
    _ kind: Difference.Kind, _ path: Int, _ part: PathTree.Part?, _ before: (() -> String)?, _ after: (() -> String)?,
    _ offsets: (Int?, Int?) = (nil, nil), count: Int = 1
  ) throws {
    if isIgnored(path, part) { return }
    if let place {
      var text = paths.text(path, isSecond: kind == .added)
      if let part { text = PathTree.joined(text, part) }
      return try place.add(kind, text, before, after, offsets, count: count)
    }
    var section = paths.section(of: path)
    if let part, paths.isBeforeSections(path) {
      let whole = paths.append(part, to: path)
      section = paths.section(of: whole)
    }
    try self.count(kind, section: section, before, after, offsets, count: count) {
      let text = paths.text(path, isSecond: kind == .added)
      return part.map { PathTree.joined(text, $0) } ?? text
    }
  }

  /// Counts a difference inside a section that has enough of them listed, so that no path has to be made.
  ///
  /// - Returns: false if the difference has to be added with its path.
  func countIfFull(_ kind: Difference.Kind, _ path: Int) -> Bool {
    guard place == nil, options.ignored.isEmpty, !options.stopsAtFirst, !paths.isBeforeSections(path) else {
      return false
    }
    return report.countIfFull(kind, section: paths.section(of: path))
  }

  /// Counts a difference, and lists it with the path as long as there are not too many.
  func count(
    _ kind: Difference.Kind, section: Int, _ before: (() -> String)?, _ after: (() -> String)?, _ offsets: (Int?, Int?),
    count: Int, path: () -> String
  ) throws {
    report.add(kind, section: section, named: paths.sections[section], count: count) {
      Difference(kind: kind, path: path(), before: before?(), after: after?(), offsets: offsets)
    }
    if options.stopsAtFirst { throw FoundDifference() }
  }

  func offset(_ place: Int, in document: ArchiveDocument) -> Int? {
    guard document.hasOffsets, let value = try? document.inspected(place) else { return nil }
    return try? document.view.offset(of: value.index)
  }

  // MARK: Values

  func compare(_ left: Int, _ right: Int, at path: Int) throws {
    let left = try first.inspected(left)
    let right = try second.inspected(right)
    paths.setObjects(left.uid, right.uid, at: path)
    if let form = ContainerForm(left, right) {
      try compareTypes(left, right, at: path)
      guard try isNew(left, right, at: path) else { return }
      try push(form, left, right, at: path)
    } else {
      try compareLeaves(left, right, at: path)
    }
  }

  private func compareTypes(_ left: InspectedValue, _ right: InspectedValue, at path: Int) throws {
    guard let own = left.type, let other = right.type else {
      if (left.type == nil) != (right.type == nil) {
        try add(.type, path, nil, { left.type?.name ?? "no class" }, { right.type?.name ?? "no class" })
      }
      return
    }
    if own.name != other.name {
      try add(.type, path, nil, { "class \(own.name)" }, { "class \(other.name)" })
    } else if own.hierarchy != other.hierarchy {
      try add(
        .type, path, nil, { "class \(own.hierarchy.joined(separator: ": "))" },
        { "class \(other.hierarchy.joined(separator: ": "))" })
    }
  }

  /// Whether what the two have is to be compared. Each step makes one class of two, so that their number is bounded.
  private func isNew(_ left: InspectedValue, _ right: InspectedValue, at path: Int) throws -> Bool {
    let isFirst = unite(left.index, right.index)
    // Some writers have one empty list for all.
    if left.isEmptyList, right.isEmptyList { return isFirst }
    guard !options.ignoresSharing, let own = left.uid, let other = right.uid else { return isFirst }
    let known = (matched.first[own], matched.second[other])
    if known.0?.other == other { return false }
    if known.0 != nil || known.1 != nil {
      func text(_ met: (other: Int, path: Int)?, _ uid: Int) -> String {
        guard let met else { return "an object of its own (#\(uid))" }
        let text = paths.text(met.path)
        return "the object at \(text.isEmpty ? "the root" : text) (#\(uid))"
      }
      try add(
        .sharing, path, nil, { text(known.0, own) }, { text(known.1, other) },
        (offset(left.place, in: first), offset(right.place, in: second)))
    }
    if known.0 == nil { matched.first[own] = (other, path) }
    if known.1 == nil { matched.second[other] = (own, path) }
    return isFirst
  }

  /// - Returns: whether two values have not been compared yet.
  func unite(_ left: Int, _ right: Int) -> Bool { classes.unite(left, first.view.objectCount + right) }

  private func push(_ form: ContainerForm, _ left: InspectedValue, _ right: InspectedValue, at path: Int) throws {
    switch form {
    case .fields:
      // Decimals with other digits are told as numbers, and those with the same ones by what else is stored.
      if let own = ValueText(first).decimal(left), let other = ValueText(second).decimal(right), own != other {
        let offsets = (offset(left.index, in: first), offset(right.index, in: second))
        return try add(.changed, path, nil, { own }, { other }, offsets)
      }
      guard let own = try first.fields(of: left), let other = try second.fields(of: right) else { return }
      try push(own, other, at: path)
    case .list(let own, let other): try pushList(own, other, at: path)
    case .set(let own, let other):
      try pushUnordered(first.indices(of: own), second.indices(of: other), nil, at: path)
    case .dictionary(let own, let other):
      try pushUnordered(
        first.indices(of: own.keys), second.indices(of: other.keys),
        (first.indices(of: own.values), second.indices(of: other.values)), at: path)
    }
  }

  func push(_ steps: [Step], at path: Int) {
    if !steps.isEmpty { stack.append(Frame(path: path, steps: steps)) }
  }

  /// Keys in the order of their bytes; those that occur twice are matched by their order.
  private func push(_ left: DescribedFields, _ right: DescribedFields, at path: Int) throws {
    func sorted(_ fields: DescribedFields) -> [(key: [UInt8], field: DescribedFields.Field)] {
      var result: [(key: [UInt8], field: DescribedFields.Field)] = []
      for field in fields.fields { result.append((Array(field.pathKey.utf8), field)) }
      return result.enumerated().sorted {
        $0.element.key == $1.element.key
          ? $0.offset < $1.offset : $0.element.key.lexicographicallyPrecedes($1.element.key)
      }.map(\.element)
    }
    let (own, other) = (sorted(left), sorted(right))
    var steps: [Step] = []
    var (a, b) = (0, 0)
    while a < own.count || b < other.count {
      if a < own.count, b < other.count, own[a].key == other[b].key {
        steps.append(.fields(own[a].field, other[b].field))
        a += 1
        b += 1
      } else if b == other.count || a < own.count && own[a].key.lexicographicallyPrecedes(other[b].key) {
        steps.append(.removedField(own[a].field))
        a += 1
      } else {
        steps.append(.addedField(other[b].field))
        b += 1
      }
    }
    push(steps, at: path)
  }

  /// Hashes of all objects, made when they are needed first.
  func contentHashes() throws(ArchiveError) -> (first: ContentHashes, second: ContentHashes) {
    if let hashes { return hashes }
    let made = try ContentHashes.both(first, second, options)
    hashes = made
    return made
  }
}
