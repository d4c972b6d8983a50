#include "ends.h"

#include "check.h"

static struct en_reply *reply(const char *text, size_t length, size_t parts) {
    struct en_reply *reply = NEW_ARRAY(struct en_reply, 1);
    if (text) {
        reply->length = length;
        reply->text = make(length + 1);
        memcpy(reply->text, text, length);
    }
    reply->part_count = parts;
    if (parts) reply->parts = NEW_ARRAY(struct en_reply *, parts);
    return reply;
}

struct en_table *en_build(void) {
    struct en_table *table = make(sizeof *table + 3 * sizeof table->tail[0]);
    table->first = reply(NULL, 0, 3);
    table->first->parts[0] = reply("a\0b", 3, 0);
    table->first->parts[1] = reply("", 0, 0);
    table->mask = 7;
    table->slots = NEW_ARRAY(uint16_t, 8);
    for (int i = 0; i < 8; i++) table->slots[i] = (uint16_t)(i * i);
    table->width = 3;
    table->height = 2;
    table->grid = make(8 * sizeof *table->grid);
    for (int i = 0; i < 16; i++) table->grid[i / 2][i % 2] = (int16_t)-i;
    table->size = 36;
    table->length = 2;
    table->channels[1] = NEW_ARRAY(float, 2);
    table->channels[1][1] = 0.5f;
    table->line = make(64);
    strcpy(table->line, "line");
    table->used = 4;
    table->room = 63;
    for (int i = 0; i < 3; i++) table->tail[i] = i - INT64_MAX;
    return table;
}

const char *en_check(const struct en_table *root) {
    const struct en_reply *first = root->first;
    REQUIRE(first && !first->text && first->length == 0 && first->part_count == 3, "the reply of several parts");
    REQUIRE(first->parts[0]->length == 3 && memcmp(first->parts[0]->text, "a\0b", 4) == 0, "a text with a zero in it");
    REQUIRE(first->parts[1]->length == 0 && first->parts[1]->text && !first->parts[1]->text[0], "the empty text");
    REQUIRE(!first->parts[2], "a part that is NULL");
    for (int i = 0; i < 8; i++) REQUIRE(root->slots[i] == i * i, "a slot");
    for (int i = 0; i < 16; i++) REQUIRE(root->grid[i / 2][i % 2] == -i, "a number of the grid");
    REQUIRE(!root->data && root->size == 36, "data that is not loaded");
    REQUIRE(!root->channels[0] && !root->channels[2] && root->channels[1][1] == 0.5f, "the channels");
    REQUIRE(root->used == 4 && !strcmp(root->line, "line"), "the line");
    REQUIRE(root->room == 63 || root->room == 4, "the room of the line");
    for (int i = 0; i < 3; i++) REQUIRE(root->tail[i] == i - INT64_MAX, "a number of the tail");
    return NULL;
}

void en_free(struct en_table *root) {
    for (size_t i = 0; i < root->first->part_count; i++) {
        struct en_reply *part = root->first->parts[i];
        if (part) free(part->text);
        free(part);
    }
    free(root->first->parts);
    free(root->first);
    free(root->slots);
    free(root->grid);
    free(root->channels[1]);
    free(root->line);
    free(root);
}
