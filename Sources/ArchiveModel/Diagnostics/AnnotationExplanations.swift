extension DiagnosticID {
  static let annotationExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .emptyAnnotation: DiagnosticExplanation(
      .error, "An annotation names no attribute.",
      "In a C header 'archive:' has to be followed by at least one attribute.",
      example: "int flags;  // archive:",
      remedies: ["Write an attribute: // archive: key(\"flags\")", "Remove the comment."]),
    .annotationSyntax: DiagnosticExplanation(
      .error, "An annotation does not follow the grammar.",
      "Attributes are separated by commas, arguments are in parentheses, texts in double quotation marks. A remark "
        + "follows '--'.",
      example: "int flags;  // archive: key(\"flags\" required",
      remedies: ["Close every parenthesis and quotation mark, and put commas between attributes."]),
    .unknownAttribute: DiagnosticExplanation(
      .error, "There is no attribute of this name.",
      "A misspelled attribute would otherwise change nothing, and the archive would have another form than was meant.",
      example: "char name[16];  // archive: cstrng",
      remedies: ["Use one of the names in the message."]),
    .attributeLanguage: DiagnosticExplanation(
      .error, "The attribute is for the other language.",
      "Some attributes are for C headers only, some for Swift types only.",
      example: "int *values;  // archive: validate(check)",
      remedies: ["Remove the attribute.", "Use one of those that the message lists."]),
    .argumentCount: DiagnosticExplanation(
      .error, "The attribute has too few or too many arguments.",
      "The message says how many the attribute takes, and shows it.",
      example: "int *values;  // archive: count",
      remedies: ["Write it as the message shows."]),
    .invalidArgument: DiagnosticExplanation(
      .error, "An argument of an attribute is not of the kind that the attribute takes.",
      "A version is a whole number from 1 on, an encoding is one of a list, a function or an actor is a name.",
      example: "struct point { int x, y; };  // archive: version(first)",
      remedies: ["Write it as the message shows."]),
    .misplacedAttribute: DiagnosticExplanation(
      .error, "The attribute does not apply to this declaration.",
      "For instance 'count' describes a pointer, 'tag' a union, 'packed' an array.",
      example: "int flags;  // archive: count(n)",
      remedies: ["Move the attribute to the declaration that it describes.", "Remove it."]),
    .duplicateAttribute: DiagnosticExplanation(
      .error, "The same attribute is given twice.", "Only one of the two could count.",
      example: "int flags;  // archive: key(\"a\"), key(\"b\")",
      remedies: ["Keep one of them."]),
    .conflictingAttributes: DiagnosticExplanation(
      .error, "Two attributes exclude each other.",
      "A field that is required has no use for a default; a pointer cannot be text and bytes at once.",
      example: "int flags;  // archive: required, default(1)",
      remedies: ["Keep one of them."]),
    .ineffectiveAttribute: DiagnosticExplanation(
      .error, "The attribute changes nothing here.",
      "The declaration is never archived, or is archived like this anyway. Somebody expected something of the "
        + "attribute, so this is an error.",
      example: "// archive: key(\"sum\")\nvar sum: Int { a + b }",
      remedies: ["Remove the attribute.", "Make the property a stored variable if it is to be archived."]),
    .unattachedAnnotation: DiagnosticExplanation(
      .warning, "An 'archive:' comment belongs to no declaration.",
      "It is neither on the line of a declaration nor directly above one. It is an error if it names an attribute.",
      example: "// archive: skip\n\nint flags;",
      remedies: ["Put the comment on the declaration's line or directly above it."]),
    .misspelledAnnotation: DiagnosticExplanation(
      .warning, "A comment looks like an annotation and is none.",
      "An annotation begins with 'archive:' in small letters. What follows here is a list of attributes.",
      example: "int cache;  // archive skip",
      remedies: ["Write '// archive:' as the message shows.", "Reword the comment if it is prose."]),
    .invalidKey: DiagnosticExplanation(
      .error, "A key or an archived name has characters that none may have.",
      "Keys and names have at least one character and no control characters. Those that begin with '#' belong to the "
        + "archive format.",
      example: "int flags;  // archive: key(\"\")",
      remedies: ["Choose another key.", "Leave 'key' out to use the field's name."]),
    .duplicateKey: DiagnosticExplanation(
      .error, "Two values would have the same key.",
      "One of them would overwrite the other in the archive. Former keys ('was', 'removed') count as well: a reader "
        + "could not tell whose value an old archive has.",
      example: "int a;  // archive: key(\"x\")\nint x;",
      remedies: ["Give one of them another key.", "Remove the former key from one of them."]),
    .duplicateArchivedName: DiagnosticExplanation(
      .error, "Two types would have the same name in archives.",
      "The name decides which type reads a value.",
      example:
        "struct item { int a; };  // archive: name(\"Entry\")\nstruct entry { int b; };  // archive: name(\"Entry\")",
      remedies: ["Give one of them another name: // archive: name(\"…\")"]),
    .ambiguousFormerKey: DiagnosticExplanation(
      .warning, "A former key looks like that of a member of a union.",
      "'was' on a union's member is relative to the union: the union's own key is put before it.",
      example: "union { int a;  // archive: case(1), was(\"u.b\")\n} u;  // archive: tag(kind)",
      remedies: ["Leave out the union's key, as the message shows."]),
    .invalidDefault: DiagnosticExplanation(
      .error, "The default is not a value of the field.",
      "A default has to fit the field's type and width. Arrays, nested records and pointers have none of their own.",
      example: "unsigned char level;  // archive: default(300)",
      remedies: ["Write a value that the field can hold.", "Put the default on the members of the record."]),
    .missingVersion: DiagnosticExplanation(
      .error, "'migrate' is used without 'version'.",
      "Migration brings values of earlier versions to the present one, so the present one has to have a number.",
      example: "// archive: migrate(update)\nfinal class Player { }",
      remedies: ["Write 'version(2)' beside it."]),
    .generatedAccess: DiagnosticExplanation(
      .error, "The access that 'access' asks for is not possible.",
      "Swift gives a conformance the access of its type.",
      example: "// archive: access(public)\nstruct Point { var x = 0 }",
      remedies: ["Give the type that access.", "Remove 'access'."]),
    .unknownType: DiagnosticExplanation(
      .error, "An annotation, the configuration or a property names a type that is not there.",
      "The type is looked up among the given headers and sources and what they include.",
      example: "void *owner;  // archive: to(persn)",
      remedies: ["Check the spelling.", "Add the header or source that declares the type to the inputs."]),
    .unknownField: DiagnosticExplanation(
      .error, "An annotation or the configuration names a field that is not there.",
      "Counts and tags name fields beside the annotated one, or a path to one: 'header.count'.",
      example: "int *values;  // archive: count(lenght)\nint length;",
      remedies: ["Check the spelling."]),
    .unknownFunction: DiagnosticExplanation(
      .error, "'symbols' names a function that no header declares.",
      "Generated code takes the function's address, so it has to be declared.",
      example: "int (*compare)(int, int);  // archive: symbols(by_nmae)",
      remedies: ["Check the spelling.", "Declare the function in a header of the module."]),
    .unknownConstant: DiagnosticExplanation(
      .error, "A tag's value is not a constant.",
      "'case' and 'none' take enumerators, macros of integers, numbers, characters and 'default'.",
      example: "int number;  // archive: case(KIND_NUMBR)",
      remedies: ["Check the spelling.", "Write the number itself."]),
  ]
}
