import CModels
import Foundation

// archive:
struct Flight: Equatable {
  var position: position
  var track: [position] = []
  var maybe: position?
  var named: [String: position] = [:]
  var phase: flight_phase = FLIGHT_CRUISE
  var phases: [flight_phase] = []
  var header: flight_header = flight_header()
  static func == (left: Flight, right: Flight) -> Bool { left.text == right.text }
  /// A dictionary's own order is another each time.
  private var text: String {
    var plain = self
    plain.named = [:]
    return "\(plain) \(named.sorted { $0.key < $1.key })"
  }
}

// archive:
struct Forecast: Equatable {
  var sky: sky = SKY_FOG
  var hours: [sky?] = []
}

// archive:
final class Airport {
  let location: position
  var runways: [runway] = []
  var best: runway?
  var flights: [Flight] = []
  var next: Airport?
  init(location: position) { self.location = location }
}
