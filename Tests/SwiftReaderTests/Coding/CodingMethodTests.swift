import ArchiveModel
import SwiftReader
import Testing

@Suite("Coding methods for NSCoder")
struct CodingMethodTests {
  /// The uses in an `encode(with:)` of this body: `a, b "key" conversion`.
  private func encoded(_ body: String) throws -> [String] { try uses("func encode(with coder: NSCoder) {\n\(body)\n}") }

  private func decoded(_ body: String) throws -> [String] { try uses("required init?(coder: NSCoder) {\n\(body)\n}") }

  private func uses(_ member: String) throws -> [String] {
    let coding = try #require(try type("class C: NSObject {\n\(member)\n}").coding)
    return coding.uses.map { use in
      let key = use.key.map { text in
        text.parts.map { part in
          switch part {
          case .literal(let text): "\"\(text)\""
          case .constant(let name): (name.isImplicit ? "." : "") + name.names.joined(separator: ".")
          }
        }.joined(separator: " + ")
      }
      let conversion =
        switch use.conversion {
        case .none: ""
        case .number: " number"
        case .rawValue: " rawValue"
        case .bytes: " bytes"
        case .part(let text): " part \(text)"
        case .other(let text): " other \(text)"
        }
      return "\(use.subjects.joined(separator: ", ")) \(key ?? "?")\(conversion)"
    }
  }

  @Test(
    "Encoded values and their keys",
    arguments: [
      ("coder.encode(a, forKey: \"K\")", "a \"K\""),
      ("coder.encode(self.a, forKey: Keys.a)", "a Keys.a"),
      ("coder.encode(a, forKey: Self.key)", "a key"),
      ("coder.encode(a, forKey: type(of: self).key)", "a key"),
      ("coder.encode(a, forKey: Keys.a.rawValue)", "a Keys.a.rawValue"),
      ("coder.encode(a, forKey: prefix + \"A\")", "a prefix + \"A\""),
      ("coder.encode(a, forKey: \"\\(prefix)A\")", "a prefix + \"A\""),
      ("coder.encode(a, forKey: #keyPath(C.a))", "a \"a\""),
      ("coder.encode(a, forKey: NSStringFromSelector(#selector(getter: C.a)))", "a \"a\""),
      ("coder.encode(a, forKey: .a)", "a .a"),
      ("coder.encode(a, forKey: .a.rawValue)", "a .a.rawValue"),
      ("coder.encode(a, forKey: (Keys.a).rawValue)", "a Keys.a.rawValue"),
      ("coder.encode(a, forKey: Outer.Key(\"a\"))", "a \"a\""), ("coder.encode(a, forKey: .init(\"a\"))", "a \"a\""),
      ("coder.encode(a, forKey: Key<Int>(rawValue: \"a\"))", "a \"a\""),
      ("coder.encode(a, forKey: #keyPath(Outer.C.a.b))", "a \"a.b\""),
      ("coder.encode(a, forKey: #keyPath(self.a))", "a \"a\""),
      ("coder.encode(a, forKey: makeKey(\"a\"))", "a ?"),
      ("let k = \"K\"\ncoder.encode(a, forKey: k)", "a \"K\""),
      ("coder.encodeConditionalObject(a, forKey: \"K\")", "a \"K\""),
      ("coder.encodeCInt(a, forKey: \"K\")", "a \"K\""),
      ("coder.encode(a as NSString, forKey: \"K\")", "a \"K\""),
      ("coder.encode(a!, forKey: \"K\")", "a \"K\""),
      ("coder.encode(a ?? \"\", forKey: \"K\")", "a \"K\""),
      ("coder.encode(NSNumber(value: a), forKey: \"K\")", "a \"K\" number"),
      ("coder.encode(Int32(a), forKey: \"K\")", "a \"K\" number"),
      ("coder.encode(a.rawValue, forKey: \"K\")", "a \"K\" rawValue"),
      ("coder.encode(a?.rawValue ?? 0, forKey: \"K\")", "a \"K\" rawValue"),
      ("coder.encode(a.map { $0.rawValue }, forKey: \"K\")", "a \"K\" rawValue"),
      ("coder.encode(a.map(\\.rawValue), forKey: \"K\")", "a \"K\" rawValue"),
      ("coder.encode(a.map(\\Kind.rawValue), forKey: \"K\")", "a \"K\" rawValue"),
      ("coder.encode(a.map({ $0.rawValue }), forKey: \"K\")", "a \"K\" rawValue"),
      ("coder.encode(NSArray(array: a), forKey: \"K\")", "a \"K\""),
      ("coder.encode(a.text, forKey: \"K\")", "a \"K\" other a.text"),
      ("coder.encode(a * 2, forKey: \"K\")", "a \"K\" other a * 2"),
      ("coder.encode([a, b], forKey: \"K\")", "a, b \"K\" other [a, b]"),
      ("if let a { coder.encode(a, forKey: \"K\") }", "a \"K\""),
      ("if let x = a { coder.encode(x, forKey: \"K\") }", "a \"K\""),
      ("guard let a = a else { return }\ncoder.encode(a, forKey: \"K\")", "a \"K\""),
      ("for x in a { coder.encode(x, forKey: \"K\") }", "a \"K\" part a"),
      ("a.forEach { coder.encode($0, forKey: \"K\") }", "a \"K\" part a"),
      ("switch a { case .b(let x): coder.encode(x, forKey: \"K\") }", "a \"K\" part a"),
      ("if case .some(let x) = a { coder.encode(x, forKey: \"K\") }", "a \"K\" part a"),
      ("a.map { coder.encode($0.text, forKey: \"K\") }", "a \"K\" other $0.text"),
      ("let copy = coder as! NSKeyedArchiver\ncopy.encode(a, forKey: \"K\")", "a \"K\""),
      ("coder.encode(1, forKey: \"K\")", " \"K\""),
      ("coder.encode(a)", "a ?"),
      ("encodeColor(a, key: \"K\", with: coder)", "a \"K\" other encodeColor(a, key: \"K\", with: coder)"),
      ("coder.encodeColor(a, forKey: \"K\")", "a \"K\" other coder.encodeColor(a, forKey: \"K\")"),
      ("a.withUnsafeBytes { coder.encodeBytes($0.baseAddress, length: 1, forKey: \"K\") }", "a \"K\" bytes"),
    ])
  func encodings(body: String, expected: String) throws { #expect(try encoded(body) == [expected]) }

  @Test("Locals that use other locals twice each do not take exponential time")
  func chains() throws {
    let lines = (1...40).map { "let a\($0) = a\($0 - 1) + b\($0 - 1)\nlet b\($0) = a\($0 - 1) * b\($0 - 1)" }
    let found = try encoded(lines.joined(separator: "\n") + "\ncoder.encode(a40 + b40, forKey: \"K\")")
    #expect(found.first?.hasPrefix("a0, b0 \"K\"") == true)
  }

  @Test("A local name is valid only in its scope")
  func scopes() throws {
    #expect(
      try encoded("if let a = other { print(a) }\ncoder.encode(a, forKey: \"K\")") == ["a \"K\""])
  }

  @Test(
    "Targets of decoded values",
    arguments: [
      ("a = coder.decodeInteger(forKey: \"K\")", ["a \"K\""]),
      ("self.a = coder.decodeObject(of: NSString.self, forKey: \"K\") as String? ?? \"\"", ["a \"K\""]),
      ("a = C(rawValue: coder.decodeInteger(forKey: \"K\")) ?? .d", ["a \"K\""]),
      (
        "a = (coder.decodeObject(forKey: \"N\") ?? coder.decodeObject(forKey: \"O\")) as? String",
        ["a \"N\"", "a \"O\""]
      ),
      ("guard let n = coder.decodeObject(forKey: \"K\") as? String else { return nil }\na = n", ["a \"K\""]),
      ("let n = coder.decodeObject(forKey: \"K\")\nlet m = n as? String\nself.a = m ?? \"\"", ["a \"K\""]),
      ("(a, b) = (coder.decodeInteger(forKey: \"K\"), coder.decodeInteger(forKey: \"L\"))", ["a \"K\"", "b \"L\""]),
      ("self.init(a: coder.decodeInteger(forKey: \"K\"))", ["a \"K\""]),
      ("let n = coder.decodeInteger(forKey: \"K\")\nsuper.init(a: n)", ["a \"K\""]),
      ("for x in coder.decodeObject(forKey: \"K\") as? [C] ?? [] { a.append(x) }", ["a \"K\""]),
      ("if coder.decodeInteger(forKey: \"K\") > 1 { }", [" \"K\""]),
      (
        "let v = coder.decodeInteger(forKey: \"V\")\na = v > 1 ? coder.decodeInteger(forKey: \"K\") : 1",
        [" \"V\"", "a \"K\""]
      ),
      ("if coder.containsValue(forKey: \"K\") { a = coder.decodeDouble(forKey: \"K\") }", ["a \"K\""]),
    ])
  func decodings(body: String, expected: [String]) throws { #expect(try decoded(body) == expected) }

  @Test(
    "What the code has where an archive has no value",
    arguments: [
      ("a = coder.decodeInteger(forKey: \"K\")", "0"), ("a = coder.decodeBool(forKey: \"K\")", "false"),
      ("a = Int32(coder.decodeInteger(forKey: \"K\"))", "0"),
      ("a = coder.decodeInteger(forKey: \"K\") + 1", nil), ("a = -coder.decodeInteger(forKey: \"K\")", nil),
      ("a = coder.decodeInteger(forKey: \"K\") != 0", nil),
      ("a = coder.decodeObject(forKey: \"K\") as? String ?? \"x\"", "\"x\""),
      ("a = (coder.decodeObject(forKey: \"K\") as? [String]) ?? []", "[]"),
      ("a = coder.decodeObject(of: NSDate.self, forKey: \"K\") as Date? ?? Date()", "Date()"),
      ("a = coder.decodeObject(forKey: \"K\") as? Kind ?? .plain", ".plain"),
      ("a = coder.decodeObject(forKey: \"K\") as? String ?? Defaults.text", nil),
      ("a = coder.decodeObject(forKey: \"K\") as? String ?? other", nil),
      ("a = coder.decodeObject(forKey: \"K\") as! String", nil),
      ("a = coder.decodeObject(forKey: \"K\") as? String", "nil"),
      ("a = Kind(rawValue: coder.decodeInteger(forKey: \"K\")) ?? .plain", "Kind(rawValue: 0) ?? .plain"),
      (
        "a = Kind(rawValue: coder.decodeObject(forKey: \"K\") as? String ?? \"\") ?? .plain",
        "Kind(rawValue: \"\") ?? .plain"
      ),
      ("a = Kind(rawValue: coder.decodeInteger(forKey: \"K\"))!", nil),
      ("a = coder.containsValue(forKey: \"K\") ? coder.decodeInteger(forKey: \"K\") : 5", "5"),
      ("self.init(a: coder.containsValue(forKey: \"K\") ? coder.decodeInteger(forKey: \"K\") : nil)", "nil"),
      ("a = isNew ? coder.decodeInteger(forKey: \"K\") : 5", nil),
      ("let n = coder.string(forKey: \"K\")\nself.init(a: n)", "nil"),
      ("let n = coder.string(forKey: \"K\")\nguard let n else { return nil }\nself.a = n", nil),
      ("let n = coder.decodeObject(forKey: \"K\")\nguard let m = n as? String else { return nil }\nself.a = m", nil),
      ("let n = coder.decodeObject(forKey: \"K\")\nlet m = n as? String\nself.a = m ?? \"x\"", "\"x\""),
      ("let n = coder.decodeObject(forKey: \"K\")\nself.a = n as! String", nil),
      ("if coder.containsValue(forKey: \"K\") { a = coder.decodeInteger(forKey: \"K\") }", nil),
      ("guard let n = coder.decodeObject(forKey: \"K\") as? String else { return nil }\na = n", nil),
      ("let n = coder.decodeInteger(forKey: \"K\")\na = n", "0"),
      ("let n = coder.decodeInteger(forKey: \"K\")\nif n > 0 { a = n } else { a = 10 }", nil),
      ("let n = coder.decodeInteger(forKey: \"K\")\na = n * 2", nil),
      ("let n = coder.string(forKey: \"K\")\nself.init(a: n ?? \"x\")", "\"x\""),
      ("let n = coder.decodeInteger(forKey: \"K\")\nself.init(a: Kind(rawValue: n) ?? .b)", "Kind(rawValue: 0) ?? .b"),
      ("self.init(a: coder.decodeDouble(forKey: \"K\"))", "0"),
      ("if isNew { self.init(a: coder.decodeDouble(forKey: \"K\")) }", nil),
    ] as [(String, String?)])
  func missingValues(body: String, expected: String?) throws {
    let coding = try #require(try type("class C: NSObject {\nrequired init?(coder: NSCoder) {\n\(body)\n}\n}").coding)
    #expect(coding.uses.last?.fallback == expected)
    #expect(coding.uses.last?.subjects == ["a"])
  }

  @Test(
    "What the code makes of a decoded value",
    arguments: [
      ("a = coder.decodeInteger(forKey: \"K\") * 60", "coder.decodeInteger(forKey: \"K\") * 60"),
      ("a = !coder.decodeBool(forKey: \"K\")", "!coder.decodeBool(forKey: \"K\")"),
      ("a = max(0, coder.decodeInteger(forKey: \"K\"))", "max(0, coder.decodeInteger(forKey: \"K\"))"),
      ("a = Self.fix(coder.decodeInteger(forKey: \"K\"))", "Self.fix(coder.decodeInteger(forKey: \"K\"))"),
      (
        "a = Date(timeIntervalSince1970: coder.decodeDouble(forKey: \"K\"))",
        "Date(timeIntervalSince1970: coder.decodeDouble(forKey: \"K\"))"
      ),
      (
        "a = (coder.decodeObject(forKey: \"K\") as? String ?? \"\").uppercased()",
        "(coder.decodeObject(forKey: \"K\") as? String ?? \"\").uppercased()"
      ),
      ("a = coder.decodeInteger(forKey: \"K\") == 1 ? 2 : 3", "coder.decodeInteger(forKey: \"K\") == 1 ? 2 : 3"),
      ("let n = coder.decodeInteger(forKey: \"K\")\na = n == -1 ? nil : n", "n == -1 ? nil : n"),
      ("let n = coder.decodeInteger(forKey: \"K\")\nlet m = n * 2\nself.init(a: m)", "n * 2"),
      ("a = coder.decodeInteger(forKey: \"K\")\nif old { a *= 100 }", "a *= 100"),
      ("var n = coder.decodeInteger(forKey: \"K\")\nn += 1\na = n", "n += 1"),
      ("let n = coder.decodeObject(forKey: \"K\") as! [Int]\na = n.filter { $0 > 1 }", "n.filter { $0 > 1 }"),
      ("let n = coder.decodeInteger(forKey: \"K\")\nif n > 3 { a = n / 3 } else { a = n }", "n / 3"),
      ("a = coder.decodeInteger(forKey: \"K\")\nif a < 0 || a >= b.count { a = 0 }", "a = 0"),
      ("a = coder.decodeObject(forKey: \"K\") as! String\na = a.lowercased()", "a = a.lowercased()"),
      // The value itself.
      ("let has = coder.containsValue(forKey: \"K\")\na = has ? coder.decodeInteger(forKey: \"K\") : 9", nil),
      ("a = Int(truncating: coder.decodeObject(forKey: \"K\") as! NSNumber)", nil),
      ("a = (coder.decodeObject(forKey: \"K\") as? [Int] ?? []).map { Kind(rawValue: $0)! }", nil),
      ("a = (coder.decodeObject(forKey: \"K\") as? [Int] ?? []).compactMap { return Kind(rawValue: $0) }", nil),
      ("a = coder.decodeBool(forKey: \"K\") == true", nil),
      ("a = coder.decodeObject(forKey: \"K\") as? String\na = a ?? \"x\"", nil),
      ("a = coder.decodeObject(forKey: \"K\") as? String\nif a == nil { a = \"x\" }", nil),
      ("self.a = coder.decodeInteger(forKey: \"K\")\nvar a = 0\na += 1", nil),
      ("a = coder.decodeObject(forKey: \"K\") as! [C]\na.first?.title += \"x\"", nil),
      ("if let n = coder.decodeObject(forKey: \"K\") as? Int { a = n } else { a = 10 }", nil),
      ("a = coder.decodeInteger(forKey: \"K\")", nil), ("a = Int32(coder.decodeInteger(forKey: \"K\"))", nil),
      ("a = (coder.decodeObject(forKey: \"K\") as? NSNumber)?.intValue ?? 3", nil),
      ("a = Kind(rawValue: coder.decodeInteger(forKey: \"K\")) ?? .plain", nil),
      ("a = try! Kind(rawValue: (coder.decodeObject(forKey: \"K\") as! NSString) as String)!", nil),
      ("a = Set(coder.decodeObject(forKey: \"K\") as? [String] ?? [])", nil),
      ("a = NSMutableArray(array: coder.decodeObject(forKey: \"K\") as! [Int])", nil),
      ("a = (coder.decodeObject(forKey: \"K\") as? [NSNumber])?.map { $0.intValue } ?? []", nil),
      ("a = (coder.decodeObject(forKey: \"K\") as? [Int] ?? []).compactMap(Kind.init(rawValue:))", nil),
      ("a = coder.containsValue(forKey: \"K\") ? coder.decodeInteger(forKey: \"K\") : 5", nil),
      ("guard let n = coder.decodeObject(forKey: \"K\") as? String else { return nil }\na = n", nil),
      ("let n = coder.decodeObject(forKey: \"K\") as! [Int]\nlet count = n.count\na = n\nprint(count)", nil),
      ("let n = coder.decodeInteger(forKey: \"K\")\nif n > 0 { a = n } else { a = 10 }", nil),
      ("for x in coder.decodeObject(forKey: \"K\") as? [C] ?? [] { a.append(x) }", nil),
      ("(a, b) = (coder.decodeInteger(forKey: \"K\"), coder.decodeInteger(forKey: \"L\"))", nil),
    ] as [(String, String?)])
  func changes(body: String, expected: String?) throws {
    let coding = try #require(try type("class C: NSObject {\nrequired init?(coder: NSCoder) {\n\(body)\n}\n}").coding)
    #expect(coding.uses.lazy.compactMap { $0.changes["a"] }.first == expected)
  }

  @Test(
    "What is encoded in place of nil",
    arguments: [
      ("a ?? -1", "-1"), ("NSNumber(value: a?.rawValue ?? 0)", "0"), ("(a ?? \"\") as NSString", "\"\""), ("a", nil),
      ("a?.rawValue", nil), ("NSNumber(value: a)", nil), ("a ?? nil", nil),
    ] as [(String, String?)])
  func nilReplacements(value: String, expected: String?) throws {
    let coding = try #require(
      try type("class C: NSObject {\nfunc encode(with coder: NSCoder) {\ncoder.encode(\(value), forKey: \"K\")\n}\n}")
        .coding)
    #expect(coding.uses.first?.nilReplacement == expected)
  }

  @Test("An app's own methods of the coder read and write") func ownMethods() throws {
    #expect(try decoded("a = coder.string(forKey: \"K\")") == ["a \"K\""])
    #expect(try encoded("coder.set(a, forKey: \"K\")") == ["a \"K\" other coder.set(a, forKey: \"K\")"])
  }

  @Test("Methods in an extension and methods that get the coder are read, and no others")
  func places() throws {
    let file = try file(
      """
      class C: NSObject { func write(_ c: NSCoder) { c.encode(a, forKey: "K") }; func f(coder: Int) {} }
      extension C: NSCoding { func encode(with aCoder: NSCoder) { super.encode(with: aCoder); write(aCoder) } }
      struct Plain { func encode(to encoder: Encoder) {} }
      """)
    #expect(file.types[0].coding?.uses.map(\.subjects) == [["a"]])
    #expect(file.types[0].coding?.encodeLocation == nil)
    #expect(file.extensions[0].coding?.encodeLocation?.line == 2)
    #expect(file.extensions[0].coding?.callsSuper == true)
    #expect(file.extensions[0].coding?.uses.map(\.isHandedOn) == [true])
    #expect(file.types[1].coding == nil)
  }

  @Test("Text constants, names for Objective-C and names that coders are given")
  func names() throws {
    let file = try file(
      """
      private let a = "A"
      class C {
        static let b = "B" + "b"
        static var c: String { "C" }
        let d = Key("D")
        var e = "E"
        enum Keys: String { case f = "F", g }
        enum Other { case h }
      }
      #if canImport(ObjectiveC)
      #endif
      @objc(MVMap) class M {}
      func f() { NSKeyedUnarchiver.setClass(M.self, forClassName: "Old"); archiver.setClassName("New", for: C.self) }
      """)
    #expect(file.constants.keys.sorted() == ["C.Keys.f", "C.Keys.g", "C.b", "C.c", "C.d", "a"])
    #expect(file.constants["C.Keys.g"] == SwiftText([.literal("g")]))
    #expect(file.types.first { $0.name == "M" }?.objectiveCName == "MVMap")
    #expect(file.classNames.map(\.type) == ["M", "C"])
  }
}
