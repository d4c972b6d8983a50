import HeaderReader

ClangLibrary.prepareShortProcess()

do {
  let arguments = try CompilerArguments.ofProcess.get()
  // `archivegen help` is what people type first.
  var command = try ArchivegenCommand.parseAsRoot(arguments == ["help"] ? ["--help"] : arguments)
  try command.run()
} catch {
  ArchivegenCommand.end(with: error)
}
