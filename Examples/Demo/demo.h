// What the demo archives: the system's own structs, held by value. Their types come along, fields and all.
#pragma once
#include <netinet/ip.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>

// A TCP header as it travels (RFC 9293, section 3.1), on a machine whose bit-fields start at the low end.
struct tcp_header {
    uint16_t source, destination;
    uint32_t sequence, acknowledgement;
    uint16_t reserved : 4, data_offset : 4;
    uint16_t fin : 1, syn : 1, rst : 1, psh : 1, ack : 1, urg : 1, ece : 1, cwr : 1;
    uint16_t window, checksum, urgent;
};

struct packet {
    struct iphdr ip;
    struct tcp_header tcp;
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
