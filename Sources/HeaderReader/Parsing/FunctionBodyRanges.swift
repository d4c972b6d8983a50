/// The ranges of function bodies in some of a unit's files.
struct FunctionBodyRanges {
  private var ranges: [ClangFile: [ClosedRange<Int>]] = [:]
  /// Whether a function ends in another file than it begins in, as one without its last brace does.
  private var isOpen = false

  init(_ unit: TranslationUnit, in files: Set<ClangFile>) {
    var ranges: [ClangFile: [ClosedRange<Int>]] = [:]
    var isOpen = false
    unit.root.forEachChild { child in
      guard child.kind == .function, child.isDefinition, let whole = Self.range(child) else { return }
      if whole.start.file != whole.end.file { isOpen = true }
      let file = whole.start.file
      guard files.contains(file) else { return }
      var body = whole
      child.forEachChild { if $0.kind == .compound { body = Self.range($0) ?? whole } }
      guard body.start.file == file, body.end.file == file, body.start.offset <= body.end.offset else { return }
      ranges[file, default: []].append(body.start.offset...body.end.offset)
    }
    self.ranges = ranges
    self.isOpen = isOpen
  }

  private typealias Place = (file: ClangFile, offset: Int)

  private static func range(_ cursor: Cursor) -> (start: Place, end: Place)? {
    let extent = cursor.extent
    guard let start = extent.start.fileAndOffset, let end = extent.end.fileAndOffset else { return nil }
    return (start, end)
  }

  func contain(_ location: ClangLocation) -> Bool {
    guard let place = location.fileAndOffset else { return false }
    return ranges[place.file]?.contains { $0.contains(place.offset) } ?? false
  }

  /// Whether one of the errors may be about something in a body. It may be true without need, but never false by
  /// mistake.
  static func mayHold(_ errors: [ClangDiagnostic], in unit: TranslationUnit) -> Bool {
    guard !errors.isEmpty else { return false }
    let places = errors.flatMap { [$0.location] + $0.notes.map(\.location) }
    let bodies = FunctionBodyRanges(unit, in: Set(places.compactMap { $0.fileAndOffset?.file }))
    return bodies.isOpen || places.contains(where: bodies.contain)
  }
}
