import ArchiveInspection
import UntypedArchive

/// JSON inside an HTML page: nothing in it can end the element that it is in, begin another, or be a comment.
struct PageJSON {
  let output: OutputBuffer

  /// JSON as it is.
  func raw(_ text: String) { output.append(text) }

  func text(_ text: String) {
    output.append(JSONText.quoted(text, inMarkup: true))
  }

  func list<Element>(_ elements: some Sequence<Element>, _ write: (Element) -> Void) {
    output.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      write(element)
    }
    output.append(UInt8(ascii: "]"))
  }

  /// `"name":`, behind a comma unless it is the first.
  func key(_ name: String, isFirst: Bool = false) { raw("\(isFirst ? "" : ",")\"\(name)\":") }
}

/// Text from an archive in a place where characters that hide or reorder it are not welcome.
enum VisibleText {
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    default: false
    }
  }

  /// The first characters, with such ones as their numbers in angle brackets.
  static func short(_ text: String, _ most: Int) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == most { return result + "…" }
      count += 1
      if isInvisible(scalar) {
        result += "‹U+\(String(scalar.value, radix: 16, uppercase: true))›"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
