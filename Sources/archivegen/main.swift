import ArchiveModel
import HeaderReader

ClangLibrary.prepareShortProcess()
ShortProcess.isOne = true

do {
  var command = try Archivegen.parseProcess()
  try command.run()
} catch {
  Archivegen.end(with: error)
}
