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
    let first = try Attempt(reading, names)
    guard !first.missing.isEmpty, let target = reading.targets.last, first.lacksFiles else {
      return first.result(printer)
    }
    // This machine has its own C library alone, whose headers are not those of other platforms. The compiler's own headers
    // (C11 4p6: stdint.h, stddef.h, limits.h and others) are those of every target.
    var freestanding = reading
    freestanding.options.clangArguments.append("-ffreestanding")
    let second = try Attempt(freestanding, names)
    guard second.missing.isEmpty else {
      let result = first.result(printer)
      let option = TargetHeaders(target)?.advice ?? "-isystem FOLDER"
      printer.print([
        .note(
          "the headers of the C library are those of this machine, and not of '\(target)'",
          advice:
            "name those of the target: --sysroot FOLDER, or \(option); headers that need only the compiler's own (stdint.h, stddef.h) are read without them"
        )
      ])
      return result
    }
    printer.print([
      .note("'\(target)' is read with -ffreestanding, because this machine does not have its C library's headers")
    ])
    return second.result(printer)
  }

  /// One reading, whose errors are not printed yet.
  private struct Attempt {
    let missing: [Diagnostic]
    private let others: [Diagnostic]
    private let hints: [Diagnostic]
    private let index: LayoutIndex

    init(_ reading: ReadingOptions, _ names: [String]) throws {
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
      missing = errors(
        run.inputs.diagnostics
          + ForeignIncludes.named(model.diagnostics.filter { !$0.isOfAnnotation }, run.inputs, model))
      hints = missing.isEmpty ? [] : ReadingAdvice.hints(run.inputs, model)
      others = errors(plan.diagnostics + model.diagnostics.filter(\.isOfAnnotation)).filter { $0.id != .unknownType }
      index = LayoutIndex(model, accounts: plan.accounts)
    }

    /// Whether an included file is not there.
    var lacksFiles: Bool { missing.contains { $0.message.contains("file not found") } }

    func result(_ printer: DiagnosticOutput) -> LayoutReading {
      printer.print(missing)
      if !hints.isEmpty { printer.print(hints) }
      printer.print(others)
      return LayoutReading(index: index, isComplete: missing.isEmpty)
    }
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
