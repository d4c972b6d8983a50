/// The kinds of changes, by the names that messages show and `lock --accept` takes.
///
/// A name is never changed, because locks contain it.
public enum Rule: String, Sendable, Hashable, CaseIterable, Codable {
  // Types.
  case typeAdded = "type-added"
  case typeRemoved = "type-removed"
  case typeRenamed = "type-renamed"
  case typeNameReused = "type-name-reused"
  case kindChanged = "kind-changed"
  case formerNameRemoved = "former-name-removed"
  case versionLowered = "version-lowered"
  case migrationRemoved = "migration-removed"
  case standInAdded = "stand-in-added"
  case standInChanged = "stand-in-changed"
  case resolveRemoved = "resolve-removed"
  case superclassChanged = "superclass-changed"

  // Keys.
  case keyAdded = "key-added"
  case requiredKeyAdded = "required-key-added"
  case keyRemoved = "key-removed"
  case keyRenamed = "key-renamed"
  case keyReused = "key-reused"
  case keysSwapped = "keys-swapped"
  case keyOfAnotherField = "key-of-another-field"
  case formerKeyRemoved = "former-key-removed"
  case linkAdded = "link-added"
  case linkRemoved = "link-removed"
  case defaultChanged = "default-changed"
  case requiredAdded = "required-added"
  case requiredRemoved = "required-removed"
  case optionalAdded = "optional-added"
  case optionalRemoved = "optional-removed"
  case nothingInCommon = "nothing-in-common"

  // Values.
  case typeWidened = "type-widened"
  case typeNarrowed = "type-narrowed"
  case typeChanged = "type-changed"
  case arrayGrown = "array-grown"
  case arrayShortened = "array-shortened"
  case columnArrayChanged = "column-array-changed"
  case rankChanged = "rank-changed"
  case becameArray = "became-array"
  case becameValue = "became-value"
  case encodingChanged = "encoding-changed"
  case bytesReinterpreted = "bytes-reinterpreted"
  case storageChanged = "storage-changed"
  case codingChanged = "coding-changed"
  case bitGroupChanged = "bit-group-changed"
  case bitPositionChanged = "bit-position-changed"
  case bitGroupKeyReused = "bit-group-key-reused"

  case listedTypeAdded = "listed-type-added"
  case listedTypeRemoved = "listed-type-removed"

  // Enumerations and unions.
  case enumeratorAdded = "enumerator-added"
  case enumeratorRemoved = "enumerator-removed"
  case enumeratorRenumbered = "enumerator-renumbered"
  case enumeratorReused = "enumerator-reused"
  case enumerationChanged = "enumeration-changed"
  case caseAdded = "case-added"
  case caseRemoved = "case-removed"
  case tagChanged = "tag-changed"
  case memberConditionChanged = "member-condition-changed"
  case allowedValuesRemoved = "allowed-values-removed"
  case allowedValuesAdded = "allowed-values-added"

  // Pointers.
  case targetChanged = "target-changed"
  case countChanged = "count-changed"
  case weakAdded = "weak-added"
  case weakRemoved = "weak-removed"
  case symbolAdded = "symbol-added"
  case symbolRemoved = "symbol-removed"
}

extension Rule {
  /// The effect on data, the usual level when new code reads old archives, and what to do.
  public struct Explanation: Sendable {
    public let backward: Level
    public let forward: Level
    public let why: String
    public let remedy: String

    init(_ backward: Level, _ forward: Level, _ why: String, _ remedy: String) {
      self.backward = backward
      self.forward = forward
      self.why = why
      self.remedy = remedy
    }
  }

  /// `backward` is the level for new code and old archives, `forward` the level for old code and new archives.
  public var explanation: Explanation {
    switch self {
    case .typeAdded:
      .init(.safe, .refuse, "Old archives have no such type; old code cannot make its values.", "Nothing.")
    case .typeRemoved:
      .init(
        .refuse, .safe, "Archives have values of the type, and no code reads them.",
        "If it was renamed, write 'was(\"old name\")' on the type; if its archives are no longer needed, retire it.")
    case .typeRenamed: .init(.safe, .refuse, "Old code does not know the new name.", "Nothing for old archives.")
    case .typeNameReused:
      .init(.misread, .misread, "Archives have the name with another meaning.", "Choose another name.")
    case .kindChanged:
      .init(
        .refuse, .refuse, "A struct, a class, an enumeration and a C record are archived differently.",
        "Give the new type another archived name, and keep reading the old one or retire it.")
    case .formerNameRemoved:
      .init(
        .refuse, .safe, "Archives of an earlier release have the type under this name.",
        "Put the name back into 'was(…)'.")
    case .versionLowered:
      .init(
        .misread, .safe, "Archives of the higher version are read without a migration, as if they were of this one.",
        "Raise 'version(…)' again.")
    case .migrationRemoved:
      .init(
        .misread, .safe, "Archives of earlier versions are read as if they were of this one.",
        "Put 'migrate(…)' back; it has to stay as long as archives of earlier versions exist.")
    case .standInAdded:
      .init(
        .safe, .refuse, "Archives have the stand-in's objects; old code does not expect them.",
        "Nothing for old archives.")
    case .standInChanged:
      .init(
        .refuse, .refuse, "Archives have objects of the former stand-in, which are not allowed at this place now.",
        "Keep the former stand-in in 'replace(method, Type)', or write the type with 'types(…)'.")
    case .resolveRemoved:
      .init(
        .misread, .safe, "The decoded object is used, where another one took its place before.",
        "Put 'resolve(…)' back.")
    case .superclassChanged:
      .init(
        .refuse, .refuse,
        "Where a class is expected, objects of that class and of its subclasses are read, and no others: archives have objects of the former subclass there.",
        "Keep the superclass, directly or through another class; if no archive has an object of the class where the superclass is expected, accept it."
      )
    case .keyAdded:
      .init(.safe, .safe, "Old archives leave the field at its default; old code ignores the key.", "Nothing.")
    case .requiredKeyAdded:
      .init(
        .refuse, .safe,
        "Old archives lack the key, and 'required', the missing default or a tag without a member makes that an error.",
        "Give the field a default, or make it optional.")
    case .keyRemoved:
      .init(
        .loss, .loss, "Archives have values under the key, and no field reads them.",
        "If the field was renamed, write 'was(\"old\")' on it; if its values are no longer needed, retire the key.")
    case .keyRenamed:
      .init(
        .safe, .loss, "The new code reads the former key; old code does not know the new one.",
        "Nothing for old archives.")
    case .keyReused:
      .init(
        .misread, .misread, "The key was retired: archives have it with another meaning.",
        "Choose another key with 'key(\"…\")'.")
    case .keysSwapped:
      .init(
        .misread, .misread, "A field with a former key that another field has now reads that field's values.",
        "Give both fields new keys, each with the former key of its own data.")
    case .keyOfAnotherField:
      .init(
        .misread, .misread, "Two fields have exchanged a key: what one of them wrote is read as the other's value.",
        "Give each field its own key again; if only the names were exchanged on purpose, accept it.")
    case .formerKeyRemoved:
      .init(
        .loss, .safe, "Archives of an earlier release have the value under this key.", "Put the key back into 'was(…)'."
      )
    case .linkAdded:
      .init(
        .safe, .refuse, "Old code refuses an archive with pointers that it does not know.", "Nothing for old archives.")
    case .linkRemoved:
      .init(
        .refuse, .loss, "The decoder refuses to drop what a pointer leads to; old code finds nothing behind it.",
        "If it was renamed, write 'was(\"old\")'; if it is dropped on purpose, write 'removed(\"old\")' on the type.")
    case .defaultChanged:
      .init(
        .misread, .safe, "An archive without the key now gives another value.", "Keep the default, or add a new field.")
    case .requiredAdded:
      .init(.refuse, .safe, "An archive without the key is refused now.", "Give it a default instead.")
    case .requiredRemoved: .init(.safe, .safe, "An archive without the key is accepted now.", "Nothing.")
    case .optionalAdded: .init(.safe, .refuse, "Old code cannot represent nil.", "Nothing for old archives.")
    case .optionalRemoved:
      .init(
        .refuse, .safe, "Archives may have nil here, and nil is read by an optional property alone.",
        "Keep it optional, or add a property with a new key and set it in 'migrate'.")
    case .nothingInCommon:
      .init(
        .refuse, .refuse, "The decoder takes a record of which it knows no key for one of another type.",
        "Keep a key, or write 'was(\"old\")' on the fields that were renamed.")
    case .typeWidened:
      .init(
        .safe, .refuse, "Every old value fits; old code refuses values that do not fit its type.",
        "Nothing for old archives.")
    case .typeNarrowed:
      .init(.refuse, .safe, "Values that do not fit exactly are refused.", "Keep the wider type, or add a new field.")
    case .typeChanged:
      .init(
        .refuse, .refuse, "The values of the one type are refused by the other, left out, or come out as others.",
        "Add a field with a new key, and keep or retire the old one.")
    case .arrayGrown:
      .init(
        .safe, .refuse, "New elements have their default, or are zero; old code refuses the longer array.",
        "Nothing for old archives.")
    case .arrayShortened:
      .init(
        .refuse, .safe, "The decoder refuses to cut off elements that are not zero, and texts that do not fit.",
        "Keep the length, or add a new field.")
    case .columnArrayChanged:
      .init(
        .refuse, .refuse,
        "Until version 1.1 an array in an array of records could not grow. Now it is judged as any array is.",
        "Nothing.")
    case .rankChanged:
      .init(.refuse, .refuse, "Another number of dimensions is refused.", "Add a field with a new key.")
    case .becameArray:
      .init(
        .safe, .refuse, "The value is the first of the array, and the others are zero; old code refuses the array.",
        "Nothing for old archives.")
    case .becameValue:
      .init(
        .refuse, .safe,
        "The first element is the value; others that are not zero are refused, and so are bytes in a single record, which have no type.",
        "Keep the array, or add a new field.")
    case .encodingChanged:
      .init(
        .refuse, .refuse, "Text that the other encoding cannot represent is refused.",
        "Keep the encoding if any text may hold such characters.")
    case .bytesReinterpreted:
      .init(
        .misread, .misread,
        "An archive has arrays of one byte without their type, so that values below 0 and above 127 come back as others.",
        "Keep the sign of the bytes, or use a new key.")
    case .storageChanged:
      .init(
        .safe, .safe,
        "Every form of storage is read, whatever the field's own is; only code that earlier versions of archivegen generated for a Swift array with 'elements' refuses packed numbers, "
          + "and a struct or class without 'columns' refuses columns.",
        "Nothing; 'columns' stays where archives have them."
      )
    case .codingChanged:
      .init(
        .refuse, .refuse,
        "A value is stored in one way by the 'Codable' coding of its type and in another by generated code; only numbers, texts, data, dates, UUIDs, URLs and decimal numbers are the same.",
        "Keep the coding, or add a property with a new key.")
    case .bitGroupChanged:
      .init(
        .safe, .safe,
        "Archives say which bits of a group are whose, and a field is read from its own key or from any group.",
        "Nothing.")
    case .bitPositionChanged:
      .init(.safe, .safe, "Archives say at which position each field of a group is.", "Nothing.")
    case .bitGroupKeyReused:
      .init(
        .refuse, .refuse, "The key was that of a group of bit-fields, whose integer is no value of the field.",
        "Give the field another key with 'key(\"…\")', or the group another name.")
    case .enumeratorAdded: .init(.safe, .safe, "Old code has the number without a name.", "Nothing.")
    case .enumeratorRemoved:
      .init(
        .loss, .safe, "Archives have the number, and it has no name any more.", "Keep the enumerator, or retire it.")
    case .enumeratorRenumbered:
      .init(
        .misread, .misread, "Archives have the number, which means something else now.",
        "Give the enumerator its former number.")
    case .enumeratorReused:
      .init(.misread, .misread, "The number belonged to another enumerator.", "Choose a number that was never used.")
    case .enumerationChanged:
      .init(
        .misread, .misread, "The numbers in archives belong to another enumeration.",
        "Use a new key for values of another enumeration.")
    case .caseAdded: .init(.safe, .refuse, "Old code does not know the case.", "Nothing for old archives.")
    case .caseRemoved:
      .init(
        .refuse, .safe, "Archives may have the case.",
        "If it was renamed, write 'was(\"old\")' on it; else keep or retire it.")
    case .tagChanged:
      .init(
        .refuse, .refuse, "The member's values are found by another field's values.",
        "Keep the tag's key, with 'was(…)' on the tag.")
    case .memberConditionChanged:
      .init(
        .misread, .misread, "For the same tag another member of the union is live.",
        "Give each member the tag values that it had.")
    case .allowedValuesRemoved:
      .init(
        .refuse, .safe, "Archives may have the value, which is refused now.",
        "Keep the enumerator, or the tag's value; 'case(default)' on a member of a union takes all other values.")
    case .allowedValuesAdded: .init(.safe, .refuse, "Old code refuses the new value.", "Nothing for old archives.")
    case .targetChanged:
      .init(
        .refuse, .refuse, "The pointer leads to another type.",
        "Use a new key for the new pointer, and 'removed(…)' for the old one.")
    case .countChanged:
      .init(
        .refuse, .refuse, "The number of elements is another one, or is taken from other fields.",
        "Keep the count, with 'was(…)' on a field of it that was renamed, or give the elements a new key.")
    case .weakAdded:
      .init(
        .loss, .safe, "What only this reference leads to is not archived any more.",
        "Keep the strong reference if nothing else leads to it.")
    case .weakRemoved: .init(.safe, .safe, "The object is archived with the reference now.", "Nothing.")
    case .symbolAdded: .init(.safe, .refuse, "Old code does not know the function.", "Nothing for old archives.")
    case .listedTypeAdded:
      .init(.safe, .refuse, "Old code does not know the type as a value of this key.", "Nothing for old archives.")
    case .listedTypeRemoved:
      .init(
        .refuse, .safe, "Archives have objects of the type under this key, and they are not allowed there now.",
        "Put the type back into 'types(…)'.")
    case .symbolRemoved:
      .init(.refuse, .safe, "Archives may have the function's name.", "Keep the function in 'symbols(…)'.")
    }
  }
}
