import Foundation

// Intervals, calendars, parts of dates and index paths in generated code, as Foundation archives them.
//
// They are wrapped, because apps may have conformed Foundation's types to `ArchivableValue` in a form of their own: a
// conformance here would take the place of theirs.

/// A value of Foundation that generated code wraps.
protocol WrappedFoundationValue: FoundationValue, Codable {
  associatedtype Value: Codable
  var value: Value { get }
  init(_ value: Value)
}

extension WrappedFoundationValue {
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  public init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }
}

/// An interval of dates in generated code, archived as an `NSDateInterval`.
@_spi(GeneratedCode) public struct ArchivedDateInterval: ArchivableValue, WrappedFoundationValue {
  /// The value itself.
  public var value: DateInterval

  /// Represents this value.
  public init(_ value: DateInterval) { self.value = value }

  static var foundationClass: FoundationClass { .dateInterval }

  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    let (start, end) = (try value.start.archived(in: encoder), try value.end.archived(in: encoder))
    return [
      ("NS.endDate", encoder.sink.writer.uid(end.number)), ("NS.startDate", encoder.sink.writer.uid(start.number)),
    ]
  }

  static func made(from decoder: ObjectDecoder) throws -> Self {
    let start = try decoder.decode(Date.self, forKey: "NS.startDate")
    let end = try decoder.decode(Date.self, forKey: "NS.endDate")
    // Foundation traps for an interval that ends before it begins.
    guard start <= end else {
      throw ArchiveError.outOfRange(
        path: decoder.path("NS.endDate"), value: "\(end.timeIntervalSinceReferenceDate)",
        type: "an interval from \(start.timeIntervalSinceReferenceDate)")
    }
    return Self(DateInterval(start: start, end: end))
  }
}

/// Parts of a date in generated code, archived as `NSDateComponents`.
@_spi(GeneratedCode) public struct ArchivedDateComponents: ArchivableValue, WrappedFoundationValue {
  /// The value itself.
  public var value: DateComponents

  /// Represents this value.
  public init(_ value: DateComponents) { self.value = value }

  static var foundationClass: FoundationClass { .dateComponents }

  /// The keys of Foundation, which stores `Int.max` for a component without a value.
  private static var components: [(key: String, value: WritableKeyPath<DateComponents, Int?>)] {
    [
      ("NS.day", \.day), ("NS.era", \.era), ("NS.hour", \.hour), ("NS.minute", \.minute), ("NS.month", \.month),
      ("NS.nanosec", \.nanosecond), ("NS.quarter", \.quarter), ("NS.second", \.second),
      ("NS.weekOfMonth", \.weekOfMonth), ("NS.weekOfYear", \.weekOfYear), ("NS.weekday", \.weekday),
      ("NS.weekdayOrdinal", \.weekdayOrdinal), ("NS.year", \.year), ("NS.yearForWOY", \.yearForWeekOfYear),
    ]
  }

  private static let undefined = Int.max

  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    var fields = Self.components.map { key, value in
      (key: key, value: encoder.sink.writer.integer(Int64(self.value[keyPath: value] ?? Self.undefined)))
    }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let dayOfYear = value.dayOfYear {
      fields.append(("NS.dayOfYear", encoder.sink.writer.integer(Int64(dayOfYear))))
    }
    if let isLeapMonth = value.isLeapMonth { fields.append(("NS.isLeapMonth", encoder.sink.writer.bool(isLeapMonth))) }
    let (calendar, zone) = (
      try value.calendar.map(ArchivedCalendar.init)?.archived(in: encoder), try value.timeZone?.archived(in: encoder)
    )
    fields.append(("NS.calendar", encoder.sink.writer.uid(calendar?.number ?? 0)))
    fields.append(("NS.timezone", encoder.sink.writer.uid(zone?.number ?? 0)))
    return fields.sorted { $0.key < $1.key }
  }

  static func made(from decoder: ObjectDecoder) throws -> Self {
    func component(_ key: String) throws -> Int? {
      let value = try decoder.decodeIfPresent(Int.self, forKey: key)
      return value == undefined ? nil : value
    }
    var made = DateComponents()
    for (key, value) in components { made[keyPath: value] = try component(key) }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let day = try component("NS.dayOfYear") {
      made.dayOfYear = day
    }
    made.isLeapMonth = try decoder.decodeIfPresent(Bool.self, forKey: "NS.isLeapMonth")
    made.calendar = try decoder.decodeIfPresent(ArchivedCalendar.self, forKey: "NS.calendar")?.value
    made.timeZone = try decoder.decodeIfPresent(TimeZone.self, forKey: "NS.timezone")
    return Self(made)
  }
}

/// A calendar in generated code, archived as an `NSCalendar`.
@_spi(GeneratedCode) public struct ArchivedCalendar: ArchivableValue, WrappedFoundationValue {
  /// The value itself.
  public var value: Calendar

  /// Represents this value.
  public init(_ value: Calendar) { self.value = value }

  static var foundationClass: FoundationClass { .calendar }

  /// The names of Foundation's `NSCalendar.Identifier`.
  private static let names: [(identifier: Calendar.Identifier, name: String)] = [
    (.gregorian, "gregorian"), (.iso8601, "iso8601"), (.buddhist, "buddhist"), (.chinese, "chinese"),
    (.coptic, "coptic"), (.ethiopicAmeteMihret, "ethiopic"), (.ethiopicAmeteAlem, "ethiopic-amete-alem"),
    (.hebrew, "hebrew"), (.indian, "indian"), (.islamic, "islamic"), (.islamicCivil, "islamic-civil"),
    (.islamicTabular, "islamic-tbla"), (.islamicUmmAlQura, "islamic-umalqura"), (.japanese, "japanese"),
    (.persian, "persian"), (.republicOfChina, "roc"),
  ]

  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    guard let name = Self.names.first(where: { $0.identifier == value.identifier })?.name else {
      throw ArchiveError.notArchivableValue(
        path: "", value: "the calendar '\(value.identifier)'", reason: "archives have no name for it")
    }
    let named = try name.archived(in: encoder)
    let (place, zone) = (try value.locale?.archived(in: encoder), try value.timeZone.archived(in: encoder))
    return [
      ("NS.firstwkdy", encoder.sink.writer.integer(Int64(value.firstWeekday))),
      ("NS.identifier", encoder.sink.writer.uid(named.number)),
      ("NS.locale", encoder.sink.writer.uid(place?.number ?? 0)),
      ("NS.mindays", encoder.sink.writer.integer(Int64(value.minimumDaysInFirstWeek))),
      ("NS.timezone", encoder.sink.writer.uid(zone.number)),
    ]
  }

  static func made(from decoder: ObjectDecoder) throws -> Self {
    let name = try decoder.decode(String.self, forKey: "NS.identifier")
    guard let identifier = names.first(where: { $0.name == name })?.identifier else {
      throw ArchiveError.invalidText(
        path: decoder.path("NS.identifier"), reason: "no calendar is called '\(PathSearch.excerpt(name))'")
    }
    // Foundation traps for other days.
    func day(_ key: String) throws -> Int? {
      guard let day = try decoder.decodeIfPresent(Int.self, forKey: key) else { return nil }
      guard 1...7 ~= day else {
        throw ArchiveError.outOfRange(path: decoder.path(key), value: "\(day)", type: "a day of the week")
      }
      return day
    }
    var calendar = Calendar(identifier: identifier)
    if let locale = try decoder.decodeIfPresent(Locale.self, forKey: "NS.locale") { calendar.locale = locale }
    if let zone = try decoder.decodeIfPresent(TimeZone.self, forKey: "NS.timezone") { calendar.timeZone = zone }
    if let first = try day("NS.firstwkdy") { calendar.firstWeekday = first }
    if let days = try day("NS.mindays") { calendar.minimumDaysInFirstWeek = days }
    return Self(calendar)
  }
}

/// A path of indices in generated code, archived as an `NSIndexPath`.
@_spi(GeneratedCode) public struct ArchivedIndexPath: ArchivableValue, WrappedFoundationValue {
  /// The value itself.
  public var value: IndexPath

  /// Represents this value.
  public init(_ value: IndexPath) { self.value = value }

  static var foundationClass: FoundationClass { .indexPath }

  /// A single index is archived as a number, several as variable-length integers.
  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    if let negative = value.first(where: { $0 < 0 }) {
      throw ArchiveError.notArchivableValue(
        path: "", value: "the index \(negative)", reason: "an index of a path is not negative")
    }
    var fields = [(key: "NSIndexPathLength", value: encoder.sink.writer.integer(Int64(value.count)))]
    if value.count == 1 {
      fields.append(("NSIndexPathValue", encoder.sink.writer.integer(Int64(value[0]))))
    } else if value.count > 1 {
      var bytes = Data()
      for index in value { VariableLengthInteger.append(index, to: &bytes) }
      fields.insert(("NSIndexPathData", encoder.sink.writer.uid(try bytes.archived(in: encoder).number)), at: 0)
    }
    return fields
  }

  static func made(from decoder: ObjectDecoder) throws -> Self {
    let count = try decoder.decode(Int.self, forKey: "NSIndexPathLength")
    func failure(_ reason: String) -> ArchiveError {
      .wrongCount(
        path: decoder.path("NSIndexPathData"), count: "NSIndexPathLength", value: "\(count)", reason: reason)
    }
    if count == 0 { return Self(IndexPath()) }
    if count == 1 {
      let index = try decoder.decode(Int.self, forKey: "NSIndexPathValue")
      guard index >= 0 else {
        throw ArchiveError.outOfRange(path: decoder.path("NSIndexPathValue"), value: "\(index)", type: "IndexPath")
      }
      return Self(IndexPath(index: index))
    }
    let data = try decoder.decode(Data.self, forKey: "NSIndexPathData")
    // Paths may share their data, in which each index takes a byte at least.
    try decoder.archive.charge(data.count &* 8)
    var bytes = ArraySlice(data)
    var indexes: [Int] = []
    while !bytes.isEmpty {
      guard let index = VariableLengthInteger.next(&bytes) else { throw failure("an index is too large") }
      indexes.append(index)
    }
    guard indexes.count == count else { throw failure(indexes.count < count ? "there are fewer" : "there are more") }
    return Self(IndexPath(indexes: indexes))
  }
}
