/// The classes that an archive's objects name, and the types that they stand for.
///
/// A class: delegates and metatypes are asked while it is searched, and they may come back to the decoder.
final class ClassTable {
  private var names: [Int: String] = [:]
  private var foundation: [Int: FoundationClass?] = [:]
  private var lastFoundation: (classNumber: Int, known: FoundationClass?)?
  private var allowed: [Request: ArchivedClass] = [:]
  private var composites: [Request: Bool] = [:]
  private var refused: Set<Request> = []
  private var last: (classNumber: Int, asked: ObjectIdentifier, found: ArchivedClass)?

  private struct Request: Hashable {
    let classNumber: Int
    let asked: ObjectIdentifier
  }

  /// The name of the class that is object `number`.
  func name(of number: Int, _ archive: OpenArchive) throws -> String {
    if let known = names[number] { return known }
    guard case .dictionary(let description) = try archive.object(number) else {
      throw ArchiveError.corrupt(offset: archive.objects.offset, reason: "the class \(number) is no dictionary")
    }
    let shape = try archive.shape(of: description)
    guard let position = shape.position(of: "$classname", archive.shapes.keyNames),
      case .string(let text) = try archive.node(position, of: description)
    else { throw ArchiveError.corrupt(offset: archive.objects.offset, reason: "the class \(number) has no name") }
    let name = try archive.string(text)
    names[number] = name
    return name
  }

  /// The class of Foundation's that is object `number`; nil for any other.
  @inline(__always)
  func foundationClass(_ number: Int, _ archive: OpenArchive) throws -> FoundationClass? {
    if let lastFoundation, lastFoundation.classNumber == number { return lastFoundation.known }
    let known: FoundationClass?
    if let found = foundation[number] {
      known = found
    } else {
      known = FoundationClass.byName[try name(of: number, archive)]
      foundation[number] = .some(known)
    }
    lastFoundation = (number, known)
    return known
  }

  /// The class to make an object of, for an object of the class where `asked` is declared.
  ///
  /// - Throws: `typeNotAllowed` with the path that `path` gives.
  @inline(__always)
  func type(
    _ classNumber: Int, asked: any ArchivableObject.Type, _ archive: OpenArchive, _ settings: ArchiveDecoder.Settings,
    path: () -> String
  ) throws -> ArchivedClass {
    if let last, last.classNumber == classNumber, last.asked == ObjectIdentifier(asked) { return last.found }
    let request = Request(classNumber: classNumber, asked: ObjectIdentifier(asked))
    let found = try allowed[request] ?? find(classNumber, asked, archive, settings, path: path)
    allowed[request] = found
    last = (classNumber, request.asked, found)
    return found
  }

  /// Whether the class is the one that values of the type are archived as.
  func isClass(
    _ classNumber: Int, of type: any ArchivableComposite.Type, _ archive: OpenArchive,
    _ settings: ArchiveDecoder.Settings
  ) throws -> Bool {
    let request = Request(classNumber: classNumber, asked: ObjectIdentifier(type))
    if let known = composites[request] { return known }
    let name = try name(of: classNumber, archive)
    let isClass = settings.classes[name].map { $0.type == type } ?? settings.isName(name, of: type)
    composites[request] = isClass
    return isClass
  }

  /// Whether an object of the class may stand where `asked` is declared: for those who ask for one of several.
  func allows(
    _ classNumber: Int, asked: any ArchivableObject.Type, _ archive: OpenArchive, _ settings: ArchiveDecoder.Settings
  ) throws -> Bool {
    let request = Request(classNumber: classNumber, asked: ObjectIdentifier(asked))
    if refused.contains(request) { return false }
    do {
      _ = try type(classNumber, asked: asked, archive, settings) { "" }
      return true
    } catch ArchiveError.typeNotAllowed {
      refused.insert(request)
      return false
    }
  }

  private func find(
    _ classNumber: Int, _ asked: any ArchivableObject.Type, _ archive: OpenArchive, _ settings: ArchiveDecoder.Settings,
    path: () -> String
  ) throws -> ArchivedClass {
    let name = try name(of: classNumber, archive)
    let candidates = ArchivedClass.candidates(asked)
    func notAllowed() -> ArchiveError {
      .typeNotAllowed(path: path(), found: name, expected: ArchivedClass.name(of: asked))
    }
    if let mapped = settings.classes[name] {
      guard let found = candidates.first(where: { $0.type == mapped.type }) else { throw notAllowed() }
      return found
    }
    for candidate in candidates where candidate.name == name { return candidate }
    for candidate in candidates where settings.isName(name, of: candidate) { return candidate }
    if let type = settings.delegate?.classForArchivedName(name, expected: asked),
      let found = candidates.first(where: { $0.type == type })
    {
      return found
    }
    throw notAllowed()
  }
}
