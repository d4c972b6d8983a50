import ArchiveModel
import Dispatch
import Mustache
import Templates

/// Templates that cannot be used, with the places that say why.
public struct TemplateError: Error {
  public let diagnostics: [Diagnostic]
}
