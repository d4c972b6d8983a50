import ArchiveModel
import ArchivePlanner
import SwiftReader
import Testing

@Suite("Errors of one cause") struct CauseGroupTests {
  private func diagnostics(_ source: String) -> [Diagnostic] {
    SwiftTypePlanner.plan(
      SwiftReader.read([(path: "a.swift", text: source)]), foreign: ImportedTypes(), options: .init()
    ).diagnostics.sortedByCause()
  }

  @Test("come together at the first place, with the others and the types that wait, the one that frees most first")
  func together() {
    let found = diagnostics(
      """
      // archive:
      struct Lonely { private var x = 1 }
      // archive:
      struct First { var id: Tagged }
      // archive:
      struct Second { var id: Tagged }
      // archive:
      struct Third { var second: [Second] }
      // archive:
      struct Fourth { var third: Third? }
      """)
    let errors = found.filter { $0.severity == .error }
    #expect(errors.map { $0.location?.line } == [4, 2])
    #expect(errors[0].waiting == 4)
    #expect(
      errors[0].notes.map(\.message) == [
        "the same goes for this one", "2 other types wait for this: 'Fourth', 'Third'",
      ])
    #expect(
      found.filter { $0.id == .dependentType }.map(\.message) == [
        "'Third' is left out: 'second' needs 'Second', which cannot be archived",
        "'Fourth' is left out: 'third' needs 'Third', which waits for 'Second'",
      ])
  }

  @Test("are listed up to four places, and the rest are counted") func many() {
    let types = (1...9).map { "// archive:\nstruct S\($0) { var id: Tagged }" }.joined(separator: "\n")
    let errors = diagnostics(types).filter { $0.severity == .error }
    #expect(errors.count == 1)
    #expect(
      errors[0].notes.map(\.message) == Array(repeating: "the same goes for this one", count: 3) + ["and for 5 others"])
  }
}
