@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection

/// An archive as one HTML file that needs nothing else: a tree, tables, graphs and bytes.
///
/// The file has the bytes of the archive in base64 and a document in JSON; the script of the folder Page reads both. The
/// document is
///
///     {"format": "archivegen page 1", "file": {"name", "size", "kind", "objects", "sha256"},
///      "left": ["what the page does not have", …], "spaces": [number of bytes],
///      "keys": […], "nodes": [PageNode, …], "tables": [PageTable, …], "graphs": [PageGraph, …], "spans": [PageSpan, …]}
///
/// The first node is the root. It belongs to the script of the same version; it is no format for others.
package struct ArchivePage {
  /// - Parameters:
  ///   - name: what the page calls the file.
  ///   - output: where the page goes; the same archive makes the same page.
  package static func write(
    _ document: ArchiveDocument, name: String, limits: PageLimits = PageLimits(), to output: OutputBuffer
  ) {
    var collector = NodeCollector(document, limits)
    collector.collect()
    let bytes = document.source.bytes
    let data = collector.nodes.compactMap { node -> Range<Int>? in
      guard node.kind == .data, let start = node.total else { return nil }
      return start..<node.range.upperBound
    }
    let sample = PageSample(&collector.tables, data: data, bytes: bytes, limit: limits.bytes)
    let (spans, spansAreCut) = PageSpan.all(of: document, known: collector.known, limits: limits)
    var left = sample.statements
    if collector.isCut {
      left.append("The tree has \(collector.nodes.count) values, those nearest to the root; where more follow, it says so.")
    }
    if spansAreCut { left.append("The byte map explains the first \(limits.spans) parts of the file's structure.") }
    if !document.hasOffsets {
      left.append("The archive is XML: bytes and offsets are those of the binary property list that it is converted to.")
    }
    let page = PageFiles.page
    output.append(page.beforeTitle)
    output.append(PageHTML.escaped(name))
    output.append(page.beforeData)
    output.append("<script type=\"application/json\" id=\"document\">")
    write(document, name, left, collector, spans, to: PageJSON(output: output))
    output.append("</script>\n")
    for range in sample.ranges { write(bytes, range, to: output) }
    output.append(page.afterData)
  }

  private static func write(
    _ document: ArchiveDocument, _ name: String, _ left: [String], _ collector: NodeCollector, _ spans: [PageSpan],
    to json: PageJSON
  ) {
    let bytes = document.source.bytes
    json.raw("{\"format\":\"archivegen page 1\",\"file\":{\"name\":")
    json.text(name)
    let kind = document.keyed == nil ? "property list" : "keyed archive"
    json.raw(",\"size\":\(bytes.count),\"kind\":\"\(document.hasOffsets ? "binary" : "XML") \(kind)\"")
    if document.keyed != nil { json.raw(",\"objects\":\(document.objectCount)") }
    if document.hasOffsets { json.raw(",\"sha256\":\"\(NumberText.digits(SHA256.hash(bytes)))\"") }
    json.raw("},\"left\":")
    json.list(left) { json.text($0) }
    json.raw(",\"spaces\":[\(bytes.count)],\"keys\":")
    json.list(collector.keys) { json.text($0) }
    json.raw(",\"nodes\":")
    json.list(collector.nodes) { $0.write(to: json) }
    json.raw(",\"tables\":")
    json.list(collector.tables) { $0.write(to: json) }
    json.raw(",\"graphs\":")
    json.list(collector.graphs) { $0.write(to: json) }
    json.raw(",\"spans\":")
    json.list(spans) { $0.write(to: json) }
    json.raw("}")
  }

  /// Parts of a size that browsers decode when they are needed; three bytes are four characters.
  private static let partSize = 3 << 20

  private static func write(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, to output: OutputBuffer) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: partSize) {
      let end = min(start + partSize, range.upperBound)
      output.append("<script type=\"text/plain\" data-space=\"0\" data-offset=\"\(start)\" data-length=\"\(end - start)\">")
      Base64Text.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), to: output)
      output.append("</script>\n")
    }
  }
}
