// Pointers that archive nothing by themselves.
#pragma once
#include <stdint.h>

struct wk_owner {
    uint32_t id;
    struct wk_part *parts;  // archive: ref
};

struct wk_part {
    int16_t number;
    struct wk_part *next;
    struct wk_owner *owner;     // archive: weak
    struct wk_part *favorite;   // archive: weak
    struct wk_part *others[2];  // archive: weak
    int16_t *best;              // archive: weak -- a part's number
};

/// An owner with three parts, a part that nothing owns, and an owner that only a weak pointer knows.
struct wk_owner *wk_build(void);
/// For the original; it also looks at what decoding leaves out.
const char *wk_check_original(const struct wk_owner *root);
/// For the decoded one.
const char *wk_check(const struct wk_owner *root);
/// For the original.
void wk_free_original(struct wk_owner *root);
/// For the decoded one.
void wk_free(struct wk_owner *root);
