// Function pointers, by the names of the functions that they may lead to.
#pragma once
#include <stdint.h>

struct ca_node;

int ca_by_name(const struct ca_node *a, const struct ca_node *b);
int ca_by_age(const struct ca_node *a, const struct ca_node *b);
int ca_secret(const struct ca_node *a, const struct ca_node *b);
void ca_ring(void);
void ca_rest(void);

typedef int (*ca_compare)(const struct ca_node *, const struct ca_node *);

struct ca_node {
    int32_t age;
    char letter;
    int (*compare)(const struct ca_node *, const struct ca_node *);  // archive: symbols(ca_by_name, ca_by_age)
    ca_compare fallback;           // archive: symbols(ca_by_age, ca_by_name)
    void (*actions[3])(void);      // archive: symbols(ca_ring, ca_rest)
    struct ca_node *next;
};

struct ca_node *ca_build(void);
const char *ca_check(const struct ca_node *root);
void ca_free(struct ca_node *root);

/// `compare` is `ca_secret`, which is not in its table.
struct ca_node *ca_build_unknown(void);
