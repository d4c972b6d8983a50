// The words that need no pointer.
#pragma once
#include <stdint.h>

enum mode { MODE_OFF, MODE_ON = 3 };

// archive: name("Order"), version(2), was("PurchaseOrder"), identity(order)
struct purchase {
    uint32_t order;
    unsigned flags : 3;    // archive: key("status")
    unsigned kind : 5;     // archive: default(7)
    // archive: was("amount", "sum")
    double total;
    /* archive: required */
    int64_t customer;
    enum mode mode;        // archive: default(MODE_ON)
    float ratio;           // archive: default(0.5)
    uint64_t largest;      // archive: default(0xFFFFFFFFFFFFFFFF)
    char note[8];          // archive: cstring, default("none")
    double cached_total;   // archive: skip -- computed when loaded
    void *handle;          // archive: skip
    uint16_t parts[2];     // archive: elements, key("part")
};

// archive: skip
struct never {
    int a;
};

struct configured {
    int renamed;
    void *hidden;
    struct {
        int inner;
    } member;
};
