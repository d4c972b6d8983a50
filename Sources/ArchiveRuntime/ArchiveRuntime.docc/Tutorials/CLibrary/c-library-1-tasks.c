#include "tasks.h"
#include <stdio.h>

struct task task_make(const char *title, enum priority priority, int64_t due) {
    struct task task = {.priority = priority, .due = due};
    snprintf(task.title, sizeof task.title, "%s", title);
    return task;
}

void task_print(const struct task *task) {
    printf("%s: priority %d, %u %% done, due at %lld\n",
           task->title, task->priority, task->percent, (long long)task->due);
    fflush(stdout);
}
