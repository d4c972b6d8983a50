import ArchiveRuntime
import Foundation

// Saves finished archives to one file, in turn, until it is killed or has saved often enough.
//
//     archive-saver FILE TIMES LARGEST USER ARCHIVE…
//
// TIMES 0 is forever. LARGEST is the longest file in bytes that the process may write (RLIMIT_FSIZE), or 0. USER is the
// number of the user to save as, or 0 for the caller. ARCHIVE is a file, or `data:COUNT` for a value of so many bytes, which is
// encoded while it is saved. A dot on standard output says that it begins; an error goes to
// standard error.

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 5, let times = Int(arguments[2]), let largest = UInt(arguments[3]),
  let user = uid_t(arguments[4])
else { exit(64) }
let file = ArchiveFile(path: arguments[1])
do {
  let payload = arguments[5].hasPrefix("data:") ? Int(arguments[5].dropFirst(5)) : nil
  let archives = payload == nil ? try arguments[5...].map { try Data(contentsOf: URL(fileURLWithPath: $0)) } : []
  if largest > 0 {
    // Otherwise the signal ends the process before the call fails.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(largest), rlim_max: rlim_t(largest))
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_FSIZE, &limit)
    #endif
  }
  if user != 0, setgroups(0, nil) != 0 || setgid(gid_t(user)) != 0 || setuid(user) != 0 { exit(77) }
  FileHandle.standardOutput.write(Data(".".utf8))
  var count = 0
  while times == 0 || count < times {
    if let payload {
      try file.blocking.save(Data(repeating: 5, count: payload))
    } else {
      try file.blocking.save(data: archives[count % archives.count])
    }
    count += 1
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
