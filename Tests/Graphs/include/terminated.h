// Arrays without a count, which end with NULL, with a number, or with a struct that has one in a field.
#pragma once
#include <stdint.h>

#define TE_LAST -1

enum te_kind { TE_START = 1, TE_MORE, TE_END };

struct te_option {
    int value;
    const char *name;          // archive: cstring
    int *flag;                 // archive: ref
};

struct te_place { int x; enum te_kind kind; };

struct te_rule {
    struct te_place place;
    struct te_option *option;  // archive: ref
};

struct te_menu {
    char **words;              // archive: cstring, terminated
    struct te_option **chosen; // archive: terminated
    int *ids;                  // archive: terminated(TE_LAST)
    uint16_t *codes;           // archive: terminated
    char *letters;             // archive: terminated
    enum te_kind *kinds;       // archive: terminated(TE_END)
    struct te_option *options; // archive: terminated(name)
    struct te_rule *rules;     // archive: terminated(place.kind, TE_END)
    /// These lead into the midst of the arrays above.
    struct te_option *rest;    // archive: terminated(name)
    int *last_id;              // archive: terminated(-1)
    char **none;               // archive: cstring, terminated
    char **empty;              // archive: cstring, terminated
    int flag;
    char label[];              // archive: terminated
};

/// A flexible array of texts.
struct te_list {
    int number;
    char *names[];             // archive: cstring, terminated
};

struct te_list *te_build_list(void);
const char *te_check_list(const struct te_list *root);
void te_free_list(struct te_list *root);

struct te_menu *te_build(void);
const char *te_check(const struct te_menu *root);
void te_free(struct te_menu *root);
