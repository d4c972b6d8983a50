// swift-tools-version: 6.2
import PackageDescription

/// A library that the generator uses. Only traits make it a dependency: SwiftPM fetches nothing for packages that use the
/// product `ArchiveRuntime`.
func generator(_ product: String, _ package: String) -> Target.Dependency {
  .product(
    name: product, package: package,
    condition: .when(traits: package == "swift-syntax" ? ["Generator"] : ["Generator", "GeneratorWithToolchain"]))
}

// The stages of the generator are the targets: read, model, plan, render, write.
// Each may import only the targets named here; ARCHITECTURE.md has the table.
let package = Package(
  name: "archivegen",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "archivegen", targets: ["archivegen"]),
    .library(name: "ArchiveRuntime", targets: ["ArchiveRuntime"]),
    // Keeps unknown data when an older program saves an archive, and saves for earlier releases.
    .library(name: "ArchiveEvolution", targets: ["ArchiveEvolution"]),
    // Golden archives, for tests: no app links it.
    .library(name: "ArchiveTesting", targets: ["ArchiveTesting"]),
    .plugin(name: "ArchivegenPlugin", targets: ["ArchivegenPlugin"]),
    .plugin(name: "ArchivegenCommand", targets: ["ArchivegenCommand"]),
    .plugin(name: "ArchivegenCheck", targets: ["ArchivegenCheck"]),
    // ArchiveAnnotations.h, for C targets whose headers write annotations as macros.
    .library(name: "ArchiveAnnotations", targets: ["ArchiveAnnotations"]),
  ],
  traits: [
    .trait(
      name: "Generator",
      description: "Builds archivegen from source. It fetches swift-syntax and four other packages."),
    .trait(
      name: "GeneratorWithToolchain",
      description: "The same with the swift-syntax of Swift's toolchain, for Tests/Support/debug_flags.sh."),
    // SwiftPM compiles what a plugin runs, and all that it depends on, a second time. Our own builds have no use for that.
    .trait(
      name: "ToolFromSource",
      description: "The plugins run an archivegen that they build from source.", enabledTraits: ["Generator"]),
    .default(enabledTraits: []),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.0.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.0"),
  ],
  targets: [
    // The part of libclang's interface that is used; the library is found at run time.
    .target(name: "CClang", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

    // The values that stages exchange: types, fields, layouts, annotations, diagnostics.
    .target(name: "ArchiveModel"),

    // Without the trait its compilation fails, with the command to use, before that of every target that depends on it.
    .target(name: "GeneratorTrait"),

    // read
    .target(name: "HeaderReader", dependencies: ["ArchiveModel", "CClang"], exclude: ["README.md"]),
    .target(
      name: "ConfigurationReader",
      dependencies: ["ArchiveModel", "SchemaLock", "GeneratorTrait", generator("Yams", "Yams")]),
    .target(
      name: "SwiftReader",
      dependencies: [
        "ArchiveModel", "GeneratorTrait", generator("SwiftSyntax", "swift-syntax"),
        generator("SwiftParser", "swift-syntax"),
        generator("SwiftParserDiagnostics", "swift-syntax"),
        generator("SwiftIfConfig", "swift-syntax"),
      ],
      exclude: ["README.md"]),

    // plan: decides every name, key and type of the render model
    .target(
      name: "ArchivePlanner",
      dependencies: ["ArchiveModel", "GeneratorTrait", generator("OrderedCollections", "swift-collections")],
      exclude: ["README.md"]),

    // The record of every release's archives, and the effect of changes on them.
    .target(name: "SchemaLock", dependencies: ["ArchiveModel"], exclude: ["README.md"]),

    // Archives made from a schema alone, without generated code: for proofs and golden archives.
    .target(
      name: "SchemaInterpreter",
      dependencies: ["ArchiveModel", "ArchiveEvolution", "UntypedArchive", "ArchiveTesting", "ArchiveRuntime"]),

    // Shows the effect of a break on an archive. It links the runtime, unlike the generator.
    .target(name: "ArchiveWitness", dependencies: ["SchemaInterpreter", "SchemaLock", "ArchiveModel"]),

    // Any archive without its types: a view of what it holds.
    .target(name: "UntypedArchive", dependencies: ["ArchiveRuntime"], exclude: ["README.md"]),

    // Data that a program does not know, kept when it saves, and archives for its earlier releases.
    .target(name: "ArchiveEvolution", dependencies: ["UntypedArchive", "ArchiveRuntime"], exclude: ["README.md"]),

    // The proof that today's code reads the archives of every release.
    .target(name: "ArchiveTesting", dependencies: ["UntypedArchive", "ArchiveRuntime"]),

    // inspect: archives as they are, over the view, and the commands for them.
    .target(
      name: "ArchiveInspection", dependencies: ["UntypedArchive", "ArchiveRuntime", "PageFiles"],
      exclude: ["InspectionJSON.md", "README.md"]),

    // Style, script and HTML of the pages, in C because its compiler embeds files: as resources they are array literals in
    // Swift, which take half a minute to compile.
    .target(name: "PageFiles", exclude: ["Archive", "Diff", "Layout"]),

    // What people look at: an archive as a page, its objects as a picture.
    .target(
      name: "ArchivePage", dependencies: ["ArchiveInspection", "UntypedArchive", "ArchiveRuntime", "PageFiles"]),

    .target(
      name: "InspectionCommands",
      dependencies: [
        "ArchiveInspection", "ArchivePage", "UntypedArchive", "ArchiveRuntime", "GeneratorTrait",
        generator("ArgumentParser", "swift-argument-parser"),
      ]),

    // Layouts as text and pictures.
    .target(
      name: "LayoutInspection",
      dependencies: [
        "ArchiveModel", "ArchivePlanner", "ArchiveInspection", "UntypedArchive", "ArchiveRuntime", "PageFiles",
      ]),

    // render
    .target(
      name: "Templates",
      path: "Templates",
      resources: [
        .embedInCode("ArchiveReleases.mustache"),
        .embedInCode("Class.mustache"),
        .embedInCode("ClassExtensions.mustache"),
        .embedInCode("Codable.mustache"),
        .embedInCode("CodableConstant.mustache"),
        .embedInCode("CodableEnumeration.mustache"),
        .embedInCode("Conformance.mustache"),
        .embedInCode("Constant.mustache"),
        .embedInCode("Conversion.mustache"),
        .embedInCode("Enumeration.mustache"),
        .embedInCode("Existential.mustache"),
        .embedInCode("GeneratedFile.mustache"),
        .embedInCode("GeneratedModel.mustache"),
        .embedInCode("Import.mustache"),
        .embedInCode("IsolationCheck.mustache"),
        .embedInCode("Migration.mustache"),
        .embedInCode("Mirror.mustache"),
        .embedInCode("ModuleHeader.mustache"),
        .embedInCode("ModuleMap.mustache"),
        .embedInCode("OwnCoding.mustache"),
        .embedInCode("RawValue.mustache"),
        .embedInCode("Schema.mustache"),
        .embedInCode("SecureCoding.mustache"),
        .embedInCode("Structure.mustache"),
        .embedInCode("Tuple.mustache"),
        .embedInCode("TypeNames.mustache"),
      ]),
    .target(
      name: "ArchiveRenderer",
      dependencies: [
        "ArchiveModel", "ArchivePlanner", "GeneratorTrait", "Templates", generator("Mustache", "swift-mustache"),
      ],
      exclude: ["README.md"]),

    // write
    .executableTarget(
      name: "archivegen",
      dependencies: [
        "ArchiveModel", "HeaderReader", "SwiftReader", "ConfigurationReader", "ArchivePlanner", "ArchiveRenderer",
        "SchemaLock", "ArchiveWitness", "SchemaInterpreter", "ArchiveRuntime", "UntypedArchive",
        "ArchiveInspection", "InspectionCommands", "LayoutInspection", "GeneratorTrait",
        generator("ArgumentParser", "swift-argument-parser"),
      ]),

    // Run archivegen for other packages. They find one that is installed; a trait adds one that is built from source.
    .plugin(
      name: "ArchivegenPlugin", capability: .buildTool(),
      dependencies: [.target(name: "archivegen", condition: .when(traits: ["ToolFromSource"]))]),
    .plugin(
      name: "ArchivegenCommand",
      capability: .command(
        intent: .custom(
          verb: "archivegen", description: "Generate, check and lock the code that archives C structs and Swift types"),
        permissions: [.writeToPackageDirectory(reason: "generated code and archivegen.lock belong to the sources")]),
      dependencies: [.target(name: "archivegen", condition: .when(traits: ["ToolFromSource"]))]),
    .plugin(
      name: "ArchivegenCheck",
      capability: .command(
        intent: .custom(
          verb: "archivegen-check", description: "Check that archives of every release can be read; writes nothing")),
      dependencies: [.target(name: "archivegen", condition: .when(traits: ["ToolFromSource"]))]),

    // What generated code calls. It shares nothing with the generator.
    .target(name: "ArchiveRuntime", exclude: ["FORMAT.md", "README.md"]),

    // A header alone, which 'archivegen attributes --header' writes.
    .target(name: "ArchiveAnnotations"),

    // Headers with one feature each, and what archivegen writes for them: compiled and run by the tests.
    .target(name: "CFixtures", path: "Tests/Fixtures"),
    .target(name: "FixtureArchives", dependencies: ["ArchiveRuntime", "CFixtures"], path: "Tests/FixtureArchives"),

    .testTarget(
      name: "FixtureTests",
      dependencies: ["FixtureArchives", "CFixtures", "ArchiveTesting", "ArchiveRuntime", "TestRandom"]),

    // Structures with pointers, one feature each, and the C that builds, checks and frees them.
    .target(name: "CGraphs", path: "Tests/Graphs", exclude: ["selfcheck"]),
    .target(name: "GraphArchives", dependencies: ["ArchiveRuntime", "CGraphs"], path: "Tests/GraphArchives"),

    .testTarget(
      name: "GraphTests",
      dependencies: ["GraphArchives", "CGraphs", "ArchiveTesting", "ArchiveRuntime", "TestRandom"]),

    // Swift models by theme and C structs that are properties of theirs, with what archivegen writes for both in one
    // run.
    .target(name: "CModels", path: "Tests/CModels"),
    .target(name: "ModelFixtures", dependencies: ["ArchiveRuntime", "CModels"], path: "Tests/Models"),
    .testTarget(
      name: "ModelFixtureTests",
      dependencies: ["ModelFixtures", "CModels", "ArchiveTesting", "ArchiveRuntime", "TestRandom"]),

    // C records for the runtime's tests.
    .target(name: "RuntimeTestC", path: "Tests/RuntimeTestC"),
    // Saves archives until it is killed, for the tests of ArchiveFile.
    .executableTarget(name: "archive-saver", dependencies: ["ArchiveRuntime"], path: "Tests/ArchiveSaver"),
    .testTarget(
      name: "ArchiveRuntimeTests",
      dependencies: [
        "ArchiveEvolution", "ArchiveTesting", "ArchiveRuntime", "RuntimeTestC", "archive-saver", "TestRandom",
      ],
      exclude: ["PropertyList/canonical.py"]),
    // Random numbers whose seed can be given again, and a file in memory.
    .target(name: "TestRandom", path: "Tests/TestRandom"),
    .testTarget(name: "UntypedArchiveTests", dependencies: ["UntypedArchive", "ArchiveRuntime"]),
    .testTarget(
      name: "ArchiveInspectionTests",
      dependencies: ["ArchiveInspection", "InspectionDamage", "UntypedArchive", "ArchiveRuntime", "TestRandom"]),
    .testTarget(
      name: "ArchivePageTests", dependencies: ["ArchivePage", "ArchiveInspection", "UntypedArchive", "ArchiveRuntime"]),
    // Damaged files are looked into: a few by the tests, a million by `make inspect-damage`.
    .target(
      name: "InspectionDamage",
      dependencies: ["ArchiveInspection", "ArchivePage", "UntypedArchive", "ArchiveRuntime", "TestRandom"],
      path: "Tests/InspectionDamage"),
    .executableTarget(name: "inspection-damage", dependencies: ["InspectionDamage"], path: "Tests/InspectionDamageRun"),
    // What every public way in and out costs, in instructions and memory: a proof that it is linear.
    .target(name: "CostMeter", path: "Tests/CostMeter", exclude: ["instructions.c"]),
    .executableTarget(
      name: "cost-proof",
      dependencies: [
        "CostMeter", "InspectionCommands", "ArchiveInspection", "UntypedArchive", "ArchiveEvolution", "ArchiveRuntime",
        generator("ArgumentParser", "swift-argument-parser"),
      ],
      path: "Tests/CostProof", exclude: ["run.sh"]),
    .testTarget(name: "ArchiveModelTests", dependencies: ["ArchiveModel", "TestRandom"]),
    // The one place that sees the generator and the runtime: what both know has to be the same.
    .testTarget(name: "ElementTableTests", dependencies: ["ArchiveModel", "ArchiveRuntime"]),
    // What the gate says of a change is held against the engine.
    .target(
      name: "GateProof",
      dependencies: ["SchemaInterpreter", "SchemaLock", "ArchiveModel", "ArchiveEvolution", "ArchiveRuntime"],
      path: "Tests/GateProof"),
    .executableTarget(name: "gate-proof", dependencies: ["GateProof"], path: "Tests/GateProofRun"),
    .testTarget(
      name: "GateProofTests",
      dependencies: ["GateProof", "SchemaInterpreter", "SchemaLock", "ArchiveModel", "ArchiveRuntime"]),
    .testTarget(
      name: "LayoutInspectionTests",
      dependencies: ["LayoutInspection", "ArchivePlanner", "ArchiveModel", "TestRandom"]),
    .testTarget(name: "SchemaLockTests", dependencies: ["SchemaLock", "ArchiveModel", "TestRandom"]),
    .testTarget(
      name: "ConfigurationReaderTests", dependencies: ["ConfigurationReader", "ArchiveModel"]),
    .testTarget(name: "HeaderReaderTests", dependencies: ["HeaderReader", "ArchiveModel"]),
    .testTarget(name: "SwiftReaderTests", dependencies: ["SwiftReader", "ArchiveModel", "TestRandom"]),
    .testTarget(
      name: "ArchivePlannerTests",
      dependencies: ["ArchivePlanner", "ConfigurationReader", "SwiftReader", "ArchiveRenderer"]),
    .testTarget(
      name: "ArchiveRendererTests",
      dependencies: [
        "ArchiveRenderer", "ArchivePlanner", "ArchiveModel", "GeneratorTrait", "Templates",
        generator("Mustache", "swift-mustache"),
      ]),
    // These run the built tool.
    .testTarget(name: "CommandTests", dependencies: ["archivegen"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c17
)
