import Foundation

/// Figure 4: what the generated code costs those who compile and ship it.
enum Compiling {
  /// - Parameter folder: what archivegen wrote for the kernel's headers.
  static func run(_ folder: String, _ options: Options) throws {
    let work = "\(options.folder)/compiling"
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    let sources = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
    let structs = try sources.reduce(0) { try $0 + String(contentsOfFile: $1, encoding: .utf8).components(separatedBy: "static let archiveSchema").count - 1 }
    let empty = "\(work)/empty.swift"
    try "import ArchiveRuntime\nimport \(KernelHeaders.module)\n".write(toFile: empty, atomically: true, encoding: .utf8)

    var table = Table(
      "Compile the generated code of \(structs) structs (swiftc -wmo)",
      ["", "s", "s of CPU", "s per 1000 structs", "bytes of code per struct", "of data"])
    for optimization in ["-Onone", "-O"] {
      func compile(_ sources: [String], _ object: String) throws -> Subprocess.Outcome {
        // SwiftPM puts the modules of a build beside the executable.
        let modules = (Bundle.main.executablePath.map { ($0 as NSString).deletingLastPathComponent } ?? ".") + "/Modules"
        let log = "\(work)/log.txt"
        let outcome = try Subprocess(
          arguments: [
            Toolchain.swiftc, optimization, "-wmo", "-parse-as-library", "-swift-version", "6", "-module-name", "LinuxArchives",
            "-I", modules, "-I", folder, "-module-cache-path", "\(work)/modules", "-c", "-o", object,
          ] + sources, output: log
        ).run()
        guard outcome.succeeded else { throw CheckFailure(description: "the generated code does not compile: see \(log)") }
        return outcome
      }
      // The first run fills the cache of clang modules.
      var startup: Subprocess.Outcome?
      for _ in 0..<2 { startup = try compile([empty], "\(work)/empty\(optimization).o") }
      let outcome = try compile(sources, "\(work)/all\(optimization).o")
      let seconds = outcome.wall.seconds - (startup?.wall.seconds ?? 0)
      let small = try ObjectSize("\(work)/empty\(optimization).o")
      let large = try ObjectSize("\(work)/all\(optimization).o")
      table.add([
        optimization, Table.number(seconds), Table.number(outcome.processor.seconds - (startup?.processor.seconds ?? 0)),
        Table.number(seconds / Double(structs) * 1000), "\((large.code - small.code) / structs)", "\((large.data - small.data) / structs)",
      ])
    }
    table.print()
  }
}

/// What `size` says of an object file.
private struct ObjectSize {
  /// Instructions and constants.
  let code: Int
  /// What is written at run time, zeros included.
  let data: Int

  init(_ path: String) throws {
    let output = "\(path).size"
    guard try Subprocess(arguments: ["size", path], output: output).run().succeeded,
      let line = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").last
    else { throw CheckFailure(description: "cannot run 'size': install binutils") }
    let numbers = line.split(whereSeparator: \.isWhitespace).prefix(3).compactMap { Int($0) }
    guard numbers.count == 3 else { throw CheckFailure(description: "'size' prints something else: \(line)") }
    code = numbers[0]
    data = numbers[1] + numbers[2]
  }
}
