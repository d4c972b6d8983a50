extension DiagnosticID {
  static let headerExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .clangError: DiagnosticExplanation(
      .error, "A header does not compile.",
      "The message is clang's. The layouts of types in a header with errors may be wrong, so none of them is archived.",
      example: "struct point { ink x; };",
      remedies: [
        "Include what the header needs before it: --include FILE", "Define the macros that it expects: -D NAME",
        "Add the folders of the headers that it includes: -I DIR", "Leave it out: --exclude PATTERN",
      ]),
    .clangWarning: DiagnosticExplanation(
      .warning, "Clang warns that the layout of a declaration is not what its text suggests.",
      "Only clang's warnings that affect layouts are shown, such as those about ignored attributes.",
      example: "struct pair { int a __attribute__((packd)); };",
      remedies: ["Correct the declaration."]),
    .headerConflict: DiagnosticExplanation(
      .error, "Two headers cannot be included together.",
      "Each header compiles alone, but a Swift module imports all its headers together.",
      example: "// a.h: struct item { int a; };\n// b.h: struct item { int b; };",
      remedies: [
        "Run archivegen separately on each header, with its own --module.", "Leave one of them out: --exclude PATTERN",
        "If one header is read twice, add '#pragma once' to it.",
      ]),
    .systemHeaderError: DiagnosticExplanation(
      .warning, "An inline function of a system header does not compile.",
      "The header's types are read nevertheless. The Swift compiler reports the error when it builds the module.",
      example: "",
      remedies: ["Give archivegen and the Swift compiler the options that the header needs."]),
    .unbalancedPack: DiagnosticExplanation(
      .warning, "A '#pragma pack' is still in force at the end of a header.",
      "It changes the layout of types in headers that are included later, so layouts depend on the order of headers.",
      example: "#pragma pack(1)\nstruct a { char c; int i; };",
      remedies: ["Write '#pragma pack(push, 1)' before and '#pragma pack(pop)' after the declarations."]),
    .tooManyFields: DiagnosticExplanation(
      .warning, "A record has too many fields, counting those of nested records.",
      "The limit prevents gigabytes of generated code for a few lines of a header.",
      example: "",
      remedies: ["Replace some of the nested records by pointers."]),
    .missingLayout: DiagnosticExplanation(
      .error, "libclang does not know the layout of a record.",
      "This does not happen with records that compile.",
      example: "",
      remedies: ["Use another libclang: LIBCLANG_PATH=/usr/lib/llvm-14/lib/libclang.so.1"]),
    .invalidClangArguments: DiagnosticExplanation(
      .error, "libclang rejects the arguments.",
      "The target or an option for clang is not valid.",
      example: "archivegen --target no-such-processor headers -o out",
      remedies: ["Check '--target', '--clang-arg' and 'clang-arguments' in the configuration."]),
    .libclangUnavailable: DiagnosticExplanation(
      .error, "libclang was not found or cannot be used.",
      "archivegen reads C headers with libclang 14 or later.",
      example: "",
      remedies: [
        "Install it: apt-get install libclang-dev", "Name the library or its folder in the variable LIBCLANG_PATH.",
      ]),
  ]
}
