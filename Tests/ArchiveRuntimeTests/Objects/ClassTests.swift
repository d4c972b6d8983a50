import Foundation
import Testing

@testable import ArchiveRuntime

class Figure: ArchivableClass {
  class var archivedClassName: String { "Figure" }
  class var archivableSubclasses: [any ArchivableObject.Type] { [Circle.self, Square.self] }
  let title: String
  var next: Figure?
  init(_ title: String) { self.title = title }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(title, forKey: "title")
    try encoder.encode(next, forKey: "next")
  }
  required init(from decoder: ObjectDecoder) throws { title = try decoder.decode(String.self, forKey: "title") }
  func connect(from decoder: ObjectDecoder) throws { next = try decoder.decodeIfPresent(Figure.self, forKey: "next") }
}

final class Circle: Figure {
  override class var archivedClassName: String { "Circle" }
  override class var archivableSubclasses: [any ArchivableObject.Type] { [] }
  let radius: Double
  init(_ title: String, radius: Double) {
    self.radius = radius
    super.init(title)
  }
  override func encode(to encoder: ObjectEncoder) throws {
    try super.encode(to: encoder)
    try encoder.encode(radius, forKey: "radius")
  }
  required init(from decoder: ObjectDecoder) throws {
    radius = try decoder.decode(Double.self, forKey: "radius")
    try super.init(from: decoder)
  }
}

class Square: Figure {
  override class var archivedClassName: String { "Square" }
  override class var archivableSubclasses: [any ArchivableObject.Type] { [Diamond.self] }
}

final class Diamond: Square {
  override class var archivedClassName: String { "Diamond" }
  override class var archivableSubclasses: [any ArchivableObject.Type] { [] }
}

@Suite("Classes and who may stand for whom") struct ClassTests {
  private var figures: [Figure] { [Circle("c", radius: 2), Square("s"), Diamond("d"), Figure("f")] }

  @Test("Subclasses are decoded as themselves, with the superclass's values") func hierarchy() throws {
    let written = figures
    written[0].next = written[2]
    let read = try roundTrip(written)
    #expect(read.map { "\(type(of: $0))" } == ["Circle", "Square", "Diamond", "Figure"])
    #expect(read.map(\.title) == ["c", "s", "d", "f"])
    #expect((read[0] as? Circle)?.radius == 2)
    #expect(read[0].next === read[2])
  }

  @Test("An archive lists a class's superclasses, nearest first") func superclasses() throws {
    let data = try ArchiveEncoder().encode(Diamond("d"))
    let list = try canonical(PropertyList(data))
    let names = ["Diamond", "Square", "Figure", "NSObject"]
      .map { "'" + $0.utf8.map { String($0, radix: 16) }.joined() + "'" }.joined(separator: ", ")
    #expect(list.contains("[\(names)]"))
  }

  @Test("Where a subclass is declared, its superclass and its sisters are not allowed") func narrower() throws {
    let data = try ArchiveEncoder().encode(figures)
    #expect(throws: ArchiveError.typeNotAllowed(path: "root[0]", found: "Circle", expected: "Square")) {
      try ArchiveDecoder().decode([Square].self, from: data)
    }
    let squares = try ArchiveEncoder().encode([Square("s"), Diamond("d"), Square("t")])
    #expect(try ArchiveDecoder().decode([Square].self, from: squares).map(\.title) == ["s", "d", "t"])
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode([Diamond].self, from: squares) }
  }

  @Test("A mapped name selects a subclass of the declared class") func mappedSubclass() throws {
    var encoder = ArchiveEncoder()
    encoder.setClassName("OldSquare", for: Square.self)
    let data = try encoder.encode([Square("s")])
    var decoder = ArchiveDecoder()
    decoder.setClass(Diamond.self, forClassName: "OldSquare")
    #expect(try decoder.decode([Figure].self, from: data)[0] is Diamond)
    #expect(throws: ArchiveError.self) { try decoder.decode([Circle].self, from: data) }
  }

  /// Objects of any classes.
  private final class Mixed: ArchivableClass {
    var one: (any ArchivableObject)?
    var many: [any ArchivableObject] = []
    init() {}
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encodeObject(one, forKey: "one")
      try encoder.encodeObject(nil, forKey: "none")
      try encoder.encodeObjects(many, forKey: "many")
    }
    init(from decoder: ObjectDecoder) throws {}
    func connect(from decoder: ObjectDecoder) throws {
      one = try decoder.decodeObject(of: [Figure.self, Person.self, Mixed.self], forKey: "one")
      #expect(try decoder.decodeObject(of: [Figure.self], forKey: "none") == nil)
      many = try decoder.decodeObjects(of: [Person.self, Figure.self, Mixed.self], forKey: "many")
    }
  }

  @Test("Objects of several classes under one key, each once") func severalClasses() throws {
    let mixed = Mixed()
    let (ann, circle) = (Person("Ann"), Circle("c", radius: 1))
    (mixed.one, mixed.many) = (circle, [ann, circle, mixed, ann])
    let read = try roundTrip(mixed)
    #expect(read.many.map { "\(type(of: $0))" } == ["Person", "Circle", "Mixed", "Person"])
    #expect(read.one === read.many[1])
    #expect(read.many[2] === read)
    #expect(read.many[0] === read.many[3])
    mixed.many = [ChainLink(1)]
    let data = try ArchiveEncoder().encode(mixed)
    #expect(
      throws: ArchiveError.typeNotAllowed(
        path: "root.many[0]", found: "ChainLink", expected: "Person, Figure, ClassTests.Mixed")
    ) {
      try ArchiveDecoder().decode(Mixed.self, from: data)
    }
    (mixed.many, read.many) = ([], [])
  }

  /// Decodes an object of the wrong class in its initializer.
  private final class Picky: ArchivableClass {
    init() {}
    func encode(to encoder: ObjectEncoder) throws { try encoder.encode(ChainLink(1), forKey: "link") }
    init(from decoder: ObjectDecoder) throws { _ = try decoder.decode(Person.self, forKey: "link") }
  }

  @Test("An error while an object is decoded has that object's path") func innerError() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(Picky(), forKey: "one")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(throws: ArchiveError.typeNotAllowed(path: "one.link", found: "ChainLink", expected: "Person")) {
      try decoder.readValues { try $0.decodeObject(of: [Person.self, Picky.self], forKey: "one") }
    }
  }
}
