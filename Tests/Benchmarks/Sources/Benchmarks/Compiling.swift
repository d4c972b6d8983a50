import Foundation

/// Figure 4: what the generated code costs those who compile and ship it.
struct Compiling {
  private let headers: KernelHeaders
  private let work: String

  static func run(_ options: Options) throws {
    let work = try options.emptyFolder("compiling")
    try Compiling(headers: compilable(options.archivegen, in: work), work: work).run()
  }

  private func run() throws {
    let sources = try self.sources()
    let structs = try sources.reduce(0) {
      try $0 + String(contentsOfFile: $1, encoding: .utf8).components(separatedBy: " archiveSchema: ").count - 1
    }
    let empty = "\(work)/empty.swift"
    try "import ArchiveRuntime\nimport \(KernelHeaders.module)\n".write(
      toFile: empty, atomically: true, encoding: .utf8)

    var table = Table(
      "Compile the generated code of \(structs) structs in \(sources.count) files (swiftc -wmo)",
      ["", "s", "s of CPU", "s of CPU per 1000 structs", "bytes of code per struct", "of data"])
    for optimization in ["-Onone", "-O"] {
      func compile(_ sources: [String], _ object: String) throws -> Subprocess.Outcome {
        let outcome = try swiftc([optimization, "-c", "-o", object] + sources)
        guard outcome.succeeded else {
          throw CheckFailure(description: "the generated code does not compile: see \(log)")
        }
        return outcome
      }
      let small = "\(work)/empty\(optimization).o"
      let large = "\(work)/all\(optimization).o"
      let startup = try compile([empty], small)
      let outcome = try compile(sources, large)
      let processor = outcome.processor.seconds - startup.processor.seconds
      let (least, all) = (try ObjectSize(small), try ObjectSize(large))
      table.add([
        optimization, Table.number(outcome.wall.seconds - startup.wall.seconds), Table.number(processor),
        Table.number(processor / Double(structs) * 1000), "\((all.code - least.code) / structs)",
        "\((all.data - least.data) / structs)",
      ])
    }
    table.print()
  }

  private var log: String { "\(work)/log.txt" }

  private func swiftc(_ arguments: [String]) throws -> Subprocess.Outcome {
    // SwiftPM puts the modules of a build beside the executable.
    let modules = (Bundle.main.executablePath.map { ($0 as NSString).deletingLastPathComponent } ?? ".") + "/Modules"
    return try Subprocess(
      arguments: [
        Toolchain.swiftc, "-wmo", "-parse-as-library", "-swift-version", "6", "-module-name", "LinuxArchives",
        "-I", modules, "-I", headers.output, "-module-cache-path", "\(work)/modules",
      ] + arguments, output: log
    ).run()
  }

  private func sources() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: headers.output).filter { $0.hasSuffix("+Archive.swift") }
      .sorted()
      .map { "\(headers.output)/\($0)" }
  }

  /// The kernel defines some structs of the C library's anew, and Swift takes no two definitions of one name. Headers
  /// that the compiler names for this are left out, with those that include them.
  private static func compilable(_ archivegen: String, in work: String) throws -> KernelHeaders {
    var clashing: Set<String> = []
    for _ in 0..<8 {
      let headers = try KernelHeaders.find(archivegen: archivegen, in: work, excluding: clashing.sorted())
      let compiling = Compiling(headers: headers, work: work)
      if try compiling.swiftc(["-typecheck"] + compiling.sources()).succeeded { return headers }
      let words = try String(contentsOfFile: compiling.log, encoding: .utf8).split { $0 == ":" || $0.isWhitespace }
      let named = words.filter { $0.hasPrefix(KernelHeaders.folder + "/") }.map {
        String($0.dropFirst(KernelHeaders.folder.count + 1))
      }
      let before = clashing.count
      clashing.formUnion(try headers.dependents(of: Set(named)))
      if clashing.count == before { break }
    }
    throw CheckFailure(description: "the generated code does not compile: see \(work)/log.txt")
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
