import ArchiveRuntime
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
try ArchiveFile(path: "build/\(release).archive").save(value)

for earlier in ["1.0", "2.0", "3.0"] where FileManager.default.fileExists(atPath: "build/\(earlier).archive") {
  let found = try ArchiveFile(path: "build/\(earlier).archive").load(reading.self)
  let place = withUnsafeBytes(of: found.place) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  #if RELEASE_1
    print("\(release) reads \(earlier): \(place), level \(found.level), cost \(found.cost)")
  #elseif RELEASE_2
    print("\(release) reads \(earlier): \(place), level \(found.level), price \(found.price), verified \(found.verified)")
  #else
    let price = "\(found.price.value) in currency \(found.price.currency)"
    print("\(release) reads \(earlier): \(place), levels \(found.levels), price \(price), verified \(found.verified)")
  #endif
}
