#include "handles.h"

#include "check.h"

struct hd_engine {
    uint32_t seed;
    struct hd_engine *self;
};

static size_t engine_count;

struct hd_engine *hd_engine_new(uint32_t seed) {
    struct hd_engine *engine = NEW(struct hd_engine);
    engine->seed = seed;
    engine->self = engine;
    __atomic_add_fetch(&engine_count, 1, __ATOMIC_RELAXED);
    return engine;
}

uint32_t hd_engine_seed(const struct hd_engine *engine) { return engine->self == engine ? engine->seed : 0; }

void hd_engine_free(struct hd_engine *engine) {
    if (!engine || engine->self != engine) abort();
    engine->self = NULL;
    free(engine);
    __atomic_sub_fetch(&engine_count, 1, __ATOMIC_RELAXED);
}

size_t hd_engine_count(void) { return __atomic_load_n(&engine_count, __ATOMIC_RELAXED); }

// Where `cache` points to; it must not come back.
static int elsewhere;

struct hd_node *hd_build(void) {
    struct hd_node *a = NEW(struct hd_node), *b = NEW(struct hd_node);
    a->cache = &elsewhere;
    a->left_out = (struct hd_engine *)&elsewhere;
    a->blob_size = 3;
    a->blob = make(3);
    memcpy(a->blob, "\1\0\2", 3);
    a->next = b;
    a->engine = b->engine = hd_engine_new(0xABCD1234);
    a->handle = hd_engine_new(17);
    b->handle = a->engine;
    a->spare[1] = b->spare[0] = hd_engine_new(18);
    b->number = (void *)(uintptr_t)42;
    return a;
}

const char *hd_check(const struct hd_node *a) {
    REQUIRE(a && a->next && !a->next->next, "there are not two nodes");
    const struct hd_node *b = a->next;
    REQUIRE(!a->cache && !a->left_out && !b->cache && !b->left_out, "a skipped pointer is not NULL");
    REQUIRE(a->blob_size == 3 && a->blob && !memcmp(a->blob, "\x01\x00\x02", 3), "the bytes");
    REQUIRE(b->blob_size == 0 && !b->blob, "the second node's bytes");
    REQUIRE(a->engine && hd_engine_seed(a->engine) == 2882343476u, "the shared engine");
    REQUIRE(b->engine == a->engine, "the shared engine is two now");
    REQUIRE(a->handle && hd_engine_seed((struct hd_engine *)a->handle) == 17, "the handle");
    REQUIRE(b->handle == a->engine, "the engine of two fields is two now");
    REQUIRE(b->spare[0] && hd_engine_seed(b->spare[0]) == 18, "the spare engine");
    REQUIRE(a->spare[1] == b->spare[0], "the spare engine is two now");
    REQUIRE(!a->spare[0] && !b->spare[1], "an array's handle is not NULL");
    REQUIRE(!a->number && (uintptr_t)b->number == 42, "the number that is a pointer");
    return NULL;
}

void hd_free(struct hd_node *root) {
    hd_engine_free(root->engine);
    hd_engine_free((struct hd_engine *)root->handle);
    hd_engine_free(root->next->spare[0]);
    free(root->blob);
    free(root->next);
    free(root);
}
