#include "tasks.h"
#include <stdio.h>

struct task task_make(const char *title, enum priority priority, int64_t deadline) {
    struct task task = {.priority = priority, .deadline = deadline};
    snprintf(task.title, sizeof task.title, "%s", title);
    return task;
}

void task_print(const struct task *task) {
    printf("%s: priority %d, %u %% done, due at %lld\n",
           task->title, task->priority, task->percent, (long long)task->deadline);
    fflush(stdout);
}
