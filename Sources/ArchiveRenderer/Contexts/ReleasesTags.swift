import ArchivePlanner

extension GeneratedReleases: RenderContext {
  static let tags: Tags = [
    "lock": .text { $0.lock },
    "owner": .text { $0.module.map { "module \(SwiftLiteral.identifier($0))" } ?? "Swift models" },
    "imports": .parts { $0.imports },
    "access": .text { $0.access == .internal ? "" : $0.access.rawValue + " " },
    "quotes": .text { $0.quotes },
    "lines": .texts { $0.lines },
  ]

  /// As many number signs as keep every line of the table from ending the literal, or from being an escape in it.
  private var quotes: String {
    var longest = 0
    for line in lines {
      var run: Int?
      for byte in line.utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): run = 0
        case UInt8(ascii: "#"): run = run.map { $0 + 1 }
        default: run = nil
        }
        longest = max(longest, run ?? 0)
      }
    }
    return String(repeating: "#", count: longest + 1)
  }
}
