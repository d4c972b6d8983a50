import ArchiveModel
import Testing

@testable import ArchivePlanner

/// The attributes for some kinds of C fields, on a field of every kind.
@Suite("Attributes and the kinds of fields") struct AttributePlacementTests {
  private static let union = record("u", [("a", int, "")], kind: .union, line: 50)
  private static let nested = record("n", [("a", int, "")], line: 60)

  /// The attributes that apply to the field; of the others `key`, `was` and `skip` apply to all.
  private static func accepted(_ type: CType, in kind: Record.Kind = .structure) -> Set<Attribute.Name> {
    let owner = record("s", [("f", type, "")], kind: kind)
    let records = RecordIndex(model: model([owner, union, nested]), annotations: AnnotationMerge())
    let rules = FieldTypeRules(
      field: owner.fields[0], annotations: FieldAnnotations([]), owner: owner, records: records)
    let limited = Attribute.Name.allCases.filter { $0.placement.contains(.field) && !$0.rule.fields.isEmpty }
    return Set(limited.filter { rules.placementError(Attribute($0, at: owner.location)) == nil })
  }

  static let samples: [(type: CType, attributes: Set<Attribute.Name>)] = [
    (int, [.default, .required]),
    (.floating(.double, size: 8), [.default, .required]),
    (.record(nested.id), [.required, .container]),
    (.record(union.id), [.tag, .none, .view, .container]),
    (.array(char, count: 8), [.default, .required, .cstring, .elements, .packed, .native]),
    (.array(int, count: 8), [.required, .elements, .packed, .native]),
    (.array(.record(nested.id), count: 2), [.required, .elements, .packed, .container]),
    (
      .pointer(to: char),
      [.required, .cstring, .count, .bytes, .capacity, .nullable, .terminated, .ref, .weak, .to, .via]
    ),
    (
      .pointer(to: .record(nested.id)),
      [.required, .container, .count, .bytes, .capacity, .nullable, .terminated, .ref, .weak, .to, .via]
    ),
    (.flexibleArray(int), [.required, .count, .bytes, .capacity, .terminated]),
    (.flexibleArray(.pointer(to: .void)), [.required, .count, .bytes, .capacity, .terminated, .ref, .weak, .to]),
  ]

  @Test(
    "The table of attributes determines which fields can have an attribute",
    arguments: samples)
  func placement(type: CType, attributes: Set<Attribute.Name>) {
    #expect(Self.accepted(type) == attributes)
    #expect(Self.accepted(type, in: .union) == attributes.union([.case]))
  }

  @Test("The table names the declarations of every meaning")
  func subjects() {
    for rule in Attribute.Name.allCases.map(\.rule) {
      for use in rule.uses { #expect(!rule.subjects(of: use).isEmpty, "\(use.forms)") }
    }
    #expect(
      Attribute.Name.count.rule.subjects(of: Attribute.Name.count.rule.uses[0]) == "a pointer or a flexible array")
    #expect(Attribute.Name.tag.rule.subjects(of: Attribute.Name.tag.rule.uses[0]) == "a union, or its type")
    #expect(Attribute.Name.key.rule.subjects(of: Attribute.Name.key.rule.uses[0]) == "a field")
    #expect(Attribute.Name.replace.rule.subjects(of: Attribute.Name.replace.rule.uses[0]) == "a class")
  }
}
