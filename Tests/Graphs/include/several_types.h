// Nodes of three types that lead to each other in circles.
#pragma once
#include <stdint.h>

struct sv_author;
struct sv_publisher;

struct sv_book {
    uint32_t isbn;
    struct sv_author *author;        // archive: ref
    struct sv_publisher *publisher;  // archive: ref
    struct sv_book *sequel;
};

struct sv_author {
    int16_t born;
    struct sv_book *first;  // archive: ref
    struct sv_book *best;   // archive: ref
};

struct sv_publisher {
    double revenue;
    struct sv_author *founder;  // archive: ref
    /// A type that leads nowhere.
    struct sv_address {
        uint16_t house;
        uint32_t postcode;
    } *address;  // archive: ref
};

struct sv_book *sv_build(void);
const char *sv_check(const struct sv_book *root);
void sv_free(struct sv_book *root);
