import Foundation
import HeaderReader

ClangLibrary.prepareShortProcess()

// `archivegen help` is what people type first.
let arguments = Array(CommandLine.arguments.dropFirst())
ArchivegenCommand.main(arguments == ["help"] ? ["--help"] : CompilerArguments.separated(arguments))
