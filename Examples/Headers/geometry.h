// Shapes, and a scene made of arrays of them.
#pragma once
#include <stdint.h>

typedef struct vector2 {
    float x, y;
} vector2;

typedef struct {
    vector2 origin, size;
} rectangle;

struct vertex {
    vector2 position;
    uint8_t color[4];
    vector2 texture;
};

struct mesh {
    char name[24];               // archive: cstring
    double transform[4][4];
    struct vertex vertices[64];  // one column a field
    uint16_t indices[192];
    rectangle bounds;            // archive: skip -- computed when the mesh is loaded
};
