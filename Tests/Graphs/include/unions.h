// Unions whose live member a tag names, or one that stands for all.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum un_kind { UN_NONE = -1, UN_INTEGER = 1, UN_REAL, UN_POINT, UN_TEXT, UN_CHILD, UN_LIST, UN_OTHER = 100 };

struct un_point {
    int16_t x, y;
};

/// A named union with a tag beside it: constants, several in one case, and a default.
struct un_value {
    enum un_kind kind;
    // archive: tag(kind)
    union {
        int32_t i;               // archive: case(UN_INTEGER)
        double d;                // archive: case(UN_REAL)
        struct un_point point;   // archive: case(UN_POINT)
        char *text;              // archive: case(UN_TEXT), cstring
        struct un_value *child;  // archive: case(UN_CHILD), ref
        struct {
            uint32_t count;
            struct un_value **items;  // archive: count(count)
        } list;                  // archive: case(UN_LIST)
        uint8_t raw[12];         // archive: case(default)
    } value;
};

/// An anonymous one without a default, by integers; members that are live for several.
struct un_plain {
    uint8_t type;
    // archive: tag(type)
    union {
        uint32_t whole;     // archive: case(0, 7)
        uint16_t halves[2]; // archive: case(1)
        float real;         // archive: case(2)
    };
    uint8_t after;
};

/// One within another, each with a tag of its own; the outer one's is a bit-field.
struct un_nested {
    unsigned outer : 3;
    unsigned inner : 5;
    // archive: tag(outer)
    union {
        int64_t number;  // archive: case(0)
        // archive: case(5), tag(inner)
        union {
            int8_t small;           // archive: case(17)
            struct un_nested *next; // archive: case(18)
        } deep;
        // archive: case(6)
        struct {
            uint8_t sub;
            // archive: tag(sub)
            union {
                uint16_t u;  // archive: case(1)
                float f;     // archive: case(2)
            };
        } block;
    } choice;
};

/// A type whose tag is a member that all others begin with.
// archive: tag(type)
union un_event {
    uint32_t type;
    struct un_key {
        uint32_t type;
        uint16_t code;
        bool pressed;
    } key;  // archive: case(1)
    struct un_drop {
        uint32_t type;
        char *file;            // archive: cstring
        union un_event *cause; // archive: ref
    } drop;  // archive: case(2, 3)
    uint8_t padding[40];  // archive: skip
};

/// A union of which one member is archived, whatever is in it.
struct un_view {
    // archive: view(bits)
    union {
        float real;
        uint32_t bits;
    } number;
    // archive: view(all)
    union {
        struct {
            uint8_t red, green, blue, alpha;
        };
        uint8_t all[4];
    };
};

enum un_cargo { UN_EMPTY, UN_LIQUID, UN_CRATES, UN_SEALED = 9 };

/// Values of the tag for which no member is live: what is in memory then is nothing.
struct un_wagon {
    enum un_cargo kind;
    // archive: tag(kind), none(UN_EMPTY, UN_SEALED)
    union {
        double litres;  // archive: case(UN_LIQUID)
        char *crates;   // archive: case(UN_CRATES), cstring
    } cargo;
    struct un_wagon *next;
};

/// All values but those of members are such.
struct un_signal {
    uint8_t kind;
    // archive: tag(kind), none(default)
    union {
        uint16_t aspect;  // archive: case(1)
    };
};

/// Arrays of records with unions, of unions, and pointers to both.
struct un_root {
    struct un_value values[4];
    struct un_plain plains[3];
    struct un_value *more;     // archive: count(more_count)
    uint16_t more_count;
    struct un_nested *nested;  // archive: ref
    union un_event first;
    union un_event *events;    // archive: count(event_count)
    uint8_t event_count;
    struct un_view view;
};

struct un_root *un_build(void);
const char *un_check(const struct un_root *root);
void un_free(struct un_root *root);

/// A tag that no case has: 9 in `plains[1].type`. Frees as above.
struct un_root *un_build_unknown_tag(void);

/// Wagons of every kind. In the unions without a live member each byte is `filling`, and comes back as 0.
struct un_wagon *un_build_wagons(uint8_t filling);
const char *un_check_wagons(const struct un_wagon *wagon);
void un_free_wagons(struct un_wagon *wagon);

/// The plain one by itself: a value without pointers.
struct un_plain un_plain_value(void);
const char *un_check_plain(const struct un_plain *value);
