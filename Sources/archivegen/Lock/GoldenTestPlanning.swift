import ArchiveModel
import ArchivePlanner
import SchemaLock

/// Decides what a test of golden archives reads, and as which types.
struct GoldenTestPlanning {
  private let read: SchemaReading
  private let lock: LockFile
  private let names: GoldenTypes

  init(_ read: SchemaReading, _ lock: LockFile) {
    self.read = read
    self.lock = lock
    names = GoldenTypes(lock)
  }

  /// - Parameters:
  ///   - folder: the way from the test to the golden archives.
  ///   - testable: the modules with the generated code.
  func tests(folder: String, testable: [String]) -> GoldenTests {
    let model = read.planning.renderModel
    return GoldenTests(
      imports: Set(model.files.map(\.module)).subtracting(testable).sorted(), testableImports: testable,
      folder: folder, types: types(testable),
      expected: lock.releases.flatMap { release in
        let needed = Set(names.needed(in: release).map(\.name))
        return names.changed(in: release).map { type in
          // Those of releases that are not promised any more may be there, and are not read.
          [release, names.fileName(of: type.name), type.name] + (needed.contains(type.name) ? [] : ["retired"])
        }
      },
      keys: keys)
  }

  private func types(_ testable: [String]) -> [GoldenTests.TypeTest] {
    let model = read.planning.renderModel
    let coded =
      model.swiftFiles.flatMap { $0.structures.map(\.type) + $0.enumerations.map(\.type) + $0.classes.map(\.type) }
    // Other modules may have types of the same names.
    let module = testable.count == 1 ? testable[0] : nil
    let isHidden = coded.contains { [$0.typeName.path.first] == [module] }
    func qualified(_ name: SwiftName) -> SwiftName {
      guard name.module == nil, let module else { return name }
      return SwiftName(isHidden ? .selector(module) : .member(module), name.path)
    }
    var result: [(name: String, test: GoldenTests.TypeTest)] = []
    func add(_ name: String, _ test: GoldenTests.TypeTest) { result.append((name, test)) }
    for file in model.files {
      for record in file.conformances {
        guard let name = record.schema.name else { continue }
        // The file's own name for a record that C++ has elsewhere.
        let nested = file.nestedTypes.first {
          record.typeName.module == nil && record.typeName.path == ["NestedTypes", $0.name]
        }
        add(
          name,
          GoldenTests.TypeTest(
            typeName: nested?.typeName ?? qualified(record.typeName), files: files(name, record.schema.formerNames),
            isGraph: !record.isPlain, isDeprecated: record.isDeprecated,
            isForCOnly: record.isForCOnly || nested != nil))
      }
      for record in file.mirrors {
        guard let name = record.schema.name else { continue }
        add(
          name,
          GoldenTests.TypeTest(
            typeName: qualified(record.typeName), files: files(name, record.schema.formerNames),
            isGraph: !record.isPlain))
      }
    }
    for type in coded where type.parameters.isEmpty {
      let actor: String? =
        if case .actor(let name)? = type.isolation.declaration { name } else { type.isolation.conformance }
      add(
        type.name.name,
        GoldenTests.TypeTest(
          typeName: qualified(type.typeName), files: files(type.name.name, type.formerNames),
          actor: actor == "MainActor" ? nil : actor))
    }
    return result.sorted { $0.name < $1.name }.map(\.test).filter { !$0.files.isEmpty }
  }

  /// Of the type's names those that a release has.
  private func files(_ name: String, _ former: [String]) -> [String] {
    ([name] + former).filter { lock.typeIndex($0) != nil }.map { names.fileName(of: $0) }
  }

  /// Each type with its keys; what stands in place has keys of its own type behind its own.
  private var keys: [[String]] {
    let schema = read.schema
    let known = schema.types.keyed(by: \.name)
    return schema.types.filter { $0.kind != .enumerators && $0.rawType == nil }.flatMap { type -> [[String]] in
      [["type", type.name] + type.formerNames]
        + type.hierarchy { known[$0] }.flatMap(\.entries).map { entry in
          var inner = "-"
          if case .value(let text) = entry.form.base {
            let name = String(text.prefix { $0 != "<" })
            if known[name] != nil { inner = name }
          }
          return [entry.key, inner] + entry.formerKeys
        }
    }
  }
}
