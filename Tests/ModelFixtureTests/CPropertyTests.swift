import ArchiveRuntime
import CModels
import Foundation
import Testing

@testable import ModelFixtures

@Suite("C structs as properties of Swift models") struct CPropertyTests {
  private func place(_ number: Int) -> position {
    position(latitude: Double(number) + 0.5, longitude: -Double(number), altitude: Int32(number))
  }

  private func header() -> flight_header {
    var header = flight_header()
    (header.priority, header.delayed, header.phase) = (5, 1, FLIGHT_CLIMB)
    header.codes = (1, 2, 3, 65535)
    header.origin = place(9)
    header.callsign = (68, 76, 72, 49, 0, 0, 0, 0)
    return header
  }

  @Test("One, arrays, optionals, dictionaries and enumerations of them") func properties() throws {
    var flight = Flight(position: place(1))
    try expectRoundTrip(flight)
    flight.track = (0..<100).map(place)
    flight.maybe = place(2)
    flight.named = ["home": place(3), "away": place(4)]
    flight.phase = FLIGHT_TAXI
    flight.phases = [FLIGHT_CLIMB, FLIGHT_CRUISE]
    flight.header = header()
    try expectRoundTrip(flight)
    let keys = try archivedKeys(flight)
    #expect(keys.isSuperset(of: ["position.latitude", "header.priority", "header.origin.altitude", "phase", "phases"]))
    #expect(keys.contains { $0.hasPrefix("track[]") })
  }

  @Test("Enumerations that no struct of the headers has") func enumerationsAlone() throws {
    try expectRoundTrip(Forecast(sky: SKY_CLEAR, hours: [SKY_FOG, nil, sky(rawValue: 9)]))
  }

  @Test("In objects that refer to each other") func objects() throws {
    let airport = Airport(location: place(1))
    var runway = runway()
    runway.ends = (place(2), place(3))
    runway.number = 18
    airport.runways = [runway, runway]
    airport.best = runway
    airport.flights = [Flight(position: place(4))]
    airport.next = airport
    let copy = try roundTrip(airport)
    #expect(copy.next === copy)
    #expect(copy.location.latitude == 1.5)
    #expect(copy.runways.map(\.number) == [18, 18] && copy.runways[1].ends.1.altitude == 3)
    #expect(copy.best?.ends.0.altitude == 2)
    #expect(copy.flights == airport.flights)
    (airport.next, copy.next) = (nil, nil)
  }

  @Test("Missing keys of optional and defaulted records") func missing() throws {
    let data = try HandMade(
      ("position.latitude", 1.0), ("position.longitude", 2.0), ("position.altitude", 3)
    ).data(as: "Flight")
    let flight = try ArchiveDecoder().decode(Flight.self, from: data)
    #expect(
      flight.position.altitude == 3 && flight.track.isEmpty && flight.maybe == nil && flight.phase == FLIGHT_CRUISE)
  }
}

@Suite("Models in shape from apps") struct AppModelTests {
  static func document() -> EditorDocument {
    let document = EditorDocument()
    document.title = "Poster"
    document.author = "Ann"
    document.keywords = ["a", "b"]
    document.swatches = ["red": EditorColor(red: 1, green: 0, blue: 0)]
    document.settings.rulerUnit = .inches
    document.settings.guides = [1, 2.5]
    let base = EditorStyle(name: "base")
    let bold = EditorStyle(name: "bold")
    bold.based = base
    bold.fill = .gradient(stops: [EditorStop(color: EditorColor(red: 0, green: 1, blue: 0), location: 0.5)], angle: 45)
    bold.stroke = .image(data: Data([1, 2]), tiled: true)
    bold.dash = [1, 2]
    document.styles = [base, bold]
    document.defaultStyle = bold
    for number in 1...3 {
      let page = EditorPage(number: number, document: document)
      page.master = document.pages.first
      page.margins = (1, 2, 3, Double(number))
      let layer = EditorLayer()
      layer.blend = .screen
      let path = EditorPath()
      path.segments = [.move(.zero), .curve(.zero, CGPoint(x: 1, y: 2), .zero), .close]
      path.style = bold
      let text = EditorText()
      text.text = "naïve"
      text.runs = [EditorText.Run(range: 0..<2, font: "Menlo", link: URL(string: "https://a.b"))]
      text.attributes = ["lang": "fr"]
      text.linked = text
      let image = EditorImage(data: Data(repeating: 7, count: 100))
      image.crop = CGRect(x: 0, y: 0, width: 1, height: 1)
      let group = EditorLayer()
      group.items = [text]
      layer.items = [path, image, group, text]
      for item in layer.items { item.parent = layer }
      text.parent = group
      page.layers = [layer, group]
      document.pages.append(page)
    }
    document.currentPage = document.pages[1]
    return document
  }

  static func takeApart(_ document: EditorDocument) {
    for page in document.pages {
      for item in page.layers.flatMap(\.items) { (item as? EditorText)?.linked = nil }
    }
  }

  @Test("A document editor's tree") func editor() throws {
    let document = Self.document()
    let copy = try roundTrip(document)
    #expect((copy.id, copy.title, copy.author) == (document.id, "Poster", "Ann"))
    #expect(
      copy.settings == document.settings && copy.swatches == document.swatches && copy.keywords == document.keywords)
    #expect(copy.currentPage === copy.pages[1] && copy.pages[1].master === copy.pages[0])
    #expect(copy.pages.allSatisfy { $0.document === copy })
    #expect(copy.pages[2].margins == document.pages[2].margins)
    #expect(copy.defaultStyle === copy.styles[1] && copy.styles[1].based === copy.styles[0])
    #expect(copy.styles[1].fill == document.styles[1].fill && copy.styles[1].stroke == document.styles[1].stroke)
    let layer = copy.pages[0].layers[0]
    #expect(layer.blend == .screen)
    let path = try #require(layer.items[0] as? EditorPath)
    #expect(path.style === copy.styles[1] && path.parent === layer && path.segments.count == 3)
    let text = try #require(layer.items[3] as? EditorText)
    #expect(text.linked === text && text.parent === copy.pages[0].layers[1] && text.runs[0].link?.host == "a.b")
    #expect((layer.items[1] as? EditorImage)?.data.count == 100)
    Self.takeApart(document)
    Self.takeApart(copy)
  }

  static func save() -> SaveGame {
    let player = Player(id: 1, experience: 150, level: 7)
    player.position = [1, 2, 3]
    player.skills = ["sword": 1...3]
    player.spawn.priority = 3
    let wolf = Entity(id: 2)
    let brain = Brain(body: wolf)
    brain.target = player
    brain.memory = [player, wolf]
    brain.state = .patrolling([[1, 2]], then: .following(player))
    wolf.components = [
      Health(current: 5), brain, Inventory(items: [Inventory.Item(id: 4, count: 2, wear: 0.5, owner: wolf)]),
    ]
    wolf.parent = player
    player.children = [wolf]
    let world = World(
      width: 2, height: 2, tiles: [1, 2, 3, 4], origin: position(latitude: 1, longitude: 2, altitude: 3))
    world.heights = [0.5, 1]
    world.entities = [player, wolf]
    world.named = ["wolf": wolf]
    world.weather = .storm(intensity: 1, wind: [0.5, -0.5])
    let game = SaveGame(name: "slot", seed: .max, world: world, player: player)
    game.options = [.permadeath]
    game.achievements = [.explorer, .pacifist]
    game.difficulty = .hard
    game.log = [(1, "start"), (2, "end")]
    let (first, second) = (Quest(title: "first"), Quest(title: "second"))
    first.unlocks = [second]
    second.requires = [first]
    second.giver = wolf
    second.reward = .items([Inventory.Item(id: 9, owner: player)])
    first.reward = .skill(name: "sword", by: 2)
    first.progress = ["wolves": (1, 3)]
    game.quests = [first, second]
    return game
  }

  static func takeApart(_ game: SaveGame) {
    for quest in game.quests { (quest.requires, quest.unlocks) = ([], []) }
    for entity in game.world.entities { (entity.components, entity.children) = ([], []) }
  }

  @Test("A game's save") func game() throws {
    let game = Self.save()
    let copy = try roundTrip(game)
    #expect(copy.player === copy.world.entities[0])
    #expect((copy.player.experience, copy.player.level) == (150, game.player.level))
    #expect(
      copy.player.skills == ["sword": 1...3] && copy.player.position == [1, 2, 3] && copy.player.spawn.priority == 3)
    let wolf = try #require(copy.world.named["wolf"])
    #expect(wolf.parent === copy.player && copy.player.children[0] === wolf)
    let brain = try #require(wolf.components[1] as? Brain)
    #expect(brain.body === wolf && brain.target === copy.player && brain.memory[0] === copy.player)
    guard case .patrolling([[1, 2]], then: .following(let followed)) = brain.state else { throw Unexpected() }
    #expect(followed === copy.player)
    let inventory = try #require(wolf.components[2] as? Inventory)
    #expect(inventory.items[0].owner === wolf && inventory.items[0].wear == 0.5)
    #expect(copy.quests[0].unlocks[0] === copy.quests[1] && copy.quests[1].requires[0] === copy.quests[0])
    #expect(copy.quests[1].giver === wolf)
    #expect(copy.quests[0].progress["wolves"] ?? (0, 0) == (1, 3))
    #expect(copy.world.weather == game.world.weather && copy.world.origin.altitude == 3 && copy.seed == .max)
    #expect(
      copy.log.map(\.text) == ["start", "end"] && copy.options == [.permadeath]
        && copy.achievements == game.achievements)
    Self.takeApart(game)
    Self.takeApart(copy)
  }

  @Test("A settings store") func settings() throws {
    let store = SettingsStore()
    store.general.lastVersion = "1.2"
    store.appearance.theme = .dark
    store.appearance.windowFrame = CGRect(x: 1, y: 2, width: 3, height: 4)
    store.network?.proxy = .manual(host: "h", port: 8080, user: nil)
    store.network?.hosts = ["a"]
    store.shortcuts = ["save": Shortcut(key: "s", modifiers: Shortcut.Modifiers(rawValue: 3))]
    store.recent = [URL(fileURLWithPath: "/tmp/a b")]
    store.extra = ["t": .table(["l": .list([.flag(true), .number(1), .text("x"), .data(Data([1]))])])]
    let server = ServerAccount(id: UUID(), name: "s", server: try #require(URL(string: "imap://h")))
    let local = MailAccount(id: UUID(), name: "l")
    server.fallback = local
    server.folders = ["in": ["a", "b"]]
    store.accounts = [server, local]
    let copy = try roundTrip(store)
    #expect(copy.general == store.general && copy.appearance == store.appearance && copy.network == store.network)
    #expect(copy.shortcuts == store.shortcuts && copy.recent == store.recent && copy.extra == store.extra)
    let account = try #require(copy.accounts[0] as? ServerAccount)
    #expect(
      account.fallback === copy.accounts[1] && account.folders == server.folders && account.server == server.server)
    let old = try HandMade(("general.launches", 3), ("network", Int?.none)).data(as: "Preferences")
    let read = try ArchiveDecoder().decode(SettingsStore.self, from: old)
    #expect(read.general.openedTimes == 3 && read.general.language == "de" && read.general.interval == 86_400)
    #expect(read.network == nil && read.appearance == SettingsStore.Appearance())
  }
}
