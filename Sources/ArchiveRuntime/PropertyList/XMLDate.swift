/// The dates of XML property lists: ISO 8601 in one form, `YYYY-MM-DDTHH:MM:SSZ`, in the Gregorian calendar.
package enum XMLDate {
  /// - Returns: seconds since 2001-01-01T00:00:00Z; nil if it is not a date. Years may have up to nine digits and a
  ///   minus sign.
  package static func seconds(_ text: UnsafeRawBufferPointer) -> Double? {
    var reader = FieldReader(rest: XMLNumber.trimmed(text))
    let isBefore = reader.take("-")
    guard let years = reader.number(4...9), reader.take("-"),
      let month = reader.number(2...2), reader.take("-"),
      let day = reader.number(2...2), reader.take("T"),
      let hour = reader.number(2...2), reader.take(":"),
      let minute = reader.number(2...2), reader.take(":"),
      let second = reader.number(2...2), reader.take("Z"), reader.rest.isEmpty
    else { return nil }
    let year = isBefore ? -years : years
    // 60 is a leap second. As in timegm, it counts as the first second of the next minute.
    guard 1...12 ~= month, 1...length(of: month, in: year) ~= day, hour <= 23, minute <= 59, second <= 60
    else { return nil }
    let days = daysSince1970(year, month, day) - daysSince1970(2001, 1, 1)
    return Double(days * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// The text of a date; nil for fractions of a second, and beyond the years that it can name.
  static func text(_ seconds: Double) -> String? {
    guard seconds.magnitude < 1e12, seconds.rounded() == seconds, seconds != 0 || seconds.sign == .plus else {
      return nil
    }
    let total = Int64(seconds)
    let days = (total >= 0 ? total : total - 86_399) / 86_400
    let rest = total - days * 86_400
    // Howard Hinnant's civil_from_days ("chrono-Compatible Low-Level Date Algorithms").
    let shifted = days + daysSince1970(2001, 1, 1) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    func padded(_ number: Int64, _ count: Int) -> String {
      let digits = String(number.magnitude)
      return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
    return
      "\(padded(year, 4))-\(padded(month < 10 ? month + 3 : month - 9, 2))-\(padded(dayOfYear - (153 * month + 2) / 5 + 1, 2))"
      + "T\(padded(rest / 3_600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))Z"
  }

  private static func length(of month: Int64, in year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Howard Hinnant's days_from_civil ("chrono-Compatible Low-Level Date Algorithms").
  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private struct FieldReader {
    var rest: Slice<UnsafeRawBufferPointer>

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard let first = rest.first, UInt32(first) == character.value else { return false }
      rest = rest.dropFirst()
      return true
    }

    /// A number with this many digits; at most nine, so that it cannot overflow.
    mutating func number(_ count: ClosedRange<Int>) -> Int64? {
      let digits = rest.prefix(count.upperBound).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      guard count ~= digits.count else { return nil }
      rest = rest.dropFirst(digits.count)
      return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
  }
}
