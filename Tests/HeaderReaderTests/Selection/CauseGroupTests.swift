import ArchiveModel
import Testing

@testable import HeaderReader

@Suite struct CauseGroupTests {
  @Test("What follows from one error is told in the order of the files' names") func order() {
    let files = (0..<9).map { "file\($0).h" }
    func error(_ message: String, _ file: String, _ line: Int) -> Diagnostic {
      Diagnostic(.clangError, .error, at: SourceLocation(file: file, line: line, column: 1), message)
    }
    let errors = files.flatMap { file in
      [error("unknown type name 'missing'", file, 1), error("expected ';'", file, 2)]
    }
    var groups = CauseGroups(headers: [])
    let notes = groups.merged(errors).flatMap(\.notes).map(\.message).filter { $0.contains("may follow") }
    #expect(notes == files.map { "1 more error in '\($0)' may follow from this one" })
  }
}
