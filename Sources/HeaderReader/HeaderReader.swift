import ArchiveModel

/// Reads C headers into an `ArchiveModel.HeaderModel`.
///
///     let reader = HeaderReader(library: try ClangLibrary.load(environment: environment))
///     let model = try reader.read(headers: ["shop.h"])
///
/// Records are read only from a translation unit without errors: a record that an error affects has a wrong layout, and
/// libclang does not report that.
public struct HeaderReader: Sendable {
  /// How headers are parsed, in addition to what Swift's importer always does.
  public struct Options: Sendable, Hashable {
    public var includePaths: [String]
    public var systemIncludePaths: [String]
    /// `NAME` or `NAME=VALUE`.
    public var defines: [String]
    /// Names of macros to undefine.
    public var undefines: [String]
    /// Headers to include before all others.
    public var includedFirst: [String]
    /// The target triple whose layouts are read; nil for the host.
    public var target: String?
    /// Further arguments for clang, passed unchanged.
    public var arguments: [String]
    /// Whether headers that have errors by themselves are read where others include them. Not where a module map stands beside
    /// them, which may include them by themselves.
    public var readsIncludedParts = true
    /// Types to read wherever they are defined, besides those of the given headers and those that these refer to.
    public var namedTypes: Set<String>
    /// Functions that annotations outside the headers name; their types are read.
    public var namedFunctions: Set<String>
    /// Names that annotations outside the headers use; the values of those that are macros are read.
    public var namedConstants: Set<String>

    public init(
      includePaths: [String] = [], systemIncludePaths: [String] = [], defines: [String] = [],
      undefines: [String] = [], includedFirst: [String] = [], target: String? = nil,
      arguments: [String] = [], namedTypes: Set<String> = [], namedFunctions: Set<String> = [],
      namedConstants: Set<String> = []
    ) {
      self.includePaths = includePaths
      self.systemIncludePaths = systemIncludePaths
      self.defines = defines
      self.undefines = undefines
      self.includedFirst = includedFirst
      self.target = target
      self.arguments = arguments
      self.namedTypes = namedTypes
      self.namedFunctions = namedFunctions
      self.namedConstants = namedConstants
    }
  }

  public let library: ClangLibrary

  public init(library: ClangLibrary) { self.library = library }

  /// Reads the headers as one module.
  ///
  /// - Parameter headers: paths of files, absolute or relative to the current folder. The model uses the same paths.
  /// - Returns: a model whose diagnostics include all problems with the headers.
  /// - Throws: ``HeaderReaderError`` if libclang cannot parse anything with these options.
  public func read(headers: [String], options: Options = Options()) throws -> HeaderModel {
    let inputs = HeaderInput.unique(headers, options: options)
    let parser = HeaderParser(library: library, options: options.including(inputs))
    let parsed = try parser.parse(inputs) { UnitReading($0, inputs: $1, options: options) }
    let reading = parsed.reading
    let declarations = reading.declarations
    let constants = MacroConstants.added(to: declarations.constants, options.namedConstants, reading.records) {
      parser.macros($0, parsed.inputs)
    }
    return HeaderModel(
      target: declarations.target,
      headers: reading.included.headers(given: parsed.given), records: reading.records,
      typedefs: declarations.typedefs, constants: constants, swiftConstants: declarations.swiftConstants,
      enumerations: declarations.enumerations, functions: declarations.functions,
      functionTypes: declarations.functionTypes, functionImports: declarations.functionImports,
      diagnostics: ErrorAdvice(headers: inputs, library: library).applied(to: parsed.diagnostics)
        + declarations.diagnostics + reading.diagnostics,
      faultyIncludes: FaultyIncludes.found(in: parsed.diagnostics, of: inputs),
      proposal: IncludeSearch.proposal(
        library: library, headers: headers, options: options, given: parsed.given, diagnostics: parsed.diagnostics),
      leftOut: declarations.leftOut, lines: reading.lines)
  }
}

/// What was read from one unit without errors.
private struct UnitReading {
  let declarations: DeclarationReader
  let included: IncludedFiles
  let records: [Record]
  let lines: SourceLines
  /// Diagnostics about annotations and layouts.
  let diagnostics: [Diagnostic]

  init(_ unit: TranslationUnit, inputs: [HeaderInput], options: HeaderReader.Options) {
    let files = SourceFiles(unit: unit, inputs: inputs)
    let inclusions = Inclusions(unit: unit)
    let annotated = AnnotatedFiles(files: files, inclusions: inclusions)
    var declarations = DeclarationReader(
      files: files, annotated: annotated, namedTypes: options.namedTypes.union(annotated.namedTypes),
      namedFunctions: options.namedFunctions.union(annotated.namedFunctions))
    declarations.read(unit)
    let matcher = AnnotationMatcher(files: annotated, declarations: declarations)
    records = matcher.annotate(declarations.sortedRecords())
    var lines = SourceLines()
    files.forEachQuotable(and: declarations.definingFiles) { path, text in lines.add(file: path, text: text) }
    self.lines = lines
    included = IncludedFiles(files: files, inclusions: inclusions)
    diagnostics =
      matcher.diagnostics
      + LayoutWarnings(files: files, inclusions: inclusions, inputs: inputs).diagnostics(in: unit)
    self.declarations = declarations
  }
}

/// libclang could not use the options.
public struct HeaderReaderError: Error, CustomStringConvertible {
  public let diagnostic: Diagnostic

  public var description: String { [diagnostic.message, diagnostic.advice].compactMap { $0 }.joined(separator: "; ") }
}
