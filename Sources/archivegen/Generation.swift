import ArchiveModel
import ArchivePlanner
import ArchiveRenderer
import SchemaLock

/// Reads, plans and renders; only reading uses the disk.
struct Generation {
  let files: [RenderedFile]
  let planning: Planning

  init(_ run: RunInputs, output: String, templates: [String: TemplateSource], log: Log) throws {
    let renderer: ArchiveRenderer
    do {
      renderer = try ArchiveRenderer(overrides: templates, hasModels: !run.inputs.sources.isEmpty)
    } catch {
      throw Failure(error.diagnostics)
    }
    planning = try Planning(
      run, output: output, needsSchema: run.lock.store.exists || !run.otherLocks.isEmpty, log: log)
    let module = run.inputs.headers.isEmpty ? nil : planning.module
    var model = planning.renderModel
    if run.settings.writesReleases {
      model.releases = try Self.releases(run, planning.schema, module: module)
    }
    model.restrictImports(of: planning.restrictedImports)
    let rendered = renderer.render(model)
    files =
      run.settings.singleFile.map {
        SingleFile.joined(rendered, name: $0, empty: OutputFolder.firstLine(of: module))
      } ?? rendered
  }

  /// The table of the lock's releases, as they differ from the schema of this run.
  private static func releases(
    _ run: RunInputs, _ schema: ArchivedSchema, module: String?
  ) throws -> GeneratedReleases {
    let path = run.lock.store.path
    let found: LockFile?
    do { found = try run.lock.lock(for: schema) } catch { throw Failure([error.diagnostic]) }
    guard var lock = found else {
      throw Failure(
        .missingLock, "there is no lock '\(path)', from which \(GeneratedReleases.fileName) is made",
        advice: "make one with '\(run.reading.lockCommand)', name it with --lock, or omit --releases"
      )
    }
    lock.update(to: schema)
    return GeneratedReleases(
      lock: lastComponent(path), module: module, access: run.settings.access, lines: ReleaseTable(lock).lines)
  }
}
