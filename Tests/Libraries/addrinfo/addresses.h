// What `ai_addr` leads to, by the address's family. All socket addresses begin with it.
#pragma once
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

// archive: tag(sa.sa_family)
union any_address {
    struct sockaddr sa;
    struct sockaddr_in in;    // archive: case(2) -- AF_INET, which is a macro
    struct sockaddr_in6 in6;  // archive: case(10) -- AF_INET6
};

struct answer {
    struct addrinfo *list;  // archive: ref
};
