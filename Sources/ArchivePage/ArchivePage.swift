@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection
import PageFiles
import UntypedArchive

/// An archive as one HTML file that needs nothing else: a tree, tables, graphs and bytes.
///
/// The file has the bytes of the archive in base64 and a document in JSON; the script in the target PageFiles reads both. The
/// document is
///
///     {"format": "archivegen page 1", "file": {"name", "size", "kind", "objects", "sha256"},
///      "left": ["what the page does not have", …], "spaces": [number of bytes, …], "lists": [PageList, …],
///      "keys": […], "nodes": [PageNode, …], "tables": [PageTable, …], "graphs": [PageGraph, …], "spans": [PageSpan, …]}
///
/// The first node is the root, the first space the file, and the first list that of the file. It belongs to the script of the same version; it is no format for others.
package struct ArchivePage {
  /// - Parameters:
  ///   - name: what the page calls the file.
  ///   - output: where the page goes; the same archive makes the same page.
  /// - Returns: the number of values and columns that cannot be read, of those that the page has; it says why.
  @discardableResult package static func write(
    _ document: ArchiveDocument, name: String, limits: PageLimits = PageLimits(), to output: OutputBuffer
  ) -> Int {
    var collector = NodeCollector(document, limits)
    collector.collect()
    let samples = Self.samples(&collector)
    let (spans, spansAreCut) = PageSpan.all(of: collector.lists, limits: limits)
    var left = samples.flatMap(\.statements)
    if collector.isCut {
      left.append(
        "The tree has \(NumberText.counted(collector.nodes.count, "value")), those nearest to the root; where more follow, it says so."
      )
    }
    if collector.unopenedLists > 0 {
      let (opened, others) = (collector.lists.count - 1, collector.unopenedLists)
      left.append(
        "The page opens \(opened == 0 ? "no" : "\(opened)") property list\(opened > 1 ? "s" : "") within data; \(others) \(others == 1 ? "other is" : "others are") bytes."
      )
    }
    if spansAreCut { left.append("The byte map explains the first \(limits.spans) parts of the file's structure.") }
    if !document.hasOffsets {
      left.append(
        "The archive is XML: bytes and offsets are those of the binary property list that it is converted to.")
    }
    output.append(page.begin(name))
    output.append(String(cString: page_files_archive_html()))
    output.append("<script type=\"application/json\" id=\"document\">")
    write(document, name, left, collector, spans, to: PageJSON(output: output))
    output.append("</script>\n")
    for (space, sample) in samples.enumerated() {
      for range in sample.ranges { write(collector.spaces[space].bytes, range, space, to: output) }
    }
    output.append("\n" + page.end)
    return collector.nodes.count { $0.kind == .error }
      + collector.tables.reduce(0) { $0 + $1.columns.count { $0.missing != nil } }
  }

  private static let page = HTMLPage(
    attributes: " data-theme=\"auto\"", style: String(cString: page_files_archive_css()),
    script: String(cString: page_files_archive_script()))

  /// Which bytes of each space the page has.
  private static func samples(_ collector: inout NodeCollector) -> [PageSample] {
    var data = [[Range<Int>]](repeating: [], count: collector.spaces.count)
    // Data with a list is structure and values like the list around it.
    for node in collector.nodes where node.children.isEmpty {
      if let contents = node.contents { data[collector.lists[node.list].space].append(contents) }
    }
    var own = [[Int]](repeating: [], count: collector.spaces.count)
    for (index, table) in collector.tables.enumerated() { own[table.space].append(index) }
    var left = collector.limits.bytes
    return collector.spaces.enumerated().map { space, source in
      let sample = PageSample(
        &collector.tables, own[space], space: space, data: data[space], bytes: source.bytes, limit: max(left, 0))
      left -= sample.ranges.reduce(0) { $0 + $1.count }
      return sample
    }
  }

  private static func write(
    _ document: ArchiveDocument, _ name: String, _ left: [String], _ collector: NodeCollector, _ spans: [PageSpan],
    to json: PageJSON
  ) {
    let bytes = document.source.bytes
    json.raw("{\"format\":\"archivegen page 1\",\"file\":{\"name\":")
    json.text(name)
    json.raw(",\"size\":\(bytes.count),\"kind\":\"\(PageList.kind(of: document))\"")
    if document.keyed != nil { json.raw(",\"objects\":\(document.objectCount)") }
    if document.hasOffsets { json.raw(",\"sha256\":\"\(NumberText.digits(SHA256.hash(bytes)))\"") }
    json.raw("},\"left\":")
    json.list(left) { json.text($0) }
    json.raw(",\"spaces\":")
    json.list(collector.spaces) { json.raw(String($0.bytes.count)) }
    json.raw(",\"lists\":")
    json.list(collector.lists) { $0.write(to: json) }
    json.raw(",\"keys\":")
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

  private static func write(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ space: Int, to output: OutputBuffer
  ) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: partSize) {
      let end = min(start + partSize, range.upperBound)
      output.append(
        "<script type=\"text/plain\" data-space=\"\(space)\" data-offset=\"\(start)\" data-length=\"\(end - start)\">")
      Base64Text.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), to: output)
      output.append("</script>\n")
    }
  }
}
