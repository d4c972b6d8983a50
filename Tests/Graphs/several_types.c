#include "several_types.h"

#include "check.h"

struct sv_book *sv_build(void) {
    struct sv_book *one = NEW(struct sv_book), *two = NEW(struct sv_book), *three = NEW(struct sv_book);
    struct sv_author *ann = NEW(struct sv_author), *bob = NEW(struct sv_author);
    struct sv_publisher *house = NEW(struct sv_publisher), *small = NEW(struct sv_publisher);
    struct sv_address *address = NEW(struct sv_address);
    *one = (struct sv_book){11, ann, house, two};
    *two = (struct sv_book){22, ann, house, three};
    *three = (struct sv_book){33, bob, small, NULL};
    *ann = (struct sv_author){1901, one, two};
    *bob = (struct sv_author){-44, three, three};
    *house = (struct sv_publisher){1.5e9, bob, address};
    *small = (struct sv_publisher){0.125, NULL, address};
    *address = (struct sv_address){221, 99999};
    return one;
}

const char *sv_check(const struct sv_book *root) {
    REQUIRE(root && root->isbn == 11, "the first book");
    REQUIRE(root->sequel && root->sequel->isbn == 22, "the second book");
    REQUIRE(root->sequel->sequel && root->sequel->sequel->isbn == 33, "the third book");
    const struct sv_book *last = root->sequel->sequel;
    REQUIRE(!last->sequel, "a fourth book");
    REQUIRE(root->author && root->author == root->sequel->author, "the first two have one author");
    REQUIRE(root->author->born == 1901, "when the author was born");
    REQUIRE(root->author->first == root && root->author->best == root->sequel, "the author's books");
    REQUIRE(last->author && last->author != root->author && last->author->born == -44, "the third book's author");
    REQUIRE(last->author->first == last && last->author->best == last, "the third book's author's books");
    REQUIRE(root->publisher && root->publisher == root->sequel->publisher, "the first two have one publisher");
    REQUIRE(root->publisher->revenue == 1.5e9 && root->publisher->founder == last->author, "the publisher");
    REQUIRE(last->publisher && last->publisher->revenue == 0.125 && !last->publisher->founder, "the small publisher");
    const struct sv_address *address = root->publisher->address;
    REQUIRE(address && address == last->publisher->address, "the address is shared");
    REQUIRE(address->house == 221 && address->postcode == 99999, "the address");
    return NULL;
}

void sv_free(struct sv_book *root) {
    struct sv_book *two = root->sequel, *three = two->sequel;
    free(root->publisher->address);
    free(root->publisher);
    free(three->publisher);
    free(root->author);
    free(three->author);
    free(three);
    free(two);
    free(root);
}
