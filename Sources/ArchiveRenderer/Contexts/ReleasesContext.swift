import ArchivePlanner

struct ReleasesContext: RenderContext {
  let releases: GeneratedReleases

  static let names: [String: (any RenderContext.Type)?] = [
    "lock": nil, "owner": nil, "imports": ImportContext.self, "access": nil, "quotes": nil, "lines": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "lock": RenderedText(releases.lock)
    case "owner": RenderedText(releases.module.map { "module \(SwiftLiteral.identifier($0))" } ?? "Swift models")
    case "imports":
      [GeneratedImport.evolution, GeneratedImport.runtime].map { module in
        ImportContext(generated: GeneratedImport(module, releases.access))
      }
    case "access": RenderedText(releases.access == .internal ? "" : releases.access.rawValue + " ")
    case "quotes": RenderedText(quotes)
    case "lines": releases.lines.map { RenderedText($0) }
    default: nil
    }
  }

  /// As many number signs as keep every line of the table from ending the literal, or from being an escape in it.
  private var quotes: String {
    var longest = 0
    for line in releases.lines {
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
