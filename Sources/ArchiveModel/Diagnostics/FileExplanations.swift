extension DiagnosticID {
  static let fileExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .unreadableInput: DiagnosticExplanation(
      .error, "A file or folder cannot be read.", "Nothing is written, because types could be missing.",
      example: "archivegen no-such-folder -o Generated",
      remedies: ["Check the path and the permissions."]),
    .invalidEncoding: DiagnosticExplanation(
      .error, "A file or an annotation is not UTF-8.", "In another encoding, keys could be misread.",
      example: "",
      remedies: ["Save the file as UTF-8."]),
    .unlikelyHeader: DiagnosticExplanation(
      .warning, "An input does not look like a C header.", "This is an error if the input is a binary file.",
      example: "archivegen notes.txt -o Generated",
      remedies: ["Remove it from the inputs.", "If it is a configuration, pass it with --config."]),
    .unreadFile: DiagnosticExplanation(
      .warning, "Files with types are not read, or only because a header includes them.",
      "In a folder, only files whose names end in .h are read as headers. C++ is not supported. The types of a header "
        + "that another one includes are written if an archived type needs them, or if the header is an input itself.",
      example: "archivegen include -o Generated   # include/list.hpp, include/table.inc",
      remedies: [
        "To archive a file's types, name the file or its folder as an input.", "Move shared types into a C header.",
      ]),
    .noInput: DiagnosticExplanation(
      .error, "A folder has no headers and no Swift sources, or inputs of the lock are missing.",
      "Header names end in .h, and names of sources in .swift. A lock of headers and Swift sources cannot be checked with one of the two.",
      example: "archivegen empty-folder -o Generated",
      remedies: ["Name the files as inputs.", "Exclude fewer files."]),
    .unusedExclusion: DiagnosticExplanation(
      .warning, "A pattern of '--exclude' matches nothing.", "It may be misspelled, or the file was renamed.",
      example: "archivegen include -o Generated --exclude intrenal.h",
      remedies: ["Correct the pattern, a path below the folder with '*' and '?'.", "Remove it."]),
    .invalidModule: DiagnosticExplanation(
      .error, "The name of the C module is not usable.",
      "It is not an identifier, is that of a module that generated code imports, or contradicts the module map.",
      example: "archivegen include -o Generated --module Swift",
      remedies: ["Choose another name with --module.", "Omit --module to use the name in the module map."]),
    .moduleMismatch: DiagnosticExplanation(
      .warning, "The Swift sources do not import the headers' module.",
      "Types of the imported module and types in generated code would be different.",
      example: "import CPoints   // the headers' module is 'CShapes'",
      remedies: ["Name the module with --module."]),
    .buildOptions: DiagnosticExplanation(
      .note, "The Swift compiler needs the options with which the headers were read.",
      "Without them it may see other declarations.",
      example: "archivegen include -o Generated -D WIDE=1",
      remedies: ["Pass the options that the message prints to the Swift compiler."]),
    .configurationSyntax: DiagnosticExplanation(
      .error, "The configuration is not valid.", "It is not YAML, or has a text where a mapping is expected.",
      example: "types: item",
      remedies: ["Write 'name: value' lines, indented below their key."]),
    .unusedSettings: DiagnosticExplanation(
      .warning, "A lock or a configuration near the inputs is not used.",
      "A run has one lock: the first one beside the configuration, in or beside a folder that is given, or in the folder of a header that is "
        + "given. Another one near the inputs that has their types is not read, so that what only it has is not checked.",
      example: "archivegen include/item.h -o Generated   # ./archivegen.lock is that of include",
      remedies: [
        "Give the folder as the input.", "Name the file with --lock or --config.",
        "Keep one of two locks: move the releases and types of the other to it.",
      ]),
    .unknownSetting: DiagnosticExplanation(
      .error, "The configuration has an unknown key or value.", "The message lists the valid ones.",
      example: "moduel: CShapes",
      remedies: ["Check the spelling."]),
    .unknownTemplate: DiagnosticExplanation(
      .error, "There is no template of this name.", "A template overrides the built-in template of the same name.",
      example: "archivegen include -o Generated --templates T   # T/Filed.mustache",
      remedies: ["Give the file the name of a built-in template (folder Templates of archivegen's sources)."]),
    .templateSyntax: DiagnosticExplanation(
      .error, "A template has a syntax error.", "A section has no end tag, or an end tag has no section.",
      example: "{{#records}} …",
      remedies: ["Close every section: {{/records}}"]),
    .unknownTemplateTag: DiagnosticExplanation(
      .error, "A template uses a tag that is not defined at this point.", "The tag would print nothing.",
      example: "{{recrods}}",
      remedies: ["Check the spelling."]),
    .unusableOutput: DiagnosticExplanation(
      .error, "The output cannot be written.",
      "Earlier output stays unchanged. archivegen never overwrites files that it did not generate.",
      example: "archivegen include -o /usr",
      remedies: ["Choose another folder with -o."]),
  ]
}

extension DiagnosticID {
  static let lockExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .incompatibleChange: DiagnosticExplanation(
      .error, "A change breaks archives of a release that the lock contains.",
      "The message names the key, what happens to its data, and the releases. 'archivegen rules' explains each kind of change.",
      example: "struct item { double cost; };   // the release 1.0.0 had 'price'",
      remedies: [
        "Write the line that the message proposes, such as 'was(\"price\")'.",
        "Retire a key whose values are no longer needed: 'archivegen lock INPUT --retire item.price'",
        "Accept the break with a reason: 'archivegen lock INPUT --accept key-removed:item.price --reason TEXT'",
      ]),
    .missingLock: DiagnosticExplanation(
      .error, "There is no lock to check against.", "A check that compared nothing would pass whatever changed.",
      example: "archivegen check include   # include has no archivegen.lock",
      remedies: ["Write one with 'archivegen lock INPUT', and commit it.", "Name it with --lock."]),
    .invalidLock: DiagnosticExplanation(
      .error, "A lock cannot be read.",
      "It has conflict markers of a merge, was edited by hand, is not a lock, or was written by a later version of archivegen.",
      example: "<<<<<<< HEAD",
      remedies: ["Correct the line that the message names.", "Restore the file from version control."]),
    .outdatedLock: DiagnosticExplanation(
      .error, "The lock lacks compatible changes.", "They would not be protected when the next change is checked.",
      example: "struct item { int count; int added; };   // the lock has no 'added'",
      remedies: ["Run 'archivegen lock INPUT', and commit the lock."]),
  ]
}
