import ArchiveModel
import ArchivePlanner
import Testing

/// Each of these was proposed for an unseen library, where the block is larger than its count, or the pointer is no block.
@Suite("Counts of blocks that are larger, or none, are not proposed") struct DoubtfulBlockTests {
  private func example(_ text: String, _ name: String) -> String? {
    AdviceModel("struct s {\n" + text).example(for: name)
  }

  private func advice(_ text: String, _ name: String) -> String {
    AdviceModel("struct s {\n" + text).diagnostic(about: name)?.advice ?? ""
  }

  @Test("A capacity with the name of another pointer is the size of that one's block")
  func capacityOfAnother() {
    let text =
      "struct item *pSeekPoints;\nint seekPointCount;\nint isVBR;\nint dataSize;\nint dataCapacity;\nunsigned char *pData;"
    #expect(example(text, "pSeekPoints") == "count(seekPointCount)")
    #expect(
      example("struct item *frames;\nint num_frames;\nint capacity;", "frames")
        == "count(num_frames), capacity(capacity)")
  }

  @Test(
    "The maximum in one letter is known without a separator as well",
    arguments: [("nfams", "mfams"), ("lfams", "mfams")])
  func maximum(count: String, room: String) {
    let text = "struct item *fams;\nint \(count);\nint \(room);\nint *other;"
    #expect(example(text, "fams") == nil)
    #expect(example("struct item *fams;\nint nfams;\nint mrows;\nint *other;", "fams") == "count(nfams)")
  }

  @Test("An offset, and a pointer into a buffer beside it, lead to no block of their own")
  func positions() {
    #expect(example("unsigned char *offset;\nint len;", "offset") == nil)
    #expect(
      example(
        "unsigned char *hdr_buf;\nint hdr_alloced;\nchar *acc_ptr; /* not null terminated */\nint acc_size;", "acc_ptr")
        == nil)
    #expect(
      example("char *acc_ptr; /* not null terminated */\nint acc_size;", "acc_ptr") == "count(acc_size)")
  }

  @Test(
    "A number of pairs or tuples is not the number of the integers",
    arguments: [
      "int *collision_pairs;\nint ncollision_pairs;",
      "int *links;\nint nlinks; /* number of two-tuples */",
      "int *triples;\nint ntriples;",
    ])
  func tuples(text: String) {
    let name = String(text.prefix { $0 != ";" }.split { " *".contains($0) }.last ?? "")
    #expect(example(text, name) == nil)
  }

  @Test("An array of structs for pairs has the number of pairs")
  func pairs() {
    #expect(example("struct item *pairs;\nint npairs;", "pairs") == "count(npairs)")
  }

  @Test("Not every pointer of an array is set whose counter is the size of the array")
  func sizeOfArray() {
    #expect(example("char **als;\nint nals; /* size of the als array */", "als") == nil)
    #expect(example("char **als;\nint nals; /* number of alleles */", "als") == "count(nals), cstring")
    #expect(example("int *als;\nint nals; /* size of the als array */", "als") == "count(nals)")
  }

  @Test("A list has room for more elements, unless they are constant")
  func lists() {
    func advice(_ spelling: String) -> String? {
      let place = SourceLocation(file: "a.h", line: 1, column: 1)
      let fields = [
        Field(name: "length", type: int, typeSpelling: "unsigned", bitOffset: 0, location: place),
        Field(
          name: "elements", type: .pointer(to: pointer(to: "item")), typeSpelling: spelling, bitOffset: 64,
          location: SourceLocation(file: "a.h", line: 2, column: 1)),
      ]
      let list = Record(
        id: Record.ID("config_list"), kind: .structure, tag: "config_list", typedefs: [], location: place,
        isFromInput: true, size: 16, alignment: 8, fields: fields)
      return plan([list, record("item", [("price", int, "")], line: 30)]).diagnostics
        .first { $0.location?.line == 2 }?.advice
    }
    #expect(advice("struct item **")?.contains("count(length)") == false)
    #expect(advice("const struct item *const *")?.contains("count(length)") == true)
  }

  @Test("A segment's address is no pointer to memory")
  func segments() {
    #expect(example("struct item *points; // Segment Address to the array of points\nint count;", "points") == nil)
    #expect(example("struct item *points; // the array of points\nint count;", "points") == "count(count)")
  }

  @Test("A list of what is to be done is filled and emptied in one block")
  func pending() {
    let text = "int *which; /* List of entries to update */\nint nwhich; /* Number of entries to update */"
    #expect(example(text, "which") == nil)
    #expect(example(text.replacing(" to update", with: ""), "which") == "count(nwhich)")
  }

  @Test("A pointer beside a size of all blocks, or beside the number of what its type is called, may lead to several")
  func several() {
    #expect(example("int N_allocated;\nstruct item *p_jh;", "p_jh") == nil)
    #expect(example("int n_rows;\nint allocated;\nint *rows;\nstruct item *owner;", "owner") == "ref")
    #expect(example("int nitems;\nstruct item *regf;", "regf") == nil)
    #expect(example("int nrows;\nint *rows;\nstruct item *regf;", "regf") == "ref")
  }
}

/// Each of these was proposed as `cstring` for an unseen library, where no zero follows or others stand inside.
@Suite("Text that may have no zero behind it is a question") struct DoubtfulTextTests {
  private func example(_ text: String, _ name: String) -> String? {
    AdviceModel("struct s {\n" + text).example(for: name)
  }

  private func advice(_ text: String, _ name: String) -> String {
    AdviceModel("struct s {\n" + text).diagnostic(about: name)?.advice ?? ""
  }

  @Test(
    "A length beside a text that may be its own is a question",
    arguments: [
      ("char *hellostring;\nint hellolength;\nint *rows;", "hellostring", "hellolength"),
      ("char *str;\nint len;", "str", "len"), ("char *text;\nint size;", "text", "size"),
    ])
  func lengths(text: String, name: String, length: String) {
    #expect(example(text, name) == nil)
    #expect(
      advice(text, name).hasSuffix("is it text that ends with a zero (cstring) or \(length) long (count(\(length)))?"))
  }

  @Test("The size of what a name is for is no length of the name")
  func sizes() {
    #expect(example("char *name;\nint size;", "name") == "cstring")
    #expect(example("char *hellostring;\nint rowlength;\nint *rows;", "hellostring") == "cstring")
  }

  @Test("Storage, and positions in a text, are not text")
  func positions() {
    #expect(example("char *counters_storage;\nint flags;", "counters_storage") == nil)
    let text = "char *input_stream;\nchar *eof;\nchar *parse_point;\nchar *where_firstchar;\nchar *error;"
    for name in ["eof", "parse_point", "where_firstchar"] { #expect(example(text, name) == nil) }
    #expect(example(text, "error") == "cstring")
  }

  @Test("A constant that says that there is nothing is no member's")
  func tags() {
    let number = record("u", [("d", int, ""), ("n", int, "")], kind: .union, line: 990)
    let cases = ["NO_TAG", "INT_TAG", "DOUBLE_TAG"].enumerated().map { EnumerationCase(name: $1, value: Int64($0)) }
    let kind = Enumeration(name: "optag", underlying: int, isClosed: false, cases: cases)
    let owner = record(
      "instruction", [("tag", .enumeration(kind), ""), ("value", .record(Record.ID("u")), "")], line: 2)
    let found = plan([owner, number]).diagnostics.compactMap(\.advice).filter { $0.contains("NO_TAG") }
    #expect(found == [])
  }
}
