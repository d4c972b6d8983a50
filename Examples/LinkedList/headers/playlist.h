#pragma once
#include <stdint.h>

struct artist {
    char *name;            // archive: cstring
    uint32_t founded;
};

struct song {
    char *title;           // archive: cstring
    uint16_t seconds;
    struct artist *artist; // archive: ref -- several songs may share one
    uint32_t mark_count;
    uint32_t *marks;       // archive: count(mark_count) -- seconds
    struct song *next;     // a pointer to its own type needs no attribute
    struct song *prev;
    void *window;          // archive: skip
};

// Circular: the last song's next is the first one.
struct song *playlist_add(struct song *list, const char *title, uint16_t seconds, struct artist *artist);
struct artist *artist_new(const char *name, uint32_t founded);
void song_mark(struct song *song, uint32_t second);
void playlist_print(const struct song *list);
void playlist_free(struct song *list);
