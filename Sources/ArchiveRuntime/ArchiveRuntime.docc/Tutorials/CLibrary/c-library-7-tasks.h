#pragma once
#include <stdint.h>

enum priority { PRIORITY_LOW, PRIORITY_NORMAL, PRIORITY_HIGH };

struct task {
    char title[32];
    enum priority priority;
    unsigned done : 1;
    unsigned percent : 7;
    int64_t deadline;          // seconds since 1970
    double hours[3];           // planned, worked, billed
    void *row;                 // archive: skip -- where the window shows the task
};

struct task task_make(const char *title, enum priority priority, int64_t deadline);
void task_print(const struct task *task);
