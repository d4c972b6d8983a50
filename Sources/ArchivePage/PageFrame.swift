import Foundation
import PageFiles

/// The page without an archive, from the files of the target PageFiles.
struct PageFrame {
  let beforeTitle: String
  let beforeData: String
  let afterData: String

  static let page = PageFrame()

  private init() {
    let style = String(cString: page_files_archive_css())
    let script = "'use strict';\n(() => {\n" + String(cString: page_files_archive_script()) + "})();\n"
    // Only this script and this style are allowed; no request, no frame, no form.
    let policy =
      "default-src 'none'; script-src \(Self.source(script)); style-src \(Self.source(style)); base-uri 'none'; form-action 'none'"
    var parts: [Substring] = [String(cString: page_files_archive_html())[...]]
    for name in ["{{policy}}", "{{title}}", "{{style}}", "{{data}}", "{{script}}"] {
      guard let last = parts.popLast(), let place = last.range(of: name) else { continue }
      parts += [last[..<place.lowerBound], last[place.upperBound...]]
    }
    precondition(parts.count == 6, "page.html has all five places, in this order")
    beforeTitle = parts[0] + policy + parts[1]
    beforeData = parts[2] + style + parts[3]
    afterData = parts[4] + script + parts[5]
  }

  /// A source of a Content-Security-Policy: the hash of what stands between the tags.
  private static func source(_ text: String) -> String { "'sha256-\(Data(SHA256.hash(text)).base64EncodedString())'" }
}
