import ArchiveRuntime
import CSamples
import Foundation
import SampleArchives

/// What a checksum costs: the same archives with one and without.
enum Checksums {
  static let count = 50_000
  /// How often one struct is archived for each time that is taken.
  static let repetitions = 1_000

  static func run() throws {
    var sealing = ArchiveEncoder()
    sealing.checksum = .crc32
    let values = Samples.make(count)
    let encoders = [("without", ArchiveEncoder()), ("crc32", sealing)]
    let decoder = ArchiveDecoder()

    var (one, other) = (Contest(), Contest())
    for (name, encoder) in encoders {
      let archive = try encoder.encode(values[0])
      try check(name, decoder.decode(sample.self, from: archive) == values[0])
      one.add(name, bytes: archive.count) {
        try (0..<repetitions).reduce(0) { $0 &+ (try encoder.encode(values[$1]).count) }
      }
      other.add(name) {
        try (0..<repetitions).reduce(0) { sum, _ in sum &+ Int(try decoder.decode(sample.self, from: archive).id) }
      }
    }
    try print("one struct", one, other, unit: .milliseconds(1))

    (one, other) = (Contest(), Contest())
    for (name, encoder) in encoders {
      let archive = try encoder.encode(values)
      try check(name, decoder.decode([sample].self, from: archive) == values)
      one.add(name, bytes: archive.count) { try encoder.encode(values).count }
      other.add(name) { try decoder.decode([sample].self, from: archive).count }
    }
    try print("\(count) structs", one, other, unit: .microseconds(1))
  }

  private static func print(_ what: String, _ encoding: Contest, _ decoding: Contest, unit: Duration) throws {
    Table("Encode \(what) of eight scalars", try encoding.run(), unit: unit, named: "us", reference: "without").print()
    Table("Decode \(what)", try decoding.run(), unit: unit, named: "us", reference: "without").print()
  }
}
