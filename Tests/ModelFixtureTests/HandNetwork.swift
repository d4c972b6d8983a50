import ArchiveRuntime

// The six classes of the random graphs with coding methods written by hand, under the same keys.

final class HandNetwork: ArchivableClass, Surveyed {
  static var archivedClassName: String { "Network" }
  var tracks: [HandTrack] = []
  var stations: [HandStation] = []
  var signals: [[HandSignal?]] = []
  var capital: HandStation?

  init(from decoder: ObjectDecoder) throws {}
  func connect(from decoder: ObjectDecoder) throws {
    tracks = try decoder.decode([HandTrack].self, forKey: "tracks")
    stations = try decoder.decode([HandStation].self, forKey: "stations")
    signals = try decoder.decode([[HandSignal?]].self, forKey: "signals")
    capital = try decoder.decode(HandStation?.self, forKey: "capital")
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(tracks, forKey: "tracks")
    try encoder.encode(stations, forKey: "stations")
    try encoder.encode(signals, forKey: "signals")
    try encoder.encode(capital, forKey: "capital")
  }

  func survey() -> Survey {
    Survey(
      text: "network \(tracks.count) \(stations.count) \(signals.map(\.count))",
      strong: tracks + stations + signals.joined().map { $0 } + [capital])
  }
  func release() { (tracks, stations, signals) = ([], [], []) }
}

class HandStation: ArchivableClass, Surveyed {
  class var archivedClassName: String { "Station" }
  class var archivableSubclasses: [any ArchivableObject.Type] { [HandHub.self, HandTerminal.self] }
  let number: Int
  var links: [HandStation] = []
  var best: HandStation?
  weak var shadow: HandStation?

  required init(from decoder: ObjectDecoder) throws { number = try decoder.decode(Int.self, forKey: "number") }
  func connect(from decoder: ObjectDecoder) throws {
    links = try decoder.decode([HandStation].self, forKey: "links")
    best = try decoder.decode(HandStation?.self, forKey: "best")
    shadow = try decoder.decode(HandStation?.self, forKey: "shadow")
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(number, forKey: "number")
    try encoder.encode(links, forKey: "links")
    try encoder.encode(best, forKey: "best")
    try encoder.encodeConditionalObject(shadow, forKey: "shadow")
  }

  func survey() -> Survey {
    Survey(text: "station \(number) \(links.count)", strong: links + [best], weak: [shadow])
  }
  func release() { (links, best) = ([], nil) }
}

final class HandHub: HandStation {
  override class var archivedClassName: String { "Hub" }
  var spokes: [String: HandStation] = [:]
  var pair: Pair?

  struct Pair: ArchivableComposite {
    static var archivedClassName: String { "(_:_:)" }
    var station: HandStation
    var number: Int
    init(from decoder: ObjectDecoder) throws {
      station = try decoder.decode(HandStation.self, forKey: "0")
      number = try decoder.decode(Int.self, forKey: "1")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(station, forKey: "0")
      try encoder.encode(number, forKey: "1")
    }
  }

  override func connect(from decoder: ObjectDecoder) throws {
    try super.connect(from: decoder)
    spokes = try decoder.decode([String: HandStation].self, forKey: "spokes")
    pair = try decoder.decode(Pair?.self, forKey: "pair")
  }
  override func encode(to encoder: ObjectEncoder) throws {
    try super.encode(to: encoder)
    try encoder.encode(spokes, forKey: "spokes")
    try encoder.encode(pair, forKey: "pair")
  }

  override func survey() -> Survey {
    var survey = super.survey()
    let sorted = spokes.sorted { $0.key < $1.key }
    survey.text += " hub \(sorted.map(\.key)) \(pair?.number ?? 0)"
    survey.strong += sorted.map(\.value) + [pair?.station]
    return survey
  }
  override func release() {
    super.release()
    (spokes, pair) = ([:], nil)
  }
}

final class HandTerminal: HandStation {
  override class var archivedClassName: String { "Terminal" }
  let origin: HandStation?
  var kind = ""
  var other: HandStation?
  var track: HandTrack?

  required init(from decoder: ObjectDecoder) throws {
    origin = try decoder.decode(HandStation?.self, forKey: "origin")
    kind = try decoder.decode(String.self, forKey: "kind")
    try super.init(from: decoder)
  }
  override func connect(from decoder: ObjectDecoder) throws {
    try super.connect(from: decoder)
    if kind != "plain" { other = try decoder.decode(HandStation.self, forKey: "kind.\(kind).0") }
    if kind == "between" { track = try decoder.decode(HandTrack.self, forKey: "kind.\(kind).1") }
  }
  override func encode(to encoder: ObjectEncoder) throws {
    try super.encode(to: encoder)
    try encoder.encode(origin, forKey: "origin")
    try encoder.encode(kind, forKey: "kind")
    if kind != "plain" { try encoder.encode(other, forKey: "kind.\(kind).0") }
    if kind == "between" { try encoder.encode(track, forKey: "kind.\(kind).1") }
  }

  override func survey() -> Survey {
    var survey = super.survey()
    survey.text += " terminal"
    survey.strong.append(origin)
    if kind != "plain" { survey.strong.append(other) }
    if kind == "between" { survey.strong.append(track) }
    return survey
  }
  override func release() {
    super.release()
    (other, track) = (nil, nil)
  }
}

final class HandTrack: ArchivableClass, Surveyed {
  static var archivedClassName: String { "Track" }
  var from: HandStation
  var to: HandStation?
  var signals: [HandSignal] = []

  init(from decoder: ObjectDecoder) throws { from = try decoder.decode(HandStation.self, forKey: "from") }
  func connect(from decoder: ObjectDecoder) throws {
    to = try decoder.decode(HandStation?.self, forKey: "to")
    signals = try decoder.decode([HandSignal].self, forKey: "signals")
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(from, forKey: "from")
    try encoder.encode(to, forKey: "to")
    try encoder.encode(signals, forKey: "signals")
  }

  func survey() -> Survey { Survey(text: "track \(signals.count)", strong: [from, to] + signals) }
  func release() { (to, signals) = (nil, []) }
}

final class HandSignal: ArchivableClass, Surveyed {
  static var archivedClassName: String { "Signal" }
  let number: Int
  let guards: HandTrack?
  weak var previous: HandSignal?
  var next: HandSignal?

  init(from decoder: ObjectDecoder) throws {
    number = try decoder.decode(Int.self, forKey: "number")
    guards = try decoder.decode(HandTrack?.self, forKey: "guards")
  }
  func connect(from decoder: ObjectDecoder) throws {
    previous = try decoder.decode(HandSignal?.self, forKey: "previous")
    next = try decoder.decode(HandSignal?.self, forKey: "next")
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(number, forKey: "number")
    try encoder.encode(guards, forKey: "guards")
    try encoder.encodeConditionalObject(previous, forKey: "previous")
    try encoder.encode(next, forKey: "next")
  }

  func survey() -> Survey { Survey(text: "signal \(number)", strong: [guards, next], weak: [previous]) }
  func release() { next = nil }
}
