/// The kinds of diagnostics, by the names that messages show and options take: `unresolved-pointer`.
///
/// A name is never changed or used again with another meaning, because configurations and build scripts contain it.
public enum DiagnosticID: String, Sendable, Hashable, Codable, CaseIterable {
  // Annotations.
  case emptyAnnotation = "empty-annotation"
  case annotationSyntax = "annotation-syntax"
  case unknownAttribute = "unknown-attribute"
  case attributeLanguage = "attribute-language"
  case argumentCount = "argument-count"
  case invalidArgument = "invalid-argument"
  case misplacedAttribute = "misplaced-attribute"
  case duplicateAttribute = "duplicate-attribute"
  case conflictingAttributes = "conflicting-attributes"
  case ineffectiveAttribute = "ineffective-attribute"
  case redundantAttribute = "redundant-attribute"
  case unattachedAnnotation = "unattached-annotation"
  case misspelledAnnotation = "misspelled-annotation"
  case invalidKey = "invalid-key"
  case duplicateKey = "duplicate-key"
  case duplicateArchivedName = "duplicate-archived-name"
  case ambiguousFormerKey = "ambiguous-former-key"
  case invalidDefault = "invalid-default"
  case missingVersion = "missing-version"
  case generatedAccess = "generated-access"
  case unknownType = "unknown-type"
  case unknownField = "unknown-field"
  case unknownFunction = "unknown-function"
  case unavailableFunction = "unavailable-function"
  case unknownConstant = "unknown-constant"

  // Fields of C records.
  case unresolvedPointer = "unresolved-pointer"
  case unresolvedArray = "unresolved-array"
  case unresolvedUnion = "unresolved-union"
  case unsupportedField = "unsupported-field"
  case dependentType = "dependent-type"
  case unnameableType = "unnameable-type"
  case systemTag = "system-tag"
  case ambiguousPointer = "ambiguous-pointer"
  case ambiguousArray = "ambiguous-array"
  case missingPointee = "missing-pointee"
  case missingCount = "missing-count"
  case invalidCount = "invalid-count"
  case unrestoredCapacity = "unrestored-capacity"
  case invalidBitGroup = "invalid-bit-group"
  case unusableField = "unusable-field"
  case functionType = "function-type"
  case invalidContainer = "invalid-container"
  case missingTag = "missing-tag"
  case missingCase = "missing-case"
  case duplicateCase = "duplicate-case"
  case impossibleCase = "impossible-case"
  case uncoveredTagValue = "uncovered-tag-value"
  case reservedName = "reserved-name"

  // Headers.
  case clangError = "clang-error"
  case clangWarning = "clang-warning"
  case headerConflict = "header-conflict"
  case systemHeaderError = "system-header-error"
  case unbalancedPack = "unbalanced-pack"
  case tooManyFields = "too-many-fields"
  case missingLayout = "missing-layout"
  case invalidClangArguments = "invalid-clang-arguments"
  case libclangUnavailable = "libclang-unavailable"

  // Swift types.
  case noMarkedType = "no-marked-type"
  case unsupportedType = "unsupported-type"
  case unarchivedType = "unarchived-type"
  case unsupportedProperty = "unsupported-property"
  case untypedProperty = "untyped-property"
  case wrappedProperty = "wrapped-property"
  case constantReference = "constant-reference"
  case inaccessibleDeclaration = "inaccessible-declaration"
  case isolatedDeclaration = "isolated-declaration"
  case isolationMismatch = "isolation-mismatch"
  case missingTypes = "missing-types"
  case emptyEnumeration = "empty-enumeration"
  case unarchivedSubclass = "unarchived-subclass"
  case unlistedConformance = "unlisted-conformance"
  case unknownSuperclass = "unknown-superclass"
  case unusableSuperclass = "unusable-superclass"
  case unusableInitializer = "unusable-initializer"
  case inexactInitializer = "inexact-initializer"
  case constructionCycle = "construction-cycle"
  case missingMethod = "missing-method"
  case unusableMethod = "unusable-method"
  case uncalledMethod = "uncalled-method"
  case notCodable = "not-codable"
  case notSecureCoding = "not-secure-coding"
  case swiftSyntax = "swift-syntax"
  case nestingLimit = "nesting-limit"
  case undecidedCondition = "undecided-condition"
  case assumedImport = "assumed-import"

  // What Swift sources say for Codable and SwiftData.
  case adoptedAttributes = "adopted-attributes"
  case codingHelper = "coding-helper"
  case chosenCoding = "chosen-coding"
  case assumedCoding = "assumed-coding"

  // Handwritten coding methods of Swift classes.
  case codingKeys = "coding-keys"
  case codingClassName = "coding-class-name"
  case codingNotUnderstood = "coding-not-understood"
  case codingKeyMismatch = "coding-key-mismatch"
  case codingValueUnread = "coding-value-unread"
  case codingMissingProperty = "coding-missing-property"
  case codingForm = "coding-form"
  case codingWithoutKey = "coding-without-key"
  case codingSuperclass = "coding-superclass"
  case codingSubstitution = "coding-substitution"

  // Files and options.
  case unreadableInput = "unreadable-input"
  case invalidEncoding = "invalid-encoding"
  case unlikelyHeader = "unlikely-header"
  case unreadFile = "unread-file"
  case noInput = "no-input"
  case unusedExclusion = "unused-exclusion"
  case invalidModule = "invalid-module"
  case moduleMismatch = "module-mismatch"
  case buildOptions = "build-options"
  case configurationSyntax = "configuration-syntax"
  case unknownSetting = "unknown-setting"
  case unusedSettings = "unused-settings"
  case unknownTemplate = "unknown-template"
  case templateSyntax = "template-syntax"
  case unknownTemplateTag = "unknown-template-tag"
  case unusableOutput = "unusable-output"

  // Locks.
  case incompatibleChange = "incompatible-change"
  case missingLock = "missing-lock"
  case invalidLock = "invalid-lock"
  case outdatedLock = "outdated-lock"

  /// The usual severity. Some messages of a kind are more severe: an `archive:` comment without a declaration is a
  /// warning, but an error if it names an attribute.
  public var severity: Diagnostic.Severity { explanation.severity }

  /// The text that `archivegen explain` prints.
  public var explanation: DiagnosticExplanation {
    // A test checks that every kind has an explanation.
    Self.explanations[self] ?? DiagnosticExplanation(.error, rawValue, "", example: "", remedies: [])
  }

  private static let explanations: [DiagnosticID: DiagnosticExplanation] =
    [
      annotationExplanations, recordExplanations, headerExplanations, modelExplanations, codingExplanations,
      fileExplanations, lockExplanations,
    ].reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }
}

/// The explanation of a kind of diagnostic.
public struct DiagnosticExplanation: Sendable {
  public let severity: Diagnostic.Severity
  /// The kind in one sentence.
  public let summary: String
  /// The reason for the diagnostic.
  public let details: String
  /// Source code that causes the diagnostic.
  public let example: String
  /// Ways to resolve it, one sentence each.
  public let remedies: [String]

  init(
    _ severity: Diagnostic.Severity, _ summary: String, _ details: String, example: String, remedies: [String]
  ) {
    self.severity = severity
    self.summary = summary
    self.details = details
    self.example = example
    self.remedies = remedies
  }
}
