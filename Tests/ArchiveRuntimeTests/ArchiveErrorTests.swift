import Foundation
import Testing

@testable import ArchiveRuntime

@Suite("An error's code is what failed, and its details are where and why")
struct ArchiveErrorTests {
  private struct Other: Error {}

  /// How a caller distinguishes errors without knowing all future codes.
  private func caught(_ error: any Error) -> String {
    do { throw error } catch ArchiveError.Code.missingKey { return "missing" } catch let error as ArchiveError
      where error.code == .corrupt
    {
      return "corrupt at \(error.offset ?? -1)"
    } catch let error as ArchiveError {
      switch error.code {
      case .outOfRange, .wrongType: return "unfit \(error.path ?? "")"
      default: return error.code.name
      }
    } catch { return "other" }
  }

  @Test("Codes are caught by themselves, in a condition, and in a switch with a default")
  func codes() {
    #expect(caught(ArchiveError.missingKey(path: "a.b")) == "missing")
    #expect(caught(ArchiveError.corrupt(offset: 9, reason: "it ends")) == "corrupt at 9")
    #expect(caught(ArchiveError.wrongType(path: "a[2]", expected: "text", found: "7")) == "unfit a[2]")
    #expect(caught(ArchiveError.cancelled) == "cancelled")
    #expect(caught(Other()) == "other")
  }

  @Test("Errors are equal when all their details are")
  func equality() {
    #expect(ArchiveError.missingKey(path: "a") == .missingKey(path: "a"))
    #expect(ArchiveError.missingKey(path: "a") != .missingKey(path: "b"))
    #expect(ArchiveError.missingKey(path: "a") != .duplicateKey(path: "a"))
    #expect(ArchiveError.Code.missingKey != .duplicateKey)
  }

  @Test("Details have the values of the failure, and no others")
  func details() {
    let limit = ArchiveError.limitExceeded(limit: "memoryPerByte", value: 10, maximum: 4).details
    #expect(limit.limit == "memoryPerByte" && limit.value == "10" && limit.maximum == 4 && limit.path == nil)
    let count = ArchiveError.wrongCount(path: "n[0].lines", count: "n_lines", value: "-1", reason: "it is negative")
    #expect(count.path == "n[0].lines" && count.details.relatedKey == "n_lines" && count.details.value == "-1")
    let loss = ArchiveError.unreadStructure(
      path: "n[].next", loss: .link, found: ["n[].next"], wanted: ["n[].following"], suggestion: "was(\"next\")")
    #expect(loss.details.structureLoss == .link && loss.details.missingKeys == ["n[].following"])
    let file = ArchiveError.file(path: "/a[]", operation: .open, code: ENOENT, reason: "there is none")
    #expect(file.details.fileOperation == .open && file.details.systemErrorNumber == ENOENT && file.offset == nil)
    #expect(!"\(file)".contains("'[]' stands for"), "a file's name is no key")
  }

  @Test("Where an archive has columns and the type has not, the message names the attribute")
  func columnsOfAnotherRelease() {
    let error = ArchiveError.typeNotAllowed(path: "root.samples", found: "Sample[]", expected: "an array or set")
    #expect(
      "\(error)".contains("holds columns of 'Sample' for the key 'root.samples' where only an array or set is allowed"))
    #expect(
      "\(error)".contains("give the type that is read the attribute 'columns'") && !"\(error)".contains("// archive:"))
  }

  @Test(
    "Where an archive has columns of another struct, the message says of which, and how they are read",
    arguments: [
      ("Reading[]", "only an array of 'Reading' is allowed; if 'Reading' had this name, write 'was(\"Sample\")'"),
      ("an array or set of other values", "only an array or set of other values is allowed; read it as an array of"),
      ("NSDictionary", "only NSDictionary is allowed; read it as an array of 'Sample'."),
    ])
  func columnsOfAnotherStruct(expected: String, text: String) {
    let error = ArchiveError.typeNotAllowed(path: "a", found: "Sample[]", expected: expected)
    #expect("\(error)".hasPrefix("The archive holds columns of 'Sample' for the key 'a' where \(text)"), "\(error)")
    #expect(!"\(error)".contains("'columns'"), "\(error)")
  }

  @Test(
    "A former name is proposed for a program's class only, and not for one of Foundation's values",
    arguments: [
      ("NSNumber", false), ("NSColor", true), ("Animal", true),
    ] + FoundationClass.allCases.flatMap { $0.readNames.filter { $0.hasPrefix("NS") }.map { ($0, false) } })
  func formerName(found: String, isProposed: Bool) {
    let error = ArchiveError.typeNotAllowed(path: "pet", found: found, expected: "Pet")
    #expect("\(error)".contains("was(\"\(found)\")") == isProposed, "\(error)")
    #expect("\(error)".contains("the value had another type when the archive was written") != isProposed, "\(error)")
  }

  @Test("A message with a key of a column explains the brackets")
  func columns() {
    for error in [
      ArchiveError.missingKey(path: "lines[].count"), .unusedKeys(["a", "lines[].colour"]),
      .unreadStructure(path: "n[].next", loss: .link, found: [], wanted: [], suggestion: nil),
    ] {
      #expect("\(error)".hasSuffix("In a key, '[]' means every element of an array or a table."), "\(error)")
      #expect(error.localizedDescription == "\(error)")
    }
    #expect("\(ArchiveError.missingKey(path: "lines[3].count"))".hasSuffix("decodeIfPresent."))
  }
  @Test("A message says what to do about a union's tag, and speaks of several links as several")
  func remedies() {
    let missing = ArchiveError.unreadStructure(path: "kind", loss: .tag, found: [], wanted: [], suggestion: nil)
    #expect("\(missing)".contains("'was'") && "\(missing)".contains("'default'"), "\(missing)")
    let unknown = ArchiveError.unknownTag(path: "value", tag: "kind", value: 7)
    #expect("\(unknown)".contains("'preservesUnknown'") && "\(unknown)".contains("'none'"), "\(unknown)")
    func text(_ expected: String) -> String { "\(ArchiveError.wrongType(path: "a", expected: expected, found: "3"))" }
    for several in ["3 links", "links to 'node'", "values of u8"] {
      #expect(text(several).hasSuffix("where \(several) are expected."))
    }
    for one in ["1 link", "an integer", "u16"] { #expect(text(one).hasSuffix("where \(one) is expected.")) }
  }
}
