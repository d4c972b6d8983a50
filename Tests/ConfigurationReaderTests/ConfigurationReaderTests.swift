import ArchiveModel
import ConfigurationReader
import Testing

@Suite struct ConfigurationReaderTests {
  private func read(_ text: String) -> (configuration: Configuration, problems: [String]) {
    let (configuration, diagnostics) = ConfigurationReader.read(text, path: "a.yml")
    return (
      configuration,
      diagnostics.map { "\($0.location.map { "\($0.line):\($0.column)" } ?? "") \($0.id?.rawValue ?? "")" }
    )
  }

  @Test("Settings are read, one value or a list of them")
  func settings() {
    let (configuration, problems) = read(
      """
      module: CShapes
      target: aarch64-linux-gnu
      include: third_party
      define: [A, "B=2"]
      undefine:
        - C
      unresolved: skip
      access: internal
      """)
    #expect(problems.isEmpty)
    #expect(configuration.module == "CShapes")
    #expect(configuration.target == "aarch64-linux-gnu")
    #expect(configuration.includePaths == ["third_party"])
    #expect(configuration.defines == ["A", "B=2"])
    #expect(configuration.undefines == ["C"])
    #expect(configuration.unresolved == .skip)
    #expect(configuration.access == .internal)
  }

  @Test("Attributes of types and fields keep their places, quoted or not")
  func attributes() throws {
    let (configuration, problems) = read(
      """
      types:
        list:
          archive: name("List"), version(2)
          fields:
            items: "count(n)"
            n: key('n')
      """)
    #expect(problems.isEmpty, "\(problems)")
    let type = try #require(configuration.types.first)
    #expect(type.attributes.map(\.name) == [.name, .version])
    #expect(type.attributes[1].location == SourceLocation(file: "a.yml", line: 3, column: 28))
    #expect(type.fields.map(\.name) == ["items", "n"])
    #expect(type.fields[0].attributes[0].location == SourceLocation(file: "a.yml", line: 5, column: 15))
  }

  @Test("Levels of diagnostics are read, and a kind that is an error takes no lower one")
  func levels() {
    let (configuration, problems) = read(
      """
      diagnostics:
        unresolved-pointer: error
        unread-file: ignore
        duplicate-key: warning
        unread-fiel: ignore
      """)
    #expect(configuration.diagnosticLevels == [.unresolvedPointer: .error, .unreadFile: .ignore])
    #expect(problems == ["4:18 unknown-setting", "5:3 unknown-setting"])
  }

  @Test(
    "An unknown key or a wrong form is an error at its location",
    arguments: [
      ("moduel: A", "1:1 unknown-setting"), ("module: [A]", "1:9 configuration-syntax"),
      ("types: list", "1:8 configuration-syntax"), ("unresolved: ignore", "1:13 unknown-setting"),
      ("types:\n  a:\n    field: {}", "3:5 unknown-setting"),
      ("types:\n  a:\n    fields:\n      b: cuont(n)", "4:10 unknown-attribute"),
      ("module: A\nmodule: B", "1:1 configuration-syntax"), ("a: b: c", "1:5 configuration-syntax"),
    ])
  func errors(text: String, problem: String) {
    #expect(read(text).problems == [problem])
  }

  @Test("An empty configuration and a byte-order mark are accepted")
  func empty() {
    #expect(read("").problems.isEmpty)
    #expect(ConfigurationReader.read(Array("\u{FEFF}module: A".utf8), path: "a.yml").configuration.module == "A")
  }
}
