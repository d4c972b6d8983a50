// Lists whose links are within the nodes, as the kernel has them.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct il_head {
    struct il_head *next, *prev;
};

struct il_queue;

struct il_task {
    int32_t pid;
    struct il_head all;       // archive: container(il_task, all)
    double load;
    struct il_head running;   // archive: container(il_task, running)
    struct il_queue *queue;   // archive: ref
};

/// The heads of both lists; a task is on one or on both.
struct il_queue {
    uint32_t length;
    struct il_head tasks;     // archive: container(il_task, all)
    struct il_head running;   // archive: container(il_task, running)
    struct il_head finished;  // archive: container(il_task, running) -- an empty list: it leads to itself
};

/// Four tasks, of which two are running, in another order.
struct il_queue *il_build(void);
const char *il_check(const struct il_queue *root);
void il_free(struct il_queue *root);

/// No tasks.
struct il_queue *il_build_empty(void);
const char *il_check_empty(const struct il_queue *root);

/// A list of children of the type that its head is in, and a pointer to a node's link in place of the node.
struct il_tree {
    char letter;
    struct il_tree *parent;
    struct il_head children;  // archive: container(il_tree, sibling)
    struct il_head sibling;   // archive: container(il_tree, sibling)
    struct il_head *chosen;   // archive: container(il_tree, sibling)
};

/// A root with three children, of which the second has one.
struct il_tree *il_build_tree(void);
const char *il_check_tree(const struct il_tree *root);
void il_free_tree(struct il_tree *root);

/// A list that NULL ends, without a head: one link, at the node's very start.
struct il_slist {
    struct il_slist *next;
};

struct il_job {
    struct il_slist link;    // archive: container(il_job, link)
    uint16_t priority;
};

struct il_jobs {
    struct il_slist *first;  // archive: container(il_job, link)
};

struct il_jobs *il_build_jobs(void);
const char *il_check_jobs(const struct il_jobs *root);
void il_free_jobs(struct il_jobs *root);

/// Trees of several types whose heads have a type of their own, as in the kernel's rbtree.h.
struct il_node {
    struct il_node *left, *right;
};

struct il_root {
    struct il_node *top;         // archive: ref
};

struct il_fruit {
    double weight;
    struct il_node node;         // archive: container(il_fruit, node)
};

struct il_leaf {
    struct il_node node;         // archive: container(il_leaf, node)
    int32_t length;
};

struct il_garden {
    struct il_root fruits;       // archive: container(il_fruit, node)
    struct il_root leaves[2];    // archive: container(il_leaf, node)
    struct il_node *best;        // archive: container(il_fruit, node)
};

/// Three fruits, two leaves in one tree, and an empty tree.
struct il_garden *il_build_garden(void);
const char *il_check_garden(const struct il_garden *root);
void il_free_garden(struct il_garden *root);

/// Lists as records of their own inside another one, which their entries point to, as in FreeRTOS: the head of a list is a
/// part of a part.
struct il_list {
    int32_t count;
    struct il_head ends;         // archive: container(il_entry, link)
};

struct il_board;

/// The pointers that lead to the heads come after the links.
struct il_entry {
    struct il_head link;         // archive: container(il_entry, link)
    int32_t priority;
    struct il_list *list;        // archive: ref
    struct il_board *board;      // archive: ref
};

struct il_board {
    struct il_list ready, waiting;
    int32_t tick;
    struct il_entry *current;    // archive: ref -- its own one, which is on a list too
    struct il_entry own;
};

/// Four ready entries, of which the last is the board's own, and a waiting one.
struct il_board *il_build_board(void);
const char *il_check_board(const struct il_board *root);
void il_free_board(struct il_board *root);

/// The first ready entry of such a board, in which everything begins.
struct il_entry *il_build_entry(void);
const char *il_check_entry(const struct il_entry *root);
void il_free_entry(struct il_entry *root);
