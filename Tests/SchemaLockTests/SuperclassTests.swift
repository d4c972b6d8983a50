import ArchiveModel
import Testing

@testable import SchemaLock

@Suite("Changes of a superclass")
struct SuperclassTests {
  @Test(
    "A class that lost a superclass is refused where that is expected, and nothing is said of a superclass that nobody expects"
  )
  func superclasses() throws {
    func changes(_ old: String, _ new: String, _ others: [String] = []) throws -> [String] {
      let bases = ["type Base class\n  a i64", "type Mid class superclass(\"Base\")\n  m i64"]
      func all(_ sub: String) -> String { (bases + [sub] + others).joined(separator: "\n") }
      return Judge.changes(from: try schema(all(old)), to: try schema(all(new))).map {
        "\($0.rule.rawValue) \($0.level) \($0.forward)"
      }
    }
    func sub(_ superclass: String?) -> String {
      "type Sub class\(superclass.map { " superclass(\"\($0)\")" } ?? "")\n  a i64\n  m i64"
    }
    #expect(try changes(sub("Base"), sub(nil)) == ["superclass-changed refuse safe"])
    #expect(try changes(sub(nil), sub("Base")) == ["superclass-changed safe refuse"])
    #expect(try changes(sub("Base"), sub("Mid")) == ["superclass-changed safe refuse"])
    #expect(try changes(sub("Mid"), sub("Base")) == ["superclass-changed refuse safe"])
    let other = "type Other class\n  a i64"
    #expect(try changes(sub("Base"), sub("Other"), [other]) == ["superclass-changed refuse refuse"])
    let message = Judge.changes(
      from: try schema("type Base class\n  a i64\n\(sub("Base"))\ntype Holder structure\n  list \"<[Base]>\""),
      to: try schema("type Base class\n  a i64\n\(sub(nil))\ntype Holder structure\n  list \"<[Base]>\"")
    ).map(\.message)
    #expect(
      message == [
        "'Sub' was a subclass of 'Base' and is one of no other class: archives may have it in 'Holder.list', a 'Base'"
      ])
    // The superclass has another name, or is gone itself.
    let renamed = Judge.changes(
      from: try schema("type Base class\n  a i64\n\(sub("Base"))"),
      to: try schema("type Root class was(\"Base\")\n  a i64\n\(sub("Root"))"))
    #expect(renamed.map(\.rule) == [.typeRenamed])
    let gone = Judge.changes(from: try schema("type Base class\n  a i64\n\(sub("Base"))"), to: try schema(sub(nil)))
    #expect(gone.map(\.rule) == [.typeRemoved])
  }

  @Test("Objects of a class are read where a property has one of its superclasses now, and not the other way round")
  func widened() throws {
    let classes =
      "type Animal class\n  a i64\ntype Dog class superclass(\"Animal\")\n  b i64\ntype Other class\n  c i64\n"
    func changes(_ old: String, _ new: String) throws -> [String] {
      Judge.changes(
        from: try schema(classes + "type Z class\n  pet \(old)"), to: try schema(classes + "type Z class\n  pet \(new)")
      ).map { "\($0.rule.rawValue) \($0.level) \($0.forward)" }
    }
    #expect(try changes("<Dog>?", "<Animal>?") == ["type-changed safe refuse"])
    #expect(try changes("<[Dog]>", "<[Animal]>") == ["type-changed safe refuse"])
    #expect(try changes("<Animal>", "<Dog>") == ["type-changed refuse safe"])
    #expect(try changes("<Dog>", "<Other>") == ["type-changed refuse refuse"])
    #expect(try changes("<Dog>?", #""<any Pet>?" types("Dog", "Other")"#) == ["type-changed safe refuse"])
    #expect(try changes("<[Dog]>", #""<[any Pet]>" types("Dog")"#) == ["type-changed safe refuse"])
    #expect(try changes(#""<[String: Dog]>""#, #""<[String: any Pet]>" types("Dog")"#) == ["type-changed safe refuse"])
    #expect(try changes("<Dog>", #""<any Pet>" types("Other")"#) == ["type-changed refuse refuse"])
    // A listed class stands for its subclasses.
    #expect(try changes("<Animal>", #""<any Pet>" types("Animal")"#) == ["type-changed safe refuse"])
    #expect(try changes("<Animal>", #""<any Pet>" types("Dog")"#) == ["type-changed refuse refuse"])
  }
}
