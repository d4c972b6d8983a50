import ArchiveModel

/// Headers that are parsed together. Usually one parse with function bodies shows the errors and is the unit that is
/// read.
///
/// If an error may be in a function's body, the headers are parsed again without bodies, which shows exactly which
/// errors are in bodies.
struct JointParse {
  /// The unit to read, if there are no errors.
  let unit: TranslationUnit
  /// The unit that has the errors.
  let judge: TranslationUnit
  private let judged: JudgedErrors

  init(_ headers: [HeaderInput], parser: HeaderParser) throws {
    let whole = try parser.parseForReading(headers, .parsed)
    let errors = whole.hasErrors ? whole.diagnostics.filter(\.isError) : []
    // The compiler may treat warnings as errors because of an option or a pragma. Here they do not count, and a unit
    // without warnings has none.
    let mayBeWarnings = errors.contains { !$0.option.isEmpty }
    guard mayBeWarnings || FunctionBodyRanges.mayHold(errors, in: whole) else {
      (unit, judge, judged) = (whole, whole, JudgedErrors(outsideBodies: errors))
      return
    }
    let quiet: Background<Result<TranslationUnit, HeaderReaderError>>? =
      mayBeWarnings
      ? Background { Result { () throws(HeaderReaderError) in try parser.parseQuietly(headers, .parsed) } } : nil
    unit = try parser.parseForReading(headers, .skipped)
    judge = try quiet?.value().get() ?? whole
    judged = JudgedErrors(judge: judge, unit: unit)
  }

  var errors: [HeaderError] { judged.errors }

  /// Warnings for errors that the Swift compiler will report when it builds the module.
  func systemWarnings(_ headers: [HeaderInput]) -> [Diagnostic] {
    judged.systemWarnings(SourceFiles(unit: judge, inputs: headers))
  }
}
