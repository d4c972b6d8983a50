// Text that a NUL ends, in every encoding; NULL is not the empty text.
#pragma once
#include <stdint.h>
#include <uchar.h>
#include <wchar.h>

struct tx_node {
    char *plain;                 // archive: cstring
    const char *constant;        // archive: cstring
    char *latin;                 // archive: cstring(latin1)
    unsigned char *bytes;        // archive: cstring
    char16_t *sixteen;           // archive: cstring
    uint16_t *also_sixteen;      // archive: cstring(utf16)
    wchar_t *wide;               // archive: cstring
    char32_t *thirty_two;        // archive: cstring(utf32)
    char *null;                  // archive: cstring
    char *empty;                 // archive: cstring
    char16_t *empty_sixteen;     // archive: cstring
    wchar_t *null_wide;          // archive: cstring
    char inside[8];              // archive: cstring
    struct tx_node *next;
};

/// Two nodes that share some of their strings, and have others that are equal but not the same.
struct tx_node *tx_build(void);
const char *tx_check(const struct tx_node *root);
void tx_free(struct tx_node *root);

/// Text that is none: `plain` is no UTF-8, or `sixteen` ends in half a pair.
struct tx_node *tx_build_invalid_utf8(void);
struct tx_node *tx_build_invalid_utf16(void);
/// `plain` has a million bytes.
struct tx_node *tx_build_long(void);
const char *tx_check_long(const struct tx_node *root);

/// Pointers into the middle of a string that is archived as well.
struct tx_path {
    char *name;          // archive: cstring -- within `path`, and met before it
    char *path;          // archive: cstring
    char *extension;     // archive: cstring
    char *end;           // archive: cstring -- its NUL
};

struct tx_path *tx_build_path(void);
const char *tx_check_path(const struct tx_path *root);
void tx_free_path(struct tx_path *root);
