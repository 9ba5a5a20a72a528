#include "CFlowStack.h"

/// Two functions of Swift's library for tasks, which a program without tasks may lack.
extern __attribute__((weak, swiftcall)) void *swift_task_getCurrent(void);
extern __attribute__((weak, swiftcall)) uint64_t swift_task_getJobTaskId(void *task);

uint64_t flowviz_stack_task(void) {
    if (!swift_task_getCurrent || !swift_task_getJobTaskId) return 0;
    void *task = swift_task_getCurrent();
    return task ? swift_task_getJobTaskId(task) : 0;
}
