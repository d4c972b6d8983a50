// Arrays behind pointers that share memory: all of it, a part, and parts that cross.
#pragma once
#include <stdint.h>

struct ov_item {
    int32_t id;
    struct ov_item *link;
};

struct ov_views {
    /// Within `all`, and met before it.
    int16_t *part;          // archive: count(part_count)
    uint32_t part_count;
    int16_t *all;           // archive: count(all_count)
    uint32_t all_count;
    int16_t *same;          // archive: count(all_count)
    /// Neither is within the other.
    double *left;           // archive: count(left_count)
    uint8_t left_count;
    double *right;          // archive: count(right_count)
    uint8_t right_count;
    /// Records that cross.
    struct ov_item *front;  // archive: count(front_count)
    struct ov_item *back;   // archive: count(back_count)
    uint16_t front_count, back_count;
};

/// One block each for the 16-bit numbers, the doubles and the items.
struct ov_views *ov_build(void);
const char *ov_check(const struct ov_views *root);
void ov_free(struct ov_views *root);
