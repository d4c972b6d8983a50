// Pointers inside nested structs, arrays of structs and unions.
#pragma once
#include <stdint.h>

struct ep_node;

/// A struct that is used by value and has pointers.
struct ep_edge {
    float weight;
    struct ep_node *target;  // archive: ref
    char *label;             // archive: cstring
};

struct ep_grid {
    struct {
        uint16_t width, height;
    } size;
    int32_t *cells;  // archive: count(size.width, size.height)
};

struct ep_node {
    uint8_t id;
    struct ep_edge main;
    struct ep_edge edges[3];
    struct {
        struct ep_node *up;  // archive: ref
        struct {
            struct ep_node *deep;  // archive: ref
        };
        struct ep_grid grid;
    } links;
    uint8_t kind;
    // archive: tag(kind)
    union {
        struct ep_node *node;  // archive: ref, case(1)
        struct ep_edge edge;   // archive: case(2)
        uint64_t number;       // archive: case(default)
    } value;
};

struct ep_node *ep_build(void);
const char *ep_check(const struct ep_node *root);
void ep_free(struct ep_node *root);
