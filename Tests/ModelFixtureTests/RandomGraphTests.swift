import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures
import TestRandom

/// What an object says of itself: its own values, and its references in an order that another object of its kind has, too.
struct Survey {
  var text: String
  var strong: [AnyObject?] = []
  var weak: [AnyObject?] = []
}

protocol Surveyed: AnyObject {
  func survey() -> Survey
  /// Lets go of other objects, so that circles are freed.
  func release()
}

/// Every object of a network with its references by number, in the order in which a walk along strong references comes to
/// them: equal for two networks if, and only if, they are the same but for the objects' addresses.
struct Census {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var objects: [any Surveyed] = []
  private(set) var lines: [String] = []

  init(_ network: any Surveyed) {
    note(network)
    var next = 0
    while next < objects.count {
      for object in objects[next].survey().strong { note(object) }
      next += 1
    }
    for (number, object) in objects.enumerated() {
      let survey = object.survey()
      // What only a weak reference leads to is not archived.
      lines.append("\(number) \(survey.text) \(survey.strong.map(self.number)) \(survey.weak.map(self.number))")
    }
  }

  private mutating func note(_ object: AnyObject?) {
    guard let object = object as? any Surveyed, numbers[ObjectIdentifier(object)] == nil else { return }
    numbers[ObjectIdentifier(object)] = objects.count
    objects.append(object)
  }

  private func number(_ object: AnyObject?) -> Int { object.flatMap { numbers[ObjectIdentifier($0)] } ?? -1 }

  func takeApart() {
    for object in objects { object.release() }
  }
}

extension Network: Surveyed {
  func survey() -> Survey {
    Survey(
      text: "network \(tracks.count) \(stations.count) \(signals.map(\.count))",
      strong: tracks + stations + signals.joined().map { $0 } + [capital])
  }
  func release() { (tracks, stations, signals) = ([], [], []) }
}

extension Station: Surveyed {
  func survey() -> Survey {
    var survey = Survey(text: "station \(number) \(links.count)", strong: links + [best], weak: [shadow])
    if let hub = self as? Hub {
      let spokes = hub.spokes.sorted { $0.key < $1.key }
      survey.text += " hub \(spokes.map(\.key)) \(hub.pair?.1 ?? 0)"
      survey.strong += spokes.map(\.value) + [hub.pair?.0]
    } else if let terminal = self as? Terminal {
      survey.text += " terminal"
      survey.strong.append(terminal.origin)
      switch terminal.kind {
      case .plain: break
      case .towards(let other): survey.strong.append(other)
      case .between(let other, let track): survey.strong += [other, track]
      }
    }
    return survey
  }
  func release() {
    (links, best) = ([], nil)
    if let hub = self as? Hub { (hub.spokes, hub.pair) = ([:], nil) }
    if let terminal = self as? Terminal { terminal.kind = .plain }
  }
}

extension Track: Surveyed {
  func survey() -> Survey { Survey(text: "track \(signals.count)", strong: [from, to] + signals) }
  func release() { (to, signals) = (nil, []) }
}

extension Signal: Surveyed {
  func survey() -> Survey { Survey(text: "signal \(number)", strong: [guards, next], weak: [previous]) }
  func release() { next = nil }
}

private func randomNetwork(seed: UInt64) -> Network {
  var noise = SeededRandom(seed: seed)
  let count = Int(noise.next() % 40) + 1
  var stations: [Station] = []
  for number in 0..<count {
    switch noise.next() % 3 {
    case 0: stations.append(Station(number: number))
    case 1: stations.append(Hub(number: number))
    // Constants lead to what is there already, so that there is no circle of them.
    default:
      stations.append(
        Terminal(number: number, origin: noise.next() % 2 == 0 ? stations.randomElement(using: &noise) : nil))
    }
  }
  func any() -> Station? { stations.randomElement(using: &noise) }
  let tracks = (0..<Int(noise.next() % 20)).map { _ in Track(from: stations.randomElement(using: &noise) ?? stations[0])
  }
  var signals: [Signal] = []
  for number in 0..<Int(noise.next() % 20) {
    signals.append(Signal(number: number, guards: tracks.randomElement(using: &noise)))
  }
  for station in stations {
    station.links = (0..<Int(noise.next() % 4)).compactMap { _ in any() }
    if noise.next() % 2 == 0 { station.best = any() }
    if noise.next() % 2 == 0 { station.shadow = any() }
    if let hub = station as? Hub {
      for spoke in 0..<Int(noise.next() % 4) { hub.spokes["s\(spoke)"] = any() }
      if noise.next() % 2 == 0, let other = any() { hub.pair = (other, Int(truncatingIfNeeded: noise.next())) }
    }
    if let terminal = station as? Terminal, let other = any() {
      switch noise.next() % 3 {
      case 0: terminal.kind = .towards(other)
      case 1: if let track = tracks.randomElement(using: &noise) { terminal.kind = .between(other, track) }
      default: break
      }
    }
  }
  for track in tracks {
    if noise.next() % 2 == 0 { track.to = any() }
    track.signals = (0..<Int(noise.next() % 3)).compactMap { _ in signals.randomElement(using: &noise) }
  }
  for signal in signals {
    if noise.next() % 2 == 0 { signal.previous = signals.randomElement(using: &noise) }
    if noise.next() % 2 == 0 { signal.next = signals.randomElement(using: &noise) }
  }
  let network = Network()
  // Not all of them: what only weak references lead to is not archived.
  network.tracks = tracks.filter { _ in noise.next() % 3 != 0 }
  network.stations = stations.filter { _ in noise.next() % 3 != 0 }
  network.signals = [signals.map { noise.next() % 3 == 0 ? nil : $0 }, []]
  network.capital = any()
  return network
}

@Suite("Object graphs made by chance, over six classes") struct RandomGraphTests {
  @Test("They come back the same but for addresses, by generated code and by coding methods by hand")
  func graphs() throws {
    for seed in 0..<UInt64(200) {
      let network = randomNetwork(seed: seed)
      let data = try ArchiveEncoder().encode(network)
      let copy = try ArchiveDecoder().decode(Network.self, from: data)
      let lines = Census(network).lines
      #expect(Census(copy).lines == lines, "seed \(seed)")
      let byHand = try ArchiveDecoder().decode(HandNetwork.self, from: data)
      #expect(Census(byHand).lines == lines, "seed \(seed)")
      // And what the other one writes is read by generated code.
      let back = try ArchiveDecoder().decode(Network.self, from: try ArchiveEncoder().encode(byHand))
      #expect(Census(back).lines == lines, "seed \(seed)")
      #expect(try ArchiveEncoder().encode(network) == data, "the same archive each time")
      for network in [network, copy, byHand, back] as [any Surveyed] { Census(network).takeApart() }
    }
  }
}
