extension DiagnosticID {
  static let recordExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .unresolvedPointer: DiagnosticExplanation(
      .warning, "Nothing says what a pointer points to.",
      "C does not tell one value from an array, text from bytes, or an owner from a back reference. The type is left "
        + "out until an annotation says so; with '--unresolved skip' the field is.",
      example: "struct list {\n  struct item *items;\n  int count;\n};",
      remedies: [
        "One value: // archive: ref", "An array: // archive: count(count)", "Text: // archive: cstring",
        "A back reference that keeps nothing alive: // archive: weak", "Nothing to archive: // archive: skip",
      ]),
    .unresolvedArray: DiagnosticExplanation(
      .warning, "Nothing says how many elements a flexible array has.",
      "The elements follow the record in memory, and only another field can say how many.",
      example: "struct packet {\n  int length;\n  unsigned char data[];\n};",
      remedies: ["Write // archive: count(length), or bytes(length).", "Leave it out: // archive: skip"]),
    .unresolvedUnion: DiagnosticExplanation(
      .warning, "Nothing says which member of a union is live.",
      "Bytes alone do not tell. To archive them all would misread every member but one on another processor.",
      example: "struct value {\n  int kind;\n  union { int number; double real; } as;\n};",
      remedies: [
        "Name the field that tells, on the union, and the values on its members: // archive: tag(kind), and "
          + "// archive: case(0).",
        "Always the same member: // archive: view(number)", "Leave it out: // archive: skip",
      ]),
    .unsupportedField: DiagnosticExplanation(
      .warning, "A field has a type that cannot be archived.",
      "The message names the type: an incomplete one, a vector, a function without a name in Swift.",
      example: "struct job {\n  struct opaque state[];\n};",
      remedies: ["Leave the field out: // archive: skip", "Leave out all such fields: --unresolved skip"]),
    .dependentType: DiagnosticExplanation(
      .warning, "A type is left out because of another type.",
      "It holds or points to one that cannot be archived as a whole, or whose annotations have errors. The notes lead "
        + "to the cause.",
      example: "struct inner { void *data; };\nstruct outer { struct inner part; };",
      remedies: ["Annotate the fields that the notes name.", "Leave the member out: // archive: skip"]),
    .unnameableType: DiagnosticExplanation(
      .warning, "Swift has no name for a C type.",
      "An unnamed struct, or one that only a pointer's typedef names, is not imported by a name of its own, so no code "
        + "can be generated for it.",
      example: "typedef struct { int a; } *handle;",
      remedies: ["Give the struct a tag.", "Mark it as left out: // archive: skip"]),
    .ambiguousPointer: DiagnosticExplanation(
      .warning, "A pointer is archived as one value, and may lead to an array.",
      "A pointer to the type that holds it is taken for a link. Its name or a counter beside it suggests an array; "
        + "then all elements but the first would be lost.",
      example: "struct node {\n  struct node *children;\n  int child_count;\n};",
      remedies: ["An array: // archive: count(child_count)", "One value: // archive: ref"]),
    .missingPointee: DiagnosticExplanation(
      .error, "An attribute does not say what 'void *' points to.",
      "'ref', 'weak' and 'count' need to know the type.",
      example: "void *owner;  // archive: ref",
      remedies: [
        "Write to(type).", "For bytes write bytes(n).", "For functions that convert, write via(pack, unpack).",
      ]),
    .missingCount: DiagnosticExplanation(
      .error, "Nothing says how long a flexible array of text is.",
      "'cstring' names the encoding, and a flexible array's memory ends where another field says.",
      example: "struct message { int length; char text[]; };  // on text: archive: cstring",
      remedies: ["Write count(length) or bytes(length)."]),
    .invalidCount: DiagnosticExplanation(
      .error, "A count is not a product of fields and numbers.",
      "Counts are fields beside the pointer, positive numbers and constants, and products of these.",
      example: "int *cells;  // archive: count(width + 1)",
      remedies: ["Write it like count(width, height) or count(n, 4).", "Add a field that has the count."]),
    .unusableField: DiagnosticExplanation(
      .error, "A field that another one depends on cannot serve it.",
      "A count or a tag has to be an archived integer, enumeration or bool, and has to exist whenever the field that "
        + "needs it does.",
      example: "int n;  // archive: skip\nint *values;  // archive: count(n)",
      remedies: ["Remove 'skip' from the field.", "Name another field, outside the union or of another type."]),
    .functionType: DiagnosticExplanation(
      .error, "A function in 'symbols' has another type than the pointer.",
      "To call it through the pointer would be undefined behaviour.",
      example: "void stop(void);\nstruct job { int (*run)(int); };  // on run: archive: symbols(stop)",
      remedies: ["Name functions of the pointer's type."]),
    .invalidContainer: DiagnosticExplanation(
      .error, "'container' does not describe an intrusive list.",
      "The field has to be a link, a record with pointers to its own type, and 'container' names the record that holds "
        + "such a link and the member that is it.",
      example: "struct head { struct item *first; };  // on first: archive: container(item, name)",
      remedies: ["Write container(node, link), where 'link' is the member of 'node' that the pointers lead to."]),
    .missingTag: DiagnosticExplanation(
      .error, "'case' or 'none' is used on a union without 'tag'.",
      "They give values of a field, and nothing names the field.",
      example: "union { int number;  // archive: case(0)\n} as;",
      remedies: ["Write tag(field) on the union."]),
    .missingCase: DiagnosticExplanation(
      .error, "A member of a tagged union has no values.",
      "Every member says for which values of the tag it is live.",
      example: "union { int number;  // archive: case(0)\n  double real;\n} as;  // archive: tag(kind)",
      remedies: ["Write case(value, …) on the member.", "For all other values: case(default)", "Leave it out: skip"]),
    .duplicateCase: DiagnosticExplanation(
      .error, "One value of the tag is given to two members.",
      "Only one member of a union is live at a time.",
      example: "union { int number;  // archive: case(0)\n  float real;  // archive: case(0)\n} as;",
      remedies: ["Keep the value on the member that is live then."]),
    .impossibleCase: DiagnosticExplanation(
      .error, "The tag can never have this value.",
      "The value does not fit the type or the width of the tag's field.",
      example: "unsigned kind : 1;\nunion { int number;  // archive: case(2)\n} as;  // archive: tag(kind)",
      remedies: ["Write a value that the tag can have."]),
    .uncoveredTagValue: DiagnosticExplanation(
      .warning, "An enumerator of the tag belongs to no member.",
      "A record with such a tag cannot be encoded: the encoder throws, so that nothing is lost.",
      example:
        "enum kind { INT, REAL, NOTHING };\nunion { int i;  // archive: case(INT)\n  double d;  // archive: case(REAL)\n} as;",
      remedies: ["Give the value to a member.", "No member is live then: // archive: none(NOTHING)"]),
    .reservedName: DiagnosticExplanation(
      .error, "A C type has the name of the runtime library.",
      "Generated code could not import ArchiveRuntime beside a type of that name.",
      example: "struct ArchiveRuntime { int a; };",
      remedies: ["Rename the type while the headers are read: -D ArchiveRuntime=another_name"]),
  ]
}
