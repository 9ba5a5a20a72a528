#include "CFlowTasks.h"

// Exported by libswift_Concurrency; no header of a toolchain declares it. The functions have Swift's calling convention.
typedef void (*flow_enqueue)(void *job) __attribute__((swiftcall));
typedef void (*flow_enqueue_hook)(void *job, flow_enqueue original) __attribute__((swiftcall));
extern flow_enqueue_hook swift_task_enqueueGlobal_hook;

static flow_job_taker taker;

__attribute__((swiftcall)) static void offer(void *job, flow_enqueue original) {
    if (!taker(job)) original(job);
}

void flow_take_jobs(flow_job_taker given) {
    taker = given;
    swift_task_enqueueGlobal_hook = offer;
}
