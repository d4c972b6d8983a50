// The table of attributes, by subject. An attribute needs nothing but its row to be parsed.

private typealias Use = AttributeRule.Use

extension Attribute.Name {
  /// Attributes for keys, defaults, storage and archived names.
  var valueRule: AttributeRule {
    switch self {
    case .key:
      AttributeRule(
        "key(\"status\")", 1...1, arguments: .key,
        .on(.field, #"key("k")"#, means: "The key in archives, instead of the field's name."),
        .on([.property, .enumCase, .payload], #"key("k")"#, means: "The key in archives, instead of the name."))
    case .was:
      AttributeRule(
        "was(\"old\")", 1...Int.max, arguments: .key, types: .withoutRawValue,
        .on(
          [.field, .type], #"was("old", …)"#,
          means:
            "Former keys of a field, or former names of a type, which are still read. A field's key is relative to "
            + "the member that contains the field: `was(\"boxes\")` on a member of `cargo` means `cargo.boxes`. With a "
            + "leading slash it is relative to the root of the record, or of an array's element: `was(\"/boxes\")`, for a "
            + "field that moved into a member, out of one, or to another."),
        .on(
          [.property, .enumCase, .payload], #"was("old", …)"#,
          means:
            "Former keys, which are still read. In a struct that is part of an object, `was(\"/size\")` is a key of the "
            + "object itself, for a property that moved. Codable has no such keys."),
        .on(.swiftType, #"was("Squad", …)"#, means: "Former names of the type, which are still read."))
    case .removed:
      AttributeRule(
        "removed(\"old\")", 1...Int.max, arguments: .removedKey,
        .on(
          .type, #"removed("k", …)"#,
          means: "Keys of fields that the type once had and that were removed on purpose: `removed(\"next\", "
            + "\"links.prev\", \"slots[].to\")`. Their values in old archives are ignored, and what only these pointers "
            + "lead to is freed. Without it a lost pointer is an error."))
    case .skip:
      AttributeRule(
        "skip", 0...0,
        .on([.field, .type], "skip", means: "The field or the type is not archived."),
        .on(.property, "skip", means: "The property is not archived, and has its initial value after decoding."),
        .on(.swiftType, "skip", means: "The type is not archived."))
    case .default:
      AttributeRule(
        "default(1)", 1...1, arguments: .expression, excludes: [.required], fields: [.number, .charArray],
        .on(
          .field, "default(v)",
          means:
            "The value if an archive has no key for the field: an integer, an enumerator, a real number, `true`, or "
            + "a quoted text. Without it the value is zero. Records, arrays of numbers, `long double` and pointers have "
            + "no default."),
        .on(
          [.property, .payload], "default(.red)",
          means:
            "The value if an archive has no key: a Swift expression. A case's value has the one that Swift gives it (`door: Int = 3`), if that is a literal."
        ))
    case .required:
      AttributeRule(
        "required", 0...0, excludes: [.default], fields: .notUnion,
        .on(
          .field, "required",
          means:
            "An archive without the key is an error; for a member of a union that is not a pointer, only if the member "
            + "is live."),
        .on(.property, "required", means: "An archive without the key is an error."))
    case .elements:
      AttributeRule(
        "elements", 0...0, excludes: [.packed, .native], fields: .array,
        .on(.field, "elements", means: "An array has a key for each element: `a[3]`, `a[3].x`."),
        .on(.property, "elements", means: "An array of numbers is a collection of numbers, as NSArray archives it."))
    case .packed:
      AttributeRule(
        "packed", 0...0, excludes: [.elements, .native], fields: .array,
        .on(.field, "packed", means: "An array of numbers is one byte string, little-endian. This is the default."),
        .on(.property, "packed", means: "An array of numbers is one byte string. This is the default."))
    case .native:
      AttributeRule(
        "native", 0...0, excludes: [.elements, .packed], fields: .numberArray,
        .on(.field, "native", means: "As `packed`, but in the machine's byte order, which the archive records."))
    case .bitgroup:
      AttributeRule(
        "bitgroup(\"flags\")", 1...1, arguments: .key, fields: .bitField,
        .on(
          .field, #"bitgroup("flags")"#,
          means:
            "On adjacent bit-fields: those with the same name are archived in one integer of up to 64 bits under this key. "
            + "Each has a position in it that is ours and not the compiler's, and that the lock keeps. Archives say which "
            + "bits are whose, so a field may move into a group, out of one, or to another."))
    case .name:
      AttributeRule(
        "name(\"Order\")", 1...1, arguments: .archivedName, types: .withoutRawValue,
        .on(.type, #"name("N")"#, means: "The type's name in archives."),
        .on(.swiftType, #"name("Club")"#, means: "The type's name in archives."))
    case .version:
      AttributeRule(
        "version(2)", 1...1, arguments: .version, types: .withoutRawValue,
        .on(
          .type, "version(n)",
          means: "The version of the type's schema. Archives have it if it is above 1."),
        .on(.swiftType, "version(2)", means: "The version of the type, which is stored in archives."))
    case .identity:
      AttributeRule(
        "identity(id)", 1...Int.max, types: [.class, .struct],
        .on(
          .type, "identity(id)",
          means:
            "The fields that tell records of the type from each other in an array. An older program that saves what a newer one "
            + "wrote keeps what it does not know of a record by them, wherever the record is then (`ArchiveEvolution`). Archives are "
            + "the same with and without it."),
        .on(
          .swiftType, "identity(id)",
          means:
            "The properties that tell values of the struct from each other in a collection, or rows of the class with `columns` in "
            + "its table: an older program that saves what a newer one wrote keeps what it does not know of a value by them "
            + "(`ArchiveEvolution`). Other objects are known by themselves."))
    case .access:
      AttributeRule(
        "access(internal)", 1...1, arguments: .access,
        .on(
          .type, "access(internal)",
          means:
            "On a record that Swift does not import: the access level of the struct generated for it. `--access` "
            + "sets it for all."),
        .on(.swiftType, "access(internal)", means: "The access level of the conformance, which has to be the type's."))
    default: AttributeRule(rawValue, 0...0)
    }
  }

  /// Attributes for the targets of pointers and flexible arrays.
  var pointerRule: AttributeRule {
    switch self {
    case .count:
      AttributeRule(
        "count(n)", 1...Int.max, excludes: [.bytes], fields: [.pointer, .flexibleArray],
        .on(
          .field, "count(n)",
          means:
            "The field `n` has the number of elements of a pointer or flexible array. Products of fields beside it, "
            + "macros and numbers are possible: `count(width, height, 4)`, `count(header.length * 2)`, and one number more than "
            + "their product: `count(length + 1)`, where the pointer may be NULL if the product is 0. `__counted_by` in "
            + "the header means the same."))
    case .bytes:
      AttributeRule(
        "bytes(n)", 1...Int.max, excludes: [.count, .cstring], fields: [.pointer, .flexibleArray],
        .on(.field, "bytes(n)", means: "As `count`, but in bytes, also for `void *`. `__sized_by` means the same."))
    case .capacity:
      AttributeRule(
        "capacity(n)", 1...1, fields: [.pointer, .flexibleArray],
        .on(
          .field, "capacity(n)",
          means:
            "Beside `count` or `bytes`: the field `n` has the size of the block, in the same unit. After reading it is the "
            + "count, because the block then has no room for more: "
            + "`struct item *items; // archive: count(used), capacity(room)`. `capacity(room + 1)`: the block has one more "
            + "than the field says."))
    case .nullable:
      AttributeRule(
        "nullable", 0...0, excludes: [.weak, .via, .symbols], fields: [.pointer],
        .on(
          .field, "nullable",
          means:
            "Beside `count` or `bytes`: the pointer may be NULL although the count is not 0, in memory and in archives. "
            + "`__counted_by_or_null` and `__sized_by_or_null` mean the same. Without it this is an error: code that relies "
            + "on the count would follow NULL."))
    case .terminated:
      AttributeRule(
        "terminated", 0...2, excludes: [.count, .bytes, .capacity, .nullable, .weak, .container, .symbols, .via],
        fields: [.pointer, .flexibleArray],
        .on(
          .field, "terminated", "terminated(field)",
          means:
            "An array of pointers that ends with NULL, or of integers that ends with 0: "
            + "`char **names; // archive: cstring, terminated`. `terminated(-1)` and `terminated(END)` are for another last integer, "
            + "`terminated(name)` for structs whose `name` is NULL or 0 in the last one, `terminated(kind, END)` for another value "
            + "there. The last element is archived too. Reading refuses an archive without it. The pointer may be NULL."
        ))
    case .cstring:
      AttributeRule(
        "cstring", 0...1, arguments: .encoding, excludes: [.bytes, .to, .elements, .packed, .native],
        fields: [.charArray, .textPointer],
        .on(
          .field, "cstring", "cstring(latin1)",
          means:
            "Text. Without it a `char` array is archived as numbers: decide before the first release. A `char` array or "
            + "`char *` is UTF-8 unless an encoding is given, and a pointer's text ends with a NUL. A text that fills a char array has none behind it, also where it was longer in the archive's release: bound every reader of the array. `char16_t *` and `wchar_t *` are UTF-16 and UTF-32; for another integer of that size write "
            + "`cstring(utf16)` or `cstring(utf32)`."))
    case .ref:
      AttributeRule(
        "ref", 0...0, fields: [.pointer, .flexibleArrayOfPointers],
        .on(
          .field, "ref",
          means:
            "A pointer leads to one record or number. A pointer to the struct that it is in, as in a list or tree, "
            + "does not need it."))
    case .weak:
      AttributeRule(
        "weak", 0...0, fields: [.pointer, .flexibleArrayOfPointers],
        .on(
          .field, "weak",
          means: "What the pointer leads to is archived only if something else archives it. Otherwise the pointer is "
            + "NULL after decoding."),
        .on(
          .property, "weak",
          means: "As for a `weak` variable: the object is archived only if something else archives it."))
    case .to:
      AttributeRule(
        "to(order)", 1...1, excludes: [.cstring], fields: [.pointer, .flexibleArrayOfPointers],
        .on(
          .field, "to(type)",
          means:
            "The pointer leads to this struct or union, whatever its C type is: `void *user; // archive: to(user)`."))
    case .symbols:
      AttributeRule(
        "symbols(compare_name, compare_age)", 1...Int.max,
        excludes: [.ref, .weak, .count, .bytes, .cstring, .to, .container, .via], fields: .functionPointer,
        .on(
          .field, "symbols(f, …)",
          means:
            "A function pointer leads to one of these functions of the headers, which have its type. It is archived "
            + "by the function's name."))
    case .via:
      AttributeRule(
        "via(pack, unpack)", 2...3, arguments: .function,
        excludes: [.ref, .weak, .count, .bytes, .cstring, .to, .container, .symbols], fields: .pointer,
        .on(
          .field, "via(pack, unpack)", "via(pack, unpack, release)",
          means:
            "Your Swift functions convert a pointer to bytes, `(UnsafeMutableRawPointer) throws -> Data`, and bytes "
            + "to a pointer, `(Data) throws -> UnsafeMutableRawPointer?`. They are not called for NULL. `release`, "
            + "`(UnsafeMutableRawPointer) -> Void`, is called for each pointer when the graph is freed, but not after "
            + "`graph.release()`, which hands the pointers to the caller."),
        .on(
          [.property, .payload, .elsewhere], "via(pack, unpack)",
          means:
            "Your functions convert the value to one of an archived type, `(Color) throws -> [Double]`, and back. They may be "
            + "for what is in an optional or an array. In `archivegen.yml` it is for all values of a type of another module."
        ))
    case .container:
      AttributeRule(
        "container(node, link)", 2...2, excludes: [.count, .bytes, .cstring, .to], fields: .link,
        .on(
          .field, "container(node, link)",
          means: "On a link or the head of an intrusive list: its pointers lead to the field `link` of a `node`."))
    default: AttributeRule(rawValue, 0...0)
    }
  }

  /// Attributes for the live member of a union.
  var unionRule: AttributeRule {
    switch self {
    case .tag:
      AttributeRule(
        "tag(kind)", 1...1, fields: .union,
        .on(
          [.field, .type], "tag(field)",
          means:
            "The field that selects the live member. It is beside the union, or in a member (`tag(any.family)`) that is "
            + "then always live."))
    case .case:
      AttributeRule(
        "case(KIND_A)", 1...Int.max, fields: .unionMember,
        .on(
          .field, "case(VALUE, …)",
          means: "The tag's values for which the member is live. They are enumerators, macros, numbers or "
            + "`default`. Any other value is an error, both in a record and in an archive."))
    case .none:
      AttributeRule(
        "none(KIND_EMPTY)", 1...Int.max, fields: .union,
        .on(
          [.field, .type], "none(VALUE, …)",
          means:
            "Beside `tag`: the tag's values for which no member is live, such as that of a record from `calloc`. The "
            + "union is then zero after decoding. `none(default)` allows every value that no member has."))
    case .view:
      AttributeRule(
        "view(member)", 1...1, fields: .union,
        .on([.field, .type], "view(member)", means: "This member is always the live one."))
    default: AttributeRule(rawValue, 0...0)
    }
  }

  /// Attributes for the initialization, validation and substitution of Swift types.
  var modelRule: AttributeRule {
    switch self {
    case .`init`:
      // An attribute without arguments has no parentheses, or empty ones.
      AttributeRule(
        "init(name:age:)", 0...1, arguments: .labels, types: [.class, .struct],
        .on(
          .swiftType, "init(name:device:)",
          means: "The initializer that decoding calls. Without it archivegen chooses the one that takes most of the "
            + "properties."))
    case .validate:
      AttributeRule(
        "validate(check)", 0...1, arguments: .method, types: [.class, .struct],
        .on(
          .swiftType, "validate", "validate(check)",
          means: "`func check() throws` is called after the whole archive has been read."))
    case .migrate:
      AttributeRule(
        "migrate(update)", 1...1, arguments: .method, types: [.class, .struct],
        .on(
          .type, "migrate(update)",
          means:
            "Beside `version`: `mutating func update(from version: Int, _ decoder: RecordDecoder) throws` in an extension of "
            + "the struct, or a C function `void update(struct order *, int version)`, is called for values of an earlier "
            + "version, after everything else has been read. The method may read the former keys. A function gets them by a "
            + "third parameter, `const struct order_v1 *`: a struct that has the former fields."),
        .on(
          .swiftType, "migrate(update)",
          means:
            "`func update(from version: Int, _ decoder: ObjectDecoder) throws` (`mutating` for a struct) is called "
            + "for values of an earlier version, after everything else has been read. It may read the former keys."))
    case .replace:
      // The arguments are the method, and the class of its result unless that is a subclass.
      AttributeRule(
        "replace(standIn, StandIn)", 1...2, arguments: .method, types: .class,
        .on(.swiftType, "replace(standIn)", means: "The object that this method returns is archived instead."))
    case .resolve:
      AttributeRule(
        "resolve(shared)", 1...1, arguments: .method, types: .class,
        .on(
          .swiftType, "resolve(shared)",
          means:
            "The object that this method returns is used instead of the decoded one, such as a shared instance of a "
            + "font."))
    case .codable:
      AttributeRule(
        "codable", 0...0,
        .on(
          .swiftType, "codable",
          means:
            "Adds a conformance to `Codable` to a type that has none: a struct, an enumeration or a final class without "
            + "tuples and values of protocol type. C structs are included; a single one is encoded as `ArchivedRecord(value)`."
        ))
    case .securecoding:
      AttributeRule(
        "securecoding", 0...0, types: .class,
        .on(
          .swiftType, "securecoding",
          means: "Adds a conformance to `NSSecureCoding`, for a final class that derives from NSObject. It is for "
            + "Foundation's archivers, and only these can read what they write with it."))
    case .owncoding:
      AttributeRule(
        "owncoding", 0...0,
        excludes: [
          .elements, .packed, .weak, .types, .`init`, .validate, .migrate, .replace, .resolve, .codable, .securecoding,
          .version, .identity, .name,
        ],
        types: [.class, .struct, .enum],
        .on(
          .swiftType, "owncoding",
          means: "A type that is `Codable` is archived by its own `init(from:)` and `encode(to:)`, whether it or the "
            + "compiler writes them. What they store is the type's own affair, and each reference to an object is a copy."
        ),
        .on(
          [.property, .payload], "owncoding",
          means: "The value is archived by the `Codable` coding of its type, which may be one of another module."))
    case .as:
      AttributeRule(
        "as(rawValue)", 1...1, arguments: .representation,
        excludes: [.elements, .packed, .weak, .types, .owncoding, .via],
        .on(
          [.property, .payload, .elsewhere], "as(rawValue)", "as(description)", "as(elements)", "as(securecoding)",
          means:
            "The value is archived as what its type offers, which may be one of another module: its raw value; its text "
            + "(`LosslessStringConvertible`); its elements, for a collection that is made of a sequence; the archive of "
            + "NSKeyedArchiver (`NSSecureCoding`). In `archivegen.yml` it is for all values of a type of another module."
        ))
    case .types:
      AttributeRule(
        "types(Circle, Square)", 1...Int.max, arguments: .type,
        .on(.swiftProtocol, "types(Circle, Square)", means: "The possible types of the protocol's values."),
        .on(.property, "types(Circle, Square)", means: "For a property of protocol type: the types of its values."))
    case .columns:
      AttributeRule(
        "columns", 0...0, excludes: [.version, .migrate, .owncoding, .replace, .resolve], types: [.class, .struct],
        .on(
          .swiftType, "columns",
          means:
            "Arrays of the struct, and all objects of the final class, are archived as columns, as C structs are: smaller, and many "
            + "times faster. The properties are numbers, text, dates, UUIDs, URLs, decimals, data, enumerations without values, structs with the "
            + "attribute, optionals of these, and in a class optional references to objects of itself. Both forms are read; releases "
            + "without the attribute cannot read columns."
        ))
    case .isolation:
      AttributeRule(
        "isolation(MainActor)", 1...1,
        .on(
          .swiftType, "isolation(MainActor)", "isolation(nonisolated)",
          means: "The global actor of the type, if its declaration does not show it."))
    default: AttributeRule(rawValue, 0...0)
    }
  }
}
