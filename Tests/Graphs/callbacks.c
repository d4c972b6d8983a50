#include "callbacks.h"

#include "check.h"

// What the last call of an action was; so that no two of them are the same code.
static int last_action;

int ca_by_name(const struct ca_node *a, const struct ca_node *b) { return a->letter - b->letter; }
int ca_by_age(const struct ca_node *a, const struct ca_node *b) { return a->age - b->age; }
int ca_secret(const struct ca_node *a, const struct ca_node *b) { return b->age - a->age; }
void ca_ring(void) { last_action = 1; }
void ca_rest(void) { last_action = 2; }

struct ca_node *ca_build(void) {
    struct ca_node *young = NEW(struct ca_node), *old = NEW(struct ca_node);
    *young = (struct ca_node){20, 'z', ca_by_age, NULL, {ca_ring, NULL, ca_rest}, old};
    *old = (struct ca_node){80, 'a', ca_by_name, ca_by_age, {NULL, ca_ring, ca_ring}, NULL};
    return young;
}

const char *ca_check(const struct ca_node *young) {
    REQUIRE(young && young->next && !young->next->next, "there are not two nodes");
    const struct ca_node *old = young->next;
    REQUIRE(young->age == 20 && old->age == 80 && young->letter == 'z' && old->letter == 'a', "a number");
    REQUIRE(young->compare == ca_by_age && old->compare == ca_by_name, "a function");
    REQUIRE(young->compare(young, old) == -60 && old->compare(young, old) == 25, "what a function returns");
    REQUIRE(!young->fallback && old->fallback == ca_by_age, "a function of a typedef's type");
    REQUIRE(young->actions[0] == ca_ring && !young->actions[1] && young->actions[2] == ca_rest, "an array's function");
    REQUIRE(!old->actions[0] && old->actions[1] == ca_ring && old->actions[2] == ca_ring, "another array's function");
    young->actions[2]();
    REQUIRE(last_action == 2, "what an array's function does");
    return NULL;
}

void ca_free(struct ca_node *root) {
    free(root->next);
    free(root);
}

struct ca_node *ca_build_unknown(void) {
    struct ca_node *root = ca_build();
    root->next->compare = ca_secret;
    return root;
}
