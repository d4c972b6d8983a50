/// The classes that an archive's objects name, and the types that they are decoded as.
///
/// It is a class because delegates and metatypes are called while it is searched, and they may use the decoder.
final class ClassTable {
  private var names = SmallTable<Int, String>()
  private var foundation = SmallTable<Int, FoundationClass?>()
  /// The last that were asked for, by the low bits of their numbers; empty until the first one.
  @exclusivity(unchecked)
  private var recentFoundation: ContiguousArray<(classNumber: Int, known: FoundationClass?)> = []
  private var allowed = SmallTable<Request, ArchivedClass>()
  private var composites = SmallTable<Request, Bool>()
  private var places: [PlaceRequest: Int?] = [:]
  @exclusivity(unchecked) private var last: (classNumber: Int, asked: ObjectIdentifier, found: ArchivedClass)?

  private struct Request: Hashable {
    let classNumber: Int
    let asked: ObjectIdentifier
  }

  /// Several classes, represented by a number.
  private struct PlaceRequest: Hashable {
    let classNumber: Int
    let variant: Int
  }

  /// The name of the class that is object `number`.
  func name(of number: Int, _ archive: DecodingSession) throws -> String {
    if let known = names[number] { return known }
    guard case .dictionary(let description) = try archive.object(number) else {
      throw ArchiveError.corrupt(offset: archive.objects.offset, reason: "the class \(number) is no dictionary")
    }
    guard let position = try archive.view().position(of: KeyedArchiveFormat.Word.className.text, in: description),
      case .string(let text) = try archive.node(position, of: description)
    else { throw ArchiveError.corrupt(offset: archive.objects.offset, reason: "the class \(number) has no name") }
    let name = try archive.string(text)
    names.set(number, to: name)
    return name
  }

  /// Whether an object of the class stands for a row of a table.
  func isRow(_ number: Int, _ archive: DecodingSession) throws -> Bool {
    try name(of: number, archive).hasExactSuffix(TableKey.rowSuffix)
  }

  /// The Foundation class that is object `number`; nil for any other.
  @inline(__always)
  func foundationClass(_ number: Int, _ archive: DecodingSession) throws -> FoundationClass? {
    if !recentFoundation.isEmpty {
      let recent = recentFoundation[number & 7]
      if recent.classNumber == number { return recent.known }
    }
    return try findFoundationClass(number, archive)
  }

  @inline(never)
  private func findFoundationClass(_ number: Int, _ archive: DecodingSession) throws -> FoundationClass? {
    let known: FoundationClass?
    if let found = foundation[number] {
      known = found
    } else {
      known = FoundationClass(archivedName: try name(of: number, archive))
      foundation.set(number, to: known)
    }
    if recentFoundation.isEmpty { recentFoundation = ContiguousArray(repeating: (-1, nil), count: 8) }
    recentFoundation[number & 7] = (number, known)
    return known
  }

  /// The class to instantiate for an object of this class where `asked` is declared.
  ///
  /// - Throws: `typeNotAllowed` with the path that `path` returns.
  @inline(__always)
  func type(
    _ classNumber: Int, asked: any ArchivableObject.Type, _ archive: DecodingSession,
    _ settings: ObjectDecodingSettings,
    path: () -> String
  ) throws -> ArchivedClass {
    if let last, last.classNumber == classNumber, last.asked == ObjectIdentifier(asked) { return last.found }
    let request = Request(classNumber: classNumber, asked: ObjectIdentifier(asked))
    let known = try allowed[request] ?? alone(classNumber, asked, archive, settings)
    guard let found = try known ?? find(classNumber, [asked], archive, settings)?.found else {
      throw ArchiveError.typeNotAllowed(
        path: path(), found: try shownName(of: classNumber, archive, settings), expected: ArchivedClass.name(of: asked))
    }
    allowed.set(request, to: found)
    last = (classNumber, request.asked, found)
    return found
  }

  /// The class itself, where it has no subclasses and its own name in the archive, as most have.
  private func alone(
    _ classNumber: Int, _ asked: any ArchivableObject.Type, _ archive: DecodingSession,
    _ settings: ObjectDecodingSettings
  ) throws -> ArchivedClass? {
    let classes = asked.archivedClasses
    guard settings.classes.isEmpty, classes.count == 1, classes[0].type == asked else { return nil }
    return classes[0].name.isExactly(try name(of: classNumber, archive)) ? classes[0] : nil
  }

  /// Whether values of the type are archived as this class.
  func isClass(
    _ classNumber: Int, of type: any ArchivableComposite.Type, _ archive: DecodingSession,
    _ settings: ObjectDecodingSettings
  ) throws -> Bool {
    let request = Request(classNumber: classNumber, asked: ObjectIdentifier(type))
    if let known = composites[request] { return known }
    let name = try name(of: classNumber, archive)
    let isClass =
      (type as? any RowsComposite.Type).flatMap { isOther(name, rows: $0, settings) }
      ?? settings.classes[ExactText(name)].map { $0.type == type } ?? settings.isName(name, of: type)
    composites.set(request, to: isClass)
    return isClass
  }

  /// Whether the settings have the name of the rows' type for it; nil if they do not have the name.
  private func isOther(
    _ name: String, rows type: any RowsComposite.Type, _ settings: ObjectDecodingSettings
  ) -> Bool? {
    guard let row = TableKey.rowName(of: name, type.suffix) else { return nil }
    if let mapped = settings.classes[ExactText(row)] { return mapped.type == type.rowType }
    guard let expected = type.rowType as? any ArchivableObject.Type, !settings.isName(name, of: type),
      let found = settings.delegate?.classForArchivedName(row, expected: expected)
    else { return nil }
    return found == expected
  }

  /// The index of the first of several classes where an object of the class is allowed; nil if there is none.
  ///
  /// - Parameter variant: a number that identifies the list of classes.
  func place(
    _ classNumber: Int, among asked: [any ArchivableObject.Type], variant: Int, _ archive: DecodingSession,
    _ settings: ObjectDecodingSettings
  ) throws -> Int? {
    let request = PlaceRequest(classNumber: classNumber, variant: variant)
    if let known = places[request] { return known }
    let place = try find(classNumber, asked, archive, settings)?.place
    places[request] = .some(place)
    return place
  }

  /// A class's name for an error, with the type to which it is mapped.
  func shownName(of number: Int, _ archive: DecodingSession, _ settings: ObjectDecodingSettings) throws -> String {
    let name = try name(of: number, archive)
    return settings.classes[ExactText(name)].map { "\(name), mapped to \(ArchivedTypeName.name(of: $0.type))" } ?? name
  }

  /// The class to instantiate, and the first requested class that allows it.
  ///
  /// - Throws: `ambiguousClassName` if several allowed classes have the name.
  private func find(
    _ classNumber: Int, _ asked: [any ArchivableObject.Type], _ archive: DecodingSession,
    _ settings: ObjectDecodingSettings
  ) throws -> (place: Int, found: ArchivedClass)? {
    var name = try name(of: classNumber, archive)
    let rowName = TableKey.rowName(of: name, TableKey.rowSuffix)
    let isRow = rowName != nil
    name = rowName ?? name
    let candidates = asked.enumerated().flatMap { place, type in
      ArchivedClass.candidates(type).filter { !isRow || $0.table != nil }.map { (place: place, found: $0) }
    }
    if let mapped = settings.classes[ExactText(name)] { return candidates.first { $0.found.type == mapped.type } }
    func only(_ isNamed: (ArchivedClass) -> Bool) throws(ArchiveError) -> (place: Int, found: ArchivedClass)? {
      let named = candidates.filter { isNamed($0.found) }
      guard let first = named.first else { return nil }
      if let other = named.first(where: { $0.found.type != first.found.type }) {
        let types = [first, other].map { String(reflecting: $0.found.type) }
        throw .ambiguousClassName(name: name, types: types)
      }
      return first
    }
    if let found = try only({ $0.name.isExactly(name) }) ?? only({ settings.isName(name, of: $0) }) { return found }
    guard let delegate = settings.delegate else { return nil }
    for (place, expected) in asked.enumerated() {
      guard let type = delegate.classForArchivedName(name, expected: expected) else { continue }
      if let known = candidates.first(where: { $0.place == place && $0.found.type == type }) { return known }
    }
    return nil
  }
}
