import ArchiveModel
import ArchivePlanner
import ArchiveRenderer
import Foundation
import SchemaLock

/// Reads, plans and renders; only reading uses the disk.
struct Generation {
  let files: [RenderedFile]
  let planning: Planning

  static func run(
    inputs: Inputs, output: String, configuration: Configuration, settings: Settings,
    templates: [String: TemplateSource], lock: LockStore, contents: LockStore.Contents,
    log: (@autoclosure () -> String) -> Void
  ) throws -> Generation {
    let renderer: ArchiveRenderer
    do {
      renderer = try ArchiveRenderer(overrides: templates, hasModels: !inputs.sources.isEmpty)
    } catch {
      throw Failure(error.diagnostics)
    }
    let planning = try Planning.run(
      inputs: inputs, output: output, configuration: configuration, settings: settings,
      needsSchema: lock.exists, keptPositions: contents.keptPositions, log: log)
    var model = planning.renderModel
    if settings.writesReleases {
      model.releases = try releases(
        lock, contents, planning, module: inputs.headers.isEmpty ? nil : planning.module, access: settings.access)
    }
    var files = renderer.render(model)
    if let name = settings.singleFile {
      files = SingleFile.joined(
        files, name: name,
        empty: OutputFolder.firstLine(
          of: inputs.headers.isEmpty ? nil : planning.module))
    }
    return Generation(files: files, planning: planning)
  }

  /// The table of the lock's releases, as they differ from the schema of this run.
  private static func releases(
    _ store: LockStore, _ contents: LockStore.Contents, _ planning: Planning, module: String?, access: GeneratedAccess
  ) throws -> GeneratedReleases {
    let lock: LockFile?
    do { lock = try contents.lock() } catch { throw Failure([error.diagnostic]) }
    guard var lock else {
      throw Failure(
        .missingLock, "there is no lock '\(store.path)', from which \(GeneratedReleases.fileName) is made",
        advice: "make one with 'archivegen lock', name it with --lock, or omit --releases")
    }
    lock.update(to: planning.schema)
    return GeneratedReleases(
      lock: store.path.split(separator: "/").last.map(String.init) ?? store.path, module: module, access: access,
      lines: ReleaseTable(lock).lines)
  }
}
