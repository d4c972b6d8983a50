extension DiagnosticID {
  static let annotationExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .emptyAnnotation: DiagnosticExplanation(
      .error, "An annotation names no attribute.",
      "In a C header at least one attribute has to follow 'archive:'.",
      example: "int flags;  // archive:",
      remedies: ["Write an attribute: // archive: key(\"flags\")", "Remove the comment."]),
    .annotationSyntax: DiagnosticExplanation(
      .error, "An annotation does not follow the grammar.",
      "Commas separate attributes, parentheses enclose arguments, and double quotation marks enclose texts. A remark "
        + "follows '--'.",
      example: "int flags;  // archive: key(\"flags\" required",
      remedies: ["Close every parenthesis and quotation mark, and put commas between attributes."]),
    .unknownAttribute: DiagnosticExplanation(
      .error, "There is no attribute of this name.",
      "A misspelled attribute would have no effect, and the archive would not have the intended form.",
      example: "char name[16];  // archive: cstrng",
      remedies: ["Use one of the names in the message."]),
    .attributeLanguage: DiagnosticExplanation(
      .error, "The attribute is not available in this language.",
      "Some attributes apply to C headers only, others to Swift types only.",
      example: "int *values;  // archive: validate(check)",
      remedies: ["Remove the attribute.", "Use an attribute that the message lists."]),
    .argumentCount: DiagnosticExplanation(
      .error, "The attribute has too few or too many arguments.",
      "The message says how many arguments the attribute takes, and shows an example.",
      example: "int *values;  // archive: count",
      remedies: ["Write it as the message shows."]),
    .invalidArgument: DiagnosticExplanation(
      .error, "An argument of an attribute has the wrong form.",
      "A version is an integer from 1 on, an encoding is one of a fixed list, and a function or an actor is a name.",
      example: "struct point { int x, y; };  // archive: version(first)",
      remedies: ["Write it as the message shows."]),
    .misplacedAttribute: DiagnosticExplanation(
      .error, "The attribute does not apply to this declaration.",
      "For example, 'count' describes a pointer, 'tag' a union, and 'packed' an array.",
      example: "int flags;  // archive: count(n)",
      remedies: ["Move the attribute to the declaration that it describes.", "Remove it."]),
    .duplicateAttribute: DiagnosticExplanation(
      .error, "A declaration has the same attribute twice.", "Only one of the two could take effect.",
      example: "int flags;  // archive: key(\"a\"), key(\"b\")",
      remedies: ["Keep one of them."]),
    .conflictingAttributes: DiagnosticExplanation(
      .error, "Two attributes exclude each other.",
      "For example, a required field never uses a default, and a pointer cannot be text and bytes at once.",
      example: "int flags;  // archive: required, default(1)",
      remedies: ["Keep one of them."]),
    .ineffectiveAttribute: DiagnosticExplanation(
      .error, "The attribute has no effect on this declaration.",
      "The declaration is never archived, or it has the same form without the attribute. This is an error because the "
        + "author expected an effect.",
      example: "// archive: key(\"sum\")\nvar sum: Int { a + b }",
      remedies: ["Remove the attribute.", "Make the property a stored variable if it is to be archived."]),
    .redundantAttribute: DiagnosticExplanation(
      .warning, "The attribute changes nothing.",
      "Without it the declaration is archived in the same way. Either it can be removed, or something else was meant. "
        + "'--strict' does not make it an error.",
      example: "int flags;  // archive: key(\"flags\")",
      remedies: ["Remove the attribute.", "Write the key, value or name that was meant."]),
    .unattachedAnnotation: DiagnosticExplanation(
      .warning, "An 'archive:' comment belongs to no declaration.",
      "It is neither on the line of a declaration nor directly above one. This is an error if it names an attribute.",
      example: "// archive: skip\n\nint flags;",
      remedies: ["Put the comment on the declaration's line or directly above it."]),
    .misspelledAnnotation: DiagnosticExplanation(
      .warning, "A comment looks like an annotation, but is not one.",
      "An annotation begins with 'archive:' in lower case. This comment has a list of attributes without it.",
      example: "int cache;  // archive skip",
      remedies: ["Write '// archive:' as the message shows.", "Reword the comment if it is prose."]),
    .invalidKey: DiagnosticExplanation(
      .error, "A key or an archived name is empty or has characters that are not allowed.",
      "Keys and names have at least one character and no control characters. The archive format reserves those that "
        + "begin with '#'.",
      example: "int flags;  // archive: key(\"\")",
      remedies: ["Choose another key.", "Leave 'key' out to use the field's name."]),
    .duplicateKey: DiagnosticExplanation(
      .error, "Two values would have the same key.",
      "One of them would overwrite the other in the archive. Former keys ('was', 'removed') count as well: a reader "
        + "could not tell which field a value in an old archive belongs to.",
      example: "int a;  // archive: key(\"x\")\nint x;",
      remedies: ["Give one of them another key.", "Remove the former key from one of them."]),
    .duplicateArchivedName: DiagnosticExplanation(
      .error, "Two types would have the same name in archives.",
      "A reader selects the type of a value by this name.",
      example:
        "struct item { int a; };  // archive: name(\"Entry\")\nstruct entry { int b; };  // archive: name(\"Entry\")",
      remedies: ["Give one of them another name: // archive: name(\"…\")"]),
    .ambiguousFormerKey: DiagnosticExplanation(
      .warning, "A former key is probably not the intended one, or is not read everywhere.",
      "On a member, the key in 'was' is relative to the record or union that contains the member. With a leading slash it "
        + "is relative to the root of the record. If another field of a record has that key, the key belongs to that field.",
      example: "union { int a;  // archive: case(1), was(\"u.b\")\n} u;  // archive: tag(kind)",
      remedies: [
        "Remove the union's key from 'was', as the message shows.",
        "If the key begins with a slash, give the other field another key. No change is needed if the field moved in another record.",
      ]),
    .invalidDefault: DiagnosticExplanation(
      .error, "The default is not a value of the field.",
      "A default has to fit the field's type and width. Arrays, nested records and pointers cannot have a default.",
      example: "unsigned char level;  // archive: default(300)",
      remedies: ["Write a value that the field can hold.", "Put the default on the members of the record."]),
    .missingVersion: DiagnosticExplanation(
      .error, "'migrate' is used without 'version'.",
      "Migration converts values of earlier versions to the current version, which therefore needs a number.",
      example: "// archive: migrate(update)\nfinal class Player { }",
      remedies: ["Add 'version(2)' to the annotation."]),
    .generatedAccess: DiagnosticExplanation(
      .error, "The access level that 'access' requests is not possible.",
      "Swift gives a conformance the access level of its type.",
      example: "// archive: access(public)\nstruct Point { var x = 0 }",
      remedies: ["Give the type this access level.", "Remove 'access'."]),
    .unknownType: DiagnosticExplanation(
      .error, "An annotation, the configuration or a property names a type that does not exist.",
      "The type has to be in the given headers and sources, or in files that they include.",
      example: "void *owner;  // archive: to(persn)",
      remedies: ["Check the spelling.", "Add the header or source that declares the type to the inputs."]),
    .unknownField: DiagnosticExplanation(
      .error, "An annotation or the configuration names a field that does not exist.",
      "A count or a tag names a field of the same record, or a path to a nested field: 'header.count'.",
      example: "int *values;  // archive: count(lenght)\nint length;",
      remedies: ["Check the spelling."]),
    .unknownFunction: DiagnosticExplanation(
      .error, "'symbols' names a function that no header declares.",
      "Generated code takes the function's address, so a header has to declare it.",
      example: "int (*compare)(int, int);  // archive: symbols(by_nmae)",
      remedies: ["Check the spelling.", "Declare the function in a header of the module."]),
    .unavailableFunction: DiagnosticExplanation(
      .error, "'symbols' or 'migrate' names a function that Swift does not import as a function.",
      "Generated code names the function. The attribute 'unavailable' forbids that, 'swift_name' may make it a method, "
        + "and Swift has no pointers to functions with a variable number of arguments.",
      example:
        "void gone(void) __attribute__((unavailable));\n"
        + "struct job {\n  void (*run)(void);  // archive: symbols(gone)\n};",
      remedies: [
        "Remove the attribute, or name another function.", "Leave the pointer out with 'skip'.",
      ]),
    .unknownConstant: DiagnosticExplanation(
      .error, "A tag's value is not a constant.",
      "'case' and 'none' take enumerators, macros with integer values, numbers, characters and 'default'.",
      example: "int number;  // archive: case(KIND_NUMBR)",
      remedies: ["Check the spelling.", "Write the number itself."]),
  ]
}
