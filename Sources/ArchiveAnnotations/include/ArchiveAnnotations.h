/* Annotations for archivegen as macros. They mean the same as comments like '// archive: cstring':

       char name[32] ARCHIVE(cstring, key("title"));
       struct line *lines ARCHIVE_COUNT(line_count);
       union { ... } value ARCHIVE(tag(kind));
       struct ARCHIVE(name("Order")) order { ... };

   A macro follows the declarator that it describes, or the keyword 'struct' or 'union'. At the beginning of a
   declaration it describes all that is declared. The compiler sees nothing of it.

   Made by 'archivegen attributes --header' from the table of attributes. Copies are welcome: archivegen takes the
   one that the header includes, and its own if there is none. */
#ifndef ARCHIVE_ANNOTATIONS_H
#define ARCHIVE_ANNOTATIONS_H

#ifdef __ARCHIVEGEN__

#define ARCHIVE(...) __attribute__((annotate("archive: " #__VA_ARGS__)))
#define ARCHIVE_KEY(k) __attribute__((annotate("archive: key(" #k ")")))
#define ARCHIVE_WAS(...) __attribute__((annotate("archive: was(" #__VA_ARGS__ ")")))
#define ARCHIVE_REMOVED(...) __attribute__((annotate("archive: removed(" #__VA_ARGS__ ")")))
#define ARCHIVE_SKIP __attribute__((annotate("archive: skip")))
#define ARCHIVE_DEFAULT(v) __attribute__((annotate("archive: default(" #v ")")))
#define ARCHIVE_REQUIRED __attribute__((annotate("archive: required")))
#define ARCHIVE_COUNT(...) __attribute__((annotate("archive: count(" #__VA_ARGS__ ")")))
#define ARCHIVE_BYTES(...) __attribute__((annotate("archive: bytes(" #__VA_ARGS__ ")")))
#define ARCHIVE_CAPACITY(n) __attribute__((annotate("archive: capacity(" #n ")")))
#define ARCHIVE_NULLABLE __attribute__((annotate("archive: nullable")))
#define ARCHIVE_TERMINATED __attribute__((annotate("archive: terminated")))
#define ARCHIVE_CSTRING __attribute__((annotate("archive: cstring")))
#define ARCHIVE_REF __attribute__((annotate("archive: ref")))
#define ARCHIVE_WEAK __attribute__((annotate("archive: weak")))
#define ARCHIVE_TO(type) __attribute__((annotate("archive: to(" #type ")")))
#define ARCHIVE_SYMBOLS(...) __attribute__((annotate("archive: symbols(" #__VA_ARGS__ ")")))
#define ARCHIVE_VIA(...) __attribute__((annotate("archive: via(" #__VA_ARGS__ ")")))
#define ARCHIVE_CONTAINER(...) __attribute__((annotate("archive: container(" #__VA_ARGS__ ")")))
#define ARCHIVE_TAG(field) __attribute__((annotate("archive: tag(" #field ")")))
#define ARCHIVE_CASE(...) __attribute__((annotate("archive: case(" #__VA_ARGS__ ")")))
#define ARCHIVE_NONE(...) __attribute__((annotate("archive: none(" #__VA_ARGS__ ")")))
#define ARCHIVE_VIEW(member) __attribute__((annotate("archive: view(" #member ")")))
#define ARCHIVE_ELEMENTS __attribute__((annotate("archive: elements")))
#define ARCHIVE_PACKED __attribute__((annotate("archive: packed")))
#define ARCHIVE_NATIVE __attribute__((annotate("archive: native")))
#define ARCHIVE_BITGROUP(flags) __attribute__((annotate("archive: bitgroup(" #flags ")")))
#define ARCHIVE_NAME(N) __attribute__((annotate("archive: name(" #N ")")))
#define ARCHIVE_VERSION(n) __attribute__((annotate("archive: version(" #n ")")))
#define ARCHIVE_IDENTITY(...) __attribute__((annotate("archive: identity(" #__VA_ARGS__ ")")))
#define ARCHIVE_MIGRATE(update) __attribute__((annotate("archive: migrate(" #update ")")))
#define ARCHIVE_ACCESS(internal) __attribute__((annotate("archive: access(" #internal ")")))

#else

/* Any attributes, with commas between them. */
#define ARCHIVE(...)

/* key("k"): The key in archives, instead of the field's name. */
#define ARCHIVE_KEY(k)
/* was("old", ...): Former keys of a field, or former names of a type, which are still read. */
#define ARCHIVE_WAS(...)
/* removed("k", ...): Keys of fields that the type once had and that were removed on purpose. */
#define ARCHIVE_REMOVED(...)
/* skip: The field or the type is not archived. */
#define ARCHIVE_SKIP
/* default(v): The value if an archive has no key for the field. */
#define ARCHIVE_DEFAULT(v)
/* required: An archive without the key is an error; for a member of a union that is not a pointer, only if the member is live. */
#define ARCHIVE_REQUIRED
/* count(n): The field n has the number of elements of a pointer or flexible array. */
#define ARCHIVE_COUNT(...)
/* bytes(n): As count, but in bytes, also for void *. */
#define ARCHIVE_BYTES(...)
/* capacity(n): Beside count or bytes: the field n has the size of the block, in the same unit. */
#define ARCHIVE_CAPACITY(n)
/* nullable: Beside count or bytes. */
#define ARCHIVE_NULLABLE
/* terminated: An array of pointers that ends with NULL, or of integers that ends with 0. */
#define ARCHIVE_TERMINATED
/* cstring: Text. */
#define ARCHIVE_CSTRING
/* ref: A pointer leads to one record or number. */
#define ARCHIVE_REF
/* weak: What the pointer leads to is archived only if something else archives it. */
#define ARCHIVE_WEAK
/* to(type): The pointer leads to this struct or union, whatever its C type is. */
#define ARCHIVE_TO(type)
/* symbols(f, ...): A function pointer leads to one of these functions of the headers, which have its type. */
#define ARCHIVE_SYMBOLS(...)
/* via(pack, unpack), via(pack, unpack, release): Your Swift functions convert a pointer to bytes, (UnsafeMutableRawPointer) throws -> Data, and bytes to a pointer, (Data) throws -> UnsafeMutableRawPointer?. */
#define ARCHIVE_VIA(...)
/* container(node, link): On a link or the head of an intrusive list. */
#define ARCHIVE_CONTAINER(...)
/* tag(field): The field that selects the live member. */
#define ARCHIVE_TAG(field)
/* case(VALUE, ...): The tag's values for which the member is live. */
#define ARCHIVE_CASE(...)
/* none(VALUE, ...): Beside tag. */
#define ARCHIVE_NONE(...)
/* view(member): This member is always the live one. */
#define ARCHIVE_VIEW(member)
/* elements: An array has a key for each element: a[3], a[3].x. */
#define ARCHIVE_ELEMENTS
/* packed: An array of numbers is one byte string, little-endian. */
#define ARCHIVE_PACKED
/* native: As packed, but in the machine's byte order, which the archive records. */
#define ARCHIVE_NATIVE
/* bitgroup("flags"): On adjacent bit-fields. */
#define ARCHIVE_BITGROUP(flags)
/* name("N"): The type's name in archives. */
#define ARCHIVE_NAME(N)
/* version(n): The version of the type's schema. */
#define ARCHIVE_VERSION(n)
/* identity(id): The fields that tell records of the type from each other in an array. */
#define ARCHIVE_IDENTITY(...)
/* migrate(update): Beside version. */
#define ARCHIVE_MIGRATE(update)
/* access(internal): On a record that Swift does not import. */
#define ARCHIVE_ACCESS(internal)

#endif

#endif
