/// What headers and models say of the numbers in archives: which are dates, and the names of enumerators.
package struct ValueNames: Sendable {
  package enum Reading: Sendable, Hashable {
    case enumerators([Int64: String])
    /// Seconds since 1970-01-01T00:00:00Z (`time_t`, IEEE 1003.1).
    case unixTime
    /// Seconds since 2001-01-01T00:00:00Z (`Date`).
    case referenceTime
  }

  private var readings: [String: [String: Reading]] = [:]

  package init() {}

  /// - Parameters: an archived name of a type, and a key of it as archives have it.
  package mutating func add(_ reading: Reading, type: String, key: String) {
    readings[type, default: [:]][key] = reading
  }

  package func reading(type: String?, key: String) -> Reading? { type.flatMap { readings[$0]?[key] } }

  package var isEmpty: Bool { readings.isEmpty }
}

extension ValueNames.Reading {
  /// Seconds since 2001 of a number that is a date.
  package func referenceSeconds(_ seconds: Double) -> Double? {
    switch self {
    case .enumerators: nil
    case .unixTime: seconds - 978_307_200
    case .referenceTime: seconds
    }
  }

  package func name(of number: Int64) -> String? {
    if case .enumerators(let names) = self { names[number] } else { nil }
  }
}
