extension DiagnosticID {
  /// Of `encode(with:)` and `init(coder:)` that a class has already.
  static let codingExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .codingKeys: DiagnosticExplanation(
      .note, "Keys are taken from a class's coding methods.",
      "So that archives that the class has written itself are read.",
      example: "func encode(with coder: NSCoder) { coder.encode(name, forKey: \"n\") }",
      remedies: ["Nothing is to be done. An attribute 'key' on a property goes before them."]),
    .codingClassName: DiagnosticExplanation(
      .note, "A class name is taken from the sources.",
      "Archives with that class name are read as this type.",
      example: "NSKeyedArchiver.setClassName(\"Old\", for: Entry.self)",
      remedies: ["Nothing is to be done. 'was(\"Old\")' on the class says the same."]),
    .codingNotUnderstood: DiagnosticExplanation(
      .warning, "A coding method is too complex to take keys from.",
      "Old archives have the property under a key that is not known here.",
      example: "for (key, value) in values { coder.encode(value, forKey: key) }",
      remedies: ["Write the key on the property: // archive: key(\"…\")"]),
    .codingKeyMismatch: DiagnosticExplanation(
      .warning, "A property has different keys in different methods.",
      "Both are read. Only one of them can be written.",
      example: "coder.encode(name, forKey: \"name\")\nname = coder.decodeObject(forKey: \"title\")",
      remedies: ["Say which one it is: // archive: key(\"…\"), was(\"…\")"]),
    .codingValueUnread: DiagnosticExplanation(
      .warning, "Old archives have a value that no stored property takes.",
      "It is not read.",
      example: "coder.encode(values.count, forKey: \"count\")",
      remedies: ["If it matters, read it in a 'migrate' method, or make the property stored."]),
    .codingMissingProperty: DiagnosticExplanation(
      .warning, "A property is not in old archives.",
      "It keeps its initial value when these are read, and without one they cannot be read.",
      example: "// 'level' is not encoded\nvar level: Int",
      remedies: ["Give it an initial value.", "Write // archive: default(…), or skip."]),
    .codingForm: DiagnosticExplanation(
      .error, "A property was archived in another form than its type's.",
      "To read the value as the property's type would misread it.",
      example: "coder.encode(color.rgb, forKey: \"color\")",
      remedies: ["Give the property a new key, and read the old one in a 'migrate' method."]),
    .codingWithoutKey: DiagnosticExplanation(
      .error, "A property was archived without a key.",
      "Generated code reads by keys.",
      example: "coder.encode(name)",
      remedies: ["Keep the coding methods for old archives, or read them in a 'migrate' method."]),
    .codingSuperclass: DiagnosticExplanation(
      .warning, "'encode(with:)' does not call that of its superclass.",
      "Old archives have none of the superclass's values.",
      example: "override func encode(with coder: NSCoder) { coder.encode(name, forKey: \"name\") }",
      remedies: ["Give the superclass's properties initial values, or '// archive: default(…)'."]),
    .codingSubstitution: DiagnosticExplanation(
      .warning, "A class substitutes objects through Foundation's methods.",
      "Generated code does not call them.",
      example: "override func replacementObject(for archiver: NSKeyedArchiver) -> Any? { proxy }",
      remedies: ["Use 'replace(method)' or 'resolve(method)' on the class, or 'was(\"Name\")'."]),
  ]
}
