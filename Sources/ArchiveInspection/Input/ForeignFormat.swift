import ArchiveRuntime
import UntypedArchive

/// Files that are taken for archives and are something else, by their first bytes. They are named, so that nobody looks for
/// damage in them.
package enum ForeignFormat {
  /// What a file that has no `TextForm` is, and what to do; nil if it is none of these.
  package static func statement(_ bytes: UnsafeRawBufferPointer) -> String? {
    for (begin, statement) in known where bytes.starts(with: begin) { return statement }
    if let encoding = unreadEncoding(bytes) {
      return
        "it is text in \(encoding.words), which no reader of property lists takes; 'iconv -f \(encoding.name) -t UTF-8' converts it"
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let begin = text.drop(while: XMLCharacter.isSpace)
    if begin.starts(with: "<?xml".utf8) { return otherXML(begin) }
    // A list may have the beginning of another one in its texts.
    if bytes.starts(with: "bplist0".utf8) || begin.starts(with: "<plist".utf8) || begin.starts(with: "<!DOCTYPE".utf8) {
      return nil
    }
    return listBehindHeader(bytes)
  }

  /// UTF-32, and UTF-16 without the byte order mark that tells it from other data, where the text begins as a list's does.
  private static func unreadEncoding(_ bytes: UnsafeRawBufferPointer) -> (name: String, words: String)? {
    let beginnings = "<{([/\"".utf8
    func begins(_ zerosBefore: Int, _ zerosBehind: Int) -> Bool {
      bytes.count > zerosBefore + zerosBehind && bytes[..<zerosBefore].allSatisfy { $0 == 0 }
        && beginnings.contains(bytes[zerosBefore])
        && bytes[(zerosBefore + 1)..<(zerosBefore + 1 + zerosBehind)].allSatisfy { $0 == 0 }
    }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return ("UTF-32", "UTF-32")
    }
    if begins(0, 3) { return ("UTF-32LE", "UTF-32") }
    if begins(3, 0) { return ("UTF-32BE", "UTF-32") }
    if begins(0, 1) { return ("UTF-16LE", "UTF-16 without a byte order mark") }
    if begins(1, 0) { return ("UTF-16BE", "UTF-16 without a byte order mark") }
    return nil
  }

  /// XML whose first element is not that of a property list.
  private static func otherXML(_ text: Slice<UnsafeRawBufferPointer>) -> String? {
    var rest = text.prefix(4_096)
    while let begin = rest.firstIndex(of: UInt8(ascii: "<")), begin + 1 < rest.endIndex {
      rest = rest[(begin + 1)...]
      let end: Slice<UnsafeRawBufferPointer>.Index?
      switch rest.first {
      case UInt8(ascii: "?"): end = rest.firstIndex(of: UInt8(ascii: ">"))
      case UInt8(ascii: "!") where rest.starts(with: "!--".utf8):
        end = rest.indices.first { rest[$0...].starts(with: "-->".utf8) }
      // A document type with declarations in brackets is left to the reader.
      case UInt8(ascii: "!"): end = rest.firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "[") }
      default:
        let name = rest.prefix { byte in
          0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || "._:-".utf8.contains(byte)
        }
        guard !name.isEmpty, !name.elementsEqual("plist".utf8) else { return nil }
        return "it is an XML document of the element '\(String(decoding: name, as: UTF8.self))', and no property list"
      }
      guard let end, rest[end] != UInt8(ascii: "[") else { return nil }
      rest = rest[end...]
    }
    return nil
  }

  private static let known: [([UInt8], String)] = [
    (text("NIBArchive"), "it is a NIBArchive, a compiled interface file, and no property list"),
    (
      [0x04, 0x0B] + text("streamtyped"),
      "it is a typedstream of NSArchiver, the archives before keyed ones; NSUnarchiver reads it"
    ),
    (
      [0x04, 0x0B] + text("typedstream"),
      "it is a typedstream of NSArchiver in big-endian order, the archives before keyed ones; NSUnarchiver reads it"
    ),
    (
      text("GNUstep archive"),
      "it is an archive of GNUstep's NSArchiver, which has no keys; GNUstep's NSUnarchiver reads it"
    ),
    (
      text("SQLite format 3\0"),
      "it is a SQLite database; 'archivegen inspect --sqlite DATABASE QUERY' shows archives in it"
    ),
    ([0x1F, 0x8B], "it is compressed by gzip; 'gunzip -c FILE | archivegen inspect -' shows what is in it"),
    (text("BZh"), "it is compressed by bzip2; 'bunzip2 -c FILE | archivegen inspect -' shows what is in it"),
    (
      [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],
      "it is compressed by xz; 'xzcat FILE | archivegen inspect -' shows what is in it"
    ),
    ([0x28, 0xB5, 0x2F, 0xFD], "it is compressed by zstd; 'zstdcat FILE | archivegen inspect -' shows what is in it"),
    (text("PK\u{3}\u{4}"), "it is a zip file; 'unzip -p FILE MEMBER | archivegen inspect -' shows a list in it"),
    ([0x7F] + text("ELF"), "it is a program or a library (ELF)"),
    (text("%PDF-"), "it is a PDF document"),
    ([0x89] + text("PNG"), "it is a PNG picture"),
    (text("bplist1"), "it is a property list of a version 1x of the binary format, which Apple has not published"),
  ]

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// How many bytes may stand before a list: a length, or the header of an envelope.
  private static let longestHeader = 64

  private static func listBehindHeader(_ bytes: UnsafeRawBufferPointer) -> String? {
    for begin in [text("bplist0"), text("<?xml"), text("<!DOCTYPE plist")] {
      for offset in 1..<max(1, min(longestHeader, bytes.count - begin.count)) + 1
      where offset + begin.count <= bytes.count && bytes[offset...].starts(with: begin) {
        let isText = bytes[..<offset].allSatisfy { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 || 0x20..<0x7F ~= $0 }
        // In text that speaks of lists there is none.
        if isText, begin != text("bplist0") { continue }
        return
          "a property list begins at byte \(offset), behind \(header(bytes, offset)); 'archivegen inspect --at \(offset)' shows it"
      }
    }
    return nil
  }

  private static func header(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> String {
    guard count == 4 || count == 8 else { return NumberText.counted(count, "byte") }
    let big = bytes[..<count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let little = bytes[..<count].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let lengths = [UInt64(bytes.count), UInt64(bytes.count - count)]
    return lengths.contains(big) || lengths.contains(little)
      ? "its length in \(count) bytes" : NumberText.counted(count, "byte")
  }
}
