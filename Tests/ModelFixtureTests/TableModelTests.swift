import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Classes with columns") struct TableModelTests {
  private func depots(_ count: Int) -> [Depot] {
    (0..<count).map { id in
      let station = Depot(id: id, name: "station \(id)")
      station.place = Waypoint(x: Double(id), y: -1, label: id % 2 == 0 ? "p\(id)" : nil)
      (station.grade, station.height) = (id % 3 == 0 ? .high : .middle, id % 4 == 0 ? nil : Double(id) / 3)
      station.opened = id % 5 == 0 ? Date(timeIntervalSinceReferenceDate: Double(id)) : nil
      return station
    }
  }

  /// Takes circles apart, which Swift does not free.
  private func take(apart stations: [Depot]) { for station in stations { station.next = nil } }

  private func expectEqual(_ first: Depot?, _ second: Depot?, _ place: SourceLocation = #_sourceLocation) {
    #expect(
      first?.id == second?.id && first?.name == second?.name && first?.place == second?.place
        && first?.grade == second?.grade && first?.height == second?.height && first?.opened == second?.opened,
      sourceLocation: place)
  }

  @Test("An array of objects is one table, and each object comes back once") func array() throws {
    let all = depots(20)
    let data = try ArchiveEncoder().encode(all)
    #expect(try archivedClassNames(data) == ["Depot[]"])
    let copies = try ArchiveDecoder().decode([Depot].self, from: data)
    #expect(copies.count == 20)
    for (old, new) in zip(all, copies) { expectEqual(old, new) }
    #expect(try ArchiveEncoder().encode(copies) == data)
    #expect(try roundTrip([Depot]()).isEmpty)
    let twice = try ArchiveDecoder().decode([Depot].self, from: ArchiveEncoder().encode([all[1], all[0], all[1]]))
    #expect(twice.map(\.id) == [1, 0, 1] && twice[0] === twice[2] && twice[0] !== twice[1])
  }

  @Test("Circles and chains of links come back, in a chain of any length") func links() throws {
    let all = depots(3)
    (all[0].next, all[1].next, all[2].next) = (all[1], all[2], all[0])
    (all[0].last, all[1].last) = (all[2], all[1])
    let copies = try roundTrip(all)
    defer { take(apart: all + copies) }
    #expect(copies[0].next === copies[1] && copies[1].next === copies[2] && copies[2].next === copies[0])
    #expect(copies[0].last === copies[2] && copies[1].last === copies[1] && copies[2].last == nil)
    // The root alone: what it owns is in the table too.
    let alone = try roundTrip(all[1])
    #expect(alone.id == 1 && alone.next?.id == 2 && alone.next?.next?.id == 0 && alone.next?.next?.next === alone)
    #expect(alone.last === alone && alone.next?.next?.last === alone.next)
    take(apart: [alone.next, alone].compactMap(\.self))
    let chain = depots(100_000)
    for id in 1..<chain.count { chain[id - 1].next = chain[id] }
    let data = try ArchiveEncoder().encode(chain[0])
    #expect(try archivedClassNames(data) == ["Depot[]", "Depot[row]"])
    let root = try ArchiveDecoder().decode(Depot.self, from: data)
    var (next, count): (Depot?, Int) = (root, 0)
    var found: [Depot] = []
    while let station = next {
      #expect(station.id == count)
      found.append(station)
      (next, count) = (station.next, count + 1)
    }
    #expect(count == 100_000)
    take(apart: chain)
    take(apart: found)
  }

  private func network(_ all: [Depot]) -> DepotMap {
    let network = DepotMap()
    (network.first, network.stations, network.tour) = (all[2], all, [all[4], all[0], all[4]])
    network.byName = ["a": all[1], "b": all[1], "c": Depot(id: 77, name: "elsewhere")]
    (network.groups, network.gaps) = ([[all[3], all[4]], [], [all[0]]], [nil, all[3], nil])
    network.tickets = [Ticket(number: 1, price: 0.5, text: "a"), Ticket(number: 2, price: 1, text: "")]
    (network.best, network.watched) = (network.tickets[1], all[3])
    return network
  }

  @Test("References from all places lead to one object") func references() throws {
    let all = depots(6)
    (all[0].next, all[5].next, all[1].last) = (all[5], Depot(id: 50, name: "outside"), all[0])
    let network = network(all)
    let (other, nobody) = (DepotMap(), Depot(id: 99, name: "nobody"))
    (other.first, other.watched, network.other) = (all[5], nobody, other)
    let data = try ArchiveEncoder().encode(network)
    #expect(
      try archivedClassNames(data).isSuperset(of: [
        "Depot[]", "Depot[row]", "Depot[rows]", "Ticket[]", "Ticket[row]", "DepotMap",
      ]))
    #expect(try !archivedClassNames(data).contains("Depot"))
    let copy = try ArchiveDecoder().decode(DepotMap.self, from: data)
    let copies = copy.stations
    for (old, new) in zip(all, copies) { expectEqual(old, new) }
    #expect(copy.first === copies[2] && copy.watched === copies[3])
    #expect(copy.tour.map(ObjectIdentifier.init) == [copies[4], copies[0], copies[4]].map(ObjectIdentifier.init))
    #expect(copy.byName["a"] === copies[1] && copy.byName["b"] === copies[1] && copy.byName["c"]?.id == 77)
    #expect(
      copy.groups.map(\.count) == [2, 0, 1] && copy.groups[0][0] === copies[3] && copy.groups[2][0] === copies[0])
    #expect(copy.gaps[0] == nil && copy.gaps[1] === copies[3])
    #expect(copies[0].next === copies[5] && copies[5].next?.id == 50 && copies[1].last === copies[0])
    #expect(copy.tickets == network.tickets && copy.best === copy.tickets[1])
    #expect(copy.other?.first === copies[5])
    #expect(copy.other?.watched == nil, "nothing else archived it")
  }

  @Test("Objects are shared between the values of one archive", arguments: [false, true])
  func severalValues(isClosed: Bool) throws {
    let all = depots(6)
    // A weak link alone has the objects archived one by one.
    if isClosed { all[1].last = all[0] }
    var writer = ArchiveWriter()
    try writer.encode(all[1], forKey: "one")
    try writer.encode(Array(all[0..<4]), forKey: "some")
    all[5].next = all[0]
    try writer.encode(all, forKey: "all")
    try writer.encodeConditionalObject(all[5], forKey: "last")
    let data = try writer.finish()
    try ArchiveReader(data).readValues { top in
      let (one, some) = (try top.decode(Depot.self, forKey: "one"), try top.decode([Depot].self, forKey: "some"))
      let (every, last) = (try top.decode([Depot].self, forKey: "all"), try top.decode(Depot.self, forKey: "last"))
      #expect(some.map(\.id) == [0, 1, 2, 3] && every.map(\.id) == [0, 1, 2, 3, 4, 5])
      #expect(some[1] === one && last === every[5])
      for (first, second) in zip(some, every) { #expect(first === second) }
    }
    let (every, some) = try ArchiveReader(data).readValues { top in
      (try top.decode([Depot].self, forKey: "all"), try top.decode([Depot].self, forKey: "some"))
    }
    #expect(every[5].next === some[0])
  }

  @Test("A call that fails leaves the table of the others as it was") func failedCall() throws {
    let all = depots(4)
    var writer = ArchiveWriter()
    try writer.encode([all[0], all[1]], forKey: "first")
    #expect(throws: ArchiveError.self) { try writer.encode([all[2], all[1]], forKey: "first") }
    try writer.encode([all[1], all[3]], forKey: "second")
    var copy = writer
    try copy.encode(all[2], forKey: "third")
    try writer.encode(all, forKey: "third")
    try ArchiveReader(writer.finish()).readValues { top in
      let first = try top.decode([Depot].self, forKey: "first")
      let second = try top.decode([Depot].self, forKey: "second")
      let third = try top.decode([Depot].self, forKey: "third")
      #expect(first.map(\.id) == [0, 1] && second.map(\.id) == [1, 3] && third.map(\.id) == [0, 1, 2, 3])
      #expect(first[1] === second[0] && third[0] === first[0] && third[3] === second[1])
    }
    #expect(try ArchiveReader(copy.finish()).decode(Depot.self, forKey: "third").id == 2)
  }

  @Test("What has no columns is archived object by object, with its links") func objects() throws {
    let all = depots(4)
    all[0].name = "zero \0 inside"
    (all[0].next, all[1].last) = (all[1], all[0])
    let network = network(all + depots(1))
    network.other = DepotMap()
    network.other?.watched = all[1]
    let data = try ArchiveEncoder().encode(network)
    #expect(try archivedClassNames(data).contains("Depot"))
    #expect(try !archivedClassNames(data).contains("Depot[]"))
    let copy = try ArchiveDecoder().decode(DepotMap.self, from: data)
    #expect(copy.stations[0].name == "zero \0 inside" && copy.stations[0].next === copy.stations[1])
    #expect(copy.stations[1].last === copy.stations[0] && copy.tour[1] === copy.stations[0])
    #expect(copy.first === copy.stations[2] && copy.other?.watched === copy.stations[1])
    // An object that only a weak link leads to: a later call may archive it.
    let (child, parent) = (Depot(id: 1, name: "child"), Depot(id: 2, name: "parent"))
    child.last = parent
    var writer = ArchiveWriter()
    try writer.encode([child], forKey: "child")
    try writer.encode(parent, forKey: "parent")
    let (found, other) = try ArchiveReader(writer.finish()).readValues { top in
      (try top.decode([Depot].self, forKey: "child"), try top.decode(Depot.self, forKey: "parent"))
    }
    #expect(found[0].last === other)
    #expect(try roundTrip([child])[0].last == nil)
  }

  @Test("Archives of objects are read by the class, with a delegate and under another name too") func otherForms()
    throws
  {
    final class Watcher: ArchiveEncoderDelegate, ArchiveDecoderDelegate, @unchecked Sendable {
      var count = 0
      func willEncode(_ object: any ArchivableObject) throws -> (any ArchivableObject)? { object }
      func didDecode(_ object: any ArchivableObject) throws -> any ArchivableObject {
        count += 1
        return object
      }
    }
    let all = depots(5)
    all[0].next = all[3]
    var encoder = ArchiveEncoder()
    let watcher = Watcher()
    encoder.delegate = watcher
    let objects = try encoder.encode(all)
    #expect(try archivedClassNames(objects).contains("Depot"))
    var decoder = ArchiveDecoder()
    decoder.delegate = watcher
    for data in [objects, try ArchiveEncoder().encode(all)] {
      watcher.count = 0
      let copies = try decoder.decode([Depot].self, from: data)
      #expect(copies.map(\.id) == all.map(\.id) && copies[0].next === copies[3] && watcher.count == 5)
    }
    encoder = ArchiveEncoder()
    encoder.setClassName("OldDepot", for: Depot.self)
    #expect(try ArchiveDecoder().decode([Depot].self, from: encoder.encode(all)).map(\.id) == all.map(\.id))
  }

  @Test("Objects of a table are checked, and a failed call leaves none of them") func validation() throws {
    let tickets = [Ticket(number: 1, price: 1, text: "a"), Ticket(number: 2, price: -1, text: "b")]
    let network = DepotMap()
    network.best = tickets[1]
    let (list, holder) = (try ArchiveEncoder().encode(tickets), try ArchiveEncoder().encode(network))
    #expect(throws: SpanError.tooHigh(-1)) { try ArchiveDecoder().decode([Ticket].self, from: list) }
    #expect(throws: SpanError.tooHigh(-1)) { try ArchiveDecoder().decode(DepotMap.self, from: holder) }
    var writer = ArchiveWriter()
    try writer.encode(tickets, forKey: "tickets")
    try writer.encode(tickets[0], forKey: "good")
    let reader = try ArchiveReader(writer.finish())
    for _ in 0..<2 { #expect(throws: SpanError.self) { try reader.decode(Ticket.self, forKey: "good") } }
  }
}
