import ArchiveModel

/// Selects clang's warnings that are about layouts; others are not shown.
struct LayoutWarnings {
  /// Options for warnings that clang does not give by default.
  static let arguments = ["-Wunknown-pragmas"]

  private let files: SourceFiles
  private let inclusions: Inclusions
  private let inputs: [HeaderInput]

  init(files: SourceFiles, inclusions: Inclusions, inputs: [HeaderInput]) {
    self.files = files
    self.inclusions = inclusions
    self.inputs = inputs
  }

  func diagnostics(in unit: TranslationUnit) -> [Diagnostic] {
    let raw = unit.diagnostics.filter { $0.severity == .warning }
    guard !raw.isEmpty else { return [] }
    var functions = FunctionPlaces(unit: unit, files: files)
    var bodies: FunctionBodyRanges?
    var result: [Diagnostic] = []
    var leaks: Set<SourceLocation> = []
    for warning in raw where warning.option == "-Wpragma-pack" && warning.location.isInUmbrella {
      guard let leak = leak(warning), let place = leak.location else { continue }
      if leaks.insert(place).inserted { result.append(leak) }
    }
    for warning in raw {
      guard !warning.location.isInUmbrella, let advice = advice(warning, &functions) else { continue }
      // Types inside a function are not archived.
      if warning.option.hasSuffix("-attributes") {
        let places = bodies ?? FunctionBodyRanges(unit, in: Set(raw.compactMap { $0.location.fileAndOffset?.file }))
        bodies = places
        if places.contain(warning.location) { continue }
      }
      var diagnostic = files.diagnostic(warning)
      // Clang's suggestion of another attribute is rarely about layouts.
      diagnostic.notes = []
      // The effect of this line has been reported already.
      if let place = diagnostic.location, leaks.contains(place), warning.option == "-Wpragma-pack" { continue }
      diagnostic.advice = advice
      if !result.contains(diagnostic) { result.append(diagnostic) }
    }
    return result
  }

  /// The advice for a warning; nil if the warning is not about layouts.
  private func advice(_ warning: ClangDiagnostic, _ functions: inout FunctionPlaces) -> String? {
    switch warning.option {
    case "-Wunknown-attributes":
      if warning.message.contains("scalar_storage_order") { return Self.storageOrder }
      return Self.isWithoutLayout(warning.message) || functions.hasAttribute(at: warning.location)
        ? nil : "clang and Swift ignore it in layouts; a C compiler that supports it may use another layout"
    case "-Wignored-attributes":
      return Self.decidesLayout(warning.message) && !functions.hasAttribute(at: warning.location)
        ? "it has no effect on the layout: move it to where it takes effect, or delete it" : nil
    case "-Wpragma-pack":
      // After an #include a change may be intended: some headers exist to change the packing, and others to restore it.
      return warning.message.hasPrefix("unterminated") ? "write '#pragma pack(pop)' after the last type" : nil
    case "-Wignored-pragmas":
      return Self.isAboutLayout(files.line(of: warning.location)) ? Self.pragma : nil
    case "-Wunknown-pragmas":
      guard let line = files.line(of: warning.location) else { return nil }
      if line.contains("scalar_storage_order") { return Self.storageOrder }
      return Self.isAboutLayout(line) ? Self.pragma : nil
    default: return nil
    }
  }

  /// Attributes for types that gcc supports, clang does not, and that do not affect the layout. `gcc_struct` requests
  /// what clang does by default except on Windows.
  private static func isWithoutLayout(_ message: String) -> Bool {
    ["'designated_init'", "'nonstring'", "'gcc_struct'"].contains(where: message.contains)
  }

  /// Other ignored attributes are about calling conventions, linkage and other properties of types and function
  /// pointers.
  private static func decidesLayout(_ message: String) -> Bool {
    // Packing has no effect on a byte.
    if message.hasPrefix("'packed' attribute ignored for field of type") { return false }
    return ["packed", "align", "ms_struct", "'mode'", "vector_size", "transparent_union"]
      .contains(where: message.contains)
  }

  private static let storageOrder =
    "clang and Swift use the machine's byte order for such a type, and code of gcc the other: values from that code "
    + "would be archived wrongly; write '// archive: skip', or swap the bytes by hand"
  private static let pragma =
    "this line has no effect on layouts; write '#pragma pack(push, 1)' before the types and '#pragma pack(pop)' "
    + "after them"

  /// Whether the pragma is `pack`, `ms_struct`, `align`, `options align` or a misspelling of one.
  private static func isAboutLayout(_ line: String?) -> Bool {
    guard let line, let start = line.firstRange(of: "pragma") else { return false }
    let word = line[start.upperBound...].drop { !$0.isLetter && $0 != "_" }.prefix { $0.isLetter || $0 == "_" }
    let words = ["pack", "ms_struct", "align", "options", "scalar_storage_order"]
    return words.contains(String(word)) || nearestWord(to: String(word), among: words) != nil
  }

  /// The diagnostic for a `#pragma pack` that is still in force at the end of a given header.
  private func leak(_ warning: ClangDiagnostic) -> Diagnostic? {
    guard let line = warning.location.position?.line, let index = Umbrella.header(atLine: line),
      inputs.indices.contains(index), let note = warning.notes.first,
      let place = note.location.position,
      // Otherwise the header ends what another one began.
      inclusions.umbrellaLines(of: place.file).contains(line)
    else { return nil }
    let path = inputs[index].path
    return Diagnostic(
      .unbalancedPack, at: files.location(note.location),
      "this '#pragma pack' is still in force after the end of '\(path)': it changes the layout of types in headers "
        + "that are included after it",
      advice: "write '#pragma pack(pop)' at the end, and 'push' here", sourceLine: files.line(of: note.location))
  }
}

/// The ranges of function declarations: attributes there do not affect layouts.
private struct FunctionPlaces {
  private let unit: TranslationUnit
  private let files: SourceFiles
  private var extents: [ClangFile: [Range<Int>]]?
  private var texts: [ClangFile: SourceText] = [:]

  init(unit: TranslationUnit, files: SourceFiles) {
    self.unit = unit
    self.files = files
  }

  /// Whether the attribute at this location belongs to a function or a parameter.
  mutating func hasAttribute(at location: ClangLocation) -> Bool {
    guard let place = location.fileAndOffset else { return false }
    let known = extents ?? readExtents()
    extents = known
    guard let functions = known[place.file] else { return false }
    let text = texts[place.file] ?? SourceText(unit.withContents(of: place.file, Array.init))
    texts[place.file] = text
    return functions.contains { function in
      if function.contains(place.offset) { return true }
      // The attribute is before the function's first word, or between its last parenthesis and the semicolon.
      let gap =
        place.offset < function.lowerBound
        ? place.offset..<function.lowerBound : function.upperBound..<max(function.upperBound, place.offset)
      return gap.upperBound <= text.code.count
        && !text.code[gap].contains { $0 == .semicolon || $0 == .openBrace || $0 == .closeBrace }
    }
  }

  private func readExtents() -> [ClangFile: [Range<Int>]] {
    var result: [ClangFile: [Range<Int>]] = [:]
    unit.root.forEachChild { child in
      guard child.kind == .function else { return }
      let extent = child.extent
      guard let start = extent.start.fileAndOffset, let end = extent.end.fileAndOffset, start.file == end.file,
        start.offset <= end.offset
      else { return }
      result[start.file, default: []].append(start.offset..<end.offset)
    }
    return result
  }
}
