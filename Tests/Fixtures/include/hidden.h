// Fields that Swift's importer hides from a struct that it shows.
#pragma once

struct hidden {
    int visible;
    __int128 wide;
    double _Complex c;
    _Atomic int atomic;
    unsigned short large[5000];
    int last;
};
