// Six classes that refer to each other in every way, for graphs made by chance.

// archive:
class Station {
  var number: Int
  var links: [Station] = []
  var best: Station?
  weak var shadow: Station?
  init(number: Int) { self.number = number }
}

// archive:
final class Hub: Station {
  var spokes: [String: Station] = [:]
  var pair: (Station, Int)?
}

// archive:
final class Terminal: Station {
  let origin: Station?
  var kind: Kind = .plain
  init(number: Int, origin: Station?) {
    self.origin = origin
    super.init(number: number)
  }
  // archive:
  enum Kind {
    case plain
    case towards(Station)
    case between(Station, Track)
  }
}

// archive:
final class Track {
  var from: Station
  var to: Station?
  var signals: [Signal] = []
  init(from: Station) { self.from = from }
}

// archive:
final class Signal {
  let number: Int
  let guards: Track?
  weak var previous: Signal?
  var next: Signal?
  init(number: Int, guards: Track?) { (self.number, self.guards) = (number, guards) }
}

// archive:
final class Network {
  var tracks: [Track] = []
  var stations: [Station] = []
  var signals: [[Signal?]] = []
  var capital: Station?
  init() {}
}
