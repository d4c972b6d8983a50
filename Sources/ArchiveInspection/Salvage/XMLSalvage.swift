import ArchiveRuntime
import UntypedArchive

/// The complete elements of a damaged XML list.
enum XMLSalvage {
  static func run(_ bytes: UnsafeRawBufferPointer, _ take: (Salvage.Item) -> Void) -> String {
    var count = 0
    var key = ""
    var offset = 0
    while let begin = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
      guard let end = bytes[begin...].firstIndex(of: UInt8(ascii: ">")) else {
        take(.lost(begin..<bytes.count, reason: "a tag without an end"))
        break
      }
      offset = end + 1
      let tag = String(decoding: bytes[(begin + 1)..<min(end, begin + 24)], as: UTF8.self)
      let name = tag.prefix { $0.isLetter }
      if tag == "true/" || tag == "false/" {
        count += 1
        take(
          .found(.init(offset: begin, length: offset - begin, index: nil, text: key + String(name), kind: "a boolean")))
        key = ""
        continue
      }
      guard ["key", "string", "integer", "real", "date", "data"].contains(name), !tag.hasSuffix("/") else {
        if !tag.hasSuffix("/") { key = "" }
        continue
      }
      let closing = Array("</\(name)>".utf8)
      guard let next = bytes[offset...].firstIndex(of: UInt8(ascii: "<")), bytes[next...].starts(with: closing) else {
        take(.lost(begin..<min(bytes.count, offset + 64), reason: "'\(name)' without an end"))
        continue
      }
      let text = TerminalText.escaped(String(decoding: bytes[offset..<next].prefix(4_096), as: UTF8.self))
      offset = next + closing.count
      if name == "key" {
        key = text + ": "
        continue
      }
      count += 1
      take(
        .found(
          .init(
            offset: begin, length: offset - begin, index: nil, text: key + (name == "string" ? "\"\(text)\"" : text),
            kind: name == "integer" || name == "string" ? "a\(name == "integer" ? "n" : "") \(name)" : String(name))))
      key = ""
    }
    return "an XML property list; found: \(NumberText.counted(count, "complete value"))"
  }
}
