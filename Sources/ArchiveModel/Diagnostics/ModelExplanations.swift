extension DiagnosticID {
  static let modelExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .noMarkedType: DiagnosticExplanation(
      .warning, "No type of the Swift sources is marked.",
      "Swift types are archived when a comment 'archive:' marks them.",
      example: "struct Point { var x = 0 }",
      remedies: ["Write '// archive:' on the line above a type."]),
    .unsupportedType: DiagnosticExplanation(
      .error, "A type has no archived form.",
      "The message says why: functions, opaque types, optionals of optionals and some generic types cannot be told "
        + "apart or made anew when they are read.",
      example: "// archive:\nstruct Job { var run: () -> Void }",
      remedies: ["Leave the property out: // archive: skip", "Wrap the value in a struct marked '// archive:'."]),
    .unarchivedType: DiagnosticExplanation(
      .error, "A property's type is declared and is not archived.",
      "Its values would be missing from archives.",
      example: "struct Size { var w = 0 }\n// archive:\nstruct Box { var size = Size() }",
      remedies: ["Write '// archive:' on the type.", "Leave the property out: // archive: skip"]),
    .unsupportedProperty: DiagnosticExplanation(
      .error, "A tuple pattern declares several properties at once.",
      "Each property needs a declaration of its own, which can carry annotations.",
      example: "// archive:\nstruct Point { var (x, y) = (0, 0) }",
      remedies: ["Declare the properties one by one."]),
    .untypedProperty: DiagnosticExplanation(
      .error, "A property's type is not written.",
      "archivegen reads syntax and does not infer types, other than those of plain literals and initializers.",
      example: "// archive:\nstruct Point { var x = start() }",
      remedies: ["Write the type: var x: Int = start()"]),
    .wrappedProperty: DiagnosticExplanation(
      .error, "A property has a wrapper or a macro.",
      "It may store something else than the property shows.",
      example: "// archive:\nfinal class Model { @Published var name = \"\" }",
      remedies: [
        "Archive the value that it shows: // archive: key(\"name\")", "Leave it out: // archive: skip",
      ]),
    .inaccessibleDeclaration: DiagnosticExplanation(
      .error, "Generated code cannot reach a declaration.",
      "It is in another file, so private declarations are hidden from it.",
      example: "// archive:\nstruct Account { private var balance = 0 }",
      remedies: ["Write 'private(set)', or 'internal'.", "Leave it out: // archive: skip"]),
    .isolatedDeclaration: DiagnosticExplanation(
      .error, "A property belongs to a global actor and its type does not.",
      "Encoding runs wherever it is called and could not read the property.",
      example: "// archive:\nfinal class Model { @MainActor var title = \"\" }",
      remedies: ["Mark the property 'nonisolated'.", "Isolate the whole type.", "Leave it out: // archive: skip"]),
    .isolationMismatch: DiagnosticExplanation(
      .error, "A type holds values of a type that another actor owns.",
      "Both are encoded in one call, which can be in one isolation only.",
      example: "// archive:\n@MainActor final class View {}\n// archive:\nstruct State { var view: View }",
      remedies: ["Isolate both types alike.", "Leave the property out: // archive: skip"]),
    .missingTypes: DiagnosticExplanation(
      .error, "No attribute lists the types that a protocol's value can have.",
      "A reader makes no object of a type that is not on a list: this keeps hostile archives from choosing classes.",
      example: "protocol Shape {}\n// archive:\nstruct Drawing { var shapes: [any Shape] }",
      remedies: ["List them on the property or the protocol: // archive: types(Circle, Square)"]),
    .emptyEnumeration: DiagnosticExplanation(
      .error, "An enumeration without cases is marked.",
      "It has no values that could be archived.",
      example: "// archive:\nenum Namespace {}",
      remedies: ["Remove '// archive:'."]),
    .unarchivedSubclass: DiagnosticExplanation(
      .warning, "A subclass of an archived class is not archived.",
      "Encoding an object of it throws.",
      example: "// archive:\nclass Shape {}\nclass Circle: Shape {}",
      remedies: ["Write '// archive:' on the subclass.", "Write '// archive: skip' on it if that is meant."]),
    .unlistedConformance: DiagnosticExplanation(
      .warning, "An archived type conforms to a protocol whose 'types' does not list it.",
      "A value of it behind the protocol cannot be encoded.",
      example: "// archive: types(Circle)\nprotocol Shape {}\n// archive:\nstruct Square: Shape {}",
      remedies: ["Add the type to 'types(…)'."]),
    .unknownSuperclass: DiagnosticExplanation(
      .warning, "The first type that a class inherits from is not among the sources.",
      "If it is a class, its properties are not archived.",
      example: "// archive:\nfinal class Entry: Base {}",
      remedies: ["Add the source that declares it to the inputs.", "If it is a protocol, name another one first."]),
    .unusableSuperclass: DiagnosticExplanation(
      .error, "The superclass keeps a class from being archived.",
      "It is not archived itself, is generic, or has coding methods that generated code cannot continue.",
      example: "class Base { var id = 0 }\n// archive:\nfinal class Entry: Base {}",
      remedies: ["Write '// archive:' on the superclass."]),
    .unusableInitializer: DiagnosticExplanation(
      .error, "No initializer can be called with what is archived.",
      "Decoding makes a value with an initializer whose parameters are archived properties, by name and type.",
      example: "// archive:\nfinal class Entry {\n  let id: Int\n  init(number: Int) { id = number }\n}",
      remedies: ["Add the initializer that the message prints.", "Name one: // archive: init(id:)"]),
    .constructionCycle: DiagnosticExplanation(
      .error, "Objects need each other to be made.",
      "Each initializer takes the other object, so none can be called first.",
      example:
        "// archive:\nfinal class A { let b: B; init(b: B) { self.b = b } }\n// archive:\nfinal class B { let a: A; init(a: A) { self.a = a } }",
      remedies: ["Make one of the properties optional, or a 'var' that no initializer takes."]),
    .missingMethod: DiagnosticExplanation(
      .error, "An attribute names a method that the type does not have.",
      "The message shows the declaration that is needed.",
      example: "// archive: validate(check)\nfinal class Entry {}",
      remedies: ["Add the method as the message shows it."]),
    .unusableMethod: DiagnosticExplanation(
      .error, "A method has another form than the attribute needs.",
      "Parameters, result and 'static' have to be those that the message shows.",
      example: "// archive: validate(check)\nfinal class Entry { static func check() {} }",
      remedies: ["Write the method as the message shows it."]),
    .notCodable: DiagnosticExplanation(
      .error, "'codable' cannot be given to this type.",
      "Codable has neither references nor protocols, and no extension can add an initializer that subclasses inherit.",
      example: "// archive: codable\nclass Node {}",
      remedies: ["Write 'final class'.", "Remove 'codable'."]),
    .notSecureCoding: DiagnosticExplanation(
      .error, "'securecoding' cannot be given to this class.",
      "Foundation's archives take final classes that derive from NSObject and refer to others of that kind.",
      example: "// archive: securecoding\nfinal class Node {}",
      remedies: ["Derive the class from NSObject and make it final.", "Remove 'securecoding'."]),
    .swiftSyntax: DiagnosticExplanation(
      .error, "A Swift source does not parse.",
      "Nothing of the file is read, since a type's properties could be missed.",
      example: "struct Point { var x = }",
      remedies: ["Correct the syntax; 'swiftc -parse FILE' says more."]),
    .nestingLimit: DiagnosticExplanation(
      .error, "Brackets or conditions are nested too deeply.",
      "The parser has a limit so that no source can exhaust the stack.",
      example: "",
      remedies: ["Move the inner part into a declaration of its own."]),
    .undecidedCondition: DiagnosticExplanation(
      .warning, "Declarations are in an '#if' whose condition is not known.",
      "They are not read, because archives would then differ between builds. It is an error for types that are marked.",
      example: "#if DEBUG\n// archive:\nstruct Trace {}\n#endif",
      remedies: [
        "Move the declarations out of the '#if'.",
        "Say whether the condition is set, if it is the same in all builds: -D DEBUG, or -U DEBUG",
      ]),
    .assumedImport: DiagnosticExplanation(
      .note, "'canImport' is taken to be true.",
      "Which modules a build has is not known here.",
      example: "#if canImport(UIKit)\n// archive:\nfinal class Screen {}\n#endif",
      remedies: ["Move the declarations out of the '#if' if it matters."]),
  ]
}
