extension DiagnosticID {
  static let recordExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .unresolvedPointer: DiagnosticExplanation(
      .warning, "A pointer has no annotation that describes its target.",
      "C declarations do not distinguish one value from an array, text from bytes, or an owner from a back reference. "
        + "Without an annotation the type is left out; with '--unresolved skip' only the field is left out. "
        + "An array that is read has room for its counted elements and no more: code that adds elements to a larger block, whose size no "
        + "field has, needs 'via'.",
      example: "struct list {\n  struct item *items;\n  int count;\n};",
      remedies: [
        "One value: // archive: ref", "An array: // archive: count(count)",
        "An array whose block is larger, with its size beside it: // archive: count(count), capacity(room)",
        "Text: // archive: cstring",
        "A 'void *' to one type: // archive: to(struct item); to bytes: // archive: bytes(count); to what only your "
          + "functions know: // archive: via(pack, unpack)",
        "A back reference that keeps nothing alive: // archive: weak", "Nothing to archive: // archive: skip",
        "In a header that is not yours, the same in archivegen.yml: types: {list: {fields: {items: count(count)}}}",
      ]),
    .unresolvedArray: DiagnosticExplanation(
      .warning, "A flexible array has no annotation that gives its number of elements.",
      "The elements follow the record in memory, and only another field can hold their number.",
      example: "struct packet {\n  int length;\n  unsigned char data[];\n};",
      remedies: ["Write '// archive: count(length)' or 'bytes(length)'.", "Leave it out: // archive: skip"]),
    .unresolvedUnion: DiagnosticExplanation(
      .warning, "A union has no annotation that determines its live member.",
      "The bytes of a union do not show it, and a byte copy would be wrong on another processor.",
      example: "struct value {\n  int kind;\n  union { int number; double real; } as;\n};",
      remedies: [
        "Write the tag on the union, and its values on the members: // archive: tag(kind), and "
          + "// archive: case(0).",
        "If it is always the same member: // archive: view(number)", "Leave it out: // archive: skip",
      ]),
    .unsupportedField: DiagnosticExplanation(
      .warning, "A field has a type that cannot be archived.",
      "The message names the type, such as an incomplete type, a vector, or a function without a name in Swift.",
      example: "struct job {\n  struct opaque state[];\n};",
      remedies: ["Leave the field out: // archive: skip", "Leave out all such fields: --unresolved skip"]),
    .dependentType: DiagnosticExplanation(
      .warning, "A type is left out because of another type.",
      "It contains or points to a type that cannot be archived as a whole, or whose annotations have errors. The notes "
        + "show the cause.",
      example: "struct inner { void *data; };\nstruct outer { struct inner part; };",
      remedies: ["Annotate the fields that the notes name.", "Leave the member out: // archive: skip"]),
    .unnameableType: DiagnosticExplanation(
      .warning, "Swift has no name for a C type.",
      "Swift imports no name for an unnamed struct, or for one that only a pointer's typedef names, and no code may "
        + "name one with the attribute 'unavailable', so generated code cannot refer to it.",
      example: "typedef struct { int a; } *handle;",
      remedies: ["Give the struct a tag, or remove the attribute.", "Leave it out: // archive: skip"]),
    .systemTag: DiagnosticExplanation(
      .warning, "A C type has the name of another type of the C library.",
      "In all modules of a program C has one type of a name, and Swift compiles no program in which two differ. Programs that archive "
        + "import Foundation, and with it the C library's headers: also those that this header does not include.",
      example: "struct entry { int level; };   // <search.h> has another",
      remedies: [
        "Give it another tag, and keep the name in archives: struct log_entry { int level; };  // archive: name(\"entry\")",
        "Where C code should go on with the old name: #define entry log_entry",
      ]),
    .ambiguousPointer: DiagnosticExplanation(
      .warning, "A pointer is archived as one value, but may point to an array.",
      "A pointer to the type that contains it is a link by default. Its name or a counter beside it suggests an array; "
        + "all elements but the first would be lost. The same holds for pointers to pointers whose targets are one value each, "
        + "and for a pointer to the link of an intrusive list, which is archived without what is around it.",
      example: "struct node {\n  struct node *children;\n  int child_count;\n};",
      remedies: [
        "An array: // archive: count(child_count)", "One value: // archive: ref",
        "An array of texts: // archive: cstring, count(n)", "One that ends with NULL: // archive: cstring, terminated",
        "The link of a list: // archive: container(node, link)",
      ]),
    .ambiguousArray: DiagnosticExplanation(
      .warning, "An array of one element at a record's end may have more elements behind it.",
      "Before C99, a struct whose elements follow it in memory ended with an array of one. Its declared elements are "
        + "archived; those behind the record's end would be lost.",
      example: "struct path {\n  int point_count;\n  int points[1];\n};",
      remedies: [
        "More elements: declare it as 'int points[]', with // archive: count(point_count)",
        "One element: // archive: packed",
      ]),
    .unrestoredCapacity: DiagnosticExplanation(
      .note,
      "An array is read into memory for its count of elements, and another field keeps the size of the larger memory.",
      "Only the counted elements are archived, and reading allocates memory for these alone. Code that adds elements until the other field "
        + "says that the memory is full then writes past its end. 'capacity' sets that field to the count when an archive is read.",
      example: "struct list {\n  int *items; // archive: count(used)\n  int used, capacity;\n};",
      remedies: [
        "The size of the block: // archive: count(used), capacity(capacity)",
        "Something else, such as a limit that somebody has set: hide the note.",
      ]),
    .missingPointee: DiagnosticExplanation(
      .error, "A 'void *' has an attribute that needs the type of its target.",
      "'ref', 'weak' and 'count' cannot be used without this type.",
      example: "void *owner;  // archive: ref",
      remedies: [
        "Name the type: to(type)", "For bytes: bytes(n)", "For your own conversion functions: via(pack, unpack)",
      ]),
    .missingCount: DiagnosticExplanation(
      .error, "An array has no count.",
      "'cstring' gives only the encoding of a flexible array, and 'capacity' only the field to set after reading; another field has to "
        + "give the number of elements.",
      example: "struct message { int length; char text[]; };  // on text: archive: cstring",
      remedies: ["Write count(length) or bytes(length)."]),
    .invalidCount: DiagnosticExplanation(
      .error, "A count is not a product of fields and numbers, or nothing ends an array.",
      "A count is a field of the same record, a positive number or constant, or a product of these, and one number more. "
        + "'terminated' is for pointers and integers; structs need the field that is NULL or 0 in the last one.",
      example: "int *cells;  // archive: count(width + height)",
      remedies: ["Write a product: count(width, height) or count(n, 4)", "Add a field that has the count."]),
    .invalidBitGroup: DiagnosticExplanation(
      .error, "Bit-fields cannot be archived in one integer as 'bitgroup' says.",
      "The fields of a group are bit-fields of one struct with no other field between them, and have at most 64 bits "
        + "together. Bits that fields had in a release count as well, since they are not used again.",
      example: "unsigned kind : 4;  // archive: bitgroup(\"flags\")",
      remedies: [
        "Give the fields behind another field, or those that do not fit, a group of their own: bitgroup(\"flags2\").",
        "Leave 'bitgroup' out: single keys and groups read each other.",
      ]),
    .unusableField: DiagnosticExplanation(
      .error, "A field cannot be used as the count, capacity or tag of another field.",
      "A count or a tag has to be an archived integer, enumeration or bool, and has to exist whenever the field that "
        + "needs it does. A capacity is an integer that nothing else depends on, because it is the count after reading.",
      example: "int n;  // archive: skip\nint *values;  // archive: count(n)",
      remedies: ["Remove 'skip' from the field.", "Use another field, outside the union or of another type."]),
    .functionType: DiagnosticExplanation(
      .error, "The type of a function in 'symbols' differs from the pointer's.",
      "A call through the pointer would be undefined behaviour.",
      example: "void stop(void);\nstruct job { int (*run)(int); };  // on run: archive: symbols(stop)",
      remedies: ["List only functions of the pointer's type."]),
    .invalidContainer: DiagnosticExplanation(
      .error, "'container' does not describe an intrusive list.",
      "The field has to be a link, which is a record with pointers to its own type. 'container' names the record that "
        + "contains such a link, and the link's member.",
      example: "struct head { struct item *first; };  // on first: archive: container(item, name)",
      remedies: ["Write container(node, link), where 'link' is the member of 'node' that the pointers point to."]),
    .missingTag: DiagnosticExplanation(
      .error, "'case' or 'none' is used on a union without 'tag'.",
      "They list values of the tag, and 'tag' names the field that holds them.",
      example: "union { int number;  // archive: case(0)\n} as;",
      remedies: ["Write tag(field) on the union."]),
    .missingCase: DiagnosticExplanation(
      .error, "A member of a tagged union has no tag values.",
      "Each member needs the values of the tag for which it is live.",
      example: "union { int number;  // archive: case(0)\n  double real;\n} as;  // archive: tag(kind)",
      remedies: ["Write case(value, …) on the member.", "For all other values: case(default)", "Leave it out: skip"]),
    .duplicateCase: DiagnosticExplanation(
      .error, "Two members of a union have the same tag value.",
      "Only one member of a union is live at a time.",
      example: "union { int number;  // archive: case(0)\n  float real;  // archive: case(0)\n} as;",
      remedies: ["Keep the value only on the member that is live for it."]),
    .impossibleCase: DiagnosticExplanation(
      .error, "The tag can never have this value.",
      "The value does not fit the type or the width of the tag's field.",
      example: "unsigned kind : 1;\nunion { int number;  // archive: case(2)\n} as;  // archive: tag(kind)",
      remedies: ["Write a value that the tag can have."]),
    .uncoveredTagValue: DiagnosticExplanation(
      .warning, "An enumerator of the tag belongs to no member.",
      "The encoder throws an error for a record with this tag, so that nothing is lost.",
      example:
        "enum kind { INT, REAL, NOTHING };\nunion { int i;  // archive: case(INT)\n  double d;  // archive: case(REAL)\n} as;",
      remedies: ["Add the value to a member.", "If no member is live for it: // archive: none(NOTHING)"]),
    .reservedName: DiagnosticExplanation(
      .error, "A C type has the name of the runtime library's module.",
      "In generated code the name could not refer to the module.",
      example: "struct ArchiveRuntime { int a; };",
      remedies: ["Rename the type with a macro: -D ArchiveRuntime=another_name"]),
  ]
}
