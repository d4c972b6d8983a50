// Types that Swift warns of wherever they are named.
#pragma once

struct outdated {
    int a;
} __attribute__((deprecated("use keeps_outdated")));

typedef struct {
    int b;
} outdated_typedef __attribute__((deprecated));

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
struct keeps_outdated {
    struct outdated one;
    outdated_typedef two[2];
};
#pragma GCC diagnostic pop
