#include "texts.h"

#include "check.h"

static void *copy_units(const void *units, size_t size) {
    void *copy = make(size);
    memcpy(copy, units, size);
    return copy;
}

#define COPY(literal) copy_units(literal, sizeof(literal))

struct tx_node *tx_build(void) {
    struct tx_node *a = NEW(struct tx_node), *b = NEW(struct tx_node);
    a->next = b;
    a->plain = copy_text("na\xC3\xAFve \xE2\x82\xAC \xF0\x9F\x8D\x8E");
    a->constant = copy_text("shared by two nodes");
    a->latin = copy_text("caf\xE9 \xFF\x80");
    a->bytes = (unsigned char *)copy_text("bytes");
    a->sixteen = COPY(u"\u20AC\U0001F34E");
    a->also_sixteen = COPY(u"also");
    a->wide = COPY(L"w\u00EFde \U0001F34E");
    a->thirty_two = COPY(U"\U0010FFFFx");
    a->empty = copy_text("");
    a->empty_sixteen = COPY(u"");
    memcpy(a->inside, "inside", 7);
    b->plain = copy_text("equal");
    b->constant = a->constant;
    b->latin = a->latin;
    b->empty = copy_text("equal");
    b->wide = a->wide;
    b->sixteen = COPY(u"\u20AC\U0001F34E");
    return a;
}

const char *tx_check(const struct tx_node *a) {
    REQUIRE(a && a->next && !a->next->next, "there are not two nodes");
    REQUIRE(a->plain && !strcmp(a->plain, u8"naïve € 🍎"), "the UTF-8 text");
    REQUIRE(a->constant && !strcmp(a->constant, "shared by two nodes"), "the constant text");
    static const unsigned char latin[] = {'c', 'a', 'f', 0xE9, ' ', 0xFF, 0x80, 0};
    REQUIRE(a->latin && strlen(a->latin) == 7 && !memcmp(a->latin, latin, 8), "the Latin-1 text");
    REQUIRE(a->bytes && !strcmp((const char *)a->bytes, "bytes"), "the text of unsigned char");
    REQUIRE(a->sixteen && a->sixteen[0] == 0x20AC && a->sixteen[1] == 0xD83C && a->sixteen[2] == 0xDF4E && !a->sixteen[3],
            "the UTF-16 text");
    REQUIRE(a->also_sixteen && a->also_sixteen[0] == 'a' && a->also_sixteen[3] == 'o' && !a->also_sixteen[4],
            "the text of uint16_t");
    REQUIRE(a->wide && wcslen(a->wide) == 6 && a->wide[0] == 'w' && a->wide[1] == 0xEF && a->wide[5] == 0x1F34E,
            "the wide text");
    REQUIRE(a->thirty_two && a->thirty_two[0] == 0x10FFFF && a->thirty_two[1] == 'x' && !a->thirty_two[2],
            "the UTF-32 text");
    REQUIRE(!a->null && !a->null_wide, "a text that was NULL is not");
    REQUIRE(a->empty && !*a->empty, "the empty text");
    REQUIRE(a->empty_sixteen && !*a->empty_sixteen, "the empty UTF-16 text");
    REQUIRE(!strcmp(a->inside, "inside"), "the text within the node");
    const struct tx_node *b = a->next;
    REQUIRE(b->constant == a->constant, "the constant text is not shared again");
    REQUIRE(b->latin == a->latin, "the Latin-1 text is not shared again");
    REQUIRE(b->wide == a->wide, "the wide text is not shared again");
    REQUIRE(b->plain && !strcmp(b->plain, "equal"), "the second node's text");
    REQUIRE(b->empty && b->empty != b->plain && !strcmp(b->empty, "equal"), "equal texts were made one");
    REQUIRE(b->sixteen && b->sixteen != a->sixteen && !memcmp(b->sixteen, a->sixteen, 8), "equal UTF-16 texts");
    REQUIRE(!b->bytes && !b->also_sixteen && !b->thirty_two && !b->empty_sixteen && !b->inside[0],
            "the second node's other texts");
    return NULL;
}

void tx_free(struct tx_node *root) {
    const struct tx_node *b = root->next;
    if (b) {
        free(b->plain);
        free(b->empty);
        free(b->sixteen);
        free(root->next);
    }
    free(root->plain);
    free((char *)root->constant);
    free(root->latin);
    free(root->bytes);
    free(root->sixteen);
    free(root->also_sixteen);
    free(root->wide);
    free(root->thirty_two);
    free(root->null);
    free(root->empty);
    free(root->empty_sixteen);
    free(root->null_wide);
    free(root);
}

struct tx_node *tx_build_invalid_utf8(void) {
    struct tx_node *node = NEW(struct tx_node);
    node->plain = copy_text("caf\xE9");
    return node;
}

struct tx_node *tx_build_invalid_utf16(void) {
    static const char16_t half[] = {'x', 0xD83C, 0};
    struct tx_node *node = NEW(struct tx_node);
    node->sixteen = COPY(half);
    return node;
}

struct tx_node *tx_build_long(void) {
    struct tx_node *node = NEW(struct tx_node);
    node->plain = make(1000001);
    for (int i = 0; i < 1000000; i++) node->plain[i] = (char)('!' + i % 90);
    return node;
}

const char *tx_check_long(const struct tx_node *root) {
    REQUIRE(root && !root->next && root->plain && strlen(root->plain) == 1000000, "the long text's length");
    for (const char *at = root->plain; *at; at++)
        REQUIRE(at == root->plain ? *at == '!' : at[-1] == 'z' ? *at == '!' : *at == at[-1] + 1, "a long text's letter");
    return NULL;
}

struct tx_path *tx_build_path(void) {
    struct tx_path *path = NEW(struct tx_path);
    path->path = copy_text("/usr/include/tgmath.h");
    path->name = strrchr(path->path, '/') + 1;
    path->extension = strrchr(path->path, '.');
    path->end = path->path + strlen(path->path);
    return path;
}

const char *tx_check_path(const struct tx_path *root) {
    REQUIRE(root && root->path && !strcmp(root->path, "/usr/include/tgmath.h"), "the path");
    REQUIRE(root->name == root->path + 13, "the name is not the path's");
    REQUIRE(root->extension == root->path + 19, "the extension is not the path's");
    REQUIRE(root->end == root->path + 21, "the end is not the path's");
    return NULL;
}

void tx_free_path(struct tx_path *root) {
    free(root->path);
    free(root);
}
