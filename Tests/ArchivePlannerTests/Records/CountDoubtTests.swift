import ArchiveModel
import ArchivePlanner
import Testing

/// Each of these was proposed for an unseen library, where the count loses elements or reads past the end of a block.
@Suite("Doubtful counts are not proposed") struct CountDoubtTests {
  private func example(_ text: String, _ name: String, others: [Record] = []) -> String? {
    AdviceModel("struct s {\n" + text, others: others).example(for: name)
  }

  private func question(_ text: String, _ name: String) -> String? {
    let advice = AdviceModel("struct s {\n" + text).diagnostic(about: name)?.advice ?? ""
    return advice.firstRange(of: "; ").map { String(advice[$0.upperBound...]) }
  }

  @Test(
    "A version, a start index, an identifier, flags and an ordinal number are no counts",
    arguments: [
      ("const char *version;\nint version_num;", "version"), ("struct item *item;\nint item_num;", "item"),
      ("struct item *pages;\nint first_page_count;", "pages"), ("struct item *lines;\nint start_lines_num;", "lines"),
      ("struct item *ids;\nint id;", "ids"), ("unsigned char *flags;\nint flags_version_size;", "flags"),
      ("struct item *rows;\nint row_count; /* index of the first row */", "rows"),
      ("struct item *rows; /* rows from row_start on */\nint row_start;", "rows"),
      ("struct item *grid; /* valid if n_rows is set */\nint n_rows;", "grid"),
    ])
  func ordinals(text: String, name: String) {
    let found = example(text, name)
    #expect(found == nil || found == "ref" || found == "cstring")
  }

  @Test(
    "Text with a length beside it is a question, because a count restores no zero behind it",
    arguments: [
      "char *name;\nint name_length;", "const char *data;\nint data_len;", "char *name;\nint name_num;",
      "const UINT16 *user;\nint user_len;", "LPSTR blob;\nint blob_len;",
      "char *value; /* pointer to the bytes */\nint value_len; /* length of the value string, in bytes */",
    ])
  func text(text: String) {
    let name = String(text.prefix { $0 != ";" }.split { " *".contains($0) }.last ?? "")
    let found = example(text, name)
    #expect(found == nil || found == "cstring")
    if found == nil { #expect(question(text, name)?.hasPrefix("is it text that ends with a zero (cstring)") == true) }
  }

  @Test("Characters whose comment speaks of bytes have a count")
  func bytes() {
    #expect(example("char *buf;\nint buf_len; // bytes in buf", "buf") == "count(buf_len)")
    #expect(example("char *data; /* not NUL-terminated */\nint data_len;", "data") == "count(data_len)")
    #expect(example("int name_len;\nchar name[];", "name") == nil)
    #expect(example("int data_len;\nchar data[];", "data") == "count(data_len)")
  }

  @Test("Two numbers that could be the count are a question")
  func rivals() {
    #expect(
      question("unsigned char *data;\nint data_size;\nint buf_size;", "data")
        == "is its count 'data_size' or 'buf_size'?")
    #expect(example("void *data;\nint size;\nint used;", "data") == nil)
    #expect(example("struct item *items;\nint count;\nint n_rows;", "items") == nil)
    #expect(
      example("unsigned char *data;\nint data_size;\nunsigned char *buf;\nint buf_size;", "data") == "count(data_size)")
  }

  @Test(
    "What may be the size of the block is named with the count, because the block that is read has no room for more",
    arguments: [
      "max_items", "items_alloc", "allocated", "size", "maxItems", "n_max", "limit", "data_size", "n_itemsmax",
      "items_allocated; // whether items was allocated", "capacity_bytes",
    ])
  func likelyCapacities(capacity: String) {
    let name = capacity.prefix { $0 != ";" }
    let line = capacity.contains(";") ? capacity : "\(capacity);"
    let found = question("struct item *items;\nint n_items;\nint \(line)", "items")
    #expect(
      found
        == "is 'n_items' its count and '\(name)' the size of its block, which has no more room after reading (count(n_items), capacity(\(name)))?"
    )
  }

  @Test(
    "The size of the block is restored where names or comments leave no doubt",
    arguments: [
      "int capacity;", "int item_cap;", "unsigned items_capacity;",
      "int max_items; // number of items for which space was allocated", "int n_itemsmax; // the number allocated",
      "int total; // the number of items allocated",
    ])
  func certainCapacities(line: String) {
    let words = line.prefix { $0 != ";" }.split(separator: " ")
    #expect(
      example("struct item *items;\nint n_items;\n\(line)", "items") == "count(n_items), capacity(\(words[1]))")
  }

  @Test("A size of the block among other arrays, a limit in a comment and two sizes stay questions")
  func doubtfulCapacities() {
    for text in [
      "struct item *items;\nint n_items;\nint other;\nint more;\nint capacity;\nstruct item *rows;",
      "struct item *items;\nint n_items;\nint max_items; // limit for the number allocated",
      "struct item *items;\nint n_items;\nint capacity;\nint max_items;",
      "struct item *items;\nint n_items;\nchar capacity;",
    ] {
      let found = example(text, "items")
      #expect(found == nil || found == "count(n_items)" && text.hasSuffix("rows;"))
    }
  }

  @Test("A number whose comment says that it is the field's size is a rival of the one that has the name")
  func sizesInComments() {
    #expect(
      example("float *sv_buf;\nint n_sv;\nint sv_dim; /* total dimension (length of sv_buf) */", "sv_buf")
        != "count(n_sv)")
    #expect(
      question("struct item *items;\nint n_items;\nint dim; /* length of items */", "items")
        == "is its count 'n_items' or 'dim'?")
  }

  @Test(
    "A size that belongs to a range, quantities of counted things, private memory, one file of things and a pool prevent it",
    arguments: [
      ("int offset;\nint length;\nvoid *data;", "data"), ("int size;\nint start;\nunsigned char *data;", "data"),
      ("int num_stars;\ndouble *stars;", "stars"), ("float *atoms;\nint atom_count;", "atoms"),
      ("void *private_data;\nint private_data_size;", "private_data"),
      ("void *session_buffer;\nint session_buffer_size; // bytes", "session_buffer"),
      ("struct quadfile *quads;\nint nquads;", "quads"), ("struct item *fieldlist;\nint fieldnum;", "fieldlist"),
      ("char **_peer;\nint _npeers;\nint *_peerlen;", "_peer"),
      ("struct item *image;\nint n; // Sources in the image", "image"),
      ("char *outreal;\nchar *outbuf;\nchar *outptr;\nint outsize; // bytes in outbuf", "outbuf"),
      ("char *backbuf;\nint backsize;\nint backlen; // number of bytes in backbuf", "backbuf"),
      ("struct ptr_array *tracks_array;\nint number_of_tracks;", "tracks_array"),
      ("uint16_t *groups; // array of sizes\nint length; // length of matching sequence", "groups"),
      ("unsigned char *rdata;\nint rdata_size;\nint rdata_buffer_size;", "rdata"),
      ("unsigned char *rdata; // allocated, grows\nint rdata_size;", "rdata"),
      ("unsigned char *other;\nint other_len; /* NETWORK */", "other"),
      ("void *buffer; // all pointers point in it\nint nbuffer; // size in bytes", "buffer"),
      ("double *vec;\nint sizeof_vec;", "vec"), ("int *eq_data; // numeric data (neq x NDATA)\nint neq;", "eq_data"),
      ("unsigned char *pagebuf;\nint pagebuf_bytes;\nint page;", "pagebuf"),
      ("unsigned char *data;\nint kind;\nint data_len;", "data"),
      ("unsigned char *data;\nint size;\nint kind;", "data"),
    ])
  func unseen(text: String, name: String) {
    let file = record("quadfile", [("number", .integer(bits: 32, isSigned: true), "")], line: 980)
    let array = record("ptr_array", [("number", .integer(bits: 32, isSigned: true), "")], line: 990)
    #expect(example(text, name, others: [file, array]).map { $0.hasPrefix("count") || $0.hasPrefix("bytes") } != true)
  }

  @Test("Real numbers that are counted themselves have a count")
  func numbers() {
    #expect(example("double *weights;\nint n_weights;", "weights") == "count(n_weights)")
    #expect(example("float *stars; /* array of num_stars numbers */\nint num_stars;", "stars") == "count(num_stars)")
  }

  @Test("An array of pointers at the end of a struct may end with NULL")
  func openArraysOfPointers() {
    #expect(example("int count;\nconst char *table[];", "table") == nil)
    #expect(example("int n_items;\nstruct item *items[];", "items") == nil)
  }

  @Test("A capacity is known by its comment, and one of another array is not meant")
  func otherCapacities() {
    let text = "struct item *items;\nint n_items;\nint table_size; /* including unused entries */"
    #expect(question(text, "items")?.contains("capacity(table_size)") == true)
    #expect(
      example("struct item *items;\nint n_items;\nstruct item *rows;\nint n_rows;\nint max_rows;", "items")
        == "count(n_items)")
  }

  @Test(
    "A comment that asks for more than the elements, or counts something else, prevents the proposal",
    arguments: [
      "struct item *items; /* n_items + 1 of them */\nint n_items;",
      "struct item *items; /* #n_items <tt>+1</tt> */\nint n_items;",
      "void *items;\nint items_len; /* in base type units */", "struct item *items; /* must be padded */\nint n_items;",
      "struct item *items; /* NULL-terminated */\nint n_items;",
      "unsigned char *items;\nint items_size; // in 512 byte sectors",
      "struct item *items; // points into the heap\nint n_items;", "unsigned char *items; // mmap()ed\nint items_size;",
      "uint16_t *items;\nint n_items; // number of 4-byte entries",
      "void *items;\nint items_size; /* number of pages */",
      "struct item *items; /* each in the range [0,n_rows-1] of the array */\nint n_rows;",
      "char **items; /* array of string offsets */\nint n_items;",
      "struct item *items;\nint n_items;\nint items_width; /* sizeof each entry */",
    ])
  func comments(text: String) { #expect(example(text, "items") == nil) }

  @Test(
    "The size of one element, a position inside and several numbers for each element prevent it",
    arguments: [
      ("void *pages;\nint page_size;", "pages"), ("unsigned char *block_list;\nint block_size;", "block_list"),
      ("unsigned char *cache;\nunsigned char *cache_pos;\nint cache_size;", "cache"),
      ("struct item *queue;\nint queue_len;\nint head;\nint tail;", "queue"),
      ("void *data;\nint offset;\nint size;", "data"),
      ("struct item *buffer;\nint size; /* the number of samples in the buffer */", "buffer"),
      ("struct item *children;\nint num_children;\nint num_slots;", "children"), ("uint8_t *txt;\nint length;", "txt"),
      ("void *parameter;\nint parameter_len; /* in bytes */", "parameter"),
      ("struct item **safes;\nint other;\nint safe_count;", "safes"),
      ("uint8_t *data;\nint length; /* length excludes null termination */", "data"),
      ("const char *equiv;\nint size; /* struct sizeof */", "equiv"), ("struct item *v;\nint n;", "v"),
      ("double *weights;\nint n_weights;\nint dimensions;", "weights"), ("uint16_t *bitmap;\nint n_bitmap;", "bitmap"),
      ("char **args;\nint arg_count;\nint *lengths;", "args"),
      ("char **argv; /* ends with NULL, terminated */\nint argc;", "argv"),
      ("struct item *invalid;\nstruct item *cinvalid;\nint ninvalid;", "invalid"),
      ("void *dev_pool;\nint dev_pool_size;", "dev_pool"),
      ("char **argv;\nint argc;", "argv"), ("struct item *items;\nint items_len;", "items"),
      ("void *work; /* 2*n of them */\nint worksize;", "work"),
      ("void *x;\nint xsize; /* size of x, the numerical values */", "x"),

      ("void *items;\nint count;\nint items_size;", "items"),
      ("struct item *items;\nint n_items;\nint count;", "items"),
      ("struct item *lines;\nint line_count;\nint line_array_size;", "lines"),
      ("struct item *items;\nint other;\nint more;\nint third;\nint count;", "items"),
    ])
  func structure(text: String, name: String) { #expect(example(text, name) == nil) }

  @Test("The comments above the struct, and on the line below the field, are read")
  func places() {
    let model = AdviceModel(
      "/* The APIs maintain a trailing NUL character\n * which is not counted toward length. */\nstruct s {\nuint8_t *entry;\nint length;"
    )
    #expect(model.example(for: "entry") == nil)
    #expect(example("uint8_t *data;\n/**< in pages, padded */\nint data_length;", "data") == nil)
    #expect(example("uint8_t *data;\n/* the length */\nint data_length;", "data") == "count(data_length)")
  }

  @Test("Memory behind void is a question, unless its name or a comment says that it is plain bytes")
  func memory() {
    #expect(
      question("void *value;\nint value_len;", "value")
        == "are its bytes plain data without pointers (bytes(value_len))?")
    #expect(example("void *value; /* raw bytes */\nint value_len;", "value") == "bytes(value_len)")
    #expect(example("void *buffer;\nint buffer_len;", "buffer") == "bytes(buffer_len)")
  }

  @Test("A length that is not in octets is a number of elements")
  func notInOctets() {
    #expect(
      example("uint16_t *domain;\nint domain_length; /* In sub-IDs, not octets. */", "domain") != "bytes(domain_length)"
    )
  }

  @Test("A struct that others begin with, or that ends with an open array, has no size for an array of it")
  func variable() {
    let int = CType.integer(bits: 32, isSigned: true)
    let any = record("any", [("type", int, ""), ("source", int, "")], line: 980)
    let key = record("key", [("type", int, ""), ("source", int, ""), ("code", int, "")], line: 985)
    let open = record(
      "open", [("len", int, ""), ("bytes", .flexibleArray(.integer(bits: 8, isSigned: false)), "")], line: 990)
    #expect(example("struct any **classes;\nint n_classes;", "classes", others: [any, key]) == nil)
    #expect(example("struct any *classes;\nint n_classes;", "classes", others: [any, key]) == nil)
    #expect(example("struct any *classes;\nint n_classes;", "classes", others: [any]) == "count(n_classes)")
    #expect(example("struct open *caps;\nint n_caps;", "caps", others: [open]) == nil)
  }

  @Test("Pointers to a struct that is the first field of others may lead to those, and have no count")
  func bases() {
    let int = CType.integer(bits: 32, isSigned: true)
    let base = record("base", [("oid", int, "")], line: 980)
    let leaf = record("leaf", [("node", .record(Record.ID("base")), ""), ("get", int, "")], line: 985)
    #expect(example("struct base **nodes;\nint n_nodes;", "nodes", others: [base, leaf]) == nil)
    #expect(example("struct base **nodes;\nint n_nodes;", "nodes", others: [base]) == "count(n_nodes)")
    // The elements of an array have its type.
    #expect(example("struct base *nodes;\nint n_nodes;", "nodes", others: [base, leaf]) == "count(n_nodes)")
  }

  @Test("The maximum in one letter beside the count is the size of the block")
  func maximum() {
    let question =
      "is 'n_flt' its count and 'm_flt' the size of its block, which has no more room after reading (count(n_flt), capacity(m_flt))?"
    #expect(self.question("int *flt;\nint n_flt;\nint m_flt;", "flt") == question)
    #expect(example("int *lines;\nint n_lines;\nint m_columns;", "lines") == "count(n_lines)")
  }

  @Test("A counter whose comment has the name of another pointer counts what that leads to")
  func another() {
    let text =
      "struct item *strokes;\nfloat *stroke_path;\nint strokes_num; /* elements in the stroke path data */"
    #expect(example(text, "strokes") == nil)
    #expect(example(text.replacing("stroke path", with: "strokes"), "strokes") == "count(strokes_num)")
  }
}
