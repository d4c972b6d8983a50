import ArchiveModel

/// The annotations that macros leave as attributes of declarations, by the place where the outermost macro is used.
struct AnnotateAttributes {
  struct Place: Hashable {
    let file: ClangFile
    let offset: Int
  }

  /// The declaration that has the attribute.
  enum Holder: Equatable {
    case field(Record.ID, Int)
    case record(Record.ID)
    /// A typedef, and the record that it names.
    case typedef(Record.ID)
    /// A function, a variable, an enumeration or a typedef of another type.
    case other
  }

  struct Entry {
    let text: String
    let location: ClangLocation
    var holders: [Holder]
  }

  private(set) var entries: [Place: Entry] = [:]

  /// Adds the attributes of a declaration.
  mutating func add(from declaration: Cursor, _ holder: Holder) {
    var found: [(String, ClangLocation)] = []
    declaration.forEachChild { child in
      guard case .annotateAttribute = child.kind else { return }
      let text = child.spelling
      if text.hasPrefix("archive:") { found.append((String(text.dropFirst("archive:".count)), child.location)) }
    }
    for (text, location) in found {
      guard let place = location.fileAndOffset else { continue }
      let key = Place(file: place.file, offset: place.offset)
      entries[key, default: Entry(text: text, location: location, holders: [])].holders.append(holder)
    }
  }

  func holders(file: ClangFile, offset: Int) -> [Holder] {
    entries[Place(file: file, offset: offset)]?.holders ?? []
  }

  /// The annotations of a file that are not uses in the file's text, in order.
  func others(in file: ClangFile, besides uses: [MacroUse]) -> [(offset: Int, entry: Entry)] {
    let known = Set(uses.map(\.whole.lowerBound))
    return entries.filter { $0.key.file == file && !known.contains($0.key.offset) }
      .map { ($0.key.offset, $0.value) }.sorted { $0.offset < $1.offset }
  }
}
