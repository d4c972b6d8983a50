import ArchiveRuntime
import Foundation
import UntypedArchive

/// Finds the end of a property list that begins in the midst of other bytes.
package enum EmbeddedArchive {
  /// The range of the list that begins at `start`.
  ///
  /// A binary list does not say how long it is; its end is the first place with a trailer whose offset table ends just
  /// there. An XML list ends with `</plist>`.
  ///
  /// - Throws: `notAnArchive` if none begins there.
  package static func range(in bytes: UnsafeRawBufferPointer, from start: Int) throws(ArchiveError) -> Range<Int> {
    guard start >= 0, start < bytes.count else {
      throw .notAnArchive(reason: "it has \(NumberText.counted(bytes.count, "byte")), and none at the offset \(start)")
    }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
    guard try PropertyListFormat(of: UnsafeRawBufferPointer(rebasing: rest.prefix(64))) == .binary else {
      return start..<(start + (xmlEnd(in: rest) ?? rest.count))
    }
    return start..<(start + (binaryEnd(in: rest) ?? rest.count))
  }

  private static func xmlEnd(in bytes: UnsafeRawBufferPointer) -> Int? {
    let word = Array("</plist>".utf8)
    var start = 0
    while bytes.count - start >= word.count {
      guard let found = bytes[start...].firstIndex(of: word[0]), bytes.count - found >= word.count else { return nil }
      if bytes[found...].starts(with: word) { return found + word.count }
      start = found + 1
    }
    return nil
  }

  private static func binaryEnd(in bytes: UnsafeRawBufferPointer) -> Int? {
    var trailer = BinaryFormat.headerSize + 2
    while trailer + BinaryFormat.trailerSize <= bytes.count {
      if 1...8 ~= bytes[trailer + 6], 1...8 ~= bytes[trailer + 7], bytes[trailer + 24] == 0 {
        let candidate = UnsafeRawBufferPointer(rebasing: bytes[..<(trailer + BinaryFormat.trailerSize)])
        if let layout = try? PropertyListLayout(trailerOf: candidate),
          layout.offsetTable + layout.objectCount * layout.offsetSize == trailer,
          (try? PropertyListView(bytes: candidate, layout: layout).node(layout.top)) != nil
        {
          return candidate.count
        }
      }
      trailer += 1
    }
    return nil
  }
}
