import ArchiveModel
import ArchivePlanner
import ArchiveRenderer
import Foundation
import HeaderReader
import SwiftReader

/// Reads, plans and renders; only reading uses the disk.
struct Generation {
  let files: [RenderedFile]
  let planning: Planning

  static func run(
    inputs: Inputs, output: String, configuration: Configuration, settings: Settings,
    templates: [String: TemplateSource], needsSchema: Bool, keptPositions: KeptPositions,
    log: (@autoclosure () -> String) -> Void
  ) throws -> Generation {
    let renderer: ArchiveRenderer
    do {
      renderer = try ArchiveRenderer(overrides: templates, hasModels: !inputs.sources.isEmpty)
    } catch {
      throw Failure(error.diagnostics)
    }
    let planning = try Planning.run(
      inputs: inputs, output: output, configuration: configuration, settings: settings, needsSchema: needsSchema,
      keptPositions: keptPositions, log: log)
    var files = renderer.render(planning.renderModel)
    if let name = settings.singleFile {
      files = SingleFile.joined(
        files, name: name,
        empty: OutputFolder.firstLine(
          of: inputs.headers.isEmpty ? nil : planning.module))
    }
    return Generation(files: files, planning: planning)
  }
}
