import UntypedArchive

/// Numbers with the names that headers give them.
enum NamedNumber {
  /// `ACTIVE (2)`, `2024-02-29T12:00:00Z (1709208000)`; nil if nothing is said of the number.
  static func text(_ number: ElementNumber, _ reading: ValueNames.Reading?) -> String? {
    bare(number, reading).map { "\($0) (\(number.text))" }
  }

  /// The name or the date alone.
  static func bare(_ number: ElementNumber, _ reading: ValueNames.Reading?) -> String? {
    guard let reading else { return nil }
    if let integer = number.int64 {
      return reading.name(of: integer) ?? reading.referenceSeconds(Double(integer)).flatMap(CalendarDate.text)
    }
    return Double(number.text).flatMap(reading.referenceSeconds).flatMap(CalendarDate.text)
  }

  /// The same for a number of the property list.
  static func text(_ number: Int64, _ reading: ValueNames.Reading) -> String? {
    (reading.name(of: number) ?? reading.referenceSeconds(Double(number)).flatMap(CalendarDate.text))
      .map { "\($0) (\(number))" }
  }
}
