import Foundation

@testable import ModelFixtures

/// The values of the archives in `Tests/Goldens/Columns`: every kind of column, in all places that arrays and objects can have.
enum RecordedColumns {
  private static let moment = Date(timeIntervalSinceReferenceDate: 700_000_000.125)
  private static let id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255))
  private static func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }

  static let numbers = [
    Measured(),
    Measured(
      id: .max, count: .min, level: .min, isOpen: true, x: -0.0, y: .greatestFiniteMagnitude,
      weight: .leastNonzeroMagnitude, flags: .max),
    Measured(id: 1, count: .max, level: .max, isOpen: false, x: 0.1, y: -.infinity, weight: 1.5, flags: 1),
  ]

  static var halts: [Halt] {
    var first = Halt(name: "First", number: 1)
    (first.spot, first.end) = (Waypoint(x: 1, y: -2, label: "a"), Waypoint(x: 3, y: 4, label: nil))
    (first.grade, first.best, first.coating, first.phase, first.last) = (.high, .middle, .wax, .active, .done)
    (first.traits, first.height, first.note, first.isOpen) = ([.light, .small], 0.5, "ü", false)
    (first.row, first.rank, first.remark) = (-5, .min, "x")
    return [first, Halt(name: "", number: .min), Halt(name: "third · 三", number: 3)]
  }

  static let visits = [
    Visit(
      start: moment, end: .distantFuture, id: id, parent: id, page: url("https://example.com/a?b=%20#c"),
      source: url("file:///tmp/x"), stamp: Stamp(at: .distantPast, by: id), last: Stamp(at: moment)),
    Visit(start: moment, id: id, page: url("a:b"), stamp: Stamp(at: moment)),
  ]

  static let fares = [
    Fare(
      amount: Decimal(sign: .minus, exponent: -2, significand: 1251), tip: 3, digest: Data([0, 255, 0]),
      photo: Data(), rate: Rate(factor: Decimal(sign: .plus, exponent: 100, significand: 7), key: Data([1])),
      last: Rate(factor: Decimal(string: "340282366920938463463374607431768211455") ?? 0)),
    Fare(amount: 0, digest: Data(), rate: Rate()),
  ]

  /// Arrays under keys, in optionals, lists, dictionaries and values of cases; and one that has no columns.
  static var route: Route {
    let route = Route()
    let waypoints = [Waypoint(x: 0, y: 1, label: nil), Waypoint(x: 2, y: 3, label: "b")]
    (route.halts, route.spans, route.measured) = (halts, [Span(low: 2, high: 3)], [])
    (route.groups, route.byName, route.first) = ([waypoints, [], waypoints], ["w": waypoints], halts[0])
    (route.stage, route.visits, route.next) = (.spots(waypoints, count: 2), visits, Route())
    // A relative URL has no column.
    let page = URL(string: "x", relativeTo: url("https://example.com/")) ?? url("a:b")
    route.next?.visits = [Visit(start: moment, id: id, page: page, stamp: Stamp(at: moment))]
    return route
  }

  /// A table, rows, arrays of rows, circles and weak links.
  static var map: DepotMap {
    let all = (0..<6).map { id in
      let depot = Depot(id: id, name: "depot \(id)")
      depot.place = Waypoint(x: Double(id), y: -1, label: id % 2 == 0 ? "p\(id)" : nil)
      (depot.grade, depot.height) = (id % 3 == 0 ? .high : .middle, id % 4 == 0 ? nil : Double(id) / 4)
      depot.opened = id % 5 == 0 ? moment : nil
      return depot
    }
    (all[0].next, all[1].next, all[5].next) = (all[1], all[0], Depot(id: 50, name: "outside"))
    (all[0].last, all[3].last) = (all[3], all[3])
    let map = DepotMap()
    (map.first, map.stations, map.tour) = (all[2], all, [all[4], all[0], all[4]])
    map.byName = ["a": all[1], "b": Depot(id: 77, name: "elsewhere")]
    (map.groups, map.gaps, map.watched) = ([[all[3], all[4]], [], [all[0]]], [nil, all[3], nil], all[3])
    map.tickets = [Ticket(number: 1, price: 0.5, text: "a"), Ticket(number: 2, price: 1, text: "")]
    (map.best, map.other) = (map.tickets[1], DepotMap())
    map.other?.first = all[5]
    return map
  }

  // MARK: What is compared

  static func text(of route: Route) -> String {
    "\(route.halts) \(route.spans) \(route.measured as Any) \(route.groups) \(route.byName) \(route.first as Any) "
      + "\(route.stage) \(route.visits)" + (route.next.map { "\n" + text(of: $0) } ?? "")
  }

  /// Objects are numbered in the order in which they are met, so that the same text means the same references.
  static func text(of map: DepotMap) -> String {
    var known: [Depot] = []
    func number(_ depot: Depot?) -> String {
      guard let depot else { return "nil" }
      if let place = known.firstIndex(where: { $0 === depot }) { return "#\(place)" }
      known.append(depot)
      return "#\(known.count - 1)"
    }
    var map: DepotMap? = map
    var lines: [String] = []
    while let one = map {
      lines.append("\(number(one.first)) \(one.stations.map(number)) \(one.tour.map(number)) \(one.gaps.map(number))")
      lines.append("\(one.byName.sorted { $0.key < $1.key }.map { "\($0.key) \(number($0.value))" })")
      lines.append("\(one.groups.map { $0.map(number) }) \(number(one.watched))")
      lines.append("\(one.tickets.map { "\($0.number) \($0.price) \($0.text)" })")
      lines.append("\(one.tickets.firstIndex { $0 === one.best } as Any)")
      map = one.other
    }
    var next = 0
    while next < known.count {
      let depot = known[next]
      lines.append(
        "\(depot.id) \(depot.name) \(depot.place) \(depot.grade) \(depot.height as Any) \(depot.opened as Any) "
          + "\(number(depot.next)) \(number(depot.last))")
      next += 1
    }
    return lines.joined(separator: "\n")
  }
}
