import Foundation

/// What all pages have in common: one file that loads nothing, in which only its own style and script count.
package struct HTMLPage: Sendable {
  /// Attributes of the root element, each after a space.
  private let attributes: String
  private let style: String
  /// Runs when all else of the page is there; nil for a page without.
  private let script: String?
  /// Only this script and this style are allowed; no request, no frame, no form.
  private let policy: String

  /// A page is made once for many files: the policy has the hashes of the style and the script.
  package init(attributes: String = "", style: String, script: String? = nil) {
    (self.attributes, self.style) = (attributes, style)
    self.script = script.map { "'use strict';\n(() => {\n\($0)})();\n" }
    let scripts = self.script.map { " script-src \(Self.source($0));" } ?? ""
    policy = "default-src 'none';\(scripts) style-src \(Self.source(style)); base-uri 'none'; form-action 'none'"
  }

  /// The head. The body, with its tag, follows.
  package func begin(_ title: String) -> String {
    """
    <!doctype html>
    <html lang="en"\(attributes)>
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="generator" content="archivegen">
    <title>\(HTMLText.escaped(title))</title>
    <style>\(style)</style>
    </head>

    """
  }

  /// What follows the contents of the body.
  package var end: String { (script.map { "<script>\($0)</script>\n" } ?? "") + "</body>\n</html>\n" }

  /// A source of a Content-Security-Policy: the hash of what stands between the tags.
  private static func source(_ text: String) -> String { "'sha256-\(Data(SHA256.hash(text)).base64EncodedString())'" }
}

/// Text of an archive in a page: nothing in it is markup.
package enum HTMLText {
  package static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      // Control characters are no characters of HTML; marks that turn the direction of writing would turn the page.
      default:
        let shown = TerminalText.escaped(String(scalar))
        result.append(contentsOf: scalar == "\\" ? "\\".unicodeScalars : shown.unicodeScalars)
      }
    }
    return String(result)
  }
}
