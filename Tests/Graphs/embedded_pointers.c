#include "embedded_pointers.h"

#include "check.h"

struct ep_node *ep_build(void) {
    struct ep_node *a = NEW(struct ep_node), *b = NEW(struct ep_node), *c = NEW(struct ep_node);
    a->id = 'a';
    b->id = 'b';
    c->id = 'c';
    a->main = (struct ep_edge){1.5f, b, copy_text("main")};
    a->edges[0] = (struct ep_edge){-1, c, NULL};
    a->edges[1] = (struct ep_edge){0, NULL, copy_text("nowhere")};
    a->edges[2] = (struct ep_edge){2, a, copy_text("\xC3\xA9")};
    b->links.up = a;
    b->links.deep = c;
    c->links.up = b;
    c->links.deep = a;
    b->links.grid.size.width = 3;
    b->links.grid.size.height = 2;
    b->links.grid.cells = NEW_ARRAY(int32_t, 6);
    for (int i = 0; i < 6; i++) b->links.grid.cells[i] = i * i - 3;
    a->kind = 2;
    a->value.edge = (struct ep_edge){9, c, copy_text("in a union")};
    b->kind = 1;
    b->value.node = c;
    c->kind = 77;
    c->value.number = 0xFEDCBA9876543210;
    return a;
}

const char *ep_check(const struct ep_node *a) {
    REQUIRE(a && a->id == 'a', "node a");
    const struct ep_node *b = a->main.target;
    REQUIRE(b && b->id == 'b' && a->main.weight == 1.5f, "the main edge");
    REQUIRE(a->main.label && !strcmp(a->main.label, "main"), "the main edge's label");
    const struct ep_node *c = a->edges[0].target;
    REQUIRE(c && c->id == 'c' && a->edges[0].weight == -1 && !a->edges[0].label, "the first edge");
    REQUIRE(!a->edges[1].target && a->edges[1].weight == 0, "the second edge");
    REQUIRE(a->edges[1].label && !strcmp(a->edges[1].label, "nowhere"), "the second edge's label");
    REQUIRE(a->edges[2].target == a && a->edges[2].weight == 2, "the third edge");
    REQUIRE(a->edges[2].label && !strcmp(a->edges[2].label, "\u00E9"), "the third edge's label");
    REQUIRE(!a->links.up && !a->links.deep && !a->links.grid.cells && a->links.grid.size.width == 0, "a's links");
    REQUIRE(b->links.up == a && b->links.deep == c, "b's links");
    REQUIRE(c->links.up == b && c->links.deep == a, "c's links");
    REQUIRE(b->links.grid.size.width == 3 && b->links.grid.size.height == 2, "the grid's size");
    const int32_t *cells = b->links.grid.cells;
    REQUIRE(cells && cells[0] == -3 && cells[1] == -2 && cells[2] == 1 && cells[3] == 6 && cells[4] == 13 && cells[5] == 22,
            "a cell");
    REQUIRE(a->kind == 2 && a->value.edge.weight == 9 && a->value.edge.target == c, "the edge in a's union");
    REQUIRE(a->value.edge.label && !strcmp(a->value.edge.label, "in a union"), "the label in a's union");
    REQUIRE(b->kind == 1 && b->value.node == c, "the node in b's union");
    REQUIRE(c->kind == 77 && c->value.number == 18364758544493064720u, "the number in c's union");
    REQUIRE(!b->main.target && !b->main.label && !b->edges[2].target && !c->edges[0].label, "an edge of b or c");
    return NULL;
}

void ep_free(struct ep_node *a) {
    struct ep_node *b = a->main.target, *c = b->value.node;
    free(a->main.label);
    free(a->edges[1].label);
    free(a->edges[2].label);
    free(a->value.edge.label);
    free(b->links.grid.cells);
    free(c);
    free(b);
    free(a);
}
