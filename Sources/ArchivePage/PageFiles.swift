import Foundation

/// The page without an archive: the files of the folder Page, compiled in so that the tool is a single file.
struct PageFiles {
  let beforeTitle: String
  let beforeData: String
  let afterData: String

  static let page = PageFiles()

  private init() {
    let style = Self.text(PackageResources.page_css)
    let script = "'use strict';\n(() => {\n" + Self.scripts.map(Self.text).joined() + "})();\n"
    // Only this script and this style are allowed; no request, no frame, no form.
    let policy =
      "default-src 'none'; script-src \(Self.source(script)); style-src \(Self.source(style)); base-uri 'none'; form-action 'none'"
    var parts: [Substring] = [Self.text(PackageResources.page_html)[...]]
    for name in ["{{policy}}", "{{title}}", "{{style}}", "{{data}}", "{{script}}"] {
      guard let last = parts.popLast(), let place = last.range(of: name) else { continue }
      parts += [last[..<place.lowerBound], last[place.upperBound...]]
    }
    precondition(parts.count == 6, "page.html has all five places, in this order")
    beforeTitle = parts[0] + policy + parts[1]
    beforeData = parts[2] + style + parts[3]
    afterData = parts[4] + script + parts[5]
  }

  /// In an order in which classes come before those that extend them.
  private static let scripts = [
    PackageResources.base_js, PackageResources.bytes_js, PackageResources.elements_js, PackageResources.columns_js,
    PackageResources.tables_js, PackageResources.nodes_js, PackageResources.rows_js, PackageResources.tree_js,
    PackageResources.order_js, PackageResources.grid_js, PackageResources.regions_js, PackageResources.hex_js,
    PackageResources.bytemap_js, PackageResources.network_js, PackageResources.layout_js, PackageResources.graph_js,
    PackageResources.drawing_js, PackageResources.distribution_js, PackageResources.details_js,
    PackageResources.search_js, PackageResources.connect_js, PackageResources.main_js,
  ]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// A source of a Content-Security-Policy: the hash of what stands between the tags.
  private static func source(_ text: String) -> String { "'sha256-\(Data(SHA256.hash(text)).base64EncodedString())'" }
}
