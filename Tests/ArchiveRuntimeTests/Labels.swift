@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

// Tests/Fuzz/build.sh compiles this file into the fuzzer of graphs, too.

/// Points into three texts of which the others' pointers have the ends.
struct Label: ArchivableNode {
  var next: UnsafeMutablePointer<Label>?
  var wide: UnsafeRawPointer?
  var wider: UnsafeRawPointer?
  var narrow: UnsafeRawPointer?

  static let archiveSchema: RecordSchema = RecordSchema(
    "label", size: 32, alignment: 8,
    fields: [
      .link("next", to: Label.archiveSchema, at: 0), .string("wide", .utf16, at: 8),
      .string("wider", .utf32, at: 16), .string("narrow", .latin1, at: 24),
    ])
}

nonisolated(unsafe) private var labelTexts: [UnsafeMutableRawPointer] = []

/// A list of labels, each with the next ends of the texts.
func label_build(_ count: Int = 8) -> UnsafeMutablePointer<Label>? {
  let labels = UnsafeMutablePointer<Label>.allocate(capacity: count)
  let wide = UnsafeMutablePointer<UInt16>.allocate(capacity: count + 1)
  let wider = UnsafeMutablePointer<UInt32>.allocate(capacity: count + 1)
  let narrow = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 1)
  // Not ASCII: its offsets in UTF-8 are others.
  wide.initialize(repeating: 0xE9, count: count)
  wider.initialize(repeating: 0x1F600, count: count)
  narrow.initialize(repeating: 0xE9, count: count)
  (wide + count).initialize(to: 0)
  (wider + count).initialize(to: 0)
  (narrow + count).initialize(to: 0)
  for index in 0..<count {
    (labels + index).initialize(
      to: Label(
        next: index + 1 < count ? labels + index + 1 : nil, wide: UnsafeRawPointer(wide + index),
        wider: UnsafeRawPointer(wider + count - 1 - index), narrow: UnsafeRawPointer(narrow + index)))
  }
  labelTexts = [UnsafeMutableRawPointer(wide), UnsafeMutableRawPointer(wider), UnsafeMutableRawPointer(narrow)]
  return labels
}

func label_free(_ labels: UnsafeMutablePointer<Label>?) {
  labels?.deallocate()
  for text in labelTexts { text.deallocate() }
  labelTexts = []
}
