extension DiagnosticID {
  static let modelExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .noMarkedType: DiagnosticExplanation(
      .warning, "No type of the Swift sources is marked.",
      "archivegen archives only Swift types that an 'archive:' comment marks.",
      example: "struct Point { var x = 0 }",
      remedies: ["Write '// archive:' on the line above a type."]),
    .unsupportedType: DiagnosticExplanation(
      .error, "Values of a type cannot be archived.",
      "The message gives the reason. Functions, opaque types, optionals of optionals and some generic types cannot be "
        + "restored from an archive.",
      example: "// archive:\nstruct Job { var run: () -> Void }",
      remedies: ["Leave the property out: // archive: skip", "Wrap the value in a struct with '// archive:'."]),
    .unarchivedType: DiagnosticExplanation(
      .error, "A property's type is not marked for archiving.",
      "The property's values would be missing from archives.",
      example: "struct Size { var w = 0 }\n// archive:\nstruct Box { var size = Size() }",
      remedies: ["Write '// archive:' on the type.", "Leave the property out: // archive: skip"]),
    .unsupportedProperty: DiagnosticExplanation(
      .error, "A tuple pattern declares several properties at once.",
      "Each property needs its own declaration, to which annotations can apply.",
      example: "// archive:\nstruct Point { var (x, y) = (0, 0) }",
      remedies: ["Declare each property separately."]),
    .untypedProperty: DiagnosticExplanation(
      .error, "A property has no explicit type.",
      "archivegen reads syntax only. It infers types only from plain literals and initializer calls.",
      example: "// archive:\nstruct Point { var x = start() }",
      remedies: ["Write the type: var x: Int = start()"]),
    .wrappedProperty: DiagnosticExplanation(
      .error, "A property has a wrapper or a macro.",
      "The stored value may differ from the property's value.",
      example: "// archive:\nfinal class Model { @Published var name = \"\" }",
      remedies: [
        "Archive the property's value: // archive: key(\"name\")", "Leave it out: // archive: skip",
      ]),
    .constantReference: DiagnosticExplanation(
      .warning, "A constant with an initial value refers to an object with state.",
      "Constants with an initial value are not archived, because every instance has the same value. What the value refers to "
        + "may change, and that is lost.",
      example:
        "// archive:\nfinal class Settings { var volume = 5 }\n// archive:\nfinal class Player { let settings = Settings() }",
      remedies: [
        "Archive it: make it a 'var', or give it its value in an initializer.", "Leave it out: // archive: skip",
      ]),
    .inaccessibleDeclaration: DiagnosticExplanation(
      .error, "Generated code cannot reach a declaration.",
      "Generated code is in another file, where private declarations are not visible.",
      example: "// archive:\nstruct Account { private var balance = 0 }",
      remedies: ["Make the declaration 'private(set)' or 'internal'.", "Leave it out: // archive: skip"]),
    .isolatedDeclaration: DiagnosticExplanation(
      .error, "A property belongs to a global actor, but the type that declares it does not.",
      "The type can be encoded outside the actor, where the property cannot be read.",
      example: "// archive:\nfinal class Model { @MainActor var title = \"\" }",
      remedies: ["Mark the property 'nonisolated'.", "Isolate the whole type.", "Leave it out: // archive: skip"]),
    .isolationMismatch: DiagnosticExplanation(
      .error, "A type has a property whose type belongs to another actor.",
      "One call encodes both, and it can run on one actor only.",
      example: "// archive:\n@MainActor final class View {}\n// archive:\nstruct State { var view: View }",
      remedies: ["Give both types the same isolation.", "Leave the property out: // archive: skip"]),
    .missingTypes: DiagnosticExplanation(
      .error, "No attribute lists the types that a value of protocol type can have.",
      "Decoding creates only objects of listed types, so that a hostile archive cannot choose classes.",
      example: "protocol Shape {}\n// archive:\nstruct Drawing { var shapes: [any Shape] }",
      remedies: ["List them on the property or the protocol: // archive: types(Circle, Square)"]),
    .emptyEnumeration: DiagnosticExplanation(
      .error, "An enumeration without cases is marked.",
      "Such an enumeration has no values.",
      example: "// archive:\nenum Namespace {}",
      remedies: ["Remove '// archive:'."]),
    .unarchivedSubclass: DiagnosticExplanation(
      .warning, "A subclass of an archived class is not archived.",
      "Encoding an object of the subclass throws an error.",
      example: "// archive:\nclass Shape {}\nclass Circle: Shape {}",
      remedies: ["Write '// archive:' on the subclass.", "If this is intended, write '// archive: skip' on it."]),
    .unlistedConformance: DiagnosticExplanation(
      .warning, "An archived type conforms to a protocol whose 'types' does not list it.",
      "A value of this type cannot be encoded where the protocol is the declared type.",
      example: "// archive: types(Circle)\nprotocol Shape {}\n// archive:\nstruct Square: Shape {}",
      remedies: ["Add the type to 'types(…)'."]),
    .unknownSuperclass: DiagnosticExplanation(
      .warning, "The first type that a class inherits from is not among the sources.",
      "If that type is a class, its properties are not archived. If it is archived in another module, generated code does not compile.",
      example: "// archive:\nfinal class Entry: Base {}",
      remedies: [
        "If it is a protocol, write another one first.",
        "Add the source that declares it to the inputs, if it is in the same module.",
        "Archive a class and its subclasses in one module.",
      ]),
    .unusableSuperclass: DiagnosticExplanation(
      .error, "A class cannot be archived because of its superclass.",
      "The superclass is not archived, is generic, or has coding methods that generated code cannot extend.",
      example: "class Base { var id = 0 }\n// archive:\nfinal class Entry: Base {}",
      remedies: ["Write '// archive:' on the superclass."]),
    .unusableInitializer: DiagnosticExplanation(
      .error, "No initializer can be called with the archived properties.",
      "Decoding calls an initializer whose parameters match archived properties by name and type.",
      example: "// archive:\nfinal class Entry {\n  let id: Int\n  init(number: Int) { id = number }\n}",
      remedies: ["Add the initializer that the message shows.", "Name an initializer: // archive: init(id:)"]),
    .inexactInitializer: DiagnosticExplanation(
      .warning, "An initializer that decoding calls changes a value, or runs observers.",
      "A property that cannot be assigned afterwards has what the initializer makes of its archived value, and another value each time "
        + "that it is archived and read. So has another object that the initializer changes, as account.balance += amount does.",
      example: "// archive:\nstruct Price {\n  let cents: Int\n  init(cents: Int) { self.cents = cents * 100 }\n}",
      remedies: [
        "Add an initializer that takes the value as it is, and name it: // archive: init(archived:)",
        "Make the property a 'var' that can be set, without observers.",
      ]),
    .constructionCycle: DiagnosticExplanation(
      .error, "Objects need each other for their initialization.",
      "Each initializer takes the other object, so none can be called first.",
      example:
        "// archive:\nfinal class A { let b: B; init(b: B) { self.b = b } }\n// archive:\nfinal class B { let a: A; init(a: A) { self.a = a } }",
      remedies: ["Make one of the properties optional, or a 'var' that is no parameter of an initializer."]),
    .missingMethod: DiagnosticExplanation(
      .error, "An attribute names a method that the type does not have.",
      "The message shows the required declaration.",
      example: "// archive: validate(check)\nfinal class Entry {}",
      remedies: ["Add the method that the message shows."]),
    .unusableMethod: DiagnosticExplanation(
      .error, "A method does not have the signature that the attribute requires.",
      "Its parameters, its result and 'static' have to be as in the message.",
      example: "// archive: validate(check)\nfinal class Entry { static func check() {} }",
      remedies: ["Change the method as the message shows."]),
    .uncalledMethod: DiagnosticExplanation(
      .error, "A subclass declares a coding method that its superclass does not declare.",
      "The runtime calls the methods of the class that declares the conformance to ArchivableClass. A subclass can override "
        + "a method that this class declares, but not the protocol's own implementation, which is called instead.",
      example:
        "class Base: ArchivableClass { … }\nfinal class Entry: Base {\n  func connect(from decoder: ObjectDecoder) throws { … }\n}",
      remedies: ["Declare the method in the superclass, even if it does nothing, and override it."]),
    .notCodable: DiagnosticExplanation(
      .error, "'codable' is not possible for this type.",
      "Codable supports neither references nor protocols, and an extension cannot add an initializer that subclasses "
        + "inherit.",
      example: "// archive: codable\nclass Node {}",
      remedies: ["Write 'final class'.", "Remove 'codable'."]),
    .notSecureCoding: DiagnosticExplanation(
      .error, "'securecoding' is not possible for this class.",
      "It needs a final class that derives from NSObject and refers only to objects of such classes.",
      example: "// archive: securecoding\nfinal class Node {}",
      remedies: ["Derive the class from NSObject and make it final.", "Remove 'securecoding'."]),
    .swiftSyntax: DiagnosticExplanation(
      .error, "A Swift source has a syntax error.",
      "The whole file is ignored, because properties of a type could be missing.",
      example: "struct Point { var x = }",
      remedies: ["Correct the syntax. 'swiftc -parse FILE' shows all errors."]),
    .nestingLimit: DiagnosticExplanation(
      .error, "Brackets or conditions are nested too deeply.",
      "The parser has a limit, so that no source can exhaust the stack.",
      example: "",
      remedies: ["Move the inner part into a declaration of its own."]),
    .undecidedCondition: DiagnosticExplanation(
      .warning, "Declarations are in an '#if' whose condition is not known.",
      "They are not read, because archives would differ between builds. For marked types this is an error.",
      example: "#if DEBUG\n// archive:\nstruct Trace {}\n#endif",
      remedies: [
        "Move the declarations out of the '#if'.",
        "If the condition is the same in all builds, say whether it is set: -D DEBUG, or -U DEBUG",
      ]),
    .assumedImport: DiagnosticExplanation(
      .note, "A 'canImport' condition is assumed to be true.",
      "archivegen does not know which modules a build has.",
      example: "#if canImport(UIKit)\n// archive:\nfinal class Screen {}\n#endif",
      remedies: ["If a build does not have the module, move the declarations out of the '#if'."]),
  ]
}
