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
    #expect(question("void *data;\nint size;\nint used;", "data") == "is its count 'size' or 'used'?")
    #expect(question("struct item *items;\nint count;\nint n_rows;", "items") == "is its count 'count' or 'n_rows'?")
    #expect(
      example("unsigned char *data;\nint data_size;\nunsigned char *buf;\nint buf_size;", "data") == "count(data_size)")
  }

  @Test(
    "A capacity beside the count is named, because the block that is read has no room for it",
    arguments: ["capacity", "max_items", "items_alloc", "allocated", "size", "maxItems", "item_cap", "n_max", "limit"])
  func capacities(capacity: String) {
    let found = question("struct item *items;\nint n_items;\nint \(capacity);", "items")
    #expect(
      found
        == "is its count 'n_items' (after reading the block has room for so many, so set '\(capacity)' to 'n_items')?")
  }

  @Test("A capacity is known by its comment, and one of another array is not meant")
  func otherCapacities() {
    let text = "struct item *items;\nint n_items;\nint table_size; /* including unused entries */"
    #expect(question(text, "items")?.contains("set 'table_size' to 'n_items'") == true)
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
}
