import ArchiveModel
import Foundation
import SwiftReader
import Testing

@Suite("Sources of this package") struct RealSourceTests {
  @Test("Every file of the model and of its reader is read without an error, and its types are found")
  func everyFile() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    var sources: [(path: String, text: String)] = []
    for folder in ["ArchiveModel", "SwiftReader"] {
      let files = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources/\(folder)").path)
      for case let file as String in try #require(files) where file.hasSuffix(".swift") {
        let url = root.appendingPathComponent("Sources/\(folder)/\(file)")
        sources.append((path: file, text: try String(contentsOf: url, encoding: .utf8)))
      }
    }
    let model = SwiftReader.read(sources)
    #expect(sources.count > 20)
    #expect(model.files.filter { $0.hasSyntaxErrors }.map(\.path) == [])
    // A line that begins a type at the left margin is one for any reader.
    for (file, source) in zip(model.files, sources) {
      let lines = source.text.split(separator: "\n").filter {
        $0.firstMatch(of: /^(public |final |indirect |private |fileprivate )*(struct|class|enum|protocol) \w/) != nil
      }
      #expect(file.types.count { !$0.name.contains(".") } >= lines.count, "\(file.path)")
    }
  }
}
