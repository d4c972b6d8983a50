import ArchiveInspection
import ArchiveModel
import ArchiveWitness
import Foundation
import SchemaInterpreter
import SchemaLock

/// The output of `check --witness Type.key`: an archive that a change breaks, and the result of reading it.
struct WitnessOutput {
  private let printer: DiagnosticOutput

  init(_ printer: DiagnosticOutput) { self.printer = printer }

  func show(
    _ subject: String, _ report: Gate.Report, _ lock: LockFile, _ schema: ArchivedSchema
  ) throws -> Outcome {
    let changes = report.changes.filter { $0.subject == subject || $0.origin == subject }
    guard !changes.isEmpty else {
      throw Failure(
        .incompatibleChange, "there is no change of '\(subject)'",
        advice: didYouMean(subject, among: report.changes.map(\.subject))
          ?? (report.breaks.isEmpty
            ? "nothing breaks" : "breaks are \(Set(report.breaks.map(\.subject)).sorted().joined(separator: ", "))"))
    }
    for change in changes.sorted(by: { $0.level > $1.level }) {
      guard let release = change.releases.last else { continue }
      let old = lock.schema(of: release == Gate.unreleased ? nil : release)
      do {
        guard let witness = try Witness.find(change, from: old, to: schema) else { continue }
        let path = "\(subject.replacing("/", with: "_")).archive"
        try NamedFile.write(witness.archive, to: path, advice: "run it in another folder")
        let code = witness.isAlone ? "today's code, without the type's other changes," : "today's code"
        let result =
          switch witness.result {
          case .refused(let error): "refuses it: \(error)"
          case .read(nil): "reads it, and leaves out \(witness.key)"
          case .read(let value?): "reads it as \(value)"
          }
        try StandardOutput.write(
          """
          \(change.subject): \(change.message) [\(change.rule.rawValue)]
          \(path): an archive of \(release) with \(witness.key) = \(witness.written)
          \(code) \(result)

          """)
        return change.breaksBackward ? .incompatible : .done
      } catch let problem as NotInterpreted {
        throw Failure(
          .incompatibleChange, "no archive can be made for '\(problem.subject)': \(problem.reason)",
          advice: "'archivegen rules' explains the change")
      }
    }
    printer.print(line: "archivegen: every archive that was tried is read back equal: no witness for '\(subject)'")
    return .done
  }
}
