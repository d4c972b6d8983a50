import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// An object whose hash depends on what it reads when it is connected: its own mark, and that of the object it follows.
private final class Marked: ArchivableClass, Hashable {
  let number: Int
  var mark = ""
  var followed: Marked?
  var group: Group?
  var others: Set<Marked> = []
  /// How far the hash follows other objects.
  var depth = 0

  init(_ number: Int, _ mark: String = "", followed: Marked? = nil) {
    (self.number, self.mark, self.followed) = (number, mark, followed)
  }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(number, forKey: "number")
    try encoder.encode(depth, forKey: "depth")
    try encoder.encode(mark, forKey: "mark")
    try encoder.encode(followed, forKey: "followed")
    try encoder.encodeConditionalObject(group, forKey: "group")
    try encoder.encode(others, forKey: "others")
  }

  init(from decoder: ObjectDecoder) throws {
    number = try decoder.decode(Int.self, forKey: "number")
    depth = try decoder.decode(Int.self, forKey: "depth")
  }

  func connect(from decoder: ObjectDecoder) throws {
    group = try decoder.decode(Group?.self, forKey: "group")
    mark = try decoder.decode(String.self, forKey: "mark")
    followed = try decoder.decode(Marked?.self, forKey: "followed")
    others = try decoder.decode(Set<Marked>.self, forKey: "others")
  }

  static func == (left: Marked, right: Marked) -> Bool { left.marks == right.marks }
  func hash(into hasher: inout Hasher) { hasher.combine(marks) }

  private var marks: [String] {
    var marks = [mark]
    var next = followed
    for _ in 0..<depth {
      marks.append(next?.mark ?? "")
      next = next?.followed
    }
    return marks
  }

  func takeApart() { (followed, group, others) = (nil, nil, []) }
}

/// Objects in collections that are read when the object is connected, and in one that its initializer reads.
private final class Group: ArchivableClass {
  let first: Set<Marked>
  var set: Set<Marked> = []
  var byObject: [Marked: Int] = [:]
  var byKey: [Key: Int] = [:]
  var sets: [Set<Marked>] = []

  struct Key: Hashable, ArchivableComposite {
    var object: Marked
    var place: Int
    init(object: Marked, place: Int) { (self.object, self.place) = (object, place) }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(object, forKey: "object")
      try encoder.encode(place, forKey: "place")
    }
    init(from decoder: ObjectDecoder) throws {
      object = try decoder.decode(Marked.self, forKey: "object")
      place = try decoder.decode(Int.self, forKey: "place")
    }
  }

  init(first: Set<Marked> = []) { self.first = first }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(first, forKey: "first")
    try encoder.encode(set, forKey: "set")
    try encoder.encode(byObject, forKey: "byObject")
    try encoder.encode(byKey, forKey: "byKey")
    try encoder.encode(sets, forKey: "sets")
  }

  init(from decoder: ObjectDecoder) throws { first = try decoder.decode(Set<Marked>.self, forKey: "first") }

  func connect(from decoder: ObjectDecoder) throws {
    set = try decoder.decode(Set<Marked>.self, forKey: "set")
    byObject = try decoder.decode([Marked: Int].self, forKey: "byObject")
    byKey = try decoder.decode([Key: Int].self, forKey: "byKey")
    sets = try decoder.decode([Set<Marked>].self, forKey: "sets")
  }
}

@Suite("Objects in sets and keys are connected before they are hashed") struct ConnectedKeyTests {
  private func copy<Value: ArchivableValue>(_ value: Value) throws -> Value {
    try ArchiveDecoder().decode(Value.self, from: ArchiveEncoder().encode(value))
  }

  @Test("Elements and keys are found, whether they are objects or hold objects") func found() throws {
    let objects = (0..<50).map { Marked($0, "m\($0)") }
    let group = Group(first: Set(objects[0..<10]))
    group.set = Set(objects)
    group.byObject = Dictionary(uniqueKeysWithValues: objects.map { ($0, $0.number) })
    group.byKey = Dictionary(uniqueKeysWithValues: objects.map { (Group.Key(object: $0, place: 1), $0.number) })
    group.sets = (0..<20).map { Set(objects[$0..<$0 + 20]) }
    let read = try copy(group)
    for object in objects {
      #expect(read.set.contains(object) && read.byObject[object] == object.number)
      #expect(read.byKey[Group.Key(object: object, place: 1)] == object.number)
    }
    #expect(read.first.count == 10 && objects[0..<10].allSatisfy(read.first.contains))
    #expect(read.sets == group.sets)
  }

  @Test("At the root, and under a key") func root() throws {
    let objects: Set = [Marked(1, "a"), Marked(2, "b")]
    #expect(try copy(objects) == objects)
    #expect(try copy(["k": objects]) == ["k": objects])
    let keyed = [Marked(1, "a"): 1, Marked(2, "b"): 2]
    #expect(try copy(keyed) == keyed)
    var encoder = ArchiveWriter()
    try encoder.encode(objects, forKey: "s")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(try decoder.decode(Set<Marked>.self, forKey: "s") == objects)
  }

  @Test("The hash may depend on other objects, which are connected too") func deep() throws {
    let end = Marked(9, "end", followed: Marked(10, "last"))
    let objects = (0..<20).map { number in
      let object = Marked(number, "m", followed: Marked(100 + number, "f\(number)", followed: end))
      object.depth = 3
      return object
    }
    let group = Group()
    group.set = Set(objects)
    #expect(group.set.count == 20)
    let read = try copy(group)
    #expect(read.set.count == 20 && objects.allSatisfy(read.set.contains))
  }

  @Test("An object that needs the holder of the set is hashed before it is connected, if its hash allows it")
  func holderInCircle() throws {
    // The initializer of the group reads the set, and its elements refer to the group.
    let objects = (0..<5).map { Marked($0) }
    let group = Group(first: [objects[0]])
    objects[0].group = group
    let read = try copy(group)
    #expect(read.first.contains(Marked(7)) && read.first.first?.group === read)
    read.first.first?.takeApart()
    objects[0].takeApart()
  }

  @Test("If its hash changes then, that is an error with the element's path") func unstable() throws {
    let object = Marked(1, "changes")
    let group = Group(first: [object])
    object.group = group
    let data = try ArchiveEncoder().encode(group)
    #expect(throws: ArchiveError.unstableHash(path: "root.first[0]")) {
      try ArchiveDecoder().decode(Group.self, from: data)
    }
    object.takeApart()
  }

  @Test("Sets in objects of sets, to any depth, fit a small stack") func chain() throws {
    let count = 20_000
    try onThread(stackSize: 512 << 10) {
      var objects = [Marked(0, "0")]
      for number in 1..<count {
        let object = Marked(number, "\(number)")
        object.others = [objects[number - 1]]
        objects.append(object)
      }
      let data = try ArchiveEncoder().encode(objects)
      let read = try ArchiveDecoder().decode([Marked].self, from: data)
      #expect(zip(read.dropFirst(), objects).allSatisfy { $0.others.contains($1) })
      for object in objects + read { object.takeApart() }
    }
  }

  @Test("Objects whose sets contain each other are read, if the hash does not depend on the sets") func mutual() throws
  {
    let (first, second) = (Marked(1, "a"), Marked(2, "b"))
    (first.others, second.others) = ([second, first], [first])
    let data = try ArchiveEncoder().encode(first)
    let read = try ArchiveDecoder().decode(Marked.self, from: data)
    #expect(read.others == first.others)
    let other = try #require(read.others.first { $0.number == 2 })
    #expect(other.others.contains(read) && read.others.contains(read))
    for object in [read, other] { object.takeApart() }
    for object in [first, second] { object.takeApart() }
  }

  @Test("On an actor, in slices") func slices() async throws {
    let objects = (0..<200).map { Marked($0, "m\($0)") }
    let group = Group()
    group.set = Set(objects)
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).archive")
    defer { try? FileManager.default.removeItem(at: url) }
    try ArchiveEncoder().encode(group).write(to: url)
    let read = try await load(ArchiveFile(url))
    #expect(read == 200)
  }

  @MainActor private func load(_ file: ArchiveFile) async throws -> Int {
    let group = try await file.load(Group.self, slice: .nanoseconds(1))
    return (0..<200).count { group.set.contains(Marked($0, "m\($0)")) }
  }
}

/// An object that its parent owns.
private final class Child: ArchivableClass {
  unowned let parent: Parent
  init(_ parent: Parent) { self.parent = parent }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encodeConditionalObject(parent, forKey: "parent") }
  init(from decoder: ObjectDecoder) throws { parent = try decoder.decodeUnowned(Parent.self, forKey: "parent") }
}

/// An object that cannot be read without its parent.
private final class HeldChild: ArchivableClass {
  unowned let parent: Parent
  let isFailing: Bool
  init(_ parent: Parent, failing isFailing: Bool = false) { (self.parent, self.isFailing) = (parent, isFailing) }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encodeUnowned(parent, forKey: "parent")
    if isFailing { throw ArchiveError.notArchivable(type: "HeldChild") }
  }
  init(from decoder: ObjectDecoder) throws {
    parent = try decoder.decodeUnowned(Parent.self, forKey: "parent")
    isFailing = false
  }
}

private final class Parent: ArchivableClass {
  var child: Child?
  init() {}
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(child, forKey: "child") }
  init(from decoder: ObjectDecoder) throws {}
  func connect(from decoder: ObjectDecoder) throws { child = try decoder.decode(Child?.self, forKey: "child") }
}

@Suite("Unowned references") struct UnownedReferenceTests {
  private func archive() throws -> Data {
    let parent = Parent()
    parent.child = Child(parent)
    var encoder = ArchiveWriter()
    try encoder.encode(parent, forKey: "parent")
    try encoder.encode(parent.child, forKey: "child")
    return try encoder.finish()
  }

  @Test("An object that only an unowned reference leads to is an error, and not released silently") func released()
    throws
  {
    let decoder = try ArchiveReader(try archive())
    #expect(throws: ArchiveError.unheldObject(path: "child.parent")) { try decoder.decode(Child.self, forKey: "child") }
    #expect(throws: ArchiveError.unheldObject(path: "child.parent")) {
      try decoder.readValues { try $0.decode(Child.self, forKey: "child") }
    }
  }

  @Test("With its owner it is read") func owned() throws {
    let decoder = try ArchiveReader(try archive())
    let parent = try decoder.decode(Parent.self, forKey: "parent")
    #expect(parent.child?.parent === parent)
    let (child, owner) = try decoder.readValues { top in
      (try top.decode(Child.self, forKey: "child"), try top.decode(Parent.self, forKey: "parent"))
    }
    #expect(child.parent === owner)
  }

  @Test("An object that nothing else archives is an error while it exists, and not in the archive alone")
  func unarchived() throws {
    let parent = Parent()
    let held = HeldChild(parent)
    let error = #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(held) }
    #expect(error?.code == .notArchivableValue && error?.path?.hasSuffix("HeldChild.parent") == true, "\(error as Any)")
    var writer = ArchiveWriter()
    try writer.encode(held, forKey: "child")
    try writer.encode(parent, forKey: "parent")
    let (child, owner) = try ArchiveReader(try writer.finish()).readValues { top in
      (try top.decode(HeldChild.self, forKey: "child"), try top.decode(Parent.self, forKey: "parent"))
    }
    #expect(child.parent === owner)
  }

  @Test("A reference that a failed call takes back is no error") func takenBack() throws {
    let parent = Parent()
    var writer = ArchiveWriter()
    try writer.encode(1, forKey: "number")
    #expect(throws: ArchiveError.self) { try writer.encode([HeldChild(parent, failing: true)], forKey: "children") }
    #expect(throws: Never.self) { try writer.finish() }
  }
}
