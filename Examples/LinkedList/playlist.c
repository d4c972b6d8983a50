#include "headers/playlist.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct artist *artist_new(const char *name, uint32_t founded) {
    struct artist *artist = calloc(1, sizeof *artist);
    artist->name = strdup(name);
    artist->founded = founded;
    return artist;
}

struct song *playlist_add(struct song *list, const char *title, uint16_t seconds, struct artist *artist) {
    struct song *song = calloc(1, sizeof *song);
    song->title = strdup(title);
    song->seconds = seconds;
    song->artist = artist;
    if (!list) return song->next = song->prev = song;
    song->next = list;
    song->prev = list->prev;
    list->prev->next = song;
    list->prev = song;
    return list;
}

void song_mark(struct song *song, uint32_t second) {
    song->marks = realloc(song->marks, (song->mark_count + 1) * sizeof *song->marks);
    song->marks[song->mark_count++] = second;
}

void playlist_print(const struct song *list) {
    const struct song *song = list;
    if (song) do {
        printf("  %-14s %2d:%02d  %s (%u)", song->title, song->seconds / 60, song->seconds % 60,
               song->artist ? song->artist->name : "unknown", song->artist ? song->artist->founded : 0);
        for (uint32_t i = 0; i < song->mark_count; i++) printf("%s %u", i ? "," : "  marks", song->marks[i]);
        putchar('\n');
        song = song->next;
    } while (song != list);
}

void playlist_free(struct song *list) {
    if (list) list->prev->next = NULL;
    while (list) {
        struct song *song = list, *next = list->next;
        // The last song of an artist takes the artist along.
        const struct song *other = next;
        while (other && other->artist != song->artist) other = other->next;
        if (song->artist && !other) {
            free(song->artist->name);
            free(song->artist);
        }
        free(song->title);
        free(song->marks);
        free(song);
        list = next;
    }
}
