import ArchiveRuntime
import UntypedArchive

extension ArchiveDocument {
  /// Opens a binary list, an XML list, OpenStep's text, or JSON: the lossless one of a list, or any other.
  ///
  /// - Throws: `ArchiveError`; `JSONError` and `OpenStepError` for text with a mistake.
  package static func opening(_ source: ArchiveBytes) throws -> ArchiveDocument {
    let bytes = source.bytes
    let form = TextForm(bytes)
    if form == nil, let statement = ForeignFormat.statement(bytes) {
      throw ArchiveError.notAnArchive(reason: statement)
    }
    switch form {
    case .json:
      return try ArchiveDocument(
        converted: ArchiveBytes(copying: try LosslessJSONReader.read(bytes).data), from: .json)
    case .openStep(let text):
      return try ArchiveDocument(converted: ArchiveBytes(copying: try OpenStepReader.list(text)), from: .openStep)
    case nil: break
    }
    do throws(ArchiveError) { return try ArchiveDocument(source) } catch {
      // A whole list may begin a longer file.
      guard error.code == .corrupt, let list = try? EmbeddedArchive.range(in: bytes, from: 0), list.count < bytes.count,
        (try? ArchiveDocument(ArchiveBytes(source, list))) != nil
      else { throw error }
      let more = NumberText.counted(bytes.count - list.count, "byte")
      throw ArchiveError.notAnArchive(
        reason:
          "a property list of \(NumberText.counted(list.count, "byte")) begins it, with \(more) behind it; 'archivegen inspect --at 0' shows the list"
      )
    }
  }
}

/// Forms of property lists that are text and not XML.
package enum TextForm {
  case json
  /// As UTF-8.
  case openStep([UInt8])

  /// - Returns: nil for a binary list, XML, and what is none of these.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    let whole = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    var text: [UInt8]?
    if isUTF16 {
      text = Self.utf8(ofUTF16: bytes)
      guard let text, let begin = text.first(where: { !XMLCharacter.isSpace($0) }), begin != UInt8(ascii: "<") else {
        return nil
      }
    } else {
      var first = whole.drop(while: XMLCharacter.isSpace)
      if OpenStepReader.isComment(first) {
        self = .openStep(Array(whole))
        return
      }
      if first.first == UInt8(ascii: "/") { first = OpenStepReader.withoutComments(first) }
      // A list is no text with a NUL; binary files are not searched.
      guard let begin = first.first, !first.prefix(1_024).contains(0) else { return nil }
      switch begin {
      case UInt8(ascii: "["): self = .json
      case UInt8(ascii: "{"): self = OpenStepReader.beginsDictionary(first) ? .openStep(Array(whole)) : .json
      case UInt8(ascii: "("): self = .openStep(Array(whole))
      case UInt8(ascii: "<"):
        // Data of OpenStep: hexadecimal digits; an XML name never begins with one of them and has none but them.
        guard OpenStepReader.beginsData(first) else { return nil }
        self = .openStep(Array(whole))
      default:
        guard OpenStepReader.beginsStrings(first) else { return nil }
        self = .openStep(Array(whole))
      }
      return
    }
    guard let text,
      OpenStepReader.beginsDictionary(text[...]) || OpenStepReader.beginsStrings(text[...])
        || OpenStepReader.isComment(text)
    else { return nil }
    self = .openStep(text)
  }

  private static func utf8(ofUTF16 bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard bytes.count % 2 == 0 else { return nil }
    let isBig = bytes[0] == 0xFE
    let units: [UInt16] = stride(from: 2, to: bytes.count, by: 2).map { offset in
      let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }
}
