// Ways to name a struct.
#pragma once

typedef struct {
    int a;
} untagged;

typedef struct tagged {
    int a;
} tagged_t;

// A pointer typedef of the struct's own name: Swift sees two types called `handle`.
typedef struct handle {
    int id;
} *handle;

// The same, with a second typedef that is clear. It does not help: Swift files a conformance under the tag.
typedef struct twin {
    int id;
} *twin;
typedef struct twin twin_record;
