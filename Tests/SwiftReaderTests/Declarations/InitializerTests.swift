import ArchiveModel
import Testing

@Suite("Initializers and methods") struct InitializerTests {
  private func initializers(_ text: String) throws -> [SwiftInitializer] {
    try type("class A { \(text) }").initializers
  }

  @Test("Every flag of an initializer is read")
  func flags() throws {
    let found = try initializers(
      """
      public required convenience init?() {}
      init!() async throws {}
      private init<T>(x: T) {}
      init(x: T) where T: P {}
      init() throws(E) {}
      """)
    #expect(found.map(\.access) == [.public, .internal, .private, .internal, .internal])
    #expect(found.map(\.isRequired) == [true, false, false, false, false])
    #expect(found.map(\.isConvenience) == [true, false, false, false, false])
    #expect(found.map(\.isFailable) == [true, true, false, false, false])
    #expect(found.map(\.isAsync) == [false, true, false, false, false])
    #expect(found.map(\.isThrowing) == [false, true, false, false, true])
    #expect(found.map(\.isGeneric) == [false, false, true, true, false])
    #expect(found.map(\.location.line) == [1, 2, 3, 4, 5])
  }

  @Test("Parameters are read with labels, names, types and defaults; what no property's type matches is text")
  func parameters() throws {
    let found = try #require(
      try initializers(
        "init(a: Int, _ b: String = \"\", c d: inout Int, e: Int..., f: @escaping () -> Void, g: borrowing A, _: some P) {}"
      ).first)
    #expect(found.parameters.map(\.label) == ["a", nil, "c", "e", "f", "g", nil])
    #expect(found.parameters.map(\.name) == ["a", "b", "d", "e", "f", "g", "_"])
    #expect(
      found.parameters.map(\.type) == [
        .named("Int"), .named("String"), .other("inout Int"), .other("Int..."), .function("() -> Void"), .named("A"),
        .some(.named("P")),
      ])
    #expect(found.parameters.map(\.hasDefault) == [false, true, false, false, false, false, false])
  }

  @Test("Methods have their labels, what they return, and who may call them")
  func methods() throws {
    let found = try type(
      "class A { func awake() {}; func validate(by x: Int, _ y: Int) throws {}; static func make(_: Int) {}; "
        + "class func new() {}; func `in`(`for`: Int) {}; static func == (a: A, b: A) -> Bool { true } }")
    #expect(
      found.methods == [
        MethodSignature(name: "awake"),
        MethodSignature(name: "validate", labels: ["by", "_"], parameters: [.named("Int"), .named("Int")]),
        MethodSignature(name: "make", labels: ["_"], parameters: [.named("Int")], isStatic: true),
        MethodSignature(name: "new", isStatic: true),
        MethodSignature(name: "in", labels: ["for"], parameters: [.named("Int")]),
        MethodSignature(
          name: "==", labels: ["a", "b"], parameters: [.named("A"), .named("A")], result: .named("Bool"), isStatic: true
        ),
      ])
    let types = try type("class A { private func a() -> [Int]? { nil }; func b() -> any P & Q { c } }").methods
    #expect(types.map(\.result) == [.optional(.array(.named("Int"))), .any([.named("P"), .named("Q")])])
    #expect(types.map(\.isPrivate) == [true, false])
  }

  @Test("Declarations in bodies belong to no type")
  func code() throws {
    let found = try type("class A { init() { struct B { init(x: Int) {} }; let c = 1; func d() {} }\n deinit {} }")
    #expect(found.initializers.count == 1)
    #expect(found.properties.isEmpty)
    #expect(found.methods.isEmpty)
  }
}
