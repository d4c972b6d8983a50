import ArchiveRuntime
import Foundation

/// Moments in words: UTC, in the Gregorian calendar.
package enum CalendarDate {
  /// `2024-02-29T12:00:00.25Z`, rounded to microseconds; nil for what is no moment of the years −9999 to 99999.
  ///
  /// - Parameter seconds: since 2001-01-01T00:00:00Z.
  package static func text(_ seconds: Double) -> String? {
    guard seconds.isFinite, seconds.magnitude < 3e12 else { return nil }
    var whole = seconds.rounded(.down)
    var microseconds = ((seconds - whole) * 1_000_000).rounded()
    if microseconds == 1_000_000 { (whole, microseconds) = (whole + 1, 0) }
    var days = Int(whole / 86_400)
    var rest = Int(whole) - days * 86_400
    if rest < 0 {
      rest += 86_400
      days -= 1
    }
    // Howard Hinnant's civil_from_days ("chrono-Compatible Low-Level Date Algorithms").
    let shifted = days + 11_323 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    guard -9_999...99_999 ~= year else { return nil }
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number.magnitude)
      return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
    var fraction = ""
    if microseconds > 0 {
      fraction = "." + String(padded(Int(microseconds), 6).reversed().drop { $0 == "0" }.reversed())
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(rest / 3_600, 2)):"
      + "\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))\(fraction)Z"
  }

  /// The same with as many digits as `seconds(_:)` needs for the same number; nil where none are enough.
  package static func exactText(_ seconds: Double) -> String? {
    let whole = seconds.rounded(.down)
    guard let text = text(whole) else { return nil }
    let part = seconds - whole
    if part == 0 { return text }
    for count in 1...9 {
      let digits = (part * pow(10, Double(count))).rounded()
      guard digits < pow(10, Double(count)), whole + digits / pow(10, Double(count)) == seconds else { continue }
      let own = String(Int(digits))
      return text.dropLast() + "." + String(repeating: "0", count: count - own.utf8.count) + own + "Z"
    }
    let shortest = "\(part)"
    guard whole + part == seconds, shortest.hasPrefix("0."), !shortest.contains("e") else { return nil }
    return text.dropLast() + shortest.dropFirst() + "Z"
  }

  /// Seconds since 2001-01-01T00:00:00Z of `2024-02-29T12:00:00.25Z`; nil for other texts.
  package static func seconds(_ text: String) -> Double? {
    guard text.hasSuffix("Z") else { return nil }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 1 || parts.count == 2 && !parts[1].isEmpty else { return nil }
    var own = parts[0] + "Z"
    guard let whole = own.withUTF8({ XMLDate.seconds(UnsafeRawBufferPointer($0)) }) else { return nil }
    guard parts.count == 2 else { return whole }
    guard parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Double("0." + parts[1]).map { whole + $0 }
  }
}

/// Base64 with the alphabet of RFC 4648, section 4.
package enum Base64Text {
  package static func append(_ bytes: UnsafeRawBufferPointer, to output: OutputBuffer) {
    // Three bytes are four characters, so that parts can be encoded one by one.
    for start in stride(from: 0, to: bytes.count, by: 3 * 4_096) {
      let end = min(start + 3 * 4_096, bytes.count)
      output.append(Data(bytes[start..<end]).base64EncodedString())
    }
  }
}
