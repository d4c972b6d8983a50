extension DiagnosticID {
  static let lockExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .incompatibleChange: DiagnosticExplanation(
      .error, "A change breaks archives of a release that the lock contains.",
      "The message names the key, what happens to its data, and the releases. 'archivegen rules' explains each kind of change.",
      example: "struct item { double cost; };   // the release 1.0.0 had 'price'",
      remedies: [
        "Write the line that the message proposes, such as 'was(\"price\")'.",
        "Retire a key whose values are no longer needed: archivegen lock INPUT --retire item.price",
        "Accept the break with a reason: archivegen lock INPUT --accept key-removed:item.price --reason TEXT",
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
