import Foundation
import Testing

@testable import ArchiveRuntime

@Suite("Archives of objects, by Python's plistlib") struct PythonObjectTests {
  private func shown(_ data: Data) throws -> [String] {
    try Tool.withFile(data) { file in
      let script = Tool.readers.appendingPathComponent("objects_reader.py").path
      return try Tool.run("python3", [script, file], package: "python3").split(separator: "\n").map(String.init)
    }
  }

  @Test("Both forms have the expected tree", arguments: [true, false]) func tree(isXML: Bool) throws {
    var encoder = ArchiveEncoder()
    encoder.outputFormat = isXML ? .xml : .binary
    let (ann, bob) = (Person("Ann"), Person("Bób"))
    (ann.friends, ann.partner, bob.boss) = ([bob], bob, ann)
    defer { ann.partner = nil }
    try encoder.encode(ann, forKey: "ann")
    try encoder.encode([1, -1, 1 << 40], forKey: "integers")
    try encoder.encode(UInt64.max, forKey: "most")
    try encoder.encode([true, false], forKey: "booleans")
    try encoder.encode(["b": 2.5, "a": -0.25], forKey: "dictionary")
    try encoder.encode(Set(["y", "x"]), forKey: "set")
    try encoder.encode([nil, "x"] as [String?], forKey: "optionals")
    try encoder.encode(Date(timeIntervalSinceReferenceDate: 0.5), forKey: "date")
    try encoder.encode(Data([1, 255]), forKey: "data")
    try encoder.encodeBytes(Data([7]), forKey: "bytes")
    try encoder.encode(CGPoint(x: 1, y: 2), forKey: "point")
    try encoder.encode(Money(3, "EUR"), forKey: "$price")
    try encoder.encode([Money(4, "CHF")], forKey: "prices")
    try encoder.encode([3..<5], forKey: "ranges")
    try encoder.encode(["$null", "<&>"], forKey: "texts")
    try encoder.encodeConditionalObject(Person("Nobody"), forKey: "nobody")
    let lines = try shown(try encoder.finish())
    let list = "NSArray/NSObject(NS.objects="
    let none = "friends=\(list)[]), partner=nil, boss=#1)"
    #expect(
      lines == [
        "ann: Person/NSObject(name='Ann', friends=\(list)[Person/NSObject(name='Bób', \(none)]), partner=#3, boss=nil)",
        "integers: \(list)[1, -1, 1099511627776])", "most: 18446744073709551615", "booleans: \(list)[True, False])",
        "dictionary: NSDictionary/NSObject(NS.keys=['a', 'b'], NS.objects=[-0.25, 2.5])",
        "set: NSSet/NSObject(NS.objects=['x', 'y'])", "optionals: \(list)[NSNull/NSObject(), 'x'])",
        "date: NSDate/NSObject(NS.time=0.5)", "data: <01ff>", "bytes: <07>", "point: '{1.0, 2.0}'",
        "$$price.amount: 3", "$$price.currency: 'EUR'",
        "prices: \(list)[Money/NSObject(amount=4, currency='CHF')])",
        "ranges: \(list)[Range/NSObject(lowerBound=3, upperBound=5)])",
        "texts: \(list)[NSString/NSObject(NS.string='$null'), '<&>'])", "nobody: nil",
      ])
  }

  @Test("An object at the root is the root, in both forms", arguments: [true, false]) func root(isXML: Bool) throws {
    var encoder = ArchiveEncoder()
    encoder.outputFormat = isXML ? .xml : .binary
    #expect(try shown(try encoder.encode(ChainLink(1))) == ["root: ChainLink/NSObject(value=1, next=nil)"])
    #expect(try shown(try encoder.encode(ChainLink?.none)) == ["root: nil"])
    #expect(try shown(try encoder.encode(ArchiveValue.null)) == ["root: nil"])
    #expect(try shown(try encoder.encode("text")) == ["root: 'text'"])
    let diamond = try shown(try encoder.encode(Diamond("d")))
    #expect(diamond == ["root: Diamond/Square/Figure/NSObject(title='d', next=nil)"])
  }
}
