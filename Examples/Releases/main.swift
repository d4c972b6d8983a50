import ArchiveEvolution
import ArchiveRuntime
import ArchiveTesting
import CReadings
import Foundation

// Each release saves a reading of its own, and reads what all releases so far have saved.
let release = CommandLine.arguments[1]
var value = reading()
withUnsafeMutableBytes(of: &value.place) { $0.copyBytes(from: "pump of \(release)".utf8) }
#if RELEASE_1
  value.level = 700
  value.cost = 2.5
#elseif RELEASE_2
  value.level = 70_000
  value.price = 3.5
  value.verified = 1
#else
  value.levels = (70_000, 80_000, 90_000)
  value.price = amount(value: 4.5, currency: 2)
#endif

/// Reads a reading, whichever release saved it.
func show(_ path: String, as name: String) throws {
  let found = try ArchiveFile(path: path).blocking.load(reading.self)
  let place = withUnsafeBytes(of: found.place) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  #if RELEASE_1
    print("\(release) reads \(name): \(place), level \(found.level), cost \(found.cost)")
  #elseif RELEASE_2
    print(
      "\(release) reads \(name): \(place), level \(found.level), price \(found.price), verified \(found.verified)")
  #else
    let price = "\(found.price.value) in currency \(found.price.currency)"
    print("\(release) reads \(name): \(place), levels \(found.levels), price \(price), verified \(found.verified)")
  #endif
}

/// Reads the archives with made-up values that `archivegen lock release --goldens` wrote of each release.
func readGoldens() {
  // The keys of today's type tell which field has the value of one that was renamed.
  #if RELEASE_3
    let keys = "type\tReading\nplace\t-\nlevels\t-\tlevel\nprice.value\t-\tprice\tcost\nverified\t-"
  #else
    let keys = "type\tReading\nplace\t-\nlevel\t-\nprice\t-\tcost\nverified\t-"
  #endif
  let goldens = GoldenArchives("build/goldens", expected: "", keys: keys)
  let problems = goldens.problems(of: "Reading", as: reading.self)
  for problem in problems { print(problem) }
  if release != "1.0" { print("\(release) reads the golden archives of earlier releases, \(problems.count) problems") }
}

switch CommandLine.arguments.dropFirst(2).first {
case "--read":
  let path = CommandLine.arguments[3]
  try show(path, as: URL(fileURLWithPath: path).lastPathComponent)
#if !RELEASE_1 && !RELEASE_2
  case "--for":
    // Saves for people who still have an earlier release: first what it has no room for, then a reading that fits.
    let earlier = CommandLine.arguments[3]
    let encoder = try ArchiveEncoder(for: .release(earlier))
    for loss in try encoder.losses(encoding: value) { print("for \(earlier): \(loss)") }
    value.levels = (600, 0, 0)
    value.price.currency = 1
    value.verified = 1
    try encoder.encode(value).write(to: URL(fileURLWithPath: "build/\(release)-for-\(earlier).archive"))
#endif
default:
  try ArchiveFile(path: "build/\(release).archive").blocking.save(value)
  for earlier in ["1.0", "2.0", "3.0"] where FileManager.default.fileExists(atPath: "build/\(earlier).archive") {
    try show("build/\(earlier).archive", as: earlier)
  }
  readGoldens()
}
