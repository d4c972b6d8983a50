extension DiagnosticID {
  /// Diagnostics about a class's own `encode(with:)` and `init(coder:)`.
  static let codingExplanations: [DiagnosticID: DiagnosticExplanation] = [
    .adoptedAttributes: DiagnosticExplanation(
      .note, "What a type says for Codable or SwiftData is read as attributes.",
      "'CodingKeys' and '@CodingKey' give keys, '@CodableDefault' a default, '@CodableAlias' and SwiftData's 'originalName' "
        + "former keys, and '@Transient' or a property that 'CodingKeys' leaves out is skipped. A property with another key "
        + "is still read under its name, so that earlier archives open.",
      example: "// archive:\nstruct User: Codable {\n  var name: String\n"
        + "  enum CodingKeys: String, CodingKey { case name = \"user_name\" }\n}",
      remedies: [
        "No change is needed.",
        "An attribute in an '// archive:' comment takes precedence: // archive: key(\"name\")",
      ]),
    .chosenCoding: DiagnosticExplanation(
      .warning, "A marked type is archived by its own Codable coding, because its properties do not suffice.",
      "A property is private, of a type that cannot be archived, or no initializer fits. 'init(from:)' and 'encode(to:)' archive what "
        + "the type itself stores; the lock records this form. If the properties suffice one day, the type would be archived by "
        + "them, which is another form, and 'check' reports it. With the attribute it keeps this one.",
      example: "// archive:\nstruct Account: Codable {\n  private var balance = 0\n}",
      remedies: [
        "Keep the form: // archive: owncoding",
        "Or have the type archived by its properties: make them readable, or leave them out with '// archive: skip'.",
      ]),
    .assumedCoding: DiagnosticExplanation(
      .warning, "A value of a type that is not among the sources is archived by that type's Codable coding.",
      "The compiler encodes the value for Codable, so its type is Codable. The lock records the form. If the source of the type is "
        + "given and the type marked one day, it would be archived by its properties, which is another form.",
      example: "import Money\n\n// archive:\nstruct Bill: Codable {\n  var total: Amount\n}",
      remedies: [
        "Keep the form: types: {Amount: {archive: owncoding}} in archivegen.yml",
        "Keep the form of one value: // archive: owncoding on the property",
        "Or name the Swift source that declares the type as another input.",
      ]),
    .codingHelper: DiagnosticExplanation(
      .warning, "A private type only serves the Codable coding of another type.",
      "Generated code in another file cannot name it, and archives have no value of it: the type whose 'init(from:)' or "
        + "'encode(to:)' names it is archived, by its properties or by its own coding.",
      example: "// archive:\nprivate struct Payload: Codable {}\n\n// archive: owncoding\nstruct Account: Codable {\n"
        + "  init(from decoder: any Decoder) throws { _ = try Payload(from: decoder) }\n}",
      remedies: ["Remove the mark from the private type."]),
    .codingKeys: DiagnosticExplanation(
      .note, "The keys of a class are those of its coding methods.",
      "With these keys, archives that the class wrote with its own methods can be read.",
      example: "func encode(with coder: NSCoder) { coder.encode(name, forKey: \"n\") }",
      remedies: ["No change is needed. An attribute 'key' on a property overrides these keys."]),
    .codingClassName: DiagnosticExplanation(
      .note, "A former class name was found in the sources.",
      "Archives with that class name are read as this type.",
      example: "NSKeyedArchiver.setClassName(\"Old\", for: Entry.self)",
      remedies: ["No change is needed. 'was(\"Old\")' on the class has the same effect."]),
    .codingNotUnderstood: DiagnosticExplanation(
      .warning, "A coding method is too complex for archivegen to find its keys.",
      "Old archives store the property under a key that archivegen does not know.",
      example: "for (key, value) in values { coder.encode(value, forKey: key) }",
      remedies: ["Write the key on the property: // archive: key(\"…\")"]),
    .codingKeyMismatch: DiagnosticExplanation(
      .warning, "A property has different keys in different methods.",
      "Both keys can be read, but only one of them can be written.",
      example: "coder.encode(name, forKey: \"name\")\nname = coder.decodeObject(forKey: \"title\")",
      remedies: ["Name the key to write and the former key: // archive: key(\"…\"), was(\"…\")"]),
    .codingValueUnread: DiagnosticExplanation(
      .warning, "Old archives have a value that belongs to no stored property.",
      "Generated code does not read the value.",
      example: "coder.encode(values.count, forKey: \"count\")",
      remedies: ["If the value is needed, read it in a 'migrate' method, or make the property stored."]),
    .codingMissingProperty: DiagnosticExplanation(
      .warning, "A property is not in old archives.",
      "After decoding such an archive the property has its initial value. Without one, decoding fails.",
      example: "// 'level' is not encoded\nvar level: Int",
      remedies: ["Give the property an initial value.", "Write '// archive: default(…)' or '// archive: skip'."]),
    .codingForm: DiagnosticExplanation(
      .error, "A coding method archives a property in a form that its type does not have.",
      "Generated code would read the value as the property's type, and misinterpret it.",
      example: "coder.encode(color.rgb, forKey: \"color\")",
      remedies: ["Give the property a new key, and read the old one in a 'migrate' method."]),
    .codingWithoutKey: DiagnosticExplanation(
      .error, "A coding method archives a property without a key.",
      "Generated code finds values by their keys.",
      example: "coder.encode(name)",
      remedies: ["Keep the coding methods to read old archives, or read these in a 'migrate' method."]),
    .codingSuperclass: DiagnosticExplanation(
      .warning, "'encode(with:)' does not call the superclass's method.",
      "Old archives do not have the values of the superclass's properties.",
      example: "override func encode(with coder: NSCoder) { coder.encode(name, forKey: \"name\") }",
      remedies: ["Give the superclass's properties initial values, or '// archive: default(…)'."]),
    .codingSubstitution: DiagnosticExplanation(
      .warning, "A class substitutes objects with Foundation's methods.",
      "Generated code does not call these methods.",
      example: "override func replacementObject(for archiver: NSKeyedArchiver) -> Any? { proxy }",
      remedies: ["Write 'replace(method)', 'resolve(method)' or 'was(\"Name\")' on the class."]),
  ]
}
