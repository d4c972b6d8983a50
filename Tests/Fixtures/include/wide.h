// Arithmetic types that Swift's importer leaves out.
#pragma once

struct wide_integers {
    char before;
    __int128 i;
    unsigned __int128 u;
    char after;
};

struct long_doubles {
    char before;
    long double x;
    long double three[3];
    char after;
};

struct complexes {
    float _Complex f;
    double _Complex d;
    long double _Complex l;
    double _Complex pair[2];
};

#ifdef __clang__
struct bit_ints {
    _BitInt(7) a;
    unsigned _BitInt(17) b;
    _BitInt(64) c;
    unsigned _BitInt(100) d;
    _BitInt(128) e;
};
#endif
