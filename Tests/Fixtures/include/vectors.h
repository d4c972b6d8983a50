// Vectors, GCC's and OpenCL's.
#pragma once

typedef float float4 __attribute__((vector_size(16)));
typedef int int2 __attribute__((vector_size(8)));
typedef unsigned char bytes16 __attribute__((vector_size(16)));

struct vectors {
    int2 small;
    float4 four;
    bytes16 bytes;
    float4 two[2];
};

#ifdef __clang__
typedef float float3 __attribute__((ext_vector_type(3)));
struct three_lanes {
    float3 position;
    int tag;
};
#endif
