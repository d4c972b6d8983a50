import Foundation
import Testing

@Suite struct CompletenessTests {
  @Test("The round trips go through every type that archivegen wrote for the fixtures")
  func complete() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("FixtureArchives")
    var generated: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.split(separator: "\n") {
        guard
          let match = line.prefixMatch(
            of: /(?:nonisolated )?(?:extension|public struct) (?:\w+(?:\.|::))*`?(\w+)`?: ArchiveRuntime/)
        else { continue }
        generated.insert(String(match.1))
      }
    }
    let tested = Set(FixtureType.all.map(\.testDescription))
    #expect(generated.count > 50, "no types found in \(folder.path): has the templates' text changed?")
    #expect(
      tested == generated,
      "bring FixtureType.all up to date: missing \(generated.subtracting(tested).sorted()), gone \(tested.subtracting(generated).sorted())"
    )
  }
}
