import Foundation
import Testing

@_spi(GeneratedCode) import ArchiveRuntime

@Suite("Calendars, intervals, parts of dates and index paths") struct CalendarTests {
  private func foundation(_ object: NSObject) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
  }

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .buddhist)
    calendar.locale = Locale(identifier: "th_TH")
    calendar.firstWeekday = 2
    calendar.minimumDaysInFirstWeek = 4
    return calendar
  }

  @Test("What Foundation archives is read") func readsFoundation() throws {
    let decoder = ArchiveDecoder()
    let interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 5), duration: 7)
    #expect(
      try decoder.decode(ArchivedDateInterval.self, from: try foundation(interval as NSDateInterval)).value == interval)
    for path: IndexPath in [[], [300], [1, 2, 300]] {
      #expect(try decoder.decode(ArchivedIndexPath.self, from: try foundation(path as NSIndexPath)).value == path)
    }
    let read = try decoder.decode(ArchivedCalendar.self, from: try foundation(calendar as NSCalendar)).value
    #expect(read.identifier == .buddhist && read.firstWeekday == 2 && read.minimumDaysInFirstWeek == 4)
    #expect(read.locale?.identifier == "th_TH")
    let parts = DateComponents(calendar: calendar, timeZone: .gmt, year: 2026, month: 2, hour: 0)
    let copy = try decoder.decode(ArchivedDateComponents.self, from: try foundation(parts as NSDateComponents)).value
    #expect(copy.year == 2026 && copy.month == 2 && copy.hour == 0 && copy.day == nil && copy.timeZone == .gmt)
    #expect(copy.calendar?.identifier == .buddhist)
  }

  @Test("Foundation reads what is archived") func foundationReads() throws {
    func read<Object: NSObject & NSCoding>(_ type: Object.Type, _ value: some ArchivableValue) throws -> Object {
      try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: try ArchiveEncoder().encode(value)))
    }
    // Foundation on Linux reads its own NSDateInterval without its duration, so there is nothing to compare with.
    #expect(try read(NSIndexPath.self, ArchivedIndexPath([1, 2, 300])) as IndexPath == [1, 2, 300])
    #expect(try read(NSIndexPath.self, ArchivedIndexPath([5])) as IndexPath == [5])
    let parts = try read(NSDateComponents.self, ArchivedDateComponents(DateComponents(year: 2026, month: 2)))
    #expect(parts.year == 2026 && parts.month == 2 && parts.day == Int.max)
  }

  @Test("Every component comes back, and what is not set stays so") func components() throws {
    var all = DateComponents(
      calendar: calendar, timeZone: .gmt, era: 1, year: -5, month: 2, day: 3, hour: 4, minute: 5, second: 6,
      nanosecond: 7, weekday: 1, weekdayOrdinal: 2, quarter: 3, weekOfMonth: 4, weekOfYear: 5, yearForWeekOfYear: 6)
    all.isLeapMonth = true
    var day = DateComponents()
    day.dayOfYear = 7
    for parts in [all, DateComponents(), day] {
      let data = try ArchiveEncoder().encode(ArchivedDateComponents(parts))
      #expect(try ArchiveDecoder().decode(ArchivedDateComponents.self, from: data).value == parts)
    }
  }

  /// The archive of a value with one field of its object changed.
  private func changed(_ value: some ArchivableValue, _ key: String, _ field: Any) throws -> Data {
    // In XML a key is followed by its value.
    var encoder = ArchiveEncoder()
    encoder.outputFormat = .xml
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    let start = try #require(text.range(of: "<key>\(key)</key>"))
    let rest = text[start.upperBound...]
    let end = try #require(rest.range(of: "</integer>"))
    return Data((text[..<start.upperBound] + "<integer>\(field)</integer>" + rest[end.upperBound...]).utf8)
  }

  @Test("Values on which Foundation would trap are errors") func hostile() throws {
    let decoder = ArchiveDecoder()
    func code(_ body: () throws -> Void) -> String? {
      do { try body() } catch let error as ArchiveError { return "\(error.code)" } catch { return "\(error)" }
      return nil
    }
    #expect(
      code {
        _ = try decoder.decode(ArchivedCalendar.self, from: try changed(ArchivedCalendar(calendar), "NS.firstwkdy", 9))
      } == "outOfRange")
    #expect(
      code {
        _ = try decoder.decode(ArchivedCalendar.self, from: try changed(ArchivedCalendar(calendar), "NS.mindays", 0))
      } == "outOfRange")
    #expect(
      code {
        _ = try decoder.decode(
          ArchivedIndexPath.self, from: try changed(ArchivedIndexPath([1]), "NSIndexPathValue", -1))
      }
        == "outOfRange")
    #expect(
      code {
        _ = try decoder.decode(
          ArchivedIndexPath.self, from: try changed(ArchivedIndexPath([1, 2]), "NSIndexPathLength", 3))
      } == "wrongCount")
    #expect(code { _ = try ArchiveEncoder().encode(ArchivedIndexPath(IndexPath(index: -1))) } == "notArchivableValue")
    var encoder = ArchiveEncoder()
    encoder.outputFormat = .xml
    let interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 5), duration: 7)
    let text = String(decoding: try encoder.encode(ArchivedDateInterval(interval)), as: UTF8.self)
    let late = Data(text.replacingOccurrences(of: "<real>12", with: "<real>4").utf8)
    #expect(code { _ = try decoder.decode(ArchivedDateInterval.self, from: late) } == "outOfRange")
  }
}
