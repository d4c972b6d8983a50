import Foundation

// Calendars, parts of dates, and other types of Foundation and the standard library.

// archive:
struct Appointment: Equatable {
  var calendar: Calendar = Calendar(identifier: .gregorian)
  var interval: DateInterval?
  var path = IndexPath(indexes: [1, 300, 2])
  var paths: [IndexPath?] = []
  var byName: [String: DateInterval] = [:]
  var initial: Character = "é"
  var length: Foundation.Measurement<UnitLength>?
  var duration = Duration.seconds(3)
  var half: Float16 = 0.5
  var owner: PersonNameComponents?
  var durations: [String: Duration] = [:]
}
