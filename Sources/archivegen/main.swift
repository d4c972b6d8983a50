import ArchiveModel
import HeaderReader

ClangLibrary.prepareShortProcess()

do {
  var command = try Archivegen.parseProcess()
  try command.run()
} catch {
  Archivegen.end(with: error)
}
