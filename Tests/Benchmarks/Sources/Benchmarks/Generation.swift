import Foundation

/// Figure 3: archivegen over the kernel's headers, against the compiler's look at the same.
enum Generation {
  static func run(_ options: Options, _ aims: inout Aims) throws {
    let work = try options.emptyFolder("generation")
    let headers = try KernelHeaders.find(archivegen: options.archivegen, in: work)
    let umbrella = "\(work)/umbrella.c"
    try headers.included.map { "#include \"\(KernelHeaders.folder)/\($0)\"\n" }.joined().write(
      toFile: umbrella, atomically: true, encoding: .utf8)

    let clang = Subprocess(arguments: [
      Toolchain.clang, "-fsyntax-only", "-x", "c", "-std=gnu11", "-fblocks", "-w", umbrella,
    ])
    let cache = ["XDG_CACHE_HOME": "\(work)/cache"]
    var (wall, processor) = (Array(repeating: Times(), count: 3), Array(repeating: Times(), count: 3))
    for round in 0..<options.rounds {
      // A folder that was just emptied is slow to fill again on some file systems; so each first run has its own.
      let archivegen = Subprocess(
        arguments: [options.archivegen] + headers.arguments + ["-o", "\(work)/output-\(round)", "-q"],
        environment: cache)
      for (index, command) in [clang, archivegen, archivegen].enumerated() {
        let outcome = try command.run()
        guard outcome.succeeded else {
          throw CheckFailure(description: "'\(command.arguments[0])' fails on the kernel's headers")
        }
        wall[index].add(outcome.wall)
        processor[index].add(outcome.processor)
      }
    }

    var table = Table(
      "Generate for \(headers.included.count) kernel headers (\(headers.excluded.count) cannot be included with them), \(options.rounds) rounds",
      ["", "least ms", "median ms", "least CPU ms", "times clang"])
    for (index, name) in ["clang -fsyntax-only", "archivegen, first run", "archivegen, nothing changed"].enumerated() {
      table.add([
        name, Table.number(wall[index].least.seconds * 1e3), Table.number(wall[index].median.seconds * 1e3),
        Table.number(processor[index].least.seconds * 1e3),
        Table.number(wall[index].least.seconds / wall[0].least.seconds),
      ])
    }
    table.print()
    aims.add("generation, times clang -fsyntax-only", wall[1].least.seconds / wall[0].least.seconds, atMost: 1.2)
    aims.add("generation, nothing changed over first run", wall[2].least.seconds / wall[1].least.seconds, atMost: 0.2)
  }
}
