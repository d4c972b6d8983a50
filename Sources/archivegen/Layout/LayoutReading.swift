import ArchiveModel
import Foundation
import LayoutInspection

/// The layouts of one side: headers as they are for one target.
struct LayoutReading {
  let index: LayoutIndex
  /// Whether the headers had no error. With errors, the types of the other headers are shown.
  let isComplete: Bool

  /// - Parameter names: types that are read in whichever header they are.
  static func read(
    _ reading: ReadingOptions, names: [String], _ printer: DiagnosticOutput
  ) throws -> LayoutReading {
    let run = try RunInputs(reading)
    guard !run.inputs.headers.isEmpty else {
      throw Failure(
        .unreadableInput, "there are no headers in \(reading.inputs.map { "'\($0)'" }.joined(separator: ", "))",
        advice: "layouts are those of C types: name headers, or folders that have some")
    }
    let (model, plan) = try HeaderStage.plan(
      run, needsSchema: false,
      alsoReading: Set(names.map { $0.split(separator: " ").last.map(String.init) ?? $0 }), needsAccounts: true,
      log: { _ in })
    // Errors in headers leave out types. Errors in annotations leave the layouts as they are, and a configuration may name
    // types of other headers than those to be shown. What is refused is shown in its place.
    func errors(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
      diagnostics.sortedByLocation().applying(run.settings.diagnosticLevels).filter { $0.severity == .error }
    }
    let missing = errors(run.inputs.diagnostics + model.diagnostics.filter { !$0.isOfAnnotation })
    printer.print(missing)
    if !missing.isEmpty { printer.print(ReadingAdvice.hints(run.inputs, model)) }
    printer.print(
      errors(plan.diagnostics + model.diagnostics.filter(\.isOfAnnotation)).filter { $0.id != .unknownType })
    return LayoutReading(index: LayoutIndex(model, accounts: plan.accounts), isComplete: missing.isEmpty)
  }
}

extension Diagnostic {
  /// Whether it is about an annotation, so that the header itself has been read.
  fileprivate var isOfAnnotation: Bool {
    switch id {
    case .emptyAnnotation, .annotationSyntax, .unknownAttribute, .attributeLanguage, .argumentCount, .invalidArgument,
      .misplacedAttribute, .duplicateAttribute, .conflictingAttributes, .unattachedAnnotation, .misspelledAnnotation:
      true
    default: false
    }
  }
}
