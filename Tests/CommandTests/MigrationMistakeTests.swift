import Testing

/// Former keys from the root, and 'migrate', that cannot be right.
@Suite struct MigrationMistakeTests {
  private func outcome(_ header: String) throws -> (status: Int32, messages: String) {
    let workspace = try Workspace()
    try workspace.write("headers/s.h", header)
    let outcome = try workspace.archivegen("headers", "-o", "out")
    return (outcome.status, outcome.errors)
  }

  @Test(
    "A former key from the root is a key",
    arguments: [
      ("was(\"/\")", "'/' is the record itself and not a key", "write it like was(\"/n\")"),
      ("was(\"/a/b\")", "'/a/b' is not a key", "keys of members are joined by dots: write was(\"/a.b\")"),
      ("was(\"/#n\")", "'/#n' begins with '#'", "write a key that begins with another character"),
    ])
  func keys(attribute: String, message: String, advice: String) throws {
    let (status, messages) = try outcome("struct s { int n; // archive: \(attribute)\n};\n")
    #expect(status == 1)
    #expect(messages.contains(message) && messages.contains(advice), "\(messages)")
  }

  @Test("One that another field of the record has is an error there, and a warning where the member stands in another")
  func taken() throws {
    let own = try outcome("struct s { int n; // archive: was(\"/m\")\n int m; };\n")
    #expect(own.status == 1 && own.messages.contains("'was' of 'n' names the key 'm', which 'm' of 'struct s' has"))
    let member = "struct part { int n; // archive: was(\"/m\")\n};\n"
    let nested = try outcome(member + "struct s { struct part p; int m; };\nstruct t { struct part p; int o; };\n")
    #expect(nested.status == 0)
    #expect(
      nested.messages.contains(
        "in 'struct s' the key 'm' belongs to 'm', so 'was(\"/m\")' on 'p.n' has no effect there"),
      "\(nested.messages)")
    #expect(!nested.messages.contains("'struct t'"))
    let twice = try outcome(member + "struct s { struct part p, q; };\n")
    #expect(twice.status == 0 && twice.messages.contains("on 'q.n' has no effect there"), "\(twice.messages)")
  }

  @Test(
    "migrate needs a version, and a function with the right parameters",
    arguments: [
      ("migrate(update)", "", "'migrate' needs the current version"),
      ("version(2), migrate(a + b)", "", "'a + b' is not the name of a method or a function"),
      ("version(2), migrate(update)", "void update(struct s *);", "the function 'update' is 'void (struct s *)'"),
      ("version(2), migrate(update)", "void update(struct t *, int);", "the function 'update' is"),
      ("version(2), migrate(update)", "double update(struct s *, int);", "the function 'update' is"),
      (
        "version(2), migrate(update)", "void update(struct s *, int, const struct q *);",
        "the function 'update' takes the former fields in a 'struct q', which has pointers"
      ),
      (
        "version(2), migrate(update)", "void update(struct s *, int, const struct r *);",
        "the function 'update' takes the former fields in a 'struct r', which has 'skip'"
      ),
      ("version(2), migrate(update)", "void update(struct s *, int, struct t *);", "the function 'update' is"),
    ])
  func migrations(attributes: String, function: String, message: String) throws {
    let (status, messages) = try outcome(
      "struct t { int m; };\nstruct q { struct q *next; };\nstruct r { int o; }; // archive: skip\n// archive: \(attributes)\nstruct s { int n; };\n\(function)\n"
    )
    #expect(status == 1 && messages.contains(message), "\(messages)")
  }

  @Test("Functions that are right, and methods, are called")
  func calls() throws {
    let workspace = try Workspace()
    try workspace.write(
      "headers/s.h",
      """
      struct t { int m; };
      // archive: version(2), migrate(f)
      struct s { int n; };
      void f(struct s *, int);
      // archive: version(2), migrate(g)
      typedef struct { int n; } u;
      int g(u *value, long version, const struct t *former);
      // archive: version(2), migrate(h)
      struct v { int n; };
      """)
    let outcome = try workspace.archivegen("headers", "-o", "out", "--module", "C")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let code = try #require(workspace.read("out/s+Archive.swift"))
    #expect(code.contains("_ = $2; try unsafe RuntimeInterface.updated(C::f(&$0, .init(clamping: $1)))"))
    #expect(code.contains("updated(code: C::g(&$0, .init(clamping: $1), &former))"))
    #expect(code.contains("try unsafe RuntimeInterface.updated($0.h(from: $1, $2))"))
  }
}
