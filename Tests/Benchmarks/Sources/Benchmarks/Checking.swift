import Foundation

/// `check` for 1,000 types against a lock of ten releases, against the time that reading the same headers takes.
enum Checking {
  private static let headerCount = 100
  private static let typesInHeader = 10
  private static let releases = (1...10).map { "\($0).0" }

  static func run(_ options: Options, _ aims: inout Aims) throws {
    let work = try options.emptyFolder("checking")
    let lock = "\(work)/archivegen.lock"
    var headers = ""
    for (index, release) in releases.enumerated() {
      headers = "\(work)/\(release)"
      try write(index, to: headers)
      try archivegen(options, ["lock", headers, "--lock", lock])
      try archivegen(options, ["lock", "release", release, headers, "--lock", lock])
    }
    // What is not released yet.
    headers = "\(work)/next"
    try write(releases.count, to: headers)
    try archivegen(options, ["lock", headers, "--lock", lock])

    let reading = Subprocess(arguments: [options.archivegen, "check", headers, "--lock", "\(work)/none"])
    let checking = Subprocess(arguments: [options.archivegen, "check", headers, "--lock", lock])
    var wall = Array(repeating: Times(), count: 2)
    for _ in 0..<options.rounds {
      // Without a lock the run ends when the headers are read: with the code that says that nothing was checked.
      wall[0].add(try reading.run().wall)
      let outcome = try checking.run()
      guard outcome.succeeded else {
        throw CheckFailure(description: "'archivegen check' finds fault with the headers")
      }
      wall[1].add(outcome.wall)
    }
    var table = Table(
      "Check \(headerCount * typesInHeader) types against \(releases.count) releases, \(options.rounds) rounds",
      ["", "least ms", "median ms", "times reading"])
    for (index, name) in ["reading the headers", "archivegen check"].enumerated() {
      table.add([
        name, Table.number(wall[index].least.seconds * 1e3), Table.number(wall[index].median.seconds * 1e3),
        Table.number(wall[index].least.seconds / wall[0].least.seconds),
      ])
    }
    table.print()
    aims.add("check, times reading the headers", wall[1].least.seconds / wall[0].least.seconds, atMost: 1.3)
  }

  private static func archivegen(_ options: Options, _ arguments: [String]) throws {
    guard try Subprocess(arguments: [options.archivegen] + arguments).run().succeeded else {
      throw CheckFailure(description: "'archivegen \(arguments.joined(separator: " "))' fails")
    }
  }

  /// The headers of a release, which changes a tenth of the types: it adds a field to each, and renames or widens one in some.
  private static func write(_ release: Int, to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for header in 0..<headerCount {
      var text = "#pragma once\n#include <stdint.h>\n"
      for type in 0..<typesInHeader {
        let name = "record_\(header)_\(type)"
        if type % 4 == 0 {
          text += "enum state_\(header)_\(type) { OPEN_\(header)_\(type), DONE_\(header)_\(type) = 4 };\n"
        }
        text += "struct \(name) {\n  uint64_t number;\n  double price, weight;\n  char name[32]; // archive: cstring\n"
        text += "  uint16_t samples[8];\n  unsigned kind : 3, urgent : 1;\n"
        if type % 4 == 0 { text += "  enum state_\(header)_\(type) state;\n" }
        if type % 3 == 0 { text += "  struct \(name) *next;\n" }
        if type % 3 == 1 { text += "  struct record_\(header)_\(type - 1) *origin; // archive: ref\n" }
        // A type changes in one release of ten.
        for added in 0...release where added > 0 && (header * typesInHeader + type) % 10 == added % 10 {
          text += "  uint32_t added_in_\(added);\n"
        }
        // The release in which the type changes.
        let turn = (header * typesInHeader + type + 9) % 10 + 1
        let renamed = header % 3 == 0 && turn <= release
        text += renamed ? "  uint32_t amount; // archive: was(\"count\")\n" : "  uint32_t count;\n"
        let widened = header % 3 == 1 && turn <= release
        text += "  \(widened ? "uint32_t" : "uint16_t") level;\n};\n"
      }
      try text.write(toFile: "\(folder)/header_\(header).h", atomically: true, encoding: .utf8)
    }
  }
}
