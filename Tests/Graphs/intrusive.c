#include "intrusive.h"

#include "check.h"

static void add_tail(struct il_head *link, struct il_head *head) {
    link->prev = head->prev;
    link->next = head;
    head->prev->next = link;
    head->prev = link;
}

static void init(struct il_head *head) { head->next = head->prev = head; }

struct il_queue *il_build_empty(void) {
    struct il_queue *queue = NEW(struct il_queue);
    init(&queue->tasks);
    init(&queue->running);
    init(&queue->finished);
    return queue;
}

struct il_queue *il_build(void) {
    struct il_queue *queue = il_build_empty();
    struct il_task *tasks[4];
    for (int i = 0; i < 4; i++) {
        tasks[i] = NEW(struct il_task);
        tasks[i]->pid = 300 + i;
        tasks[i]->load = i * 0.25;
        tasks[i]->queue = queue;
        add_tail(&tasks[i]->all, &queue->tasks);
        // The link of a task that is on no list leads to itself.
        init(&tasks[i]->running);
        queue->length++;
    }
    add_tail(&tasks[3]->running, &queue->running);
    add_tail(&tasks[1]->running, &queue->running);
    return queue;
}

static const struct il_task *task_all(const struct il_head *link) {
    return (const struct il_task *)((const char *)link - offsetof(struct il_task, all));
}

static const struct il_task *task_running(const struct il_head *link) {
    return (const struct il_task *)((const char *)link - offsetof(struct il_task, running));
}

const char *il_check(const struct il_queue *root) {
    REQUIRE(root && root->length == 4, "the length");
    const struct il_task *tasks[4];
    const struct il_head *link = &root->tasks;
    for (int i = 0; i < 4; i++) {
        REQUIRE(link->next && link->next != &root->tasks, "the list of all is too short");
        REQUIRE(link->next->prev == link, "a link back in the list of all");
        link = link->next;
        tasks[i] = task_all(link);
        REQUIRE(tasks[i]->pid - i == 300, "a pid in the list of all");
        REQUIRE(tasks[i]->queue == root, "a task's queue");
    }
    REQUIRE(link->next == &root->tasks && root->tasks.prev == link, "the list of all is not closed by its head");
    REQUIRE(tasks[0]->load == 0 && tasks[1]->load == 0.25 && tasks[2]->load == 0.5 && tasks[3]->load == 0.75, "a load");
    const struct il_head *running = root->running.next;
    REQUIRE(running && running->prev == &root->running, "the first running one");
    REQUIRE(task_running(running) == tasks[3], "the first running one is not task 3");
    REQUIRE(running->next && running->next->prev == running, "the second running one");
    REQUIRE(task_running(running->next) == tasks[1], "the second running one is not task 1");
    REQUIRE(running->next->next == &root->running && root->running.prev == running->next, "more than two are running");
    for (int i = 0; i < 4; i += 2)
        REQUIRE(tasks[i]->running.next == &tasks[i]->running && tasks[i]->running.prev == &tasks[i]->running,
                "the link of a task that does not run leads not to itself");
    REQUIRE(root->finished.next == &root->finished && root->finished.prev == &root->finished, "the list of finished ones");
    return NULL;
}

void il_free(struct il_queue *root) {
    struct il_head *link = root->tasks.next;
    while (link != &root->tasks) {
        struct il_head *next = link->next;
        free((char *)link - offsetof(struct il_task, all));
        link = next;
    }
    free(root);
}

const char *il_check_empty(const struct il_queue *root) {
    REQUIRE(root && root->length == 0, "the length");
    REQUIRE(root->tasks.next == &root->tasks && root->tasks.prev == &root->tasks, "the list of all");
    REQUIRE(root->running.next == &root->running && root->running.prev == &root->running, "the list of running ones");
    REQUIRE(root->finished.next == &root->finished && root->finished.prev == &root->finished, "the list of finished ones");
    return NULL;
}

static struct il_tree *tree_of(char letter, struct il_tree *parent) {
    struct il_tree *tree = NEW(struct il_tree);
    tree->letter = letter;
    tree->parent = parent;
    init(&tree->children);
    init(&tree->sibling);
    if (parent) add_tail(&tree->sibling, &parent->children);
    return tree;
}

struct il_tree *il_build_tree(void) {
    struct il_tree *root = tree_of('r', NULL);
    tree_of('a', root);
    struct il_tree *b = tree_of('b', root);
    tree_of('c', root);
    struct il_tree *d = tree_of('d', b);
    root->chosen = &d->sibling;
    d->chosen = &b->sibling;
    return root;
}

static const struct il_tree *tree_at(const struct il_head *link) {
    return (const struct il_tree *)((const char *)link - offsetof(struct il_tree, sibling));
}

const char *il_check_tree(const struct il_tree *root) {
    REQUIRE(root && root->letter == 'r' && !root->parent, "the root");
    REQUIRE(root->sibling.next == &root->sibling && root->sibling.prev == &root->sibling, "the root has siblings");
    const struct il_head *first = root->children.next;
    REQUIRE(first && first != &root->children && first->prev == &root->children, "the first child's link");
    const struct il_tree *a = tree_at(first);
    REQUIRE(a->letter == 'a' && a->parent == root, "the first child");
    REQUIRE(a->sibling.next && a->sibling.next->prev == &a->sibling, "the second child's link");
    const struct il_tree *b = tree_at(a->sibling.next);
    REQUIRE(b->letter == 'b' && b->parent == root, "the second child");
    REQUIRE(b->sibling.next && b->sibling.next->prev == &b->sibling, "the third child's link");
    const struct il_tree *c = tree_at(b->sibling.next);
    REQUIRE(c->letter == 'c' && c->parent == root, "the third child");
    REQUIRE(c->sibling.next == &root->children && root->children.prev == &c->sibling, "the children's list is not closed");
    REQUIRE(a->children.next == &a->children && c->children.prev == &c->children, "a child's children");
    REQUIRE(b->children.next && b->children.next == b->children.prev, "the second child's only child's link");
    const struct il_tree *d = tree_at(b->children.next);
    REQUIRE(d->letter == 'd' && d->parent == b, "the second child's only child");
    REQUIRE(d->sibling.next == &b->children && d->sibling.prev == &b->children, "the only child's list");
    REQUIRE(d->children.next == &d->children && d->children.prev == &d->children, "the only child's children");
    REQUIRE(root->chosen == &d->sibling && d->chosen == &b->sibling, "a pointer to a node's link");
    REQUIRE(!a->chosen && !b->chosen && !c->chosen, "a pointer to a link is not NULL");
    return NULL;
}

void il_free_tree(struct il_tree *root) {
    struct il_head *link = root->children.next;
    while (link != &root->children) {
        struct il_head *next = link->next;
        il_free_tree((struct il_tree *)((char *)link - offsetof(struct il_tree, sibling)));
        link = next;
    }
    free(root);
}

struct il_jobs *il_build_jobs(void) {
    struct il_jobs *jobs = NEW(struct il_jobs);
    for (uint16_t priority = 1; priority <= 3; priority++) {
        struct il_job *job = NEW(struct il_job);
        job->priority = (uint16_t)(priority * 11);
        job->link.next = jobs->first;
        jobs->first = &job->link;
    }
    return jobs;
}

const char *il_check_jobs(const struct il_jobs *root) {
    REQUIRE(root && root->first, "the first link");
    const struct il_job *job = (const struct il_job *)root->first;
    REQUIRE(job->priority == 33 && job->link.next, "the first job");
    job = (const struct il_job *)job->link.next;
    REQUIRE(job->priority == 22 && job->link.next, "the second job");
    job = (const struct il_job *)job->link.next;
    REQUIRE(job->priority == 11 && !job->link.next, "the third job");
    return NULL;
}

void il_free_jobs(struct il_jobs *root) {
    while (root->first) {
        struct il_slist *next = root->first->next;
        free(root->first);
        root->first = next;
    }
    free(root);
}

static struct il_fruit *fruit(double weight) {
    struct il_fruit *fruit = NEW(struct il_fruit);
    fruit->weight = weight;
    return fruit;
}

static struct il_leaf *leaf(int32_t length) {
    struct il_leaf *leaf = NEW(struct il_leaf);
    leaf->length = length;
    return leaf;
}

#define FRUIT(link) ((struct il_fruit *)((char *)(link) - offsetof(struct il_fruit, node)))
#define LEAF(link) ((struct il_leaf *)(link))

struct il_garden *il_build_garden(void) {
    struct il_garden *garden = NEW(struct il_garden);
    struct il_fruit *middle = fruit(2), *low = fruit(1), *high = fruit(3);
    middle->node.left = &low->node;
    middle->node.right = &high->node;
    garden->fruits.top = &middle->node;
    garden->best = &high->node;
    struct il_leaf *first = leaf(10), *second = leaf(-5);
    first->node.left = &second->node;
    garden->leaves[1].top = &first->node;
    return garden;
}

const char *il_check_garden(const struct il_garden *root) {
    const struct il_node *top = root->fruits.top;
    REQUIRE(top && FRUIT(top)->weight == 2, "the top of the fruits");
    REQUIRE(top->left && FRUIT(top->left)->weight == 1 && top->right && FRUIT(top->right)->weight == 3, "the fruits");
    REQUIRE(!top->left->left && !top->left->right && !top->right->left && !top->right->right, "the ends of the tree");
    REQUIRE(root->best == top->right, "the best fruit");
    REQUIRE(!root->leaves[0].top, "the empty tree");
    top = root->leaves[1].top;
    REQUIRE(top && LEAF(top)->length == 10 && top->left && LEAF(top->left)->length == -5 && !top->right, "the leaves");
    return NULL;
}

void il_free_garden(struct il_garden *root) {
    free(FRUIT(root->fruits.top->left));
    free(FRUIT(root->fruits.top->right));
    free(FRUIT(root->fruits.top));
    free(LEAF(root->leaves[1].top->left));
    free(LEAF(root->leaves[1].top));
    free(root);
}

#define ENTRY(link) ((struct il_entry *)(link))

static void enter(struct il_board *board, struct il_list *list, struct il_entry *entry, int32_t priority) {
    entry->priority = priority;
    entry->list = list;
    entry->board = board;
    entry->link.next = &list->ends;
    entry->link.prev = list->ends.prev;
    list->ends.prev->next = &entry->link;
    list->ends.prev = &entry->link;
    list->count++;
}

struct il_board *il_build_board(void) {
    struct il_board *board = NEW(struct il_board);
    board->ready.ends.next = board->ready.ends.prev = &board->ready.ends;
    board->waiting.ends.next = board->waiting.ends.prev = &board->waiting.ends;
    for (int32_t i = 0; i < 3; i++) enter(board, &board->ready, NEW(struct il_entry), 10 + i);
    enter(board, &board->ready, &board->own, 13);
    board->current = &board->own;
    enter(board, &board->waiting, NEW(struct il_entry), 5);
    board->tick = 77;
    return board;
}

static const char *check_list(const struct il_board *board, const struct il_list *list, int32_t first) {
    int32_t count = 0;
    for (const struct il_head *at = list->ends.next; at != &list->ends; at = at->next) {
        REQUIRE(count < list->count, "a list that ends at its head");
        REQUIRE(at->next->prev == at && at->prev->next == at, "the links of an entry");
        REQUIRE(ENTRY(at)->priority == first + count, "an entry");
        REQUIRE(ENTRY(at)->list == list && ENTRY(at)->board == board, "the list of an entry");
        count++;
    }
    REQUIRE(count == list->count, "all entries");
    return NULL;
}

const char *il_check_board(const struct il_board *root) {
    REQUIRE(root->tick == 77 && root->ready.count == 4 && root->waiting.count == 1 && root->current == &root->own, "the board");
    const char *words = check_list(root, &root->ready, 10);
    return words ? words : check_list(root, &root->waiting, 5);
}

void il_free_board(struct il_board *root) {
    struct il_list *lists[] = { &root->ready, &root->waiting };
    for (int i = 0; i < 2; i++) {
        for (struct il_head *at = lists[i]->ends.next; at != &lists[i]->ends;) {
            struct il_head *next = at->next;
            if (at != &root->own.link) free(ENTRY(at));
            at = next;
        }
    }
    free(root);
}

struct il_entry *il_build_entry(void) { return ENTRY(il_build_board()->ready.ends.next); }

const char *il_check_entry(const struct il_entry *root) {
    REQUIRE(root->priority == 10 && root->list == &root->board->ready, "the first entry");
    return il_check_board(root->board);
}

void il_free_entry(struct il_entry *root) { il_free_board(root->board); }
