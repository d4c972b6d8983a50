import ArchiveModel
import Testing

@Suite struct DiagnosticTests {
  @Test("Every kind of diagnostic is explained in sentences", arguments: DiagnosticID.allCases)
  func everyKindOfDiagnosticIsExplained(id: DiagnosticID) {
    let explanation = id.explanation
    for sentence in [explanation.summary, explanation.details] + explanation.remedies {
      #expect(!sentence.isEmpty, "\(id.rawValue)")
    }
    #expect(explanation.summary.hasSuffix("."), "\(id.rawValue)")
    #expect(explanation.details.hasSuffix("."), "\(id.rawValue)")
    #expect(!explanation.remedies.isEmpty, "\(id.rawValue)")
  }

  @Test("A name consists of small letters and hyphens", arguments: DiagnosticID.allCases)
  func aNameConsistsOfSmallLetters(id: DiagnosticID) {
    #expect(id.rawValue.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
  }

  @Test("Levels leave out and promote warnings, and never touch errors")
  func levelsLeaveOutAndPromoteWarnings() {
    let warning = Diagnostic(.unresolvedPointer, "w")
    let error = Diagnostic(.unattachedAnnotation, .error, "e")
    let levels: [DiagnosticID: DiagnosticLevel] = [.unresolvedPointer: .error, .unattachedAnnotation: .ignore]
    #expect([warning, error].applying(levels).map(\.severity) == [.error, .error])
    #expect([warning, error].applying([.unresolvedPointer: .ignore]) == [error])
  }

  @Test("A kind that is an error cannot be given a lower level")
  func aKindThatIsAnError() {
    #expect(DiagnosticLevel.ignore.problem(with: .duplicateKey) != nil)
    #expect(DiagnosticLevel.warning.problem(with: .duplicateKey) != nil)
    #expect(DiagnosticLevel.error.problem(with: .duplicateKey) == nil)
    #expect(DiagnosticLevel.ignore.problem(with: .unresolvedUnion) == nil)
  }

  @Test("A word is replaced only where the line has it")
  func aWordIsReplacedOnlyWhere() {
    let place = SourceLocation(file: "a.yml", line: 2, column: 3)
    #expect(FixIt.replacing("itm", at: place, in: "  itm:", by: "item").map(\.length) == [3])
    #expect(FixIt.replacing("itm", at: place, in: "  \"itm\":", by: "item").isEmpty)
    #expect(FixIt.replacing("itm", at: place, in: "  itm:", by: nil).isEmpty)
  }

  @Test("Diagnostics are sorted by place, and those of one place keep their order")
  func sorting() {
    let at = { (line: Int) in SourceLocation(file: "a.h", line: line, column: 1) }
    let sorted = [
      Diagnostic(.unattachedAnnotation, at: at(9), "third"), Diagnostic(.duplicateKey, at: at(2), "first"),
      Diagnostic.note(at: at(2), "second"),
      Diagnostic(.duplicateKey, "placeless"),
    ].sortedByLocation()
    #expect(sorted.map(\.message) == ["placeless", "first", "second", "third"])
  }
}
