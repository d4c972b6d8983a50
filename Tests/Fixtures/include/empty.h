// Structs with nothing in them (GNU C gives them size 0), and with nothing that is archived.
#pragma once

struct empty {};

struct only_padding {
    unsigned : 5;
};

struct holds_empty {
    int a;
    struct empty nothing;
    struct empty three[3];
    int b;
};
