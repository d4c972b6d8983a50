#include "terminated.h"

#include "check.h"

struct te_menu *te_build(void) {
    struct te_menu *menu = make(sizeof *menu + 6);
    strcpy(menu->label, "label");
    menu->words = NEW_ARRAY(char *, 4);
    menu->words[0] = copy_text("one");
    menu->words[1] = copy_text("");
    menu->words[2] = menu->words[0];
    menu->options = NEW_ARRAY(struct te_option, 4);
    for (int i = 0; i < 3; i++) {
        menu->options[i].value = i - 1;
        menu->options[i].name = menu->words[i];
        if (i % 2 == 0) menu->options[i].flag = &menu->flag;
    }
    // Only the name tells the last one.
    menu->options[3].value = 99;
    menu->chosen = NEW_ARRAY(struct te_option *, 3);
    menu->chosen[0] = &menu->options[2];
    menu->chosen[1] = NEW_ARRAY(struct te_option, 1);
    menu->chosen[1]->value = 7;
    menu->ids = NEW_ARRAY(int, 5);
    for (int i = 0; i < 4; i++) menu->ids[i] = i * 1000;
    menu->ids[4] = TE_LAST;
    menu->last_id = &menu->ids[3];
    menu->rest = &menu->options[1];
    menu->codes = NEW_ARRAY(uint16_t, 3);
    menu->codes[0] = 0xff00;
    menu->codes[1] = 0x00ff;
    menu->letters = copy_text("l\xe9ttres");
    menu->kinds = NEW_ARRAY(enum te_kind, 2);
    menu->kinds[1] = TE_END;
    menu->rules = NEW_ARRAY(struct te_rule, 3);
    for (int i = 0; i < 3; i++) {
        menu->rules[i].place.x = 10 - i;
        menu->rules[i].place.kind = TE_START + i;
    }
    menu->rules[1].option = menu->chosen[1];
    menu->empty = NEW_ARRAY(char *, 1);
    menu->flag = 3;
    return menu;
}

const char *te_check(const struct te_menu *menu) {
    REQUIRE(!strcmp(menu->label, "label"), "the label");
    REQUIRE(!strcmp(menu->words[0], "one") && !menu->words[1][0], "the words");
    REQUIRE(menu->words[2] == menu->words[0] && !menu->words[3], "the end of the words");
    for (int i = 0; i < 3; i++) {
        REQUIRE(menu->options[i].value == i - 1 && menu->options[i].name == menu->words[i], "an option");
        REQUIRE(menu->options[i].flag == (i % 2 == 0 ? &menu->flag : NULL), "the flag of an option");
    }
    REQUIRE(!menu->options[3].name && menu->options[3].value == 99, "the end of the options");
    REQUIRE(menu->chosen[0] == &menu->options[2] && menu->chosen[1]->value == 7 && !menu->chosen[2], "the chosen");
    for (int i = 0; i < 4; i++) REQUIRE(menu->ids[i] == i * 1000, "an id");
    REQUIRE(menu->ids[4] == TE_LAST && menu->last_id == &menu->ids[3], "the last id");
    REQUIRE(menu->rest == &menu->options[1], "the rest of the options");
    REQUIRE(menu->codes[0] == 0xff00 && menu->codes[1] == 0x00ff && !menu->codes[2], "the codes");
    REQUIRE(!strcmp(menu->letters, "l\xe9ttres"), "the letters");
    REQUIRE(menu->kinds[0] == 0 && menu->kinds[1] == TE_END, "the kinds");
    for (int i = 0; i < 3; i++) {
        REQUIRE(menu->rules[i].place.x == 10 - i && (int)menu->rules[i].place.kind == TE_START + i, "a rule");
    }
    REQUIRE(menu->rules[1].option == menu->chosen[1] && !menu->rules[2].option, "the option of a rule");
    REQUIRE(!menu->none && menu->empty && !menu->empty[0] && menu->flag == 3, "no words");
    return NULL;
}

void te_free(struct te_menu *menu) {
    free(menu->words[0]);
    free(menu->words[1]);
    free(menu->words);
    free(menu->chosen[1]);
    free(menu->chosen);
    free(menu->options);
    free(menu->ids);
    free(menu->codes);
    free(menu->letters);
    free(menu->kinds);
    free(menu->rules);
    free(menu->empty);
    free(menu);
}

struct te_list *te_build_list(void) {
    struct te_list *list = make(sizeof *list + 3 * sizeof list->names[0]);
    list->number = 4;
    list->names[0] = copy_text("first");
    list->names[1] = copy_text("");
    return list;
}

const char *te_check_list(const struct te_list *list) {
    REQUIRE(list->number == 4 && !strcmp(list->names[0], "first") && !list->names[1][0] && !list->names[2], "the names");
    return NULL;
}

void te_free_list(struct te_list *list) {
    for (char **name = list->names; *name; name++) free(*name);
    free(list);
}
