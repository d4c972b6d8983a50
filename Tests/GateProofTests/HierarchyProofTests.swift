@_spi(GeneratedCode) import ArchiveEvolution
import ArchiveModel
@_spi(GeneratedCode) import ArchiveRuntime
import SchemaInterpreter
import SchemaLock
import Testing

@Suite("An archive for a release whose classes had other superclasses, or had properties in others of them")
struct HierarchyProofTests {
  /// The class `Leaf` with superclasses, and where the properties are.
  private struct Hierarchy: CustomStringConvertible {
    /// From `Leaf` on.
    let classes: [String]
    let owners: [String: String]

    var description: String {
      classes.map { name in "\(name) \(owners.filter { $0.value == name }.keys.sorted())" }.joined(separator: ": ")
    }

    /// All that have the properties `a` and `b`, and one without `b`.
    static let all: [Hierarchy] = [["Leaf"], ["Leaf", "Mid"], ["Leaf", "Root"], ["Leaf", "Mid", "Root"]]
      .flatMap { classes in
        classes.flatMap { a in
          [Hierarchy(classes: classes, owners: ["a": a])]
            + classes.map { Hierarchy(classes: classes, owners: ["a": a, "b": $0]) }
        }
      }

    func schema(renaming renamed: [String: String] = [:]) -> ArchivedSchema {
      ArchivedSchema(
        types: classes.enumerated().map { place, name in
          var type = ArchivedType(
            name: name, kind: .class, superclass: place + 1 < classes.count ? classes[place + 1] : nil)
          for key in owners.keys.sorted() where owners[key] == name {
            var entry = ArchivedEntry(
              key: renamed[key] ?? key, form: ArchivedForm(.number(ArchivedNumber(.integer(bits: 64, isSigned: true)))))
            entry.defaultValue = "0"
            if renamed[key] != nil { entry.formerKeys = [key] }
            type.entries.append(entry)
          }
          return type
        }.sorted { $0.name < $1.name })
    }
  }

  @Test("What the release has anywhere in its hierarchy is written, and all else is a loss", arguments: [false, true])
  func hierarchies(isRenamed: Bool) throws {
    let values: [String: SchemaValue] = ["a": .integer(5), "b": .integer(6)]
    let renamed = isRenamed ? ["a": "first"] : [:]
    for old in Hierarchy.all {
      for new in Hierarchy.all {
        let comment = Comment(rawValue: "\(old) became \(new)")
        let schema = new.schema(renaming: renamed)
        var lock = LockFile()
        lock.update(to: old.schema())
        _ = lock.release("1")
        lock.update(to: schema)
        var encoder = ArchiveEncoder(
          for: try ReleaseHistory(ReleaseTable(lock).lines.joined(separator: "\n")).release("1"))
        var written: [String: SchemaValue] = [:]
        for key in new.owners.keys { written[renamed[key] ?? key] = values[key] }
        let program = try ModelProgram(schema, root: "Leaf")
        let losses = try program.losses(encoding: SchemaGraph(root: written), with: encoder)
        let lost = Set(new.owners.keys).subtracting(old.owners.keys)
        #expect(Set(losses.map(\.path)) == Set(lost.map { "Leaf.\($0)" }), comment)
        encoder.allowsLosses = true
        let data = try program.encode(SchemaGraph(root: written), with: encoder)
        let read = try ModelProgram(old.schema(), root: "Leaf").decode(data).root
        for key in old.owners.keys {
          #expect(read[key] == (new.owners[key] == nil ? .integer(0) : values[key]), "\(comment): \(key)")
        }
      }
    }
  }
}
