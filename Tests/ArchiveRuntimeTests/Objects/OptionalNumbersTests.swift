@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import Testing

/// What generated code reads of arrays of numbers, which are one byte string.
@Suite struct OptionalNumbersTests {
  struct Samples: ArchivableComposite {
    static var archivedClassName: String { "Samples" }
    var values: [Double]?
    var hasKey = true

    init(_ values: [Double]?, hasKey: Bool = true) { (self.values, self.hasKey) = (values, hasKey) }
    func encode(to encoder: ObjectEncoder) throws { if hasKey { try encoder.encodePacked(values, forKey: "values") } }
    init(from decoder: ObjectDecoder) throws { values = try decoder.decodePacked([Double]?.self, forKey: "values") }
  }

  @Test(
    "An optional array of numbers is nil where an archive has null, and where it has no such key",
    arguments: [
      (Samples([1, 2]), [1, 2]), (Samples([]), []), (Samples(nil), nil), (Samples([3], hasKey: false), nil),
    ] as [(Samples, [Double]?)])
  func missingKeys(written: Samples, read: [Double]?) throws {
    #expect(try ArchiveDecoder().decode(Samples.self, from: ArchiveEncoder().encode(written)).values == read)
  }
}
