import ArchiveModel

/// Why a type cannot be archived, and the remedy.
struct PlanningError: Error {
  let id: DiagnosticID
  let message: String
  let advice: String

  init(_ id: DiagnosticID, message: String, advice: String) {
    self.id = id
    self.message = message
    self.advice = advice
  }
}
