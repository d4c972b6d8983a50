#include "leads_to.h"

#include "check.h"

struct lt_holder *lt_build(void) {
    struct lt_holder *holder = NEW(struct lt_holder);
    lt_user *user = NEW(lt_user), *users = NEW_ARRAY(lt_user, 2);
    *user = (lt_user){1000, copy_text("root")};
    users[0] = (lt_user){1001, copy_text("daemon")};
    users[1] = (lt_user){1002, NULL};
    holder->user = user;
    holder->same = user;
    holder->users = users;
    holder->user_count = 2;
    struct lt_circle *small = NEW(struct lt_circle), *large = NEW(struct lt_circle);
    *small = (struct lt_circle){{3}, 0.25, large};
    *large = (struct lt_circle){{4}, 1e6, small};
    holder->circle = &small->base;
    return holder;
}

const char *lt_check(const struct lt_holder *root) {
    REQUIRE(root && root->user && root->same == root->user, "the user");
    const lt_user *user = (const lt_user *)root->user, *users = (const lt_user *)root->users;
    REQUIRE(user->id == 1000 && user->name && !strcmp(user->name, "root"), "the user's fields");
    REQUIRE(root->circle && root->circle->kind == 3, "the first circle's kind");
    const struct lt_circle *circle = (const struct lt_circle *)root->circle;
    REQUIRE(circle->radius == 0.25, "the first circle's radius: only its base was archived");
    REQUIRE(circle->next && circle->next != circle && circle->next->base.kind == 4, "the second circle");
    REQUIRE(circle->next->radius == 1e6 && circle->next->next == circle, "the second circle's fields");
    REQUIRE(root->user_count == 2 && users && users != user, "the users");
    REQUIRE(users[0].id == 1001 && users[0].name && !strcmp(users[0].name, "daemon"), "the first of the users");
    REQUIRE(users[1].id == 1002 && !users[1].name, "the second of the users");
    return NULL;
}

void lt_free(struct lt_holder *root) {
    lt_user *user = (lt_user *)root->user, *users = (lt_user *)root->users;
    struct lt_circle *circle = (struct lt_circle *)root->circle;
    free(circle->next);
    free(circle);
    free(user->name);
    free(user);
    free(users[0].name);
    free(users);
    free(root);
}
