import ArchiveRuntime
import UntypedArchive

/// Texts and data whose words end before the two differ.
extension ArchiveComparison {
  /// The first or the second value in words. Where both have the same words, what they have where they begin to differ:
  /// `5121 bytes 0001…, 07 at 5120`.
  func changedText(_ left: InspectedValue, _ right: InspectedValue, isFirst: Bool) -> String {
    let (own, other) = (text(left, in: first), text(right, in: second))
    guard own == other else { return isFirst ? own : other }
    switch (LeafValue(left, in: first), LeafValue(right, in: second)) {
    case (.data(let range), .data(let otherRange)):
      guard let left = try? first.view.contents(range), let right = try? second.view.contents(otherRange),
        let place = zip(left, right).enumerated().first(where: { $1.0 != $1.1 })?.offset
      else { return own }
      return "\(own), \(NumberText.digits((isFirst ? left : right)[place...].prefix(8))) at \(place)"
    case (.text(_, let text), .text(_, let otherText)):
      guard let left = try? first.view.string(text), let right = try? second.view.string(otherText) else { return own }
      return own + Self.difference(of: isFirst ? left : right, from: isFirst ? right : left)
    default: return own
    }
  }

  /// What a text has from the place on where it differs from the other, with the number of UTF-16 units before.
  private static func difference(of text: String, from other: String) -> String {
    var (own, others) = (text.unicodeScalars.makeIterator(), other.unicodeScalars.makeIterator())
    var place = 0
    while let scalar = own.next() {
      if scalar != others.next() {
        let rest = text.utf16.dropFirst(place).prefix(24)
        return
          ", \(TerminalText.quoted(String(String(decoding: rest, as: UTF16.self).unicodeScalars.prefix(12)))) at \(place)"
      }
      place += UTF16.width(scalar)
    }
    return ""
  }
}
