// char arrays as bytes and as text.
#pragma once

struct text {
    char raw[16];
    char name[16];     // archive: cstring
    char place[8];     // archive: cstring(latin1)
    char lines[2][8];  // archive: cstring
    signed char s[3];
    unsigned char u[3];
};
