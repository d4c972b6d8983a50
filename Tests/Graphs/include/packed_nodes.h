// Pointers that are not aligned.
#pragma once
#include <stdint.h>

struct __attribute__((packed)) pk_node {
    uint8_t tag;
    struct pk_node *next;
    uint16_t count;
    int32_t *numbers;  // archive: count(count)
    char *name;        // archive: cstring
    uint8_t end;
};

/// Three nodes in a ring, of 28 bytes.
struct pk_node *pk_build(void);
const char *pk_check(const struct pk_node *root);
void pk_free(struct pk_node *root);
