#include "weak.h"

#include "check.h"

struct wk_owner *wk_build(void) {
    struct wk_owner *owner = NEW(struct wk_owner), *stranger = NEW(struct wk_owner);
    struct wk_part *one = NEW(struct wk_part), *two = NEW(struct wk_part), *three = NEW(struct wk_part);
    struct wk_part *loose = NEW(struct wk_part);
    owner->id = 1;
    owner->parts = one;
    stranger->id = 2;
    *one = (struct wk_part){10, two, owner, loose, {three, NULL}, &three->number};
    *two = (struct wk_part){20, three, stranger, two, {loose, one}, &loose->number};
    *three = (struct wk_part){30, NULL, NULL, one, {NULL, NULL}, NULL};
    // It knows the others, but they do not make it archived.
    *loose = (struct wk_part){40, one, owner, two, {one, two}, NULL};
    return owner;
}

static const char *check_kept(const struct wk_owner *root) {
    REQUIRE(root && root->id == 1, "the owner");
    const struct wk_part *one = root->parts;
    REQUIRE(one && one->number == 10, "the first part");
    const struct wk_part *two = one->next;
    REQUIRE(two && two->number == 20, "the second part");
    const struct wk_part *three = two->next;
    REQUIRE(three && three->number == 30 && !three->next, "the third part");
    REQUIRE(one->owner == root, "the first part's owner");
    REQUIRE(!three->owner, "the third part's owner");
    REQUIRE(two->favorite == two && three->favorite == one, "a favorite");
    REQUIRE(one->others[0] == three && !one->others[1] && two->others[1] == one, "an array's weak pointer");
    REQUIRE(one->best == &three->number && !three->best, "a weak pointer to a number");
    return NULL;
}

const char *wk_check(const struct wk_owner *root) {
    const char *wrong = check_kept(root);
    REQUIRE(!wrong, wrong);
    const struct wk_part *one = root->parts, *two = one->next;
    REQUIRE(!one->favorite, "a part that nothing owns was archived");
    REQUIRE(!two->others[0], "a part that nothing owns was archived by an array");
    REQUIRE(!two->owner, "an owner that only a weak pointer knows was archived");
    REQUIRE(!two->best, "a number of a part that nothing owns was archived");
    return NULL;
}

const char *wk_check_original(const struct wk_owner *root) {
    const char *wrong = check_kept(root);
    REQUIRE(!wrong, wrong);
    const struct wk_part *loose = root->parts->favorite;
    REQUIRE(loose && loose->number == 40 && root->parts->next->others[0] == loose, "the part that nothing owns");
    REQUIRE(root->parts->next->best == &loose->number, "its number");
    REQUIRE(root->parts->next->owner && root->parts->next->owner->id == 2, "the other owner");
    return NULL;
}

void wk_free_original(struct wk_owner *root) {
    free(root->parts->favorite);
    free(root->parts->next->owner);
    wk_free(root);
}

void wk_free(struct wk_owner *root) {
    for (struct wk_part *part = root->parts; part;) {
        struct wk_part *next = part->next;
        free(part);
        part = next;
    }
    free(root);
}
