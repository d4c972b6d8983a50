import ArchiveModel
import Testing

@testable import SchemaLock

@Suite("White space in the texts of defaults")
struct DefaultTextTests {
  @Test("White space in the texts of defaults needs format 7, in which its change is one")
  func defaults() throws {
    func type(_ text: String, _ more: String = "") throws -> ArchivedSchema {
      var schema = try schema("type A structure\n  t <String>\n  x u8\(more)")
      schema.types[0].entries[0].defaultValue = text
      return schema
    }
    var lock = LockFile()
    lock.update(to: try type("\"    \""))
    _ = lock.release("1")
    #expect(lock.text.hasPrefix("archivegen lock 7\n"))
    #expect(try LockParser.parse(lock.text).text == lock.text)
    for text in ["\" \"", "\"     \"", "\"\\t\""] {
      let changes = Judge.changes(from: try LockParser.parse(lock.text).schema(of: nil), to: try type(text))
      #expect(changes.map(\.rule) == [.defaultChanged])
      #expect(changes.first?.fixes == ["// archive: default(\"    \")    on 't', as it was for archives"])
    }
    var other = LockFile()
    other.update(to: try type("\"none\""))
    #expect(other.format == 1)
  }

  @Test(
    "A lock before format 7 has one blank for white space in texts, which is no change, and is written in full later")
  func earlierDefaults() throws {
    for (old, text, other) in [
      ("\" \"", "\"    \"", "\"\""), ("\"a b\"", "\"a  b\"", "\"ab\""),
      ("\"\"\" one \"two\" three \"\"\"", "\"one \\\"two\\\"\\n  three\"", "\"one two\\nthree\""),
    ] {
      let line = "  t <String> default(\(LockText.quoted(old))) since(\"1\")"
      let earlier = "archivegen lock 1\nmode backward\nrelease 1\n\ntype A structure since(\"1\")\n\(line)\n\nend\n"
      let lock = try LockParser.parse(earlier)
      #expect(lock.text == earlier)
      var now = try schema("type A structure\n  t <String>")
      now.types[0].entries[0].defaultValue = text
      let same = Gate.check(now, against: lock)
      #expect(same.changes.isEmpty && !same.isOutdated, "\(old) and \(text): \(same.changes)")
      var written = lock
      written.update(to: now)
      #expect(written.text.hasPrefix("archivegen lock 7\n"))
      #expect(written.text.contains("  t <String> default(\(LockText.quoted(text))) since(\"1\")\n"))
      now.types[0].entries[0].defaultValue = other
      let changes = Judge.changes(from: lock.schema(of: nil), to: now)
      #expect(changes.map(\.rule) == [.defaultChanged], "\(old) and \(other)")
      // A line that has ended stays as it was.
      now.types[0].entries.append(ArchivedEntry(key: "u", form: ArchivedForm(.value(type: "String"))))
      now.types[0].entries[1].defaultValue = "\"  \""
      var ended = lock
      ended.update(to: now)
      #expect(ended.text.contains("collapsed since(\"1\") until(\"1\")\n"), "\(ended.text)")
      #expect(try LockParser.parse(ended.text).text == ended.text)
    }
  }
}
