// Enumerations: open, closed, flags, negative, 64-bit, untagged.
#pragma once
#include <stdint.h>

enum color { RED, GREEN, BLUE = 7 };
enum temperature { COLD = -40, MILD = 20 };
enum big { BIG_SMALL = 1, BIG_LARGE = 0x1234567890 };
enum big_unsigned { BIG_UNSIGNED = 0xFFFFFFFFFFFFFFF0u };
typedef enum { UNTAGGED_A, UNTAGGED_B } untagged_enum;

#ifdef __clang__
enum __attribute__((enum_extensibility(closed))) direction { NORTH, EAST, SOUTH, WEST };
enum __attribute__((flag_enum)) permissions { CAN_READ = 1, CAN_WRITE = 2, CAN_RUN = 4 };
enum tiny : uint8_t { TINY_A, TINY_B = 200 };
#else
enum direction { NORTH, EAST, SOUTH, WEST };
enum permissions { CAN_READ = 1, CAN_WRITE = 2, CAN_RUN = 4 };
enum __attribute__((packed)) tiny { TINY_A, TINY_B = 200 };
#endif

struct enums {
    enum color color;
    enum temperature temperature;
    enum big big;
    enum big_unsigned big_unsigned;
    untagged_enum untagged;
    enum direction direction;
    enum permissions permissions;
    enum tiny tiny;
    enum color three[3];
};
