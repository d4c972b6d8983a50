import ArchiveModel
import ArchivePlanner
import SwiftReader
import Testing

/// What initializers make of archived values that cannot be assigned afterwards.
@Suite("Initializers that change values") struct ChangingInitializerTests {
  private func messages(_ source: String) -> [String] {
    SwiftTypePlanner.plan(
      SwiftReader.read([(path: "a.swift", text: source)]), foreign: ImportedTypes(), options: SwiftTypePlanner.Options()
    ).diagnostics.map(\.message)
  }

  private func messages(of type: String, _ body: String) -> [String] {
    messages(
      """
      // archive:
      struct Size { var side = 0 }
      // archive:
      indirect enum Shape { case circle(Double), negated(Shape) }
      // archive:
      final class C {
        let a: \(type)
        let b: Int
        static nonisolated(unsafe) var other = 0
        init(a: \(type), b: Int) { \(body); self.b = b }
      }
      """)
  }

  @Test(
    "What may be another value each time is a warning",
    arguments: [
      ("String", "self.a = norm(a)", "norm(a)"),
      ("String", "self.a = Self.norm(a)", "Self.norm(a)"),
      ("String", "self.a = a.trimmed", "a.trimmed"),
      ("String", #"let n = a + "!"; self.a = n"#, #"a + "!""#),
      ("String", #"var n = a; n += "!"; self.a = n"#, #"n += "!""#),
      ("String", #"var n = ""; n += "x"; n += a; self.a = n"#, #"n += "x""#),
      ("URL", #"self.a = a.appendingPathComponent("x")"#, #"a.appendingPathComponent("x")"#),
      (
        "Date", "self.a = Calendar.current.date(byAdding: .day, value: 1, to: a)!",
        "Calendar.current.date(byAdding: .day, value: 1, to: a)!"
      ),
      ("[Int]", "var l = a; if !l.isEmpty { l.append(b) }; self.a = l", "l.append(b)"),
      ("[Int]", "self.a = a.map { $0 + 1 }", "a.map { $0 + 1 }"),
      ("[Int]", "self.a = a.map(norm)", "a.map(norm)"),
      ("[Int]", "var l: [Int] = []; for x in a { l.append(x + 1) }; self.a = l", "x + 1"),
      ("[Int]", "var l: [Int] = []; for x in a { l.insert(x, at: 0) }; self.a = l", "l.insert(x, at: 0)"),
      ("[Int]", "self.a = Array(a[1...])", "Array(a[1...])"),
      ("Int", "var x = a; norm(&x); self.a = x", "norm(&x)"),
      ("String", #"self.a = [a, "x"].joined(separator: "-")"#, #"[a, "x"].joined(separator: "-")"#),
      ("Int?", "self.a = a ?? 1 > 0 ? a! + 1 : 2", "a ?? 1 > 0 ? a! + 1 : 2"),
      ("[Int]", "self.a = []; for x in a { self.a += [x + 1] }", "[x + 1]"),
      ("CGPoint", "self.a = CGPoint(x: a.x + 1, y: a.y)", "CGPoint(x: a.x + 1, y: a.y)"),
      ("CGPoint", "let x = a.x + 1; self.a = CGPoint(x: x, y: a.y)", "CGPoint(x: x, y: a.y)"),
      ("CGPoint", "self.a = CGPoint(x: a.y, y: a.x)", "CGPoint(x: a.y, y: a.x)"),
      ("Int", "switch a { case let x: self.a = x * 2 }", "x * 2"),
      ("Int", "do { let a = 3; print(a) }; self.a = a + 1", "a + 1"),
      ("Int", "var n = a; do { n += 1 }; self.a = n", "n += 1"),
      ("Int?", "guard let a = a else { self.a = nil; self.b = b; return }; self.a = a + 1", "a + 1"),
      ("Int?", "if let o = a { self.a = o + 1 } else { self.a = nil }", "o + 1"),
      ("String", #"let n = a + "!"; let m = n; self.a = m.lowercased()"#, "m.lowercased()"),
      ("String", #"self.a = "\(a)\(b)""#, #""\(a)\(b)""#),
      ("[Int]", "var l = a; l[0] += 1; self.a = l", "l[0] += 1"),
      ("Bool", "self.a = !a", "!a"),
      ("Size", "self.a = .scaled(a)", ".scaled(a)"),
      ("Size", "let n: Size = .scaled(by: 2, a); self.a = n", ".scaled(by: 2, a)"),
      ("Size", "self.a = .max(a, .zero)", ".max(a, .zero)"),
      ("Size", "self.a = .scaled(a).integral", ".scaled(a).integral"),
      ("[Size]", "self.a = a.map { .scaled($0) }", "a.map { .scaled($0) }"),
      ("Size", "self.a = .init(.scaled(a))", ".init(.scaled(a))"),
      ("Shape", "switch a { case .negated: self.a = .negated(a); default: self.a = a }", ".negated(a)"),
      ("Shape", "if case .circle(let r) = a { self.a = .circle(r * 2) } else { self.a = a }", ".circle(r * 2)"),
      ("Shape", "switch a { case .turned: self.a = a.turned(by: b); default: self.a = a }", "a.turned(by: b)"),
      ("String", #"let f = { (s: String) in s + "!" }; self.a = f(a)"#, "f(a)"),
    ])
  func changes(type: String, body: String, source: String) {
    let expected = "'init(a:b:)', which decoding calls, makes '\(source)' of the archived 'a'"
    #expect(messages(of: type, body) == [expected], "\(body)")
  }

  @Test(
    "Methods of a property that cannot be set count where they may make another value of it",
    arguments: [
      ("self.a = []; for x in a { self.a.append(x) }", nil), ("self.a = a; self.a.forEach { print($0) }", nil),
      ("self.a = []; for x in a { self.a.append(x + 1) }", "x + 1"),
      ("self.a = a; self.a.append(0)", "self.a.append(0)"),
      ("self.a = a; if self.a.isEmpty { self.a.append(0) }", "self.a.append(0)"),
      ("self.a = a; func check() {}; check(); let log = { print($0) }; log(a)", nil),
    ])
  func methods(body: String, source: String?) {
    let found = messages("// archive:\nfinal class C { private(set) var a: [Int]\ninit(a: [Int]) { \(body) } }")
    let expected = source.map { "'init(a:)', which decoding calls, makes '\($0)' of the archived 'a'" }
    #expect(found == [expected].compactMap(\.self), "\(body)")
  }

  @Test(
    "A parameter that the initializer does not use is a warning that says so",
    arguments: [("UUID", "self.a = UUID()", "UUID()"), ("Int", "self.a = b", "b"), ("[Int]", "self.a = []", "[]")])
  func unused(type: String, body: String, source: String) {
    let expected =
      "'init(a:b:)', which decoding calls, does not use its argument 'a':"
      + " the property gets '\(source)' in place of the archived value"
    #expect(messages(of: type, body) == [expected], "\(body)")
  }

  @Test(
    "What gives its own result again is no warning",
    arguments: [
      ("[Int]", "self.a = a.sorted()"),
      ("Set<String>", "self.a = Set(a)"),
      ("[String]", "self.a = Array(Set(a)).sorted()"),
      ("String", "self.a = a.trimmingCharacters(in: .whitespaces).lowercased()"),
      ("String", "self.a = String(a.prefix(10))"),
      ("Int", "self.a = max(0, min(a, b - 1))"),
      ("String", #"self.a = a.isEmpty ? "untitled" : a"#),
      ("String", #"if a.isEmpty { self.a = "u" } else { self.a = a }"#),
      ("String", "let n = a; self.a = n"),
      ("String", "var n = a; n = n.lowercased(); self.a = n"),
      ("String", "let (n, _) = (a, 2); self.a = n"),
      ("[String]", "self.a = a.map { $0.lowercased() }"),
      ("[String]", "self.a = a.filter { !$0.isEmpty }"),
      ("[String]", "self.a = a.compactMap { $0 }"),
      ("[Int]", "var out: [Int] = []; for x in a where x > 0 { out.append(x) }; self.a = out"),
      (
        "[String]",
        "var seen = Set<String>(); var out = [String](); for t in a where seen.insert(t).inserted { out.append(t) }; self.a = out"
      ),
      ("CGPoint", "self.a = CGPoint(x: a.x, y: a.y)"),
      ("CGSize", "self.a = CGSize(width: max(a.width, 1), height: a.height.rounded())"),
      ("CGSize", "let width = max(a.width, 1); self.a = CGSize(width: width, height: a.height)"),
      ("CGRect", "self.a = CGRect(x: a.minX, y: a.minY, width: a.size.width, height: a.size.height)"),
      ("[CGPoint]", "self.a = a.map { CGPoint(x: abs($0.x), y: $0.y) }"),
      ("[String: Int]", "self.a = Dictionary(uniqueKeysWithValues: a.map { ($0.key, max($0.value, 0)) })"),
      ("[Int]", "var l: [Int] = []; for (i, x) in a.enumerated() where i < 3 { l.append(x) }; self.a = l"),
      ("[Int]", #"self.a = a.enumerated().filter { $0.offset < 3 }.map(\.element)"#),
      ("Range<Int>", "self.a = max(0, a.lowerBound)..<min(10, a.upperBound)"),
      ("Int", "for a in [1, 2] { print(a) }; self.a = a"),
      ("Int", "if let a = Optional(b * 2) { print(a) }; self.a = a"),
      ("Int", "switch b { case let a: print(a) }; self.a = a"),
      ("Date", "self.a = Date(timeIntervalSince1970: floor(a.timeIntervalSince1970))"),
      ("Date", "self.a = Calendar.current.startOfDay(for: a)"),
      (
        "Date",
        "let c = Calendar.current; self.a = c.date(from: c.dateComponents([.year, .month, .day], from: a)) ?? a"
      ),
      ("Date", "self.a = Calendar.current.date(bySettingHour: 0, minute: 0, second: 0, of: a) ?? a"),
      ("Double", "self.a = a.rounded()"),
      ("[Int]", "var c = a; c.sort(); c.removeAll { $0 < 0 }; self.a = c"),
      ("Int", "guard a < 10 else { self.a = 10; return }; self.a = a"),
      ("Int", "switch a { case 0: self.a = 1; default: self.a = a }"),
      ("Size", "self.a = .init(a)"),
      ("Size?", "self.a = .some(a!)"),
      ("Size?", "self.a = Optional.some(a!)"),
      ("Shape", "switch a { case .circle(let r): self.a = .circle(max(r, 0)); default: self.a = a }"),
      ("Shape", "switch a { case let .circle(r): self.a = Shape.circle(r); default: self.a = a }"),
      ("Shape", "if case .circle(let r) = a { self.a = .circle(abs(r)) } else { self.a = a }"),
      ("String", #"self.a = "\(a)""#),
      ("URL", "self.a = a.standardizedFileURL"),
      ("Int", "self.a = a; if b > 3 { print(b + 1) }"),
      ("[Int]", "self.a = Array(a[..<3])"),
      ("String", #"self.a = a; self.other = a + "x""#),
      ("[Int]", "self.a = []; defer { self.a = a }"),
      ("[Int]", "self.a = []; for x in a { add(x) }"),
      ("[Int]", "self.a = []; for x in a { self.a += [x] }"),
      ("Int", "assert(a == b * 2); self.a = b * 2"),
      ("Double?", "self.a = a ?? Double(b) / 2"),
      ("Int", "self.a = { a < 0 ? 0 : a }()"),
      ("Int", "let (x, y) = (a, b); self.a = x; other = y * 2"),
      ("[String: Int]", "var o = [String: Int](); for (k, v) in a { o[k.lowercased()] = v }; self.a = o"),
      ("Int", "let n: Int; if b > 3 { n = a } else { n = max(a, 0) }; self.a = n"),
      ("[Int]", #"let f = DateFormatter(); f.dateFormat = "x"; self.a = a"#),
      ("Int", "self.a = if a > 3 { 3 } else { a }"),
      ("Int", "precondition(a > 0); assert(a + 1 > 0); self.a = a"),
      ("Int", "self.a = a; var g = SystemRandomNumberGenerator(); self.other = Int.random(in: 0...a, using: &g)"),
      ("Date", "self.a = a; let next = a.addingTimeInterval(5); other = Int(next.timeIntervalSince1970)"),
    ])
  func steadyValues(type: String, body: String) {
    #expect(messages(of: type, body) == [], "\(body)")
  }

  @Test(
    "A change of another archived object is a warning",
    arguments: [
      ("account.balance += amount", "balance", "account.balance += amount"),
      ("account.log.append(\"made\")", "log", "account.log.append(\"made\")"),
      ("self.account.balance = amount", "balance", "self.account.balance = amount"),
      ("let a = account; a.counts[\"x\", default: 0] += 1", "counts", "a.counts[\"x\", default: 0] += 1"),
      ("if amount > 3 { account.log.insert(\"x\", at: 0) }", "log", "account.log.insert(\"x\", at: 0)"),
      ("account.bank.total -= 1", "bank.total", "account.bank.total -= 1"),
      ("account.stats.made += 1", "stats.made", "account.stats.made += 1"),
    ])
  func otherObjects(body: String, changed: String, source: String) {
    let expected =
      "'init(account:amount:)', which decoding calls, changes '\(changed)' of the archived 'account':"
      + " '\(source)' changes what was archived each time that it is read"
    #expect(messagesOfEntry(body) == [expected], "\(body)")
  }

  @Test(
    "What another object gets again, or has not archived, is no warning",
    arguments: [
      "account.entries.append(self)", "account.last = self", "self.account.entries += [self]", "account.drawn += 1",
      "if !account.log.contains(\"a\") { account.log.append(\"a\") }", "account.tags.insert(\"a\")",
      "guard account.log.isEmpty else { return }; account.log.append(\"a\")", "account.counts[\"x\"] = 1",
      "account.balance = max(account.balance, amount)", "print(account.balance + 1)",
      "var copy = stats; copy.made += 1; print(copy)", "let other = Account(bank: account.bank); other.balance += 1",
    ])
  func harmlessChanges(body: String) { #expect(messagesOfEntry(body) == [], "\(body)") }

  private func messagesOfEntry(_ body: String) -> [String] {
    messages(
      """
      // archive:
      struct Stats { var made = 0 }
      // archive:
      final class Bank { var total = 0 }
      // archive:
      final class Account {
        let bank: Bank
        var balance = 0
        var log: [String] = []
        var tags: Set<String> = []
        var counts: [String: Int] = [:]
        var stats = Stats()
        var entries: [Entry] = []
        weak var last: Entry?
        var drawn = 0  // archive: skip
        init(bank: Bank) { self.bank = bank }
      }
      // archive:
      final class Entry {
        let account: Account
        let amount: Int
        init(account: Account, amount: Int) { self.account = account; self.amount = amount; \(body) }
      }
      """)
  }

  @Test("A deferred assignment of an observed property counts")
  func deferred() {
    let source = """
      // archive:
      final class C {
        var a: String { didSet { print(a) } }
        init(a: String) { self.a = a; defer { self.a = normalized(a) } }
      }
      """
    #expect(messages(source) == ["'init(a:)', which decoding calls, makes 'normalized(a)' of the archived 'a'"])
  }

  @Test(
    "A value that is changed before it is passed on to another initializer is a warning",
    arguments: [
      ("super.init(a: a)", nil), ("super.init(a: a + \"!\")", "a + \"!\""),
      ("let n = a + \"!\"; super.init(a: n)", "a + \"!\""), ("super.init(a: a.lowercased())", nil),
    ])
  func passedOn(body: String, source: String?) {
    let found = messages(
      """
      // archive:
      class Base { let a: String; init(a: String) { self.a = a } }
      // archive:
      final class Derived: Base { override init(a: String) { \(body) } }
      """)
    let expected = source.map { "'init(a:)', which decoding calls, makes '\($0)' of the archived 'a'" }
    #expect(found == [expected].compactMap(\.self), "\(body)")
  }

  @Test(
    "Properties that get each other's arguments are a warning",
    arguments: [
      ("self.a = b; self.b = a", ["b", "a"]), ("let t = a; self.a = b; self.b = t", ["b", "t"]),
      ("(self.a, self.b) = (b, a)", ["b", "a"]),
      ("if a < b { self.a = b; self.b = a } else { self.a = a; self.b = b }", []),
      ("self.a = max(a, b); self.b = min(a, b)", []),
    ] as [(String, [String])])
  func exchanged(body: String, sources: [String]) {
    let found = messages("// archive:\nfinal class C { let a: Int; let b: Int; init(a: Int, b: Int) { \(body) } }")
    #expect(
      found
        == zip(sources, ["a", "b"]).map { source, name in
          "'init(a:b:)', which decoding calls, makes '\(source)' of the archived '\(name)'"
        }, "\(body)")
  }

  @Test(
    "A superclass that gets something else than its property's argument is a warning",
    arguments: [
      ("super.init(title: title, rank: rank)", []), ("super.init(title: title, rank: 0)", ["0", "rank"]),
      ("super.init(title: title, rank: tags.count)", ["tags.count", "rank"]),
      ("super.init(title: tags[0], rank: rank)", ["tags[0]", "title"]),
    ] as [(String, [String])])
  func superclass(body: String, source: [String]) {
    let found = messages(
      """
      // archive:
      class Base { let title: String; private(set) var rank: Int; init(title: String, rank: Int) { self.title = title; self.rank = rank } }
      // archive:
      final class Derived: Base {
        let tags: [String]
        init(title: String, rank: Int, tags: [String]) { self.tags = tags; \(body) }
      }
      """)
    #expect(found.count == source.count / 2, "\(body) \(found)")
    for text in source { #expect(found.first?.contains("'\(text)'") == true, "\(body) \(found)") }
  }

  @Test("A parameter that is a part of what the superclass gets stays what it is")
  func otherLabel() {
    let source = """
      // archive:
      class Base { var title: String; init(title: String) { self.title = title } }
      // archive:
      final class Derived: Base {
        let width: Int
        init(width: Int) { self.width = width; super.init(title: "Width \\(width)") }
      }
      """
    #expect(messages(source) == [])
  }

  @Test("A settable property gets the archived value after the initializer, whatever that makes of it")
  func assigned() {
    #expect(
      messages("// archive:\nfinal class C { var a: String\ninit(a: String) { var n = a; n += \"!\"; self.a = n } }")
        == [])
  }
}
