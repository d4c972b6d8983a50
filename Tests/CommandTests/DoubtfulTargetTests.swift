import Testing

/// Annotations that fit a pointer's type, and archive less than the pointer usually leads to: each is a warning that says what to
/// write for both meanings.
@Suite struct DoubtfulTargetTests {
  private func errors(_ text: String) throws -> (status: Int32, messages: String) {
    let workspace = try Workspace()
    try workspace.write("headers/s.h", "struct list { struct list *next; };\n" + text + "\n")
    let outcome = try workspace.archivegen("headers", "-o", "out")
    return (outcome.status, outcome.errors)
  }

  @Test("A pointer to the link of an intrusive list, which is archived without what is around it, is a warning")
  func bareLink() throws {
    let text = """
      struct s { struct list l; /* archive: container(s, l) */ int x; };
      struct head { struct list *first; /* archive: ref */ };
      struct heads { struct head h; };
      """
    let outcome = try errors(text)
    #expect(
      outcome.messages.contains(
        "headers/s.h:3:28: warning: 'first' (struct list *) of 'struct head' points to a 'struct list', which is elsewhere a link in 'struct s', and here the link alone is archived, without what is around it [ambiguous-pointer]"
      ), "\(outcome.messages)")
    #expect(outcome.messages.contains("note: write container(s, l) on its line if it leads to such structs"))
    let alone = try errors(text.replacing("archive: ref", with: "archive: to(list)"))
    #expect(alone.status == 0 && !alone.messages.contains("warning:"), "\(alone.messages)")
    let right = try errors(text.replacing("archive: ref", with: "archive: container(s, l)"))
    #expect(right.status == 0 && !right.messages.contains("ambiguous-pointer"), "\(right.messages)")
    let onHead = try errors(text.replacing("h; }", with: "h; /* archive: container(s, l) */ }"))
    #expect(onHead.status == 0 && !onHead.messages.contains("ambiguous-pointer"), "\(onHead.messages)")
  }

  @Test(
    "A pointer to pointers that are archived as one value each is a warning",
    arguments: [
      ("char **p; // archive: cstring", "'p' (char **) of 'struct s' is archived as a pointer to one text"),
      (
        "double **p; // archive: count(n)",
        "each pointer of 'p' (double **) of 'struct s' is archived as a pointer to one number"
      ),
    ])
  func singleTargets(field: String, message: String) throws {
    let outcome = try errors("struct s { int n;\n\(field)\n};")
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("warning: \(message) [ambiguous-pointer]"), "\(outcome.messages)")
    let meant = try errors(
      """
      struct s { int n;
      char **p; // archive: cstring, count(n)
      char **e; // archive: cstring, terminated
      char **one; // archive: cstring, ref
      int **q; // archive: ref
      int **singles; // archive: count(n), ref
      };
      """)
    #expect(meant.status == 0 && !meant.messages.contains("warning:"), "\(meant.messages)")
  }

  @Test("Pointers behind a typedef that may be arrays of structs are a warning, and handles are none")
  func hiddenArrays() throws {
    let text = """
      typedef struct { float x, y; } Place;
      typedef Place *Path;
      struct thread { int id; };
      typedef struct thread *thread_t;
      struct s { int n, m;
      Path *paths; // archive: count(n)
      thread_t *threads; // archive: count(m)
      };
      """
    let outcome = try errors(text)
    #expect(
      outcome.messages.contains(
        "each pointer of 'paths' (Path *) of 'struct s' is archived as a pointer to one 'Place'"))
    #expect(outcome.messages.ranges(of: "[ambiguous-pointer]").count == 1, "\(outcome.messages)")
    let meant = try errors(text.replacing("count(n)", with: "count(n), ref"))
    #expect(meant.status == 0 && !meant.messages.contains("warning:"), "\(meant.messages)")
  }

  @Test("A pointer to a node with which other structs begin is a warning, unless 'to' says that it is meant")
  func baseOfOthers() throws {
    let text = """
      struct base { struct base *next; int kind; };
      struct circle { struct base b; double r; };
      struct s { struct base *shapes; // archive: ref
      };
      """
    let outcome = try errors(text)
    #expect(
      outcome.messages.contains(
        "'shapes' (struct base *) of 'struct s' points to a 'struct base', with which 'struct circle' begins, and the 'struct base' alone is archived [ambiguous-pointer]"
      ), "\(outcome.messages)")
    #expect(outcome.messages.contains("note: write to(base) on its line"))
    let meant = try errors(text.replacing("archive: ref", with: "archive: to(base)"))
    #expect(meant.status == 0 && !meant.messages.contains("warning:"), "\(meant.messages)")
  }

  @Test("Links of an intrusive list without its nodes, and heads in an array, are warnings that say what to write")
  func bareLinks() throws {
    let outcome = try errors(
      """
      struct item { int x; struct list l; /* archive: container(item, l) */ };
      struct table { int n;
      struct list first;
      struct list *heads; // archive: count(n)
      };
      """)
    #expect(
      outcome.messages.contains(
        "warning: 'first' (struct list) of 'struct table' is a link of an intrusive list, and the links alone are archived, without the structs around them [ambiguous-pointer]"
      ), "\(outcome.messages)")
    #expect(outcome.messages.contains("note: write container(item, l) on its line"))
    #expect(
      outcome.messages.contains(
        "'heads' (struct list *) of 'struct table' points to several 'struct list', which are elsewhere links"))
    let refused = try errors(
      """
      struct item { int x; struct list l; /* archive: container(item, l) */ };
      struct table { int n;
      struct list *heads; // archive: count(n), container(item, l)
      };
      struct tail { int n;
      struct list heads[]; // archive: count(n), container(item, l)
      };
      """)
    let advice = "'struct bucket { struct list head; /* archive: container(item, l) */ };'"
    #expect(refused.status == 1 && refused.messages.components(separatedBy: advice).count == 3, "\(refused.messages)")
  }

  @Test(
    "An array of the struct's own type beside a count is a warning, whatever the two are called",
    arguments: [
      ("size_t size, capacity; struct s *items;", "size"), ("int nelts; struct s *elts;", "nelts"),
      ("struct s *branch; int branches;", "branches"), ("struct s *kids; unsigned char n;", "n"),
      ("struct s *values; size_t length;", "length"), ("struct s *args; int arity;", "arity"),
      ("struct s *child; int num;", "num"), ("struct s *next; int size;", nil),
      ("struct s *left, *right; int size;", nil),
      ("struct s *children, *next; int depth;", nil),
    ])
  func ownArrays(fields: String, counter: String?) throws {
    let outcome = try errors("#include <stddef.h>\nstruct s { int v; \(fields) };")
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("[ambiguous-pointer]") == (counter != nil), "\(outcome.messages)")
    if let counter { #expect(outcome.messages.contains("'\(counter)' beside it"), "\(outcome.messages)") }
  }

  @Test("An array of no pointers at a struct's end is a flexible array of GNU C's older form")
  func olderFlexibleArray() throws {
    let outcome = try errors("struct s { int n; struct s *kids[0]; };")
    #expect(outcome.messages.contains("struct s' is left out") && outcome.messages.contains("[unresolved-array]"))
  }
}
