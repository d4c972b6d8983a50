import ArchiveModel
import ArgumentParser
import Foundation
import HeaderReader

ClangLibrary.prepareShortProcess()

// What is not UTF-8 would come as other characters, which name another file.
for index in 1..<max(1, Int(CommandLine.argc)) {
  guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else { continue }
  let shown = String(
    decoding: UnsafeBufferPointer(start: argument, count: strlen(argument)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  Archivegen.end(
    with: ValidationError(
      "the argument '\(shown)' is not UTF-8, as names of files have to be; rename the file, or pass it by standard input: 'archivegen inspect - < FILE'"
    ))
}

do {
  var command = try Archivegen.parseProcess()
  try command.run()
} catch {
  Archivegen.end(with: error)
}
