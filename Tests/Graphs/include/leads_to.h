// Pointers that lead to another type than they say: `to`.
#pragma once
#include <stdint.h>

typedef struct {
    uint32_t id;
    char *name;  // archive: cstring
} lt_user;

struct lt_shape {
    int kind;
};

struct lt_circle {
    struct lt_shape base;
    double radius;
    struct lt_circle *next;
};

struct lt_holder {
    void *user;               // archive: to(lt_user)
    const void *same;         // archive: to(lt_user)
    struct lt_shape *circle;  // archive: to(lt_circle)
    void *users;              // archive: to(lt_user), count(user_count)
    uint16_t user_count;
};

struct lt_holder *lt_build(void);
const char *lt_check(const struct lt_holder *root);
void lt_free(struct lt_holder *root);
