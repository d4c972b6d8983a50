// Builds, checks and frees every case by itself, and lets every checker see some damage. `run.sh` runs it under
// AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "callbacks.h"
#include "capacities.h"
#include "circular.h"
#include "counted.h"
#include "counted_by.h"
#include "doubly_linked.h"
#include "embedded_pointers.h"
#include "ends.h"
#include "field_pointer.h"
#include "flexible.h"
#include "handles.h"
#include "intrusive.h"
#include "leads_to.h"
#include "middle_of_array.h"
#include "overaligned.h"
#include "overlapping.h"
#include "packed_nodes.h"
#include "pointer_arrays.h"
#include "pointer_to_pointer.h"
#include "random_graph.h"
#include "roots.h"
#include "several_types.h"
#include "shared_nodes.h"
#include "singly_linked.h"
#include "terminated.h"
#include "texts.h"
#include "tree.h"
#include "unions.h"
#include "weak.h"

static int failures, cases, damages;

static void expect_right(const char *name, const char *wrong) {
    cases++;
    if (!wrong) return;
    failures++;
    printf("%s: %s\n", name, wrong);
}

static void expect_wrong(const char *damage, const char *wrong) {
    damages++;
    if (wrong) return;
    failures++;
    printf("not noticed: %s\n", damage);
}

/// Builds, checks and frees.
#define RUN(type, build, check, release)         \
    do {                                         \
        type *root = build;                      \
        expect_right(#check, check);             \
        release;                                 \
    } while (0)

/// The check has to fail while `place` has another value, and has to pass again after.
#define DAMAGE(place, value, check)              \
    do {                                         \
        __typeof__(place) kept = (place);        \
        (place) = (value);                       \
        expect_wrong(#place " = " #value, check);\
        (place) = kept;                          \
        expect_right(#check " after damage", check); \
    } while (0)

static void lists(void) {
    RUN(struct sl_node, sl_build(), sl_check(root), {
        DAMAGE(root->next->next->weight, 7, sl_check(root));
        DAMAGE(root->next->next, NULL, sl_check(root));
        DAMAGE(root->next->next->next->next->next, root, sl_check(root));
        sl_free(root);
    });
    RUN(struct sl_node, sl_build_chain(100000), sl_check_chain(root, 100000), {
        DAMAGE(root->next, root->next->next, sl_check_chain(root, 100000));
        DAMAGE(root->next->next, root, sl_check_chain(root, 100000));
        sl_free(root);
    });
    RUN(struct sl_node, sl_build_chain(0), sl_check_chain(root, 0), sl_free(root));
    RUN(struct dl_list, dl_build(), dl_check(root), {
        DAMAGE(root->last->prev, root->first, dl_check(root));
        DAMAGE(root->first->next, root->last, dl_check(root));
        dl_free(root);
    });
    RUN(struct dl_list, dl_build_long(100000), dl_check_long(root, 100000), {
        DAMAGE(root->last->next, root->first, dl_check_long(root, 100000));
        DAMAGE(root->last, root->first, dl_check_long(root, 100000));
        dl_free(root);
    });
    RUN(struct ci_node, ci_build(), ci_check(root), {
        DAMAGE(root->next->next->next->next, root->next, ci_check(root));
        DAMAGE(root->other, root->next, ci_check(root));
        ci_free(root);
    });
    RUN(struct ci_node, ci_build_single(), ci_check_single(root), ci_free(root));
    RUN(struct sh_node, sh_build(), sh_check(root), {
        DAMAGE(root->right->left, root->left->left, sh_check(root));
        DAMAGE(root->left->right, root->right->left, sh_check(root));
        sh_free(root);
    });
    RUN(struct sh_node, sh_build_ladder(1000), sh_check_ladder(root, 1000), {
        DAMAGE(root->left, root->left->left, sh_check_ladder(root, 1000));
        sh_free_ladder(root);
    });
    RUN(struct tr_node, tr_build(), tr_check(root), {
        DAMAGE(root->first_child->sibling->sibling, NULL, tr_check(root));
        DAMAGE(root->first_child->first_child->parent, root, tr_check(root));
        DAMAGE(root->first_child->first_child->first_child->sibling->sibling->parent, root, tr_check(root));
        DAMAGE(root->first_child->sibling->sibling->first_child->sibling->sibling->first_child->sibling->sibling->sibling,
               root->first_child, tr_check(root));
        DAMAGE(root->sibling, root, tr_check(root));
        tr_free(root);
    });
    RUN(struct tr_deep, tr_build_deep(100000), tr_check_deep(root, 100000), {
        DAMAGE(root->left->up, root->left, tr_check_deep(root, 100000));
        DAMAGE(root->left, root, tr_check_deep(root, 100000));
        tr_free_deep(root);
    });
    RUN(struct sv_book, sv_build(), sv_check(root), {
        DAMAGE(root->sequel->publisher, root->sequel->sequel->publisher, sv_check(root));
        DAMAGE(root->publisher->address->house, 1, sv_check(root));
        sv_free(root);
    });
    for (uint32_t count = 1; count <= 30000; count *= 7)
        RUN(struct rg_a, rg_build(count, count + 1), rg_check(root, count, count + 1), {
            DAMAGE(root->c->number, NULL, rg_check(root, count, count + 1));
            DAMAGE(root->b->c[1], NULL, rg_check(root, count, count + 1));
            DAMAGE(root->left, root, rg_check(root, count, count + 1));
            rg_free(root);
        });
    struct rt_node *roots[RT_COUNT];
    rt_build(roots);
    expect_right("rt_check", rt_check(roots));
    DAMAGE(roots[3], roots[2], rt_check(roots));
    DAMAGE(roots[2]->next->next, roots[4]->next, rt_check(roots));
    rt_free(roots);
}

static void pointers(void) {
    RUN(struct ma_box, ma_build(), ma_check(root), {
        DAMAGE(root->current, root->items + 2, ma_check(root));
        DAMAGE(root->items[4].partner, NULL, ma_check(root));
        DAMAGE(root->next->highest, root->samples, ma_check(root));
        ma_free(root);
    });
    RUN(struct fp_node, fp_build(), fp_check(root), {
        int32_t copy = root->next->next->total;
        DAMAGE(root->counter, &copy, fp_check(root));
        DAMAGE(root->cell, root->cell - 1, fp_check(root));
        DAMAGE(root->next->active, root->active, fp_check(root));
        fp_free(root);
    });
    RUN(struct fp_outer, fp_build_outer(), fp_check_outer(root), {
        DAMAGE(root->number, &root->inner.second, fp_check_outer(root));
        free(root);
    });
    RUN(struct fp_first, fp_build_first(), fp_check_first(root), {
        int32_t copy = 4000;
        DAMAGE(root->counter, &copy, fp_check_first(root));
        fp_free_first(root);
    });
    RUN(struct pp_queue, pp_build(), pp_check(root), {
        DAMAGE(root->last, root->middle, pp_check(root));
        DAMAGE(root->alone, &root->first->next, pp_check(root));
        pp_free(root);
    });
    RUN(struct pp_queue, pp_build_empty(), pp_check_empty(root), {
        struct pp_node *other = NULL;
        DAMAGE(root->last, &other, pp_check_empty(root));
        pp_free(root);
    });
    RUN(struct pa_node, pa_build(), pa_check(root), {
        DAMAGE(root->slots[1][1], NULL, pa_check(root));
        DAMAGE(root->words[2], NULL, pa_check(root));
        DAMAGE(root->all[3], root, pa_check(root));
        pa_free(root);
    });
    RUN(struct ep_node, ep_build(), ep_check(root), {
        DAMAGE(root->edges[2].target, NULL, ep_check(root));
        DAMAGE(root->value.edge.target, root, ep_check(root));
        ep_free(root);
    });
    RUN(struct lt_holder, lt_build(), lt_check(root), {
        DAMAGE(root->same, root->users, lt_check(root));
        lt_free(root);
    });
    RUN(struct il_queue, il_build(), il_check(root), {
        DAMAGE(root->running.prev, &root->running, il_check(root));
        DAMAGE(root->tasks.next->next, root->tasks.next, il_check(root));
        il_free(root);
    });
    RUN(struct il_queue, il_build_empty(), il_check_empty(root), {
        DAMAGE(root->finished.next, &root->tasks, il_check_empty(root));
        il_free(root);
    });
    RUN(struct il_tree, il_build_tree(), il_check_tree(root), {
        DAMAGE(root->children.next->prev, root->children.next, il_check_tree(root));
        DAMAGE(root->chosen, root->children.next, il_check_tree(root));
        il_free_tree(root);
    });
    RUN(struct il_jobs, il_build_jobs(), il_check_jobs(root), {
        DAMAGE(root->first->next->next->next, root->first, il_check_jobs(root));
        il_free_jobs(root);
    });
}

static void data(void) {
    RUN(struct fx_owner, fx_build(), fx_check(root), {
        DAMAGE(root->bytes->data[9], 0, fx_check(root));
        DAMAGE(root->list->entries[2].twin, root->list->entries, fx_check(root));
        DAMAGE(root->zero->cells[5], 1, fx_check(root));
        fx_free(root);
    });
    RUN(struct fx_numbers, fx_build_numbers(65535), fx_check_numbers(root, 65535), {
        DAMAGE(root->values[65534], 0, fx_check_numbers(root, 65535));
        free(root);
    });
    RUN(struct cn_counts, cn_build(), cn_check(root), {
        DAMAGE(root->matrix[4], 0.0f, cn_check(root));
        DAMAGE(root->colors[7999], 1, cn_check(root));
        DAMAGE(root->lines[2].points, NULL, cn_check(root));
        DAMAGE(root->rows[1][3], 0, cn_check(root));
        cn_free(root);
    });
    RUN(struct cn_counts, cn_build_null_with_count(), root->none || root->none_count != 3 ? "" : NULL, cn_free(root));
    RUN(struct cn_counts, cn_build_negative_count(), root->none && root->none_count == -1 ? NULL : "", cn_free(root));
    RUN(struct cn_counts, cn_build_odd_bytes(), root->word_bytes % 4 ? NULL : "", cn_free(root));
    RUN(struct cn_counts, cn_build_pointer_without_count(), cn_check_pointer_without_count(root), cn_free(root));
    RUN(struct il_garden, il_build_garden(), il_check_garden(root), {
        DAMAGE(root->best, NULL, il_check_garden(root));
        DAMAGE(root->leaves[1].top->right, root->best, il_check_garden(root));
        il_free_garden(root);
    });
    RUN(struct il_entry, il_build_entry(), il_check_entry(root), {
        DAMAGE(root->link.prev, root->link.next, il_check_entry(root));
        DAMAGE(root->list, &root->board->waiting, il_check_entry(root));
        il_free_entry(root);
    });
    RUN(struct en_table, en_build(), en_check(root), {
        DAMAGE(root->first->parts[0]->text[3], 'c', en_check(root));
        DAMAGE(root->slots[7], 0, en_check(root));
        DAMAGE(root->grid[7][1], 0, en_check(root));
        DAMAGE(root->tail[2], 0, en_check(root));
        DAMAGE(root->size, 0, en_check(root));
        en_free(root);
    });
    RUN(struct te_menu, te_build(), te_check(root), {
        DAMAGE(root->words[2], root->words[1], te_check(root));
        DAMAGE(root->options[3].value, 0, te_check(root));
        DAMAGE(root->chosen[1]->value, 0, te_check(root));
        DAMAGE(root->ids[4], 0, te_check(root));
        DAMAGE(root->codes[1], 0, te_check(root));
        DAMAGE(root->rules[2].place.x, 0, te_check(root));
        DAMAGE(root->label[4], 0, te_check(root));
        te_free(root);
    });
    RUN(struct cp_store, cp_build(), cp_check(root), {
        expect_wrong("blocks with more room than elements", cp_check_read(root));
        DAMAGE(root->shelves[0].items[2].price, 0, cp_check(root));
        DAMAGE(root->shelves[0].room, 2, cp_check(root));
        DAMAGE(root->table[1][1], 0, cp_check(root));
        DAMAGE(root->tail[1], 0, cp_check(root));
        cp_free(root);
    });
    RUN(struct cb_counts, cb_build(), cb_check(root), {
        DAMAGE(root->items[1].next, NULL, cb_check(root));
        cb_free(root);
    });
    RUN(struct ov_views, ov_build(), ov_check(root), {
        DAMAGE(root->part, root->all + 5, ov_check(root));
        DAMAGE(root->right[4], 1, ov_check(root));
        ov_free(root);
    });
    RUN(struct tx_node, tx_build(), tx_check(root), {
        DAMAGE(root->empty, NULL, tx_check(root));
        DAMAGE(root->null, root->empty, tx_check(root));
        DAMAGE(root->next->constant, root->plain, tx_check(root));
        DAMAGE(root->next->plain, root->next->empty, tx_check(root));
        DAMAGE(root->wide[5], L'?', tx_check(root));
        tx_free(root);
    });
    RUN(struct tx_node, tx_build_invalid_utf8(), root->plain ? NULL : "", tx_free(root));
    RUN(struct tx_node, tx_build_invalid_utf16(), root->sixteen ? NULL : "", tx_free(root));
    RUN(struct tx_node, tx_build_long(), tx_check_long(root), {
        DAMAGE(root->plain[999999], '~', tx_check_long(root));
        tx_free(root);
    });
    RUN(struct tx_path, tx_build_path(), tx_check_path(root), {
        DAMAGE(root->end, root->extension, tx_check_path(root));
        tx_free_path(root);
    });
}

static void others(void) {
    RUN(struct un_root, un_build(), un_check(root), {
        DAMAGE(root->values[3].value.raw[11], 0, un_check(root));
        DAMAGE(root->plains[2].type, 1, un_check(root));
        DAMAGE(root->events[2].drop.cause, root->events, un_check(root));
        un_free(root);
    });
    RUN(struct un_root, un_build_unknown_tag(), root->plains[1].type == 9 ? NULL : "", un_free(root));
    RUN(struct un_wagon, un_build_wagons(0), un_check_wagons(root), {
        DAMAGE(root->kind, UN_SEALED, un_check_wagons(root));
        DAMAGE(root->next->cargo.litres, 0, un_check_wagons(root));
        DAMAGE(root->next->next->cargo.litres, 1, un_check_wagons(root));
        un_free_wagons(root);
    });
    struct un_plain plain = un_plain_value();
    expect_right("un_check_plain", un_check_plain(&plain));
    DAMAGE(plain.whole, 1, un_check_plain(&plain));
    RUN(struct ca_node, ca_build(), ca_check(root), {
        DAMAGE(root->compare, ca_by_name, ca_check(root));
        DAMAGE(root->actions[1], ca_rest, ca_check(root));
        ca_free(root);
    });
    RUN(struct ca_node, ca_build_unknown(), root->next->compare == ca_secret ? NULL : "", ca_free(root));
    struct hd_node *handles = hd_build();
    struct hd_engine *engine = handles->engine;
    expect_right("hd_engine_count", hd_engine_count() == 3 ? NULL : "not three engines");
    // What must not come back.
    expect_wrong("a skipped pointer", hd_check(handles));
    handles->cache = NULL;
    handles->left_out = NULL;
    expect_right("hd_check", hd_check(handles));
    DAMAGE(handles->spare[1], handles->engine, hd_check(handles));
    DAMAGE(handles->next->number, NULL, hd_check(handles));
    expect_right("hd_engine_seed", hd_engine_seed(engine) == 0xABCD1234 ? NULL : "the seed");
    hd_free(handles);
    expect_right("hd_engine_count", hd_engine_count() == 0 ? NULL : "an engine is left");
    struct wk_owner *owner = wk_build();
    expect_right("wk_check_original", wk_check_original(owner));
    expect_wrong("weak pointers that are kept", wk_check(owner));
    DAMAGE(owner->parts->best, NULL, wk_check_original(owner));
    struct wk_part *one = owner->parts, *two = one->next;
    free(one->favorite);
    free(two->owner);
    one->favorite = two->others[0] = NULL;
    two->owner = NULL;
    two->best = NULL;
    expect_right("wk_check", wk_check(owner));
    wk_free(owner);
    wk_free_original(wk_build());
    RUN(struct oa_list, oa_build(), oa_check(root), {
        DAMAGE(root->first->next->lanes[7], 0, oa_check(root));
        oa_free(root);
    });
    RUN(struct pk_node, pk_build(), pk_check(root), {
        DAMAGE(root->next->next->next, root->next, pk_check(root));
        DAMAGE(root->end, 1, pk_check(root));
        pk_free(root);
    });
    struct ar_arena *arena = ar_arena_new(1024);
    struct ar_node *root = ar_build(arena);
    expect_right("ar_check", ar_check(root));
    DAMAGE(root->right->right->right, NULL, ar_check(root));
    ar_arena_free(arena);
    expect_right("ar_check of static nodes", ar_check(ar_build_static()));
}

int main(void) {
    lists();
    pointers();
    data();
    others();
    printf("%d checks, %d kinds of damage, %d failures\n", cases, damages, failures);
    return failures != 0;
}
