import ArchiveModel
import Testing

@Suite struct AttributeRuleTests {
  @Test("Every attribute has a place, an example and a meaning", arguments: Attribute.Name.allCases)
  func complete(name: Attribute.Name) {
    #expect(!name.rule.uses.isEmpty)
    #expect(name.example.hasPrefix(name.rawValue))
    for use in name.rule.uses {
      #expect(use.meaning.hasSuffix("."))
      #expect(use.forms.allSatisfy { $0.hasPrefix(name.rawValue) })
    }
  }

  @Test("The example of an attribute parses on every declaration that can have it", arguments: Attribute.Name.allCases)
  func examples(name: Attribute.Name) {
    for use in name.rule.uses {
      let place = SourceLocation(file: "a.h", line: 1, column: 1)
      let parsed = AttributeParser.parse(name.example, at: place, on: use.on)
      #expect(parsed.diagnostics.isEmpty, "\(parsed.diagnostics)")
      #expect(parsed.attributes.map(\.name) == [name])
    }
  }

  @Test("Exclusion is mutual, and no attribute excludes itself")
  func exclusion() {
    for name in Attribute.Name.allCases {
      #expect(!name.excludes(name))
      for other in Attribute.Name.allCases { #expect(name.excludes(other) == other.excludes(name)) }
    }
    #expect(Attribute.Name.via.excludes(.count))
    #expect(!Attribute.Name.count.excludes(.cstring))
  }
}
