import ArchiveModel
import Testing

@Suite("Mistakes in annotations of Swift") struct AnnotationMistakeTests {
  @Test(
    "A wrong attribute is an error at its line and column",
    arguments: [
      ("struct S {\n  var ä: Int // archive: skp\n}", "2:27 unknown attribute 'skp'"),
      ("struct S {\n  /// archive: key(\"k\"), cstring\n  var a: Int\n}", "2:26 'cstring' is for C headers"),
      ("struct S {\n  var a: Int // archive: count(n)\n}", "2:26 'count' is for C headers"),
      ("/* archive: codabel */ class A {}", "1:13 unknown attribute 'codabel'"),
      ("// archive: required\nclass A {}", "1:13 'required' belongs on a property"),
      ("// archive: types(A)\nclass A {}", "1:13 'types' belongs on a property or a protocol"),
      (
        "enum E { case a(\n  Int // archive: skip\n) }",
        "2:19 'skip' belongs on a property or a struct, class or enumeration"
      ),
      ("struct S {\n  var a: Int // archive:\n}", "2:25 no attribute follows 'archive:'"),
      ("struct S {\n  var a: Int // archive: skip, skip\n}", "2:32 'skip' is given twice"),
      ("struct S {\n  // archive: skip\n  var a: Int // archive: skip\n}", "3:26 'skip' is given twice"),
      ("struct S {\n  var a: Int // archive: default(1 +)\n}", "2:34 '1 +' is not a Swift expression"),
      ("struct S {\n  var a: Int // archive: default(1, 2)\n}", "2:34 '1, 2' is not a Swift expression"),
      ("struct S {\n  var a: P // archive: types(1)\n}", "2:30 '1' is not the name of a type"),
      ("// archive: init(name)\nstruct S {}", "1:18 'name' is not a list of labels"),
      ("// archive: init(a, b)\nstruct S {}", "1:13 'init' takes at most one argument"),
      ("// archive: migrate(a + b)\nstruct S {}", "1:21 'a + b' is not the name of a method"),
      ("struct S { /// archive: skip\n  var a = 1\n}", "1:25 after the brace, 'skip' leaves out the whole type 'S'"),
      (
        "struct S { // archive: key(\"k\")\n  var a = 1\n}",
        "1:24 'key' belongs on a property, a case or a case's value"
      ),
      ("// archive:\nstruct S { // archive: skip\n}", "2:24 after the brace, 'skip' leaves out the whole type 'S'"),
      ("// archive:\n// archive: skip\nstruct S {}", "2:13 'S' is marked by 'archive:' and left out by 'skip'"),
      ("// archive: skip, codable\nstruct S {}", "1:19 'skip' and 'codable' exclude each other"),
      ("struct S {\n  var a = 1 // archive: key(\"b\"), skip\n}", "2:35 'key' and 'skip' exclude each other"),
      (
        "struct S {\n  // archive: required\n  var a = 1 // archive: default(2)\n}",
        "3:25 'required' and 'default' exclude each other"
      ),
      ("struct S {\n  var a = 1 // archive: key(\"\")\n}", "2:29 a key cannot be empty"),
      ("struct S {\n  var a = 1 // archive: was(\"b\", \"\")\n}", "2:34 a key cannot be empty"),
      ("// archive: name(\"\")\nstruct S {}", "1:18 an archived name cannot be empty"),
    ])
  func words(text: String, message: String) throws {
    let model = read(text)
    #expect(given(model.diagnostics) == [message])
    let found = try #require(model.diagnostics.first)
    #expect(found.severity == .error)
    #expect(found.advice?.isEmpty == false)
    let line = try #require(found.location?.line)
    #expect(found.sourceLine == text.split(separator: "\n")[line - 1].description)
    let type = try #require(model.files.first?.types.first)
    #expect(
      type.hasAnnotationError || type.properties.contains { $0.hasAnnotationError }
        || type.cases.contains { $0.hasAnnotationError })
  }

  @Test(
    "A comment on nothing that is archived is an error with advice",
    arguments: [
      "// archive: skip\nfunc f() {}", "// archive:\nextension A {}", "import A // archive: skip",
      "struct A {\n  func f() {\n    var x = 1 // archive: skip\n  }\n}", "struct A {}\n// archive: skip",
      "extension A {\n  var x: Int { 1 } // archive: skip\n}", "// archive: skip",
      "typealias A = B // archive: name(\"x\")",
      "enum E {}\nlet global = 1 // archive: key(\"k\")", "struct A {\n  // archive: skip\n}",
    ])
  func nothing(text: String) throws {
    let found = read(text).diagnostics
    #expect(found.map(\.message) == ["this 'archive:' comment belongs to no type, property or case"])
    #expect(found.first?.severity == .error)
    #expect(found.first?.advice?.contains("directly above it") == true)
  }

  @Test(
    "A misspelled annotation is a warning with the right spelling",
    arguments: [
      ("struct S {\n  var a = 1 // archive skip\n}", "2:16", "skip"),
      ("struct S {\n  // archive : skip\n  var a = 1\n}", "2:6", "skip"),
      ("struct S {\n  /// archve: key(\"b\") -- as ever\n  var a = 1\n}", "2:7", "key(\"b\") -- as ever"),
      ("struct S {\n  /* Archive: required */ var a = 1\n}", "2:6", "required"),
      ("/// Words.\n/// archive codable\nstruct S {}", "2:5", "codable"),
      ("enum E {\n  case a // archive key(\"b\")\n}", "2:13", "key(\"b\")"),
      ("struct S {\n  var a = 1 // @archive: skip\n}", "2:17", "skip"),
      ("struct S {\n  var a = 1 // ARCHIVE: SKIP\n}", "2:16", "skip"),
      ("struct S {\n  var a = 1 // archived: skip\n}", "2:16", "skip"),
      ("struct S {\n  var a = 1 // the total, Archive: weak\n}", "2:27", "weak"),
      ("struct S {\n  var a = 1 // (archive: skip)\n}", "2:17", "skip"),
    ])
  func nearMiss(text: String, place: String, words: String) throws {
    let model = read(text)
    #expect(
      given(model.diagnostics) == ["\(place) this comment is not an annotation: an annotation begins with 'archive:'"])
    #expect(model.diagnostics.first?.severity == .warning)
    #expect(model.diagnostics.first?.advice == "write '// archive: \(words)'")
    #expect(model.files.first?.types.first?.isMarked == false)
  }

  @Test(
    "A comment on a type that is nothing but a misspelled mark is a warning",
    arguments: [
      ("// Archive:\nstruct S {}", "1:4"), ("// archive\nstruct S {}", "1:4"), ("// archive :\nstruct S {}", "1:4"),
      ("// @archive:\nstruct S {}", "1:5"), ("/// archve:\nfinal class S {}", "1:5"),
      ("// ARCHIVE:\n@objc\nenum S { case a }", "1:4"), ("struct S { // archive\n}", "1:15"),
      ("/* archive */ struct S {}", "1:4"), ("struct S {} // Archive:", "1:16"),
    ])
  func bareMark(text: String, place: String) {
    let model = read(text)
    #expect(
      given(model.diagnostics) == ["\(place) this comment is not an annotation: an annotation begins with 'archive:'"])
    #expect(model.diagnostics.first?.severity == .warning)
    #expect(model.diagnostics.first?.advice == "write '// archive:'")
    #expect(model.diagnostics.first?.fixIts.map(\.replacement) == ["archive:"])
  }

  @Test(
    "A heading, a sentence or a word elsewhere is no misspelled mark",
    arguments: [
      "// Archive\nstruct S {}", "// MARK: - Archive\nstruct S {}", "// Archives:\nstruct S {}",
      "// archive\n\nstruct S {}", "// the parts of an\n// archive\nstruct S {}",
      "// archive:\n// archive\nstruct S {}",
      "// archive\nstruct Archive {}", "struct S {\n  // archive:\n}", "struct S {\n  // archive\n  var a = 1\n}",
      "// archive\nfunc f() {}", "// archive.\nstruct S {}", "// `archive`\nstruct S {}",
    ])
  func heading(text: String) {
    #expect(read(text).diagnostics.filter { $0.id == .misspelledAnnotation }.isEmpty)
  }

  @Test("Prose about archives is no annotation")
  func nearProse() throws {
    _ = try file(
      """
      // archive skip
      import A
      /// Archive version, and the archive's name.
      /// archive name
      struct S {
        /// Archive key
        var a = 1 // archive the keys (skip)
        /// The archive: skip what is old.
        var b = "archive skip"
        // archives skip
        var c = 1 // see http://x.org/archive:skip
        var d = 1 // var old = 1 // archive: skip
        var e = 1 // `Archive: skip` leaves it out
        func f() {} // archive skip
      }
      """)
  }

  @Test("Unknown attributes on no declaration are a warning, because they may be a sentence")
  func sentence() {
    #expect(read("// archive: see the wiki\nfunc f() {}").diagnostics.map(\.severity) == [.warning])
  }

  @Test("A wrong attribute leaves those beside it valid")
  func others() throws {
    let model = read("struct S {\n  var a: Int // archive: skp, key(\"k\")\n  var b: Int\n}")
    let properties = try #require(model.files.first?.types.first?.properties)
    #expect(properties[0].annotations.written.map(\.text) == ["key(k)"])
    #expect(properties.map(\.hasAnnotationError) == [true, false])
  }
}
