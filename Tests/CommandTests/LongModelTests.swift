import Foundation
import Testing

/// Swift types with so many parts that their generated code is in several functions.
@Suite struct LongModelTests {
  private static let count = 130

  private static func each(_ text: (Int) -> String) -> String { (0..<count).map { text($0) + "\n" }.joined() }

  /// Each way by which a property gets its value, in turn: by its key, with a default, and over its initial value.
  private static func properties(_ declaration: String = "var") -> String {
    each { number in
      switch number % 3 {
      case 0: "  \(declaration) p\(number): Int"
      case 1: "  // archive: default(7), was(\"old\(number)\")\n  \(declaration) p\(number): Double?"
      default: "  var p\(number) = [\"\(number)\"]"
      }
    }
  }

  private static let models = """
    import ArchiveRuntime
    import Foundation

    // archive: codable
    struct Plain: Equatable {
    \(properties())}

    // archive: codable
    struct Initialized: Equatable {
    \(each { "  private(set) var p\($0): Int" })
      init(\((0..<count).map { "p\($0): Int" }.joined(separator: ", "))) {
    \(each { "    self.p\($0) = p\($0)" })  }
    }

    // archive: codable, securecoding
    final class Object: NSObject {
    \(each { $0 % 2 == 0 ? "  var p\($0) = \($0)" : "  var p\($0): Object?" })
      override init() {}
    }

    // archive: codable
    enum Choice: Equatable {
    \(each { $0 % 2 == 0 ? "  case c\($0)" : "  case c\($0)(Int, x: String)" })}

    protocol Shape {}
    \(each { "// archive:\nfinal class C\($0): Shape { var a = \($0)\n init() {} }" })
    // archive:
    struct Holder {
      // archive: types(\((0..<count).map { "C\($0)" }.joined(separator: ", ")))
      var shapes: [any Shape]
    }

    // archive:
    class Base { var a = 1
    init() {} }
    \(each { "// archive:\nfinal class D\($0): Base {}" })

    """

  private static let program = """
    import ArchiveRuntime
    import Foundation

    func twice<T: Codable & ArchivableValue>(_ value: T) throws -> [T] {
      [
        try ArchiveDecoder().decode(T.self, from: ArchiveEncoder().encode(value)),
        try JSONDecoder().decode(T.self, from: JSONEncoder().encode(value)),
      ]
    }
    @main enum Program {
      static func main() throws {
        var plain = try JSONDecoder().decode(Plain.self, from: Data("{\(stride(from: 0, to: count, by: 3).map { "\\\"p\($0)\\\": \($0)" }.joined(separator: ", "))}".utf8))
        precondition(plain.p3 == 3 && plain.p4 == 7 && plain.p5 == ["5"])
        plain.p\(count - 1 - (count - 1) % 3 - 1) = []
        plain.p4 = nil
        plain.p127 = 0.5
        for copy in try twice(plain) { precondition(copy == plain) }
        let initialized = try JSONDecoder().decode(Initialized.self, from: Data("{\((0..<count).map { "\\\"p\($0)\\\": \($0)" }.joined(separator: ", "))}".utf8))
        for copy in try twice(initialized) { precondition(copy == initialized && copy.p129 == 129) }
        let object = Object()
        object.p128 = -1
        object.p129 = Object()
        for copy in try twice(object) { precondition(copy.p128 == -1 && copy.p129?.p128 == 128 && copy.p1 == nil) }
        object.p127 = object
        let circle = try ArchiveDecoder().decode(Object.self, from: ArchiveEncoder().encode(object))
        precondition(circle.p127 === circle && circle.p129?.p2 == 2)
        object.p127 = nil
        let secure = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        let unarchived = try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: secure)
        precondition(unarchived?.p129?.p128 == 128)
        for choice in [Choice.c0, .c1(1, x: "a"), .c128, .c129(2, x: "b")] {
          for copy in try twice(choice) { precondition(copy == choice) }
        }
        let holder = try ArchiveDecoder().decode(Holder.self, from: ArchiveEncoder().encode(Holder(shapes: [C0(), C129()])))
        precondition(holder.shapes[1] is C129)
        let base = try ArchiveDecoder().decode(Base.self, from: ArchiveEncoder().encode(D129() as Base))
        precondition(base is D129)
        print("round")
      }
    }

    """

  @Test("Long models compile without a warning in both language modes, and come back whole")
  func roundTrip() throws {
    let workspace = try Workspace()
    try workspace.write("Models.swift", Self.models)
    try workspace.write("Program.swift", Self.program)
    let generated = try workspace.archivegen("Models.swift", "-o", "out")
    try #require(generated.status == 0, "\(generated.errors)")
    try workspace.makeLibrary()
    let built = Workspace.builtPath
    let options = "-warnings-as-errors -parse-as-library -I '\(built)/Modules' Models.swift Program.swift out/*.swift"
    let compiled = try workspace.run(
      "/bin/sh",
      [
        "-c",
        "swiftc -swift-version 5 -typecheck \(options) 2>&1 && swiftc -swift-version 6 \(options) libArchiveRuntime.a -o program 2>&1",
      ])
    try #require(compiled.status == 0, "\(compiled.output.prefix(4000))")
    let ran = try workspace.run("\(workspace.path)/program", [])
    #expect(ran.output == "round\n", "\(ran.errors)")
  }
}
