import ArchiveModel
import Foundation

/// The output of a finished run, which is printed again if nothing has changed.
struct RunReport: Codable {
  let summary: String
  let diagnostics: [Diagnostic]
  let dependencies: [String]
}
