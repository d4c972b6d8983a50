import ArchiveModel
import ArchivePlanner
import Testing

@Suite("Examples in notes") struct AdviceTests {
  private func check(_ text: String, _ name: String, _ example: String?, _ place: Testing.SourceLocation) {
    let model = AdviceModel(text)
    #expect(
      model.example(for: name) == example, "\(model.diagnostic(about: name)?.advice ?? "no diagnostic")",
      sourceLocation: place)
    if let shown = model.example(for: name) {
      #expect(model.errors(with: shown, on: name) == [], "what is shown is to be taken", sourceLocation: place)
    }
  }

  @Test(
    "A counter beside a pointer is recognised by the usual names",
    arguments: [
      ("foos", "n_foo"), ("foos", "nfoos"), ("foos", "nFoos"), ("foos", "num_foos"), ("foos", "numFoos"),
      ("foos", "foo_count"), ("foos", "fooCount"), ("foos", "foosCount"), ("foos", "cFoos"),
      ("pFoos", "fooCount"), ("pFoos", "cFoos"), ("pFoos", "uFooCount"), ("m_foos", "m_nFoos"),
      ("m_foos", "m_fooCount"),
      ("mFoos", "mNumFoos"), ("lpFoos", "dwFooCount"), ("aFoo", "nFoo"), ("entries", "entry_count"),
      ("vertices", "numVertices"), ("children", "nchildren"), ("indices", "index_count"), ("foo_list", "foo_count"),
      ("fooArray", "fooCount"), ("foos", "number_of_foos"), ("foo", "foo_count"), ("d_foos", "d_nfoos"),
      ("argv", "argc"), ("pathv", "pathc"), ("Foos", "FooCount"), ("foos", "foo_cnt"), ("foos", "n_of_foos"),
    ])
  func counterNames(pointer: String, counter: String) {
    check(
      "struct s {\nint other;\nint \(counter);\nstruct item *\(pointer);", pointer,
      "count(\(counter))",
      #_sourceLocation)
  }

  @Test(
    "A proposed count says that memory that is read has no more room, unless nobody adds to it or a capacity says so")
  func roomAfterReading() {
    func advice(_ field: String, _ fields: String) -> String? {
      AdviceModel("struct s {\n\(fields)\n").diagnostic(about: field)?.advice
    }
    let elements = advice("foos", "int other;\nint n_foos;\nstruct item *foos;")
    #expect(
      elements?.contains("count(n_foos)' (memory that is read has room for 'n_foos' elements and no more)") == true)
    let bytes = advice("data", "int other;\nunsigned data_size;\nvoid *data;")
    #expect(
      bytes?.contains("bytes(data_size)' (memory that is read has room for 'data_size' bytes and no more)") == true)
    let readOnly = advice("foos", "int other;\nint n_foos;\nconst struct item *foos;")
    #expect(readOnly?.contains("count(n_foos)',") == true)
    let bounded = advice("frames", "uint32_t capacity;\nuint32_t num_frames;\nstruct item *frames;")
    #expect(bounded?.contains("count(num_frames), capacity(capacity)',") == true)
  }

  @Test("Names without a letter are no counters", arguments: ["_", "__", "_1"])
  func emptyNames(name: String) {
    check("struct s {\nint \(name);\nint other;\nstruct item *items;", "items", nil, #_sourceLocation)
    let asPointer = AdviceModel("struct s {\nint \(name)a;\nint other;\nstruct item *\(name);")
    #expect(asPointer.diagnostic(about: name) != nil)
  }

  @Test(
    "A capacity, a use count, a position and a number of another byte order are not suggested as counts",
    arguments: [
      "int foo_max;", "int max_foos;", "int foo_capacity;", "int foos_alloc;", "int foo_used;", "int foosAllocated;",
      "int foo_index;", "int foo_offset;", "__be32 foo_count;", "int foo_number;", "int foo_stride;",
      "int foo_count; /* maximum */", "int foo_len; /* in bits */",
    ])
  func noCounters(line: String) {
    let model = AdviceModel("struct s {\n\(line)\nstruct item *foos;")
    #expect(model.example(for: "foos") == nil)
  }

  @Test(
    "Plural abbreviations, compound plurals and words that begin with n are recognised"
  )
  func abbreviations() {
    check(
      "struct s {\nint uri_count;\nchar *serverURI;\nchar **serverURIs;\nint serverURIcount;", "serverURI", "cstring",
      #_sourceLocation)
    check(
      "struct s {\nchar *serverURI;\nchar **serverURIs;\nint serverURIcount;", "serverURIs",
      "count(serverURIcount), cstring", #_sourceLocation)
    check("struct s {\nint other;\nstruct item *prev_mvs;", "prev_mvs", nil, #_sourceLocation)
    check("struct s {\nunsigned nfds;\nstruct item *fds_read;", "fds_read", nil, #_sourceLocation)
    check("struct s {\nint other;\nstruct item *ops;", "ops", "ref", #_sourceLocation)
    check(
      "struct s {\nint not_restored;\nchar *key; /* if not_restored, this holds the key */", "key", "cstring",
      #_sourceLocation)
    check("struct s {\n/** @copydoc other::us */\nstruct item *us;", "us", nil, #_sourceLocation)
  }

  @Test("ref is suggested for one record, unless a name, a counter, a position or a comment indicates several")
  func one() {
    check("struct s {\nint other;\nstruct item *owner;", "owner", "ref", #_sourceLocation)
    check("struct s {\nint nfoos;\nstruct item *foos;\nstruct item *owner;", "owner", "ref", #_sourceLocation)
    check("struct s {\nint refcount;\nstruct item *owner;", "owner", "ref", #_sourceLocation)
    check("struct s {\nstruct item *owners;", "owners", nil, #_sourceLocation)
    check("struct s {\nstruct item *data;\nint rem;\nint index;", "data", nil, #_sourceLocation)
    check("struct s {\nstruct item *owner;\nint pos;", "owner", nil, #_sourceLocation)
    check("struct s {\nstruct item *owner;\nint count;", "owner", nil, #_sourceLocation)
    check("struct s {\nint wheel_count;\nstruct item *owner;", "owner", nil, #_sourceLocation)
    check("struct s {\nint nr_of_parts;\nint zero;\nint last;\nstruct item *title;", "title", nil, #_sourceLocation)
    check("struct s {\nint retry_count;\nint zero;\nstruct item *owner;", "owner", "ref", #_sourceLocation)
    check("struct s {\nstruct item *owner; /* array of them */", "owner", nil, #_sourceLocation)
    check("struct s {\nint nConstraint;\nstruct item *aConstraintUsage;", "aConstraintUsage", nil, #_sourceLocation)
    check("struct s {\nstruct item *start;\nstruct item *end;", "start", nil, #_sourceLocation)
  }

  @Test("A pointer to a node with a link is the head of a list, unless there is a counter")
  func lists() {
    check("struct s {\nstruct node *nodes;", "nodes", "ref", #_sourceLocation)
    check("struct s {\nstruct node *head;\nint count;", "head", "ref", #_sourceLocation)
    let model = AdviceModel("struct s {\nstruct node *nodes;\nint node_count;")
    #expect(model.example(for: "nodes") == nil)
    #expect(
      model.diagnostic(about: "nodes")?.advice?.hasSuffix(
        "does it lead to the first of a list (ref) or to an array (count(node_count))?") == true)
  }

  @Test("A record of links, a type's number and a container are not suggested for a count")
  func headers() {
    let kind = AdviceModel.header.fields[1].type
    let chained = record(
      "chained", [("next", ArchivePlannerTests.pointer(to: "chained"), ""), ("sType", kind, "")], line: 980)
    let buffer = record("buffer", [("size", int, ""), ("name", .array(char, count: 8), "")], line: 990)
    func example(_ text: String, _ name: String) -> String? {
      AdviceModel(text, others: [chained, buffer]).example(for: name)
    }
    #expect(example("struct s {\nstruct chained *extension;", "extension") == nil)
    #expect(example("struct s {\nint vertex_count;\nstruct buffer *vertices;", "vertices") == nil)
    #expect(example("struct s {\nint buffer_count;\nstruct buffer *buffers;", "buffers") == "count(buffer_count)")
    #expect(example("struct s {\nint key_len;\nunsigned char *key;\nvoid *p_key;", "p_key") == nil)
    #expect(example("struct s {\nint T_size; /* allocated */\nstruct item *T;", "T") == nil)
  }

  @Test("A plain count is suggested if it can count only one field")
  func plain() {
    check("struct s {\nstruct item *items;\nint count;", "items", "count(count)", #_sourceLocation)
    check("struct s {\nstruct item *items;\nstruct item *others;\nint count;", "items", nil, #_sourceLocation)
    // Beside other fields it may count something else.
    check("struct s {\nstruct item *items;\nstruct item *owner;\nint count;", "items", nil, #_sourceLocation)
    check("struct s {\nchar *name;\nunsigned char *data;\nint len;", "data", nil, #_sourceLocation)
    check(
      "struct s {\nchar *name;\nunsigned char *data;\nint len; // length of data", "data", "count(len)",
      #_sourceLocation)
    check("struct s {\nchar *name;\nchar *data;\nint len;", "name", "cstring", #_sourceLocation)
    check("struct s {\nvoid *userdata;\nint size;", "userdata", nil, #_sourceLocation)
    check("struct s {\nvoid *data;\nint size;", "data", "bytes(size)", #_sourceLocation)
    check("struct s {\nvoid *data;\nint count;", "data", nil, #_sourceLocation)
  }

  @Test("Two candidates, or a size of elements larger than a byte, are left to the user")
  func questions() {
    let two = AdviceModel("struct s {\nuint16_t *codes;\nint code_count;\nint n_codes;")
    #expect(two.example(for: "codes") == nil)
    #expect(
      two.diagnostic(about: "codes")?.advice?.hasSuffix("is its count 'code_count' or 'n_codes'?") == true)
    let size = AdviceModel("struct s {\nuint16_t *codes;\nint codes_size;")
    #expect(size.example(for: "codes") == nil)
    #expect(
      size.diagnostic(about: "codes")?.advice?.hasSuffix(
        "does 'codes_size' count its elements (count(codes_size)) or their bytes (bytes(codes_size))?") == true)
    check("struct s {\nuint16_t *codes;\nint codes_size; // in bytes", "codes", "bytes(codes_size)", #_sourceLocation)
    check(
      "struct s {\nuint16_t *codes;\nint codes_size; // number of elements", "codes", "count(codes_size)",
      #_sourceLocation)
    check("struct s {\nuint16_t *codes;\nint cbCodes;", "codes", "bytes(cbCodes)", #_sourceLocation)
  }

  @Test("A pointer to char is text if its name or comment says so and no field counts it")
  func text() {
    check("struct s {\nchar *name;", "name", "cstring", #_sourceLocation)
    check("struct s {\nchar *lpszTitle;", "lpszTitle", "cstring", #_sourceLocation)
    check("struct s {\nint datalen; // in bytes\nchar *data;", "data", "count(datalen)", #_sourceLocation)
    check("struct s {\nchar *data;", "data", nil, #_sourceLocation)
    check("struct s {\nunsigned char *name;", "name", nil, #_sourceLocation)
    check("struct s {\nunsigned char *name; /* NUL-terminated */", "name", "cstring", #_sourceLocation)
    check("struct s {\n// zero-terminated\nuint8_t *data;", "data", "cstring", #_sourceLocation)
    check("struct s {\nchar *data; /* not NUL-terminated */\nint len;", "data", "count(len)", #_sourceLocation)
    check("struct s {\nchar *tags;", "tags", nil, #_sourceLocation)
    check("struct s {\nchar **names;\nint name_count;", "names", "count(name_count), cstring", #_sourceLocation)
    check("struct s {\nchar **names;", "names", nil, #_sourceLocation)
    check("struct s {\nchar **names; /* NULL-terminated array */", "names", nil, #_sourceLocation)
    check("struct s {\nchar *bssid;", "bssid", nil, #_sourceLocation)
  }

  @Test("If several numbers form one item, a count of items is not their count")
  func composites() {
    check("struct s {\nint vertexCount;\nfloat *vertices;", "vertices", nil, #_sourceLocation)
    check("struct s {\nint frames_count;\nuint8_t *buf; /* frames_count * 16 bytes */", "buf", nil, #_sourceLocation)
    check("struct s {\nint addr_num;\nuint8_t addrs[];", "addrs", nil, #_sourceLocation)
  }

  @Test("Comments name a counter: behind the field, above it, and in the struct's own")
  func comments() {
    check(
      "struct s {\nint used_lines;\nint n_rows;\nstruct item *grid; /* array of n_rows */", "grid", "count(n_rows)",
      #_sourceLocation)
    check(
      "struct s {\n/** Number of elements in `grid`. */\nint n_rows;\nstruct item *grid;", "grid", "count(n_rows)",
      #_sourceLocation)
    check(
      "/**\n * struct s - a table\n * @grid: the cells\n * @n_rows: number of cells in grid\n */\nstruct s {\nint n_rows;\nstruct item *grid;",
      "grid", "count(n_rows)", #_sourceLocation)
    check(
      "struct s {\nint x; /* of another\nfield, n_rows */\nint n_rows;\nint y;\nstruct item *grid;", "grid", nil,
      #_sourceLocation)
  }

  @Test("A message's length is not the count of its flexible array, because it includes the fields before it")
  func tails() {
    check("struct s {\nint n_items;\nstruct item items[];", "items", "count(n_items)", #_sourceLocation)
    check("struct s {\nint count;\nstruct item items[];", "items", "count(count)", #_sourceLocation)
    check("struct s {\nint length;\nuint8_t data[];", "data", nil, #_sourceLocation)
    check("struct s {\nint data_len;\nuint8_t data[];", "data", "count(data_len)", #_sourceLocation)
    check("struct s {\nint msg_length;\nint msg_type;\nuint8_t msg_data[];", "msg_data", nil, #_sourceLocation)
  }
}

@Suite("Examples for unions") struct TagAdviceTests {
  private func advice(_ text: String) -> String? {
    AdviceModel(text, others: [AdviceModel.shape, AdviceModel.header]).diagnostic(about: "value")?.advice
  }

  @Test("A tag is suggested if its constants are named like the members, with the case of each")
  func fits() {
    let advice = advice("struct s {\nint size;\nenum format format;\nenum kind what;\nunion shape value;")
    #expect(
      advice?.contains(
        "like '// archive: tag(what)' with case(SHAPE_CIRCLE) on 'circle', case(SHAPE_BOX) on 'box'") == true,
      "\(advice ?? "")")
  }

  @Test("An enumeration or integer without such constants is not suggested as a tag, whatever its name")
  func doesNotFit() {
    #expect(advice("struct s {\nenum format type;\nunion shape value;")?.contains("like") == false)
    #expect(advice("struct s {\nint type;\nunion shape value;")?.contains("like") == false)
  }

  @Test("A tag may be in a struct beside the union; if two fit, the user has to choose")
  func nested() {
    #expect(advice("struct s {\nstruct header hdr;\nunion shape value;")?.contains("tag(hdr.kind)") == true)
    #expect(
      advice("struct s {\nenum kind old;\nenum kind now;\nunion shape value;")?.hasSuffix("is its tag 'old' or 'now'?")
        == true)
  }
}

@Suite("Links that may be arrays") struct LinkDoubtTests {
  private func message(_ text: String) -> Diagnostic? {
    AdviceModel(text).diagnostic(about: "children")
  }

  @Test(
    "A pointer to its own struct beside a counter is a warning",
    arguments: ["int nchildren;", "int child_count;", "unsigned numChildren;", "int count;"])
  func counted(counter: String) {
    let found = message("struct s {\n\(counter)\nstruct s *children;")
    let name = counter.split(separator: " ").last?.dropLast() ?? ""
    #expect(found?.severity == .warning)
    #expect(
      found?.message
        == "'children' (struct s *) of 'struct s' is archived as ref, that is as a pointer to one value, but '\(name)' beside it seems to count its elements"
    )
    #expect(
      found?.advice == "write count(\(name)) on its line if it points to an array, or ref if it points to one value")
  }

  @Test("With ref or a count there is no warning, and none without a counter")
  func given() {
    let model = AdviceModel("struct s {\nint nchildren;\nstruct s *children;")
    #expect(model.diagnostic(about: "children", annotation: "ref") == nil)
    #expect(model.diagnostic(about: "children", annotation: "weak") == nil)
    #expect(model.diagnostic(about: "children", annotation: "count(nchildren)") == nil)
    #expect(message("struct s {\nint other;\nint max_children;\nstruct s *children;") == nil)
    #expect(AdviceModel("struct s {\nint count;\nint nnodes;\nstruct s *next;").diagnostic(about: "next") == nil)
    #expect(AdviceModel("struct s {\nint size;\nstruct s *parent;").diagnostic(about: "parent") == nil)
  }
}
