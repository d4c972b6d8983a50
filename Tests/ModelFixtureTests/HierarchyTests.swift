import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Hierarchies of classes") struct HierarchyTests {
  @Test("Three levels over several files, each object of its own class") func levels() throws {
    let person = Person(name: "Ann")
    let dog = Dog(name: "Rex", breed: "Collie")
    let puppy = Puppy(name: "Bit", breed: "Collie", mother: dog)
    let (cat, parrot) = (Cat(name: "Tom"), Parrot(name: "Polly"))
    (dog.age, dog.toys, dog.friend, dog.owner) = (7, ["ball"], puppy, person)
    (puppy.weeks, puppy.owner) = (9, person)
    parrot.words = ["a", "b"]
    parrot.wings = 1
    person.pets = [cat, dog, puppy, parrot, Bird(name: "Blue"), Animal(name: "Any")]
    person.favourite = dog
    person.dogs = [Tag(text: "t")]
    let copy = try roundTrip(person)
    #expect(copy.pets.map { "\(type(of: $0))" } == ["Cat", "Dog", "Puppy", "Parrot", "Bird", "Animal"])
    #expect(copy.pets.map(\.name) == ["Tom", "Rex", "Bit", "Polly", "Blue", "Any"])
    let dogCopy = try #require(copy.favourite as? Dog)
    let puppyCopy = try #require(copy.pets[2] as? Puppy)
    #expect(dogCopy === copy.pets[1] && dogCopy.friend === puppyCopy && puppyCopy.mother === dogCopy)
    #expect(dogCopy.breed == "Collie" && dogCopy.age == 7 && dogCopy.toys == ["ball"] && dogCopy.owner === copy)
    #expect(puppyCopy.weeks == 9 && puppyCopy.toys == [])
    #expect((copy.pets[3] as? Parrot)?.words == ["a", "b"])
    #expect((copy.pets[3] as? Parrot)?.wings == 1)
    #expect(copy.dogs == person.dogs)
    #expect(try archivedClassNames(try ArchiveEncoder().encode(person)).isSuperset(of: ["Canine", "Puppy", "Animal"]))
    puppy.friend = dog
    #expect(try archivedKeys(puppy) == ["name", "age", "owner", "breed", "toys", "friend", "weeks", "mother"])
  }

  @Test("An object requested as a subclass is of that class") func subclassAsked() throws {
    let zoo = Zoo()
    zoo.star = Dog(name: "d", breed: "b")
    zoo.animals = [Cat(name: "c")]
    zoo.byName = ["p": Parrot(name: "p")]
    let copy = try roundTrip(zoo)
    #expect(copy.star?.breed == "b")
    #expect(copy.byName["p"] is Parrot)
    let cat = try HandMade(("name", "c")).data(as: "Cat")
    #expect(try ArchiveDecoder().decode(Animal.self, from: cat) is Cat)
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Dog.self, from: cat) }
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(Person.self, from: cat) }
  }

  @Test("A subclass that nobody listed is an error when it is archived") func unlisted() {
    class Stranger: Bird {}
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(Stranger(name: "s") as Animal) }
  }

  @Test("A check of the subclass is run for it") func validation() throws {
    let mother = Dog(name: "m", breed: "b")
    let puppy = Puppy(name: "p", breed: "b", mother: mother)
    puppy.weeks = -1
    mother.friend = puppy
    let data = try ArchiveEncoder().encode(mother)
    #expect(throws: HierarchyError.self) { try ArchiveDecoder().decode(Dog.self, from: data) }
    mother.friend = nil
  }
}

@Suite("References among objects") struct ReferenceTests {
  private func tree() -> (root: Root, folders: [Folder]) {
    let root = Root()
    let top = Folder(name: "top", root: root)
    let sub = Folder(name: "sub", root: root)
    root.top = top
    root.all = [top, sub]
    top.folders = [sub]
    sub.parent = top
    let (one, two) = (File(name: "one", folder: top), File(name: "two", folder: sub))
    top.files = [one]
    sub.files = [two]
    two.shadow = top
    two.opener = root
    (one.linked, two.linked) = (two, two)
    return (root, [top, sub])
  }

  @Test("Weak and unowned references come back where their object does") func unowned() throws {
    let (root, _) = tree()
    let copy = try roundTrip(root)
    let top = try #require(copy.top)
    let sub = try #require(top.folders.first)
    #expect(copy.all[0] === top && copy.all[1] === sub)
    #expect(sub.parent === top && top.parent == nil && top.root === copy && sub.root === copy)
    let (one, two) = (try #require(top.files.first), try #require(sub.files.first))
    #expect(one.folder === top && two.folder === sub)
    #expect(two.shadow === top && one.shadow == nil)
    #expect(two.opener === copy && one.opener == nil)
    #expect(one.linked === two && two.linked === two)
  }

  @Test("A weak reference to what nothing else archives is nil; an unowned one that must not be nil is an error")
  func conditional() throws {
    let (root, folders) = tree()
    folders[0].folders = []
    folders[1].parent = folders[0]
    // The folder's root is not archived.
    let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(folders[1]) }
    #expect(error?.code == .notArchivableValue)
    #expect("\(String(describing: error))".contains("'Folder.root'"))
    let cache = Cache()
    cache.source = root
    #expect(try roundTrip(cache).source == nil)
    var encoder = ArchiveWriter()
    try encoder.encode(cache, forKey: "cache")
    try encoder.encode(root, forKey: "root")
    let decoder = try ArchiveReader(try encoder.finish())
    let copies = try decoder.readValues {
      ($0, try $0.decode(Cache.self, forKey: "cache"), try $0.decode(Root.self, forKey: "root"))
    }
    #expect(copies.1.source === copies.2)
  }

  @Test("Teams with arrays of games, games with constants of teams") func league() throws {
    let teams = (0..<20).map { Team(name: "team \($0)") }
    for home in teams {
      for away in teams where away !== home {
        let game = Game(home: home, away: away)
        game.score = (home.games.count, away.games.count)
        home.add(game)
        away.add(game)
      }
    }
    let league = League(teams: teams)
    league.champions = [2020: teams[3], 2021: teams[3]]
    let copy = try roundTrip(league)
    #expect(copy.teams.map(\.name) == teams.map(\.name))
    #expect(copy.champions[2020] === copy.teams[3] && copy.champions[2021] === copy.teams[3])
    for (team, original) in zip(copy.teams, teams) {
      #expect(team.games.count == 38)
      #expect(team.games.map(\.home.name) == original.games.map(\.home.name))
      #expect(team.games.map(\.score.home) == original.games.map(\.score.home))
      #expect(team.games.allSatisfy { game in game.home === team || game.away === team })
      #expect(team.games.allSatisfy { game in copy.teams.contains { $0 === game.home } })
    }
    // From any object of it, too: a game needs both its teams, and they need nothing.
    let game = try roundTrip(teams[0].games[0])
    #expect(game.home.games[0] === game)
    for team in teams + copy.teams + game.home.games.map(\.away) + [game.home] { team.clear() }
  }

  @Test("Parents and children, rings and couples") func circles() throws {
    let root = TreeNode(0)
    root.children = (1...3).map(TreeNode.init)
    for child in root.children { child.parent = root }
    let copy = try roundTrip(root)
    #expect(copy.children.map(\.value) == [1, 2, 3])
    #expect(copy.children.allSatisfy { $0.parent === copy })
    #expect(try roundTrip(root.children[0]).parent == nil)

    let ring = (0..<100).map { number in
      let member = RingMember()
      member.number = number
      return member
    }
    for (number, member) in ring.enumerated() {
      member.next = ring[(number + 1) % 100]
      member.others = [member, ring[(number + 50) % 100]]
    }
    let first = try roundTrip(ring[0])
    var member: RingMember = first
    for number in 0..<100 {
      #expect(member.number == number)
      #expect(member.others[0] === member)
      member = member.next
    }
    #expect(member === first)
    for start in [ring[0], first] {
      var next: RingMember? = start
      while let current = next {
        next = current.next
        current.next = nil
        current.others = []
      }
    }
    let alone = RingMember()
    #expect(try roundTrip(alone).next == nil)

    let (him, her) = (Husband(), Wife())
    (him.wife, her.husband) = (her, him)
    let couple = try roundTrip(him)
    #expect(couple.wife?.husband === couple)
    #expect(try roundTrip(her).husband == nil)
  }

  @Test("Objects inside structs, enumerations, tuples and dictionaries, in circles") func embedded() throws {
    let (a, b) = (Vertex(), Vertex())
    (a.name, b.name) = ("a", "b")
    a.edges = [Edge(from: a, to: b, weight: 2), Edge(from: b, to: nil)]
    a.target = .edge(Edge(from: b, to: a))
    b.target = .vertex(a)
    a.pair = (b, 7)
    b.named = ["a": a, "b": b]
    b.grid = [[a, nil], [], [b]]
    let copy = try roundTrip(a)
    let other = try #require(copy.pair?.0)
    #expect(copy.name == "a" && other.name == "b" && copy.pair?.1 == 7)
    #expect(copy.edges[0].from === copy && copy.edges[0].to === other && copy.edges[0].weight == 2)
    #expect(copy.edges[1].from === other && copy.edges[1].to == nil)
    guard case .edge(let edge) = copy.target, case .vertex(let back) = other.target else { throw Unexpected() }
    #expect(edge.from === other && edge.to === copy && back === copy)
    #expect(other.named["a"] === copy && other.named["b"] === other)
    #expect(other.grid[0][0] === copy && other.grid[0][1] == nil && other.grid[2][0] === other)
    for vertex in [a, b, copy, other] {
      (vertex.edges, vertex.target, vertex.pair, vertex.named, vertex.grid) = ([], .none, nil, [:], [])
    }
  }

  @Test("Values of protocol type, and delegates of protocol type") func protocols() throws {
    let canvas = Canvas(first: Square(side: 1))
    let blob = Blob(area: 2)
    let (window, panel) = (Window(title: "w"), Panel(title: "p"))
    blob.parts = [Disc(radius: 3), blob]
    blob.keeper = window
    canvas.shapes = [Disc(radius: 1), blob, blob, Square(side: 2)]
    canvas.named = ["b": blob, "s": Square(side: 3)]
    canvas.maybe = blob
    canvas.maybes = [nil, Disc(radius: 4)]
    canvas.delegate = panel
    canvas.owners = [window, panel]
    canvas.both = Disc(radius: 5)
    panel.isFloating = false
    window.canvas = canvas
    let copy = try #require(try roundTrip(window).canvas)
    #expect(copy.first as? Square == Square(side: 1))
    #expect(copy.shapes[0] as? Disc == Disc(radius: 1))
    let blobCopy = try #require(copy.maybe as? Blob)
    #expect(copy.shapes[1] as? Blob === blobCopy && copy.shapes[2] as? Blob === blobCopy)
    #expect(copy.named["b"] as? Blob === blobCopy && copy.named["s"] as? Square == Square(side: 3))
    #expect(blobCopy.parts[1] as? Blob === blobCopy)
    #expect(copy.maybes[0] == nil && copy.maybes[1] as? Disc == Disc(radius: 4))
    #expect(copy.owners.map(\.title) == ["w", "p"])
    #expect(copy.delegate as? Panel === copy.owners[1])
    #expect((copy.owners[1] as? Panel)?.isFloating == false)
    #expect(copy.both as? Disc == Disc(radius: 5))
    canvas.owners = []
    #expect(try roundTrip(canvas).delegate == nil)
    let layer = try roundTrip(Layer(shape: blob, others: [blob, Square(side: 9)]))
    #expect(layer.shape as? Blob === layer.others[0] as? Blob)
    blob.parts = []
    blobCopy.parts = []
    (layer.shape as? Blob)?.parts = []
    window.canvas = nil
    (copy.owners[0] as? Window)?.canvas = nil
  }

  @Test("A type that is not in the list is an error") func unlisted() throws {
    struct Stranger: Drawable { var area: Double { 0 } }
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(Layer(shape: Stranger())) }
  }
}
