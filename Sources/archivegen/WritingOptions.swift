import ArchiveModel
import ArchivePlanner
import HeaderReader
import SwiftReader

/// What of the command line is about the files that are written.
struct WritingOptions {
  var omitModuleMap = false
  var access: GeneratedAccess?
  var singleFile: String?
  var emitEmpty = false
  var releases = false
}
