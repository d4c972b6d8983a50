// Headers of packets as they travel; multi-byte numbers are in network order.
#pragma once
#include <stdint.h>

#pragma pack(push, 1)

struct ethernet_frame {
    uint8_t destination[6], source[6];
    uint16_t type;
};

struct vlan_tag {
    uint16_t identifier_high : 4, drop_eligible : 1, priority : 3;
    uint16_t identifier_low : 8;
};

struct ipv6_packet {
    uint8_t traffic_class_high : 4, version : 4;
    uint8_t flow_label_high : 4, traffic_class_low : 4;
    uint16_t flow_label_low;
    uint16_t payload_length;
    uint8_t next_header, hop_limit;
    uint8_t source[16], destination[16];
};

struct dns_message {
    uint16_t id;
    uint8_t recursion_desired : 1, truncated : 1, authoritative : 1, opcode : 4, response : 1;
    uint8_t code : 4, : 3, recursion_available : 1;
    uint16_t questions, answers, authorities, additional;
};

#pragma pack(pop)

// Which member of the union is live? This version has no word for it yet: the struct is refused, or, with
// --unresolved skip, archived without the union.
struct address {
    uint16_t family;
    union {
        uint8_t v4[4];
        uint8_t v6[16];
    };
};
