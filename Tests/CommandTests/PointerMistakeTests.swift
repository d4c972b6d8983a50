import Testing

/// Annotations of pointers and unions that cannot be right: each is an error at its line and column that says what to
/// write instead.
@Suite struct PointerMistakeTests {
  private static let before = """
    #include <wchar.h>
    struct item { int x; };
    struct list { struct list *next; };
    enum kind { KIND_A, KIND_B };
    int compare_name(const void *, const void *); void gone(void) __attribute__((unavailable)); \
    void note(const char *, ...); \
    void close(struct item *) __attribute__((swift_name("item.close(self:)")));
    // The struct of the test is on line 7.

    """

  private func errors(_ text: String, configuration: String? = nil) throws -> (status: Int32, messages: String) {
    let workspace = try Workspace()
    try workspace.write("headers/s.h", Self.before + text + "\n")
    if let configuration { try workspace.write("headers/archivegen.yml", configuration) }
    let outcome = try workspace.archivegen("headers", "-o", "out")
    return (outcome.status, outcome.errors)
  }

  /// A field's line without the mark '^', and the column after the mark.
  private func marked(_ field: String) -> (text: String, column: Int) {
    let parts = field.split(separator: "^", maxSplits: 1)
    return (parts.joined(), (parts.first?.utf8.count ?? 0) + 1)
  }

  @Test(
    "A misplaced attribute is reported with what to write",
    arguments: [
      (
        "int n; // archive: ^count(3)", "'count' belongs on a pointer or a flexible array, and 'n' is 'int'",
        "remove it"
      ),
      ("int n; // archive: ^ref", "'ref' belongs on a pointer, and 'n' is 'int'", "remove it"),
      ("int n; // archive: ^via(a, b)", "'via' belongs on a pointer, and 'n' is 'int'", "remove it"),
      ("int n; // archive: ^symbols(f)", "'symbols' belongs on a function pointer, and 'n' is 'int'", "remove it"),
      ("int n; // archive: ^tag(n)", "'tag' belongs on a union, and 'n' is 'int'", "remove it"),
      (
        "int n; // archive: ^case(1)", "'case' belongs on a member of a union, and 'n' is one of 'struct s'",
        "move it to the union's member that it describes"
      ),
      (
        "int *p; // archive: ^cstring",
        "'cstring' belongs on a char array or a pointer to text, and 'p' is 'int *'",
        "write cstring(utf32) if it is text, or count(n)"
      ),
      (
        "wchar_t *p; // archive: ^cstring(latin1)", "text of 32-bit units is not in latin1, and 'p' is 'wchar_t *'",
        "write cstring(utf32)"
      ),
      (
        "void *p; // archive: ^ref", "'ref' does not give the type of the target of 'p', and 'p' is 'void *'",
        "write to(type), bytes(n), via(pack, unpack) or skip"
      ),
      (
        "int (*f)(void); // archive: ^ref", "'ref' does not apply to a function pointer",
        "write symbols(name, …), via(pack, unpack) or skip"
      ),
      (
        "int *p; // archive: ref, ^native", "'native' belongs on an array of numbers in the record, and 'p' is 'int *'",
        "remove it"
      ),
      (
        "int *p; // archive: ref, ^default(1)", "a pointer or a flexible array cannot have a default",
        "remove 'default': a missing key gives NULL"
      ),
      (
        "struct item i; // archive: ^container(item, x)",
        "'struct item' has no pointers to its own type, so it is not a link",
        "write 'container' on a link record, like 'struct link { struct link *next; }'"
      ),
      (
        "struct item *p; // archive: ^terminated", "'terminated' does not say which 'struct item' is the last",
        "write the field that is NULL or 0 in the last one, like terminated(x)"
      ),
      (
        "struct item *p; // archive: terminated(^y)", "there is no field 'y' in 'struct item'",
        "name a field of the elements, which is NULL or 0 in the last one"
      ),
      (
        "struct part { int n; int room; int *q; /* archive: count(n), capacity(room) */ } *p; // archive: terminated(^room, 8)",
        "'room' tells the last element of 'p', and it is a capacity, so that reading sets it",
        "name a field that is read as it was archived"
      ),
      (
        "struct part { struct item *w; /* archive: weak */ } *p; // archive: terminated(^w)",
        "'w' tells the last element of 'p', and it is weak, so that it may be NULL in any element after reading",
        "name a field that is read as it was archived"
      ),
      (
        "unsigned *p; // archive: terminated(^-1)", "no element can be -1", "write a value that the last element has"
      ),
      (
        "char **p; // archive: cstring, terminated(^3)", "the last pointer is NULL, and not 3",
        "write terminated without a number"
      ),
      (
        "double *p; // archive: ^terminated",
        "'p' leads to neither integers nor pointers nor structs, whose last one could be told",
        "write count(n), with the number of elements"
      ),
      (
        "int *p; // archive: ^terminated(kind, 3)",
        "'p' does not lead to structs, so that its last element is a value and no field", "write terminated(3)"
      ),
      (
        "int (*p)[2]; // archive: ^terminated", "'p' leads to arrays, and no array ends others",
        "write count(n), with the number of inner arrays"
      ),
      (
        "int *p; // archive: ^nullable, ref", "'nullable' does not give the number of elements of 'p'",
        "write count(n) or bytes(n) beside it"
      ),
      ("int *p; // archive: via(a, b), ^ref", "'via' and 'ref' exclude each other", "keep one of them"),
    ])
  func unsuited(field: String, message: String, advice: String) throws {
    let (field, column) = marked(field)
    let outcome = try errors("struct s {\n\(field)\n};")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("headers/s.h:8:\(column): error: \(message) ["), "\(outcome.messages)")
    #expect(outcome.messages.contains("note: \(advice)\n"))
  }

  @Test(
    "An argument that names nothing is an error at its own column, with the nearest name",
    arguments: [
      (
        "int length; int *p; // archive: count(^lenght)", "there is no field 'lenght' beside 'p'",
        "did you mean 'length'?"
      ),
      (
        "int n; int *p; // archive: count(n * 4 * ^lenght)", "there is no field 'lenght' beside 'p'",
        "the integers there are 'n', 'kind'"
      ),
      (
        "struct item i; int *p; // archive: count(2, i.^y)", "there is no field 'y' in 'i'",
        "the integers there are 'x'"
      ),
      (
        "double d; int *p; // archive: count(^d)",
        "'d' is 'double', and a count is an integer, an enumeration or a bool", "name a field of such a type"
      ),
      (
        "int *p; // archive: count(^n - 1)", "'n - 1' is neither a field nor a number",
        "a count is a product of fields beside 'p' and numbers; keep a number that is computed otherwise in a field of its own, or write via(pack, unpack)"
      ),
      (
        "int *p; // archive: count(^n / 16)", "'n / 16' is neither a field nor a number",
        "a count is a product of fields beside 'p' and numbers; keep a number that is computed otherwise in a field of its own, or write via(pack, unpack)"
      ),
      (
        "int *p; // archive: count(^1 << n)", "'1 << n' is neither a field nor a number",
        "a count is a product of fields beside 'p' and numbers; keep a number that is computed otherwise in a field of its own, or write via(pack, unpack)"
      ),
      (
        "int *p; // archive: count(^end - begin)", "'end - begin' is neither a field nor a number",
        "a count is a product of fields beside 'p' and numbers; keep a number that is computed otherwise in a field of its own, or write via(pack, unpack)"
      ),
      (
        "int *p; // archive: count(kind ^+ kind)", "'+ kind' is nothing that can be added to a count",
        "add one positive number or macro to the whole product, like count(w * h + 1)"
      ),
      (
        "int *p; // archive: count(2, kind ^+ 1)", "'+ 1' is nothing that can be added to a count",
        "add one positive number or macro to the whole product, like count(w * h + 1)"
      ),
      (
        "void *p; // archive: to(^itme)", "no struct or union 'itme' is defined in the headers, or reached from them",
        "did you mean 'item'?"
      ),
      (
        "int (*f)(const void *, const void *); // archive: symbols(^compare_nmae)",
        "the headers declare no function 'compare_nmae'", "did you mean 'compare_name'?"
      ),
      (
        "void (*f)(const char *, ...); // archive: symbols(^note)",
        "the function 'note' takes a variable number of arguments, and Swift has no pointers to such functions",
        "write via(pack, unpack) instead, with Swift functions that know it, or skip"
      ),
      (
        "void (*f)(void); // archive: symbols(^gone)",
        "an attribute makes the function 'gone' unavailable, so generated code cannot take its address",
        "remove the attribute in the header, name another one, or leave the pointer out with 'skip'"
      ),
      (
        "void (*f)(struct item *); // archive: symbols(^close)",
        "Swift imports the function 'close' as 'item.close(self:)', whose address generated code cannot take",
        "remove the attribute in the header, name one that calls it, or leave the pointer out with 'skip'"
      ),
      (
        "void (*f)(struct item *); // archive: symbols(^compare_name)",
        "the function 'compare_name' is 'int (const void *, const void *)', and 'f' points to functions of the type 'void (struct item *)'",
        "name functions of this type"
      ),
      (
        "int *p; // archive: via(pack, ^un-pack)", "'un-pack' is not the name of a Swift function",
        "write it like via(pack, unpack) or via(Codec.pack, Codec.unpack)"
      ),
      (
        "struct list l; // archive: container(^itme, l)",
        "no struct 'itme' is defined in the headers, or reached from them", "did you mean 'item'?"
      ),
      (
        "struct list link; // archive: container(s, ^lnik)", "'struct s' has no field 'lnik'",
        "did you mean 'link'?"
      ),
      ("union { int a; } u; // archive: tag(^kin)", "there is no field 'kin' beside 'u'", "did you mean 'kind'?"),
      (
        "union { int a; float b; } u; // archive: view(^c)", "'u' in 'struct s' has no member 'c'",
        "its members are 'a', 'b'"
      ),
      (
        "int x; // archive: key(^\"#x\")", "'#x' begins with '#', which the archive format reserves",
        "write a key that begins with another character"
      ),
    ])
  func arguments(field: String, message: String, advice: String) throws {
    let (field, column) = marked(field)
    let outcome = try errors("struct s {\n\(field)\nenum kind kind; };")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("headers/s.h:8:\(column): error: \(message) ["), "\(outcome.messages)")
    #expect(outcome.messages.contains("note: \(advice)"))
  }

  @Test("A count by a skipped field is an error, because archives do not have it")
  func skippedCount() throws {
    let outcome = try errors("struct s {\nint n; // archive: skip\nint *p; // archive: count(n)\n};")
    #expect(outcome.messages.contains("headers/s.h:9:27: error: 'n' is not archived, but 'p' uses it as a count"))
  }

  @Test("A count behind a pointer is an error that says so")
  func countBehindPointer() throws {
    let outcome = try errors("struct s {\nstruct item *i; // archive: ref\nint *p; // archive: count(i.x)\n};")
    #expect(
      outcome.messages.contains("headers/s.h:9:29: error: 'x' is not in 'struct s': 'i' is a pointer ["),
      "\(outcome.messages)")
    #expect(
      outcome.messages.contains("note: a count is in the same record; keep it in a field of its own beside the pointer")
    )
  }

  @Test("A constant that two members have is an error that shows both")
  func twice() throws {
    let outcome = try errors(
      "struct s { enum kind kind; union {\nint a; // archive: case(KIND_A)\nint b; // archive: case(KIND_A)\n} u; // archive: tag(kind)\n};"
    )
    #expect(outcome.messages.contains("headers/s.h:9:25: error: 'KIND_A' is given to 'a' and to 'b'"))
    #expect(outcome.messages.contains("headers/s.h:8:5: note: 'a' is declared here"))
  }

  @Test("An unknown constant is reported with the nearest enumerator of the tag")
  func unknownConstant() throws {
    let outcome = try errors(
      "struct s { enum kind kind; union {\nint a; // archive: case(KIND_C)\n} u; // archive: tag(kind)\n};")
    #expect(
      outcome.messages.contains(
        "headers/s.h:8:25: error: 'KIND_C' is not an enumerator, an integer macro or a number"))
    #expect(outcome.messages.contains("did you mean 'KIND_A'?"))
  }

  @Test("A constant of the tag's enumeration without a member is a warning at the tag")
  func missingCase() throws {
    func messages(_ words: String) throws -> String {
      try errors(
        "struct s { enum kind kind;\nunion { int a; /* archive: case(KIND_B) */ } cargo; // archive: \(words)\n};"
      ).messages
    }
    let found = try messages("tag(kind)")
    #expect(
      found.contains(
        "headers/s.h:8:69: warning: no member of 'cargo' in 'struct s' has the value 'KIND_A' of 'kind', so encoding fails for it"
      ), "\(found)")
    #expect(found.contains("write none(KIND_A) beside 'tag' if no member is live, or case(…) on the live member"))
    #expect(try !messages("tag(kind), none(KIND_A)").contains("warning"))
  }

  @Test("case without a tag is an error, not a refusal")
  func caseWithoutTag() throws {
    let outcome = try errors("struct s { int kind; union {\nint a; // archive: case(1)\n} u; };")
    #expect(
      outcome.messages.contains(
        "headers/s.h:8:20: error: 'case' lists values of the tag, but no attribute names the tag"))
  }

  @Test("A value that the tag never has is an error")
  func valueOutOfRange() throws {
    let outcome = try errors(
      "struct s { unsigned char t; union {\nint a; // archive: case(300)\n} u; // archive: tag(t)\n};")
    #expect(outcome.messages.contains("headers/s.h:8:25: error: 't' (unsigned char) is never 300"))
  }

  @Test("A value above the greatest signed number is one for an unsigned tag of 64 bits only")
  func largeTagValue() throws {
    func outcome(_ type: String) throws -> (status: Int32, messages: String) {
      let outcome = try errors(
        "struct s { \(type) t; union {\nint a; // archive: case(0xffffffffffffffff)\n} u; // archive: tag(t)\n};")
      return (outcome.status, outcome.messages)
    }
    let accepted = try outcome("unsigned long long")
    #expect(accepted.status == 0, "\(accepted.messages)")
    for type in ["long long", "int", "unsigned int"] {
      let refused = try outcome(type)
      #expect(
        refused.messages.contains("headers/s.h:8:25: error: 't' (\(type)) is never 0xffffffffffffffff"),
        "\(refused.messages)")
    }
  }

  @Test("A mistake in a struct without a name is reported too")
  func unnamedStruct() throws {
    let outcome = try errors("struct s { int n; struct {\nint *p; // archive: count(n)\n} inner; };")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("headers/s.h:8:27: error: there is no field 'n' beside 'p'"))
  }

  @Test("A pointer without an attribute is refused with the possible attributes")
  func unannotated() throws {
    let outcome = try errors("struct s {\nstruct item *p;\n};")
    #expect(outcome.status == 0)
    #expect(
      outcome.messages.contains(
        "headers/s.h:8:14: warning: 'struct s' is left out: its field 'p' (struct item *) is a pointer, and no annotation describes its target"
      ))
    #expect(
      outcome.messages.contains(
        "note: write ref, count(n), weak or skip on its line, or run with --unresolved skip"))
  }

  @Test(
    "A field whose annotation cannot be read is not refused as well",
    arguments: [
      "int *p; // archive: reff", "int *p; // archive: count(n*", "union { int a; float b; } u; // archive: tagg(n)",
      "union { int a; /* archive: cas(1) */ } u; // archive: tag(n)",
    ])
  func unreadable(field: String) throws {
    let outcome = try errors("struct s {\nint n;\n\(field)\n};")
    #expect(outcome.status == 1)
    #expect(outcome.messages.components(separatedBy: ": error: ").count == 2, "\(outcome.messages)")
    #expect(!outcome.messages.contains("warning"), "\(outcome.messages)")
  }

  @Test("A field that refers to a struct with errors is distinguished from one with errors")
  func mistakenTarget() throws {
    let outcome = try errors(
      "struct s {\nint *p; // archive: reff\n};\nstruct train { struct s *s; /* archive: ref */ };\nstruct yard { struct s s; };"
    )
    #expect(
      outcome.messages.contains("its field 's' (struct s *) is a pointer to 'struct s', whose annotations have errors"))
    #expect(
      outcome.messages.contains("its field 's' (struct s) has the type 'struct s', whose annotations have errors"))
    #expect(outcome.messages.contains("note: correct the errors there; this field needs no change"))
    #expect(outcome.messages.contains("headers/s.h:7:8: note: 'struct s' is defined here"))
    #expect(!outcome.messages.contains("archive: skip"), "to skip it would lose it: \(outcome.messages)")
  }

  @Test("Unresolved fields in a struct without a name are reported with the possible attributes")
  func insideUnnamed() throws {
    let outcome = try errors("struct s { struct {\nchar *a;\nstruct { int *bs; int b_count; } in;\n} inner;\n};")
    #expect(outcome.messages.contains("its field 'inner' (unnamed struct) is a struct that cannot be archived whole"))
    #expect(outcome.messages.contains("note: annotate the fields that the notes name"))
    #expect(outcome.messages.contains("headers/s.h:8:7: note: write cstring, count(n), ref or weak on its line"))
    #expect(
      outcome.messages.contains(
        "headers/s.h:9:15: note: 'bs' (int *) is a pointer, and no annotation describes its target")
    )
    #expect(outcome.messages.contains("like '// archive: count(b_count)'"))
  }

  @Test("Every member of a union without attributes is named at once, with its other unresolved fields")
  func allMembers() throws {
    let outcome = try errors(
      "struct s { int kind; union {\nint a;\nint *b;\n} cargo; // archive: tag(kind)\n};")
    #expect(
      outcome.messages.contains(
        "headers/s.h:8:5: error: no annotation gives the values of 'kind' for which 'a' of 'cargo' in 'struct s' is live"
      ))
    #expect(
      outcome.messages.contains("headers/s.h:9:6: error: no annotation gives the values of 'kind' for which 'b' of"))
    #expect(
      outcome.messages.contains("headers/s.h:9:6: warning: 'struct s' is left out: its field 'b' (int *) is a pointer"))
  }

  @Test("The configuration can have every attribute, and names anonymous members by one of their members")
  func configuration() throws {
    let text = """
      struct s {
      int kind; union { int i; float f; }; union { int j; long k; } named; struct item *p; struct gone *q; int n;
      struct { int *z; } in; struct list link; int (*compare)(const void *, const void *);
      };
      """
    let configuration = """
      types:
        s:
          fields:
            (i): tag(kind)
            i: case(KIND_B)
            f: case(default)
            named: view(k)
            p: count(n * 2)
            q: via(pack, unpack)
            in.z: ref
            link: container(s, link)
            compare: symbols(compare_name)
      """
    let outcome = try errors(text, configuration: configuration)
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("3 types written"), "\(outcome.messages)")
  }

  @Test("A function of the pointer's type in another spelling is accepted")
  func functionTypes() throws {
    let outcome = try errors(
      """
      typedef const void *thing;
      typedef int comparison(thing, const void *restrict);
      typedef void ending(int);
      void leave(const int code) __attribute__((nothrow, cold, leaf));
      int old();
      struct s {
        comparison *c[2][2]; // archive: symbols(compare_name)
        ending *e;           // archive: symbols(leave)
        int (*o)();          // archive: symbols(old)
      };
      """)
    #expect(outcome.status == 0, "\(outcome.messages)")
  }

  @Test("A function that the configuration names has to have the pointer's type, too")
  func configuredFunction() throws {
    let outcome = try errors(
      "struct s { void (*f)(void); };", configuration: "types:\n  s:\n    fields:\n      f: symbols(compare_name)\n")
    #expect(
      outcome.messages.contains("headers/archivegen.yml:4:18: error: the function 'compare_name' is"),
      "\(outcome.messages)")
  }

  @Test("The last line says that nothing is written")
  func summary() throws {
    let outcome = try errors("struct s {\nint n; // archive: reff\n};")
    #expect(
      outcome.messages.hasSuffix(
        "archivegen: nothing is written because of the errors above; with --keep-going: 2 types written (2 fields), 1 refused, 0 skipped\n"
      ), "\(outcome.messages)")
  }

  @Test("Only integers are offered as a count")
  func offeredCounts() throws {
    let outcome = try errors(
      "struct s { char *name; struct s *next; double d; int (*f)(void); long total;\nint *p; // archive: count(zz)\n};")
    #expect(outcome.messages.contains("note: the integers there are 'total'\n"), "\(outcome.messages)")
  }

  @Test("A mistake in the configuration has its location there")
  func configurationMistake() throws {
    let outcome = try errors(
      "struct s { int count; struct item *p; };", configuration: "types:\n  s:\n    fields:\n      p: count(cuont)\n")
    #expect(outcome.messages.contains("headers/archivegen.yml:4:16: error: there is no field 'cuont' beside 'p'"))
    #expect(outcome.messages.contains("did you mean 'count'?"))
  }
}
