import Foundation
import InspectionDamage

// inspection-damage COUNT SEED FOLDER…: looks into COUNT damaged files, made from the files of the folders. A finding is
// printed with the number that makes the file again; `inspection-damage 1 NUMBER FOLDER…` repeats it, and
// `inspection-damage 0 NUMBER FOLDER… >FILE` writes it.
guard CommandLine.arguments.count > 3, let count = UInt64(CommandLine.arguments[1]),
  let seed = UInt64(CommandLine.arguments[2])
else {
  print("usage: inspection-damage COUNT SEED FOLDER…")
  exit(64)
}
var seeds: [[UInt8]] = []
for folder in CommandLine.arguments.dropFirst(3) {
  for name in (try FileManager.default.subpathsOfDirectory(atPath: folder)).sorted() {
    guard ["archive", "plist", "xml"].contains((name as NSString).pathExtension),
      let data = FileManager.default.contents(atPath: folder + "/" + name), data.count < 20_000
    else { continue }
    seeds.append(Array(data))
  }
}
guard !seeds.isEmpty else {
  print("the folders have no archives")
  exit(1)
}
// Lines appear at once where the output is a file.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
let files = DamagedFiles(seeds)
if count == 0 {
  FileHandle.standardOutput.write(Data(files.file(seed)))
  exit(0)
}
var reported = 0
for number in seed..<(seed + count) {
  files.inspect(number)
  while reported < files.findings.count {
    say("finding: \(files.findings[reported])")
    reported += 1
  }
  if (number - seed + 1) % 10_000 == 0 {
    say("\(number - seed + 1) files, \(files.openedCount) opened, \(reported) findings")
  }
}
say(
  "\(count) damaged files from \(seeds.count) archives, seed \(seed): \(files.openedCount) opened, \(files.outputByteCount >> 20) MB of output, \(reported) findings"
)
exit(reported == 0 ? 0 : 1)
