extension DiagnosticID {
  static let headerExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .clangError: DiagnosticExplanation(
      .error, "A header does not compile.",
      "The message is clang's. Types of a header with errors may have another layout than the real ones, so none of "
        + "them is archived.",
      example: "struct point { ink x; };",
      remedies: [
        "Include what the header needs before it: --include FILE", "Define the macros that it expects: -D NAME",
        "Add the folders of the headers that it includes: -I DIR", "Leave it out: --exclude PATTERN",
      ]),
    .clangWarning: DiagnosticExplanation(
      .warning, "Clang warns that a declaration has another layout than it seems to have.",
      "Of clang's warnings those are shown that decide where fields are, such as ignored attributes.",
      example: "struct pair { int a __attribute__((packd)); };",
      remedies: ["Correct the declaration."]),
    .headerConflict: DiagnosticExplanation(
      .error, "Two headers cannot be included together.",
      "Each compiles alone. One Swift module imports all its headers at once.",
      example: "// a.h: struct item { int a; };\n// b.h: struct item { int b; };",
      remedies: [
        "Run archivegen on them one by one, each with its own --module.", "Leave one of them out: --exclude PATTERN",
        "Write '#pragma once' if one header is read twice.",
      ]),
    .systemHeaderError: DiagnosticExplanation(
      .warning, "An inline function of a system header does not compile.",
      "Types are read all the same. The Swift compiler reports the error when it builds the module.",
      example: "",
      remedies: ["Give archivegen and the Swift compiler the options that the header needs."]),
    .unbalancedPack: DiagnosticExplanation(
      .warning, "A '#pragma pack' is still in force at the end of a header.",
      "It changes the layout of types in headers that are included later, and with it depends on their order.",
      example: "#pragma pack(1)\nstruct a { char c; int i; };",
      remedies: ["Write '#pragma pack(push, 1)' before and '#pragma pack(pop)' after the declarations."]),
    .tooManyFields: DiagnosticExplanation(
      .warning, "A record has too many fields with those of the records inside it.",
      "There is a limit so that a few lines of header cannot lead to gigabytes of generated code.",
      example: "",
      remedies: ["Let the record hold pointers to some of the inner ones."]),
    .missingLayout: DiagnosticExplanation(
      .error, "libclang does not know the layout of a record.",
      "This does not happen with records that compile.",
      example: "",
      remedies: ["Use another libclang: LIBCLANG_PATH=/usr/lib/llvm-14/lib/libclang.so.1"]),
    .invalidClangArguments: DiagnosticExplanation(
      .error, "libclang rejects the arguments.",
      "The target or an option of clang's is not valid.",
      example: "archivegen --target no-such-processor headers -o out",
      remedies: ["Check '--target', '--clang-arg' and 'clang-arguments' in the configuration."]),
    .libclangUnavailable: DiagnosticExplanation(
      .error, "libclang was not found or cannot be used.",
      "C headers are read through libclang 14 or later.",
      example: "",
      remedies: [
        "Install it: apt-get install libclang-dev", "Name the library or its folder in the variable LIBCLANG_PATH.",
      ]),
  ]
}
