import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private enum Menu {
  final class Item: Labelled {}
  struct Price: LabelledValue { var label = "menu" }
}
private enum Shop {
  final class Item: Labelled {}
  struct Price: LabelledValue { var label = "shop" }
}

/// Its subclasses have no own name and no coding methods.
private class Labelled: ArchivableClass {
  class var archivableSubclasses: [any ArchivableObject.Type] { [Menu.Item.self, Shop.Item.self] }
  let label: String
  init(_ label: String) { self.label = label }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(label, forKey: "label") }
  required init(from decoder: ObjectDecoder) throws { label = try decoder.decode(String.self, forKey: "label") }
}

private protocol LabelledValue: ArchivableComposite, Equatable {
  var label: String { get set }
  init()
}
extension LabelledValue {
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(label, forKey: "label") }
  init(from decoder: ObjectDecoder) throws {
    self.init()
    label = try decoder.decode(String.self, forKey: "label")
  }
}

/// A generic class, and a class whose subclass lacks a name.
private final class Box<Content: ArchivableValue>: ArchivableClass {
  let content: Content
  init(_ content: Content) { self.content = content }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(content, forKey: "content") }
  init(from decoder: ObjectDecoder) throws { content = try decoder.decode(Content.self, forKey: "content") }
}
private class Named: ArchivableClass {
  class var archivedClassName: String { "Named" }
  init() {}
  func encode(to encoder: ObjectEncoder) throws {}
  required init(from decoder: ObjectDecoder) throws {}
}
private final class Nameless: Named {}

/// As generated code has it: a type and its argument before they were renamed, and after.
private struct Rated<Value: ArchivableValue>: ArchivableComposite {
  var value: Value
  static var archivedClassName: String { "Rated<\(Value.self)>" }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(value, forKey: "value") }
  init(_ value: Value) { self.value = value }
  init(from decoder: ObjectDecoder) throws { value = try decoder.decode(Value.self, forKey: "value") }
}
private struct Scored<Value: ArchivableValue>: ArchivableComposite {
  var value: Value
  static var archivedClassName: String { "Scored<\(Value.self)>" }
  static var earlierArchivedClassNames: [String] {
    GeneratedCodeInterface1.earlierNames(of: ["Scored", "Rated"], [Value.self])
  }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(value, forKey: "value") }
  init(from decoder: ObjectDecoder) throws { value = try decoder.decode(Value.self, forKey: "value") }
}
private struct Coins: LabelledValue { var label = "coins" }
private struct Cash: LabelledValue {
  static var earlierArchivedClassNames: [String] { ["Coins"] }
  var label = "cash"
}

@Suite("Names of types in archives") struct ClassNameTests {
  @Test(
    "A name is the one that a type has in its module",
    arguments: [
      ("Shop.Item", "Item"), ("Shop.Menu.Item", "Menu.Item"), ("Shop.Box<Swift.Int>", "Box<Int>"),
      ("Shop.Box<Swift.Int>.Lid", "Box<Int>.Lid"),
      ("Shop.Pair<Swift.Int, Swift.Array<Shop.Menu.Item>>", "Pair<Int, Array<Menu.Item>>"),
      ("Shop.(unknown context at $562d26120678).Hidden", "Hidden"),
      ("Shop.Menu.(unknown context at $562d).Hidden", "Menu.Hidden"),
      ("Shop.(unknown context at $562d2).(unknown context at $562d7).Local", "Local"),
      ("(extension in Shop):Swift.Array<Swift.Int>.Page", "Array<Int>.Page"),
      ("Shop.Box<(Swift.Int, x: Shop.Item) -> Shop.Root>", "Box<(Int, x: Item) -> Root>"),
      ("Shop.Menu.`a name. of <odd> kind`", "Menu.`a name. of <odd> kind`"), ("__C.item", "item"),
    ])
  func names(reflected: String, name: String) {
    #expect(ArchivedTypeName.name(reflected: reflected) == name)
  }

  @Test("Classes with the same name in different types are distinguished") func nested() throws {
    #expect(Menu.Item.archivedClassName == "Menu.Item")
    #expect(Box<Menu.Item>.archivedClassName == "Box<Menu.Item>")
    let read = try roundTrip([Menu.Item("m"), Shop.Item("s"), Labelled("l")] as [Labelled])
    #expect(read.map { "\(type(of: $0))" } == ["Item", "Item", "Labelled"])
    #expect(read[0] is Menu.Item)
    #expect(read[1] is Shop.Item)
    #expect(try roundTrip([Box(1)])[0].content == 1)
    let values = try ArchiveEncoder().encode([Menu.Price()])
    #expect(try ArchiveDecoder().decode([Menu.Price].self, from: values) == [Menu.Price()])
    #expect(throws: ArchiveError.typeNotAllowed(path: "root[0]", found: "Menu.Price", expected: "Shop.Price")) {
      try ArchiveDecoder().decode([Shop.Price].self, from: values)
    }
  }

  @Test("A generic type is read under its former names and those of its arguments") func renamedArguments() throws {
    let archive = try ArchiveEncoder().encode([Rated(Coins())])
    #expect(try ArchiveDecoder().decode([Scored<Cash>].self, from: archive)[0].value.label == "coins")
    let nested = try ArchiveEncoder().encode([Rated(Rated(["a": Coins() as Coins?]))])
    let read = try ArchiveDecoder().decode([Scored<Scored<[String: Cash?]>>].self, from: nested)
    #expect(read[0].value.value == ["a": Cash(label: "coins")])
    #expect(
      throws: ArchiveError.typeNotAllowed(path: "root[0]", found: "Rated<Coins>", expected: "Scored<Price>")
    ) {
      try ArchiveDecoder().decode([Scored<Menu.Price>].self, from: archive)
    }
    #expect(
      GeneratedCodeInterface1.earlierNames(of: ["Box"], [Menu.Price.self, [Cash].self]) == [
        "Box<Price, Array<Coins>>", "Box<Menu.Price, Array<Cash>>", "Box<Menu.Price, Array<Coins>>",
      ])
    #expect(GeneratedCodeInterface1.earlierNames(of: ["Box"], [Int.self, Optional<String>.self]).isEmpty)
  }

  @Test("An error for nil names the key") func nilText() throws {
    struct MaybeText: ArchivableComposite {
      var text: String?
      func encode(to encoder: ObjectEncoder) throws { try encoder.encode(text, forKey: "text") }
      init() {}
      init(from decoder: ObjectDecoder) throws { text = try decoder.decode(String.self, forKey: "text") }
    }
    let archive = try ArchiveEncoder().encode([MaybeText()])
    #expect(throws: ArchiveError.missingKey(path: "root[0].text")) {
      try ArchiveDecoder().decode([MaybeText].self, from: archive)
    }
  }

  private func ambiguous(_ name: String, _ types: Any.Type...) -> ArchiveError {
    .ambiguousClassName(name: name, types: types.map { String(reflecting: $0) })
  }

  @Test("Two types under one name are not archived together, and the failed call changes nothing") func encoding()
    throws
  {
    var names = ArchiveEncoder()
    names.setClassName("Item", for: Menu.Item.self)
    names.setClassName("Item", for: Shop.Item.self)
    names.setClassName("Price", for: Menu.Price.self)
    names.setClassName("Price", for: Shop.Price.self)
    var encoder = ArchiveWriter(settings: names)
    try encoder.encode(Menu.Item("m"), forKey: "menu")
    #expect(throws: ambiguous("Item", Menu.Item.self, Shop.Item.self)) {
      try encoder.encode([Shop.Price()], forKey: "prices")
      try encoder.encode(Shop.Item("s"), forKey: "shop")
    }
    var copy = encoder
    #expect(throws: ambiguous("Price", Shop.Price.self, Menu.Price.self)) {
      try copy.encode([Menu.Price()], forKey: "others")
    }
    try encoder.encode(Menu.Item("n"), forKey: "other")
    #expect(throws: ambiguous("Named", Nameless.self, Named.self)) {
      try ArchiveEncoder().encode([Named(), Nameless()] as [Named])
    }
    let data = try encoder.finish()
    #expect(try ArchiveReader(data).keys == ["menu", "prices", "other"])
    // A name that was taken by a call that failed is free.
    var second = ArchiveWriter(settings: names)
    #expect(throws: CocoaError.self) { try second.encode([Failing(), Failing()], forKey: "a") }
    try second.encode([Shop.Price()], forKey: "b")
  }

  @Test("Ranges of all bounds have one name") func ranges() throws {
    var encoder = ArchiveWriter()
    try encoder.encode([0..<3], forKey: "integers")
    try encoder.encode([0.5..<1], forKey: "reals")
    let data = try encoder.finish()
    let decoder = try ArchiveReader(data)
    #expect(try decoder.decode([Range<Int8>].self, forKey: "integers") == [0..<3])
  }

  @Test("If two allowed classes have the archived name, no object is created") func decoding() throws {
    let data = try ArchiveEncoder().encode([Named()])
    #expect(throws: ambiguous("Named", Named.self, Nameless.self)) {
      try ArchiveDecoder().readRoot(data) { try $0.decodeObjects(of: [Named.self, Nameless.self], forKey: "root") }
    }
    var decoder = ArchiveDecoder()
    decoder.setClass(Nameless.self, forClassName: "Named")
    let mapped = try decoder.readRoot(data) {
      try $0.decodeObjects(of: [Named.self, Nameless.self], forKey: "root")
    }
    #expect(mapped[0] is Nameless)
    // One class is one, however often it is allowed.
    let several = try ArchiveEncoder().encode([Menu.Item("m"), Labelled("l")] as [Labelled])
    let read = try ArchiveDecoder().readRoot(several) {
      try $0.decodeObjects(of: [Labelled.self, Menu.Item.self], forKey: "root")
    }
    #expect(read[0] is Menu.Item)
  }

  @Test("A name that is mapped to a class that is not allowed is an error that names it") func mapping() throws {
    let data = try ArchiveEncoder().encode([Menu.Item("m")])
    var decoder = ArchiveDecoder()
    decoder.setClass(Person.self, forClassName: "Menu.Item")
    #expect(
      throws: ArchiveError.typeNotAllowed(
        path: "root[0]", found: "Menu.Item, mapped to Person", expected: "Labelled")
    ) { try decoder.decode([Labelled].self, from: data) }
    let price = try ArchiveEncoder().encode(Menu.Price())
    decoder.setClass(Person.self, forClassName: "Menu.Price")
    #expect(
      throws: ArchiveError.typeNotAllowed(
        path: "root", found: "Menu.Price, mapped to Person", expected: "Menu.Price")
    ) { try decoder.decode(Menu.Price.self, from: price) }
  }
}

extension ArchiveDecoder {
  /// Reads an archive's top.
  fileprivate func readRoot<Result>(_ data: Data, _ body: (ObjectDecoder) throws -> Result) throws -> Result {
    try ArchiveReader(data, settings: self).readValues(body)
  }
}

/// Fails when its content is written.
private final class Failing: ArchivableClass {
  init() {}
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode([Menu.Price()], forKey: "price")
    try encoder.encode(AfterAll(), forKey: "next")
  }
  init(from decoder: ObjectDecoder) throws {}

  private final class AfterAll: ArchivableClass {
    init() {}
    func encode(to encoder: ObjectEncoder) throws { throw CocoaError(.coderInvalidValue) }
    init(from decoder: ObjectDecoder) throws {}
  }
}
