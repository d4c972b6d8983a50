// Qualified and atomic members.
#pragma once

struct qualifiers {
    const int constant;
    volatile unsigned status;
    const volatile short both;
    _Atomic int counter;
    _Atomic(unsigned long long) total;
    const double series[4];
};
