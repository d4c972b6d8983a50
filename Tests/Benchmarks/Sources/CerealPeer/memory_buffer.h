#ifndef MEMORY_BUFFER_H
#define MEMORY_BUFFER_H

#include <streambuf>
#include <string>

/* Reads memory where it is; an istringstream would copy it. */
struct MemoryBuffer : std::streambuf {
    explicit MemoryBuffer(const std::string &bytes) {
        char *start = const_cast<char *>(bytes.data());
        setg(start, start, start + bytes.size());
    }
};

#endif
