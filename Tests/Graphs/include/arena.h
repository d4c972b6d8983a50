// Nodes that malloc knows nothing of: side by side in an arena, in static memory, or elements of an array that no
// pointer to the whole is kept of.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct ar_node {
    uint32_t id;
    char *name;     // archive: cstring
    struct ar_node *left, *right;
    float *scores;  // archive: count(score_count)
    uint8_t score_count;
};

struct ar_arena;

struct ar_arena *ar_arena_new(size_t size);
void ar_arena_free(struct ar_arena *arena);

/// Seven nodes, their names and scores, without a gap in between.
struct ar_node *ar_build(struct ar_arena *arena);
/// The same in one static array; nothing to be freed.
struct ar_node *ar_build_static(void);
const char *ar_check(const struct ar_node *root);
/// For a decoded one: a block for each node, name and array of scores.
void ar_free(struct ar_node *root);
