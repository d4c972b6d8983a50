import ArchiveModel
import ArgumentParser
import Foundation
import HeaderReader
import InspectionCommands

ClangLibrary.prepareShortProcess()

// A file that is opened gets the number of a stream that is closed, and would be written where output is. So what is closed
// is opened such that using it fails.
for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
  _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
}

// ArgumentParser wraps help beside a column of 28, and traps or leaves help out where nothing is left for it.
let columns =
  ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init) ?? Terminal.width(STDOUT_FILENO) ?? 80
if columns < 40 { setenv("COLUMNS", columns > 0 ? "40" : "80", 1) }

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
