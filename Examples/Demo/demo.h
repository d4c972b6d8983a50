// What the demo archives: the system's own structs, held by value. Their types come along, fields and all.
#pragma once
#include <netinet/ip.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>

// Swift's Glibc has a struct tcphdr too, a union of two; clang takes only one of a name in a program.
#define tcphdr linux_tcphdr
#include <linux/tcp.h>

struct packet {
    struct iphdr ip;
    struct tcphdr tcp;
};

struct visit {
    char path[32];     // archive: cstring
    struct tm when;
    struct stat file;
};

struct pen {
    float x, y;
    uint16_t pressure : 10;
    uint16_t button : 3;
    uint16_t down : 1;
};
