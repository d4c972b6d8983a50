extension DiagnosticID {
  static let fileExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .unreadableInput: DiagnosticExplanation(
      .error, "A file or folder cannot be read.", "Nothing is written, so that no type is left out by accident.",
      example: "archivegen no-such-folder -o Generated",
      remedies: ["Check the path and the permissions."]),
    .invalidEncoding: DiagnosticExplanation(
      .error, "A file or an annotation is not UTF-8.", "Keys would otherwise depend on a guess.",
      example: "",
      remedies: ["Save the file as UTF-8."]),
    .unlikelyHeader: DiagnosticExplanation(
      .warning, "An input does not look like a C header.", "It is an error if it is a binary file.",
      example: "archivegen notes.txt -o Generated",
      remedies: ["Remove it from the inputs.", "Name a configuration by --config."]),
    .unreadFile: DiagnosticExplanation(
      .warning, "Files in a folder are not read.",
      "In a folder, headers are files that end in .h. C++ is not read.",
      example: "archivegen include -o Generated   # include/list.hpp, include/table.inc",
      remedies: ["Name a file by itself if its types are to be archived.", "Put shared types into a C header."]),
    .noInput: DiagnosticExplanation(
      .error, "A folder has no headers and no Swift sources.", "Headers end in .h, sources in .swift.",
      example: "archivegen empty-folder -o Generated",
      remedies: ["Name the files one by one.", "Exclude fewer files."]),
    .unusedExclusion: DiagnosticExplanation(
      .warning, "A pattern of '--exclude' matches nothing.", "It may be misspelled, or the file was renamed.",
      example: "archivegen include -o Generated --exclude intrenal.h",
      remedies: ["Correct the pattern, a path below the folder with '*' and '?'.", "Remove it."]),
    .invalidModule: DiagnosticExplanation(
      .error, "The name of the C module is not usable.",
      "It is no identifier, is that of a module that generated code imports, or contradicts the headers' module map.",
      example: "archivegen include -o Generated --module Swift",
      remedies: ["Name another with --module.", "Leave --module out to use the module map's."]),
    .moduleMismatch: DiagnosticExplanation(
      .warning, "The sources import another module than the headers'.",
      "Generated code and sources would speak of different types.",
      example: "import CPoints   // the headers' module is 'CShapes'",
      remedies: ["Name the module with --module."]),
    .buildOptions: DiagnosticExplanation(
      .note, "The module needs the options that its headers were read with.",
      "Without them the Swift compiler reads other declarations.",
      example: "archivegen include -o Generated -D WIDE=1",
      remedies: ["Pass the options that the message prints to the Swift compiler."]),
    .configurationSyntax: DiagnosticExplanation(
      .error, "The configuration is not valid.", "It is not YAML, or has a text where a mapping belongs.",
      example: "types: item",
      remedies: ["Write 'name: value' lines, indented below the key."]),
    .unknownSetting: DiagnosticExplanation(
      .error, "The configuration has a key or a value that is not known.", "The message lists those that are.",
      example: "moduel: CShapes",
      remedies: ["Check the spelling."]),
    .unknownTemplate: DiagnosticExplanation(
      .error, "There is no template of this name.", "A folder of templates replaces built-in ones by their names.",
      example: "archivegen include -o Generated --templates T   # T/Filed.mustache",
      remedies: ["Name the file as the built-in template in the project's folder Templates."]),
    .templateSyntax: DiagnosticExplanation(
      .error, "A template does not parse.", "A section has no end, or an end has no section.",
      example: "{{#records}} …",
      remedies: ["Close every section: {{/records}}"]),
    .unknownTemplateTag: DiagnosticExplanation(
      .error, "A template uses a name that its place does not have.", "It would print nothing.",
      example: "{{recrods}}",
      remedies: ["Check the spelling."]),
    .unusableOutput: DiagnosticExplanation(
      .error, "The output cannot be written.",
      "Earlier output stays as it is. A folder belongs to one run: files of others are never overwritten.",
      example: "archivegen include -o /usr",
      remedies: ["Name another folder with -o."]),
  ]
}
