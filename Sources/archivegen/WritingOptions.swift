import ArchiveModel

/// The options about the written files.
struct WritingOptions {
  var omitModuleMap = false
  var access: GeneratedAccess?
  var singleFile: String?
  var emitEmpty = false
  var releases = false
}
