import Foundation

/// Generation for a thousand annotated Swift types, against the compiler's parse of the same.
enum ModelGeneration {
  static func run(_ options: Options, _ aims: inout Aims) throws {
    let work = try options.emptyFolder("modelgeneration")
    try FileManager.default.createDirectory(atPath: "\(work)/Model", withIntermediateDirectories: true)
    var files: [String] = []
    for file in 0..<100 {
      var text = "import Foundation\n"
      for number in 0..<10 {
        let name = "Type\(file)_\(number)"
        text += """

          /// A type as apps have them: \(name).
          // archive:
          \(number % 2 == 0 ? "final class" : "struct") \(name) {
            var id: Int = 0
            var title: String = ""
            var created: Date?
            var scores: [Double] = []
            var tags: Set<String> = []
            var names: [String: String] = [:]
            var isOpen = false // archive: was("open")
            var others: [Type\(file)_\((number + 2) % 10)] = []
            var computed: Int { id + 1 }
            func describe() -> String { "\\(id) \\(title) \\(tags.count)" }
          }

          """
      }
      files.append("\(work)/Model/File\(file).swift")
      try text.write(toFile: files[file], atomically: true, encoding: .utf8)
    }
    let parse = Subprocess(arguments: [Toolchain.swiftc, "-frontend", "-parse"] + files)
    let cache = ["XDG_CACHE_HOME": "\(work)/cache"]
    var wall = Array(repeating: Times(), count: 3)
    for round in 0..<options.rounds {
      let archivegen = Subprocess(
        arguments: [options.archivegen, "\(work)/Model", "-o", "\(work)/output-\(round)", "-q"], environment: cache)
      for (index, command) in [parse, archivegen, archivegen].enumerated() {
        let outcome = try command.run()
        guard outcome.succeeded else {
          throw CheckFailure(description: "'\(command.arguments[0])' fails on the Swift models")
        }
        wall[index].add(outcome.wall)
      }
    }
    var table = Table(
      "Generate for 1000 annotated Swift types of eight properties in 100 files, \(options.rounds) rounds",
      ["", "least ms", "median ms", "times swiftc"])
    for (index, name) in ["swiftc -parse", "archivegen, first run", "archivegen, nothing changed"].enumerated() {
      table.add([
        name, Table.number(wall[index].least.seconds * 1e3), Table.number(wall[index].median.seconds * 1e3),
        Table.number(wall[index].least.seconds / wall[0].least.seconds),
      ])
    }
    table.print()
    aims.add(
      "generation for Swift types, times swiftc -parse", wall[1].least.seconds / wall[0].least.seconds, atMost: 2)
  }
}
