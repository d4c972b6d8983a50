import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures
import TestRandom

/// Generated decoders over damaged archives: an error or a value, never a crash.
@Suite("Damaged archives of generated models", .serialized) struct HostileTests {
  /// Decodes, and lets go of what came of it, circles included.
  private static func decodeNetwork(_ data: Data) {
    guard let network = try? ArchiveDecoder().decode(Network.self, from: data) else { return }
    Census(network).takeApart()
  }

  private static func decodeSave(_ data: Data) {
    guard let save = try? ArchiveDecoder().decode(SaveGame.self, from: data) else { return }
    AppModelTests.takeApart(save)
  }

  private static func decodeValues(_ data: Data) {
    _ = try? ArchiveDecoder().decode(EnumerationHolder.self, from: data)
  }

  struct Fixture: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let data: Data
    let decode: @Sendable (Data) -> Void
  }

  static var fixtures: [Fixture] {
    get throws {
      let (a, b) = (Hub(number: 1), Terminal(number: 2, origin: nil))
      a.links = [b, a]
      (a.spokes, a.pair) = (["x": b], (b, 7))
      b.kind = .between(a, Track(from: b))
      let signal = Signal(number: 3, guards: Track(from: a))
      let network = Network()
      (network.stations, network.capital, network.signals) = ([a, b], b, [[signal, nil]])
      let save = AppModelTests.save()
      var holder = EnumerationHolder()
      holder.figures = EnumerationTests.figures
      holder.expression = .sum(.number(1), .call(name: "f", arguments: [.negated(.number(2))]))
      holder.json = .object(["a": .array([.null])])
      holder.menu.entries = [.submenu(Menu(title: "s"))]
      return [
        Fixture(testDescription: "network", data: try ArchiveEncoder().encode(network), decode: decodeNetwork),
        Fixture(testDescription: "save", data: try ArchiveEncoder().encode(save), decode: decodeSave),
        Fixture(testDescription: "enumerations", data: try ArchiveEncoder().encode(holder), decode: decodeValues),
      ]
    }
  }

  @Test("Cut at every byte", arguments: try fixtures) func truncated(fixture: Fixture) {
    for count in 0..<fixture.data.count { fixture.decode(fixture.data.prefix(count)) }
    fixture.decode(fixture.data)
  }

  @Test("A few bytes changed by chance", arguments: try fixtures) func changed(fixture: Fixture) {
    var noise = SeededRandom(seed: 1)
    for _ in 0..<300 {
      var data = fixture.data
      for _ in 0...Int(noise.next() % 4) {
        data[Int(noise.next() % UInt64(data.count))] = UInt8(truncatingIfNeeded: noise.next())
      }
      fixture.decode(data)
    }
  }

  @Test("References changed by chance, the rest left valid", arguments: try fixtures) func redirected(fixture: Fixture)
    throws
  {
    var noise = SeededRandom(seed: 2)
    for _ in 0..<300 {
      fixture.decode(try Self.redirect(fixture.data, &noise))
    }
  }

  /// A reference byte of the binary list's dictionaries and arrays is another: the trailer says how wide they are.
  private static func redirect(_ data: Data, _ noise: inout SeededRandom) throws -> Data {
    let bytes = [UInt8](data)
    let uids = bytes.indices.dropLast(40).filter { bytes[$0] == 0x80 || bytes[$0] == 0x81 }
    var changed = data
    for _ in 0...Int(noise.next() % 3) {
      guard let place = uids.randomElement(using: &noise) else { return data }
      changed[place + (bytes[place] == 0x80 ? 1 : 2)] = UInt8(truncatingIfNeeded: noise.next() % 100)
    }
    return changed
  }

  @Test("An object where another class is asked for, and circles of constants, are errors") func confusion() throws {
    // A terminal whose origin is itself can never be made.
    let data = try HandMade(("number", 1), ("origin", 0), ("kind", "plain")).data(as: "Terminal")
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Station.self, from: data) }
    let loop = HandMadeLoop()
    loop.origin = loop
    var encoder = ArchiveEncoder()
    encoder.setClassName("Terminal", for: HandMadeLoop.self)
    let circle = try encoder.encode(loop)
    loop.origin = nil
    let error = #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Station.self, from: circle) }
    #expect(error?.code == .circularInitialization)
  }
}

private final class HandMadeLoop: ArchivableClass {
  var origin: HandMadeLoop?
  init() {}
  init(from decoder: ObjectDecoder) throws {}
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(1, forKey: "number")
    try encoder.encode(origin, forKey: "origin")
    try encoder.encode("plain", forKey: "kind")
  }
}
