// libdispatch's queues, and the tasks of Swift concurrency: their work is done in virtual time.
#define _GNU_SOURCE
#ifdef __linux__
#include "Dispatch.h"
#include "include/CTryVirtual.h"

#include <stdlib.h>
#include <time.h>

extern void _Block_release(block);

void virtual_call(block given) {
    struct layout {
        void *isa;
        int flags, reserved;
        void (*invoke)(block);
    };
    ((struct layout *)given)->invoke(given);
}

void virtual_call_and_release(void *given) {
    virtual_call(given);
    _Block_release(given);
}

/// A moment of libdispatch's as one of virtual time: it counts two clocks up, and the calendar down.
uint64_t virtual_moment(uint64_t when) {
    if (when == UINT64_MAX) return VIRTUAL_NEVER;
    if (when == 0) return virtual_now;
    struct timespec now;
    clockid_t clocks[] = {CLOCK_MONOTONIC, CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_REALTIME};
    unsigned kind = (unsigned)(when >> 62);
    clock_gettime(clocks[kind], &now);
    uint64_t value = kind == 3 ? -when : when & ~(3ull << 62);
    uint64_t passed = (uint64_t)now.tv_sec * 1000000000ull + (uint64_t)now.tv_nsec;
    return value > passed ? virtual_now + (value - passed) : virtual_now;
}

// MARK: Queues

void virtual_schedule(uint64_t deadline, object queue, function work, void *context) {
    if (deadline != VIRTUAL_NEVER) virtual_add(deadline, queue, VIRTUAL_PLAIN, work, context);
}

void dispatch_async_f(object queue, void *context, function work) { virtual_schedule(virtual_now, queue, work, context); }
void dispatch_async(object queue, block work) { virtual_schedule(virtual_now, queue, virtual_call_and_release, _Block_copy(work)); }
void dispatch_after_f(uint64_t when, object queue, void *context, function work) { virtual_schedule(virtual_moment(when), queue, work, context); }

void dispatch_after(uint64_t when, object queue, block work) {
    uint64_t time = virtual_moment(when);
    if (time != VIRTUAL_NEVER) virtual_schedule(time, queue, virtual_call_and_release, _Block_copy(work));
}

void dispatch_barrier_async(object queue, block work) {
    virtual_add(virtual_now, queue, VIRTUAL_BARRIER, virtual_call_and_release, _Block_copy(work));
}

/// Work that is waited for.
struct awaited {
    block work;
    size_t index, *left;
};

static bool is_over(void *left) { return *(size_t *)left == 0; }

static void end_awaited(void *given) {
    struct awaited *awaited = given;
    virtual_call(awaited->work);
    --*awaited->left;
}

static void sync(object queue, enum virtual_kind kind, block work) {
    size_t left = 1;
    struct awaited awaited = {work, 0, &left};
    if (queue == &_dispatch_main_q) {
        // The main queue works on the main thread only.
        virtual_add(virtual_now, queue, kind, end_awaited, &awaited);
        virtual_wait(VIRTUAL_NEVER, is_over, &left);
    } else {
        virtual_sync(queue, kind, end_awaited, &awaited);
    }
}

void dispatch_sync(object queue, block work) {
    if (virtual_thread()) sync(queue, VIRTUAL_PLAIN, work);
    else VIRTUAL_REAL(dispatch_sync, queue, work);
}

void dispatch_barrier_sync(object queue, block work) {
    if (virtual_thread()) sync(queue, VIRTUAL_BARRIER, work);
    else VIRTUAL_REAL(dispatch_barrier_sync, queue, work);
}

static void end_round(void *given) {
    struct layout {
        void *isa;
        int flags, reserved;
        void (*invoke)(block, size_t);
    };
    struct awaited *round = given;
    ((struct layout *)round->work)->invoke(round->work, round->index);
    --*round->left;
}

void dispatch_apply(size_t count, object queue, block work) {
    size_t left = count;
    struct awaited *rounds = calloc(count, sizeof *rounds);
    if (count && !rounds) abort();
    for (size_t i = 0; i < count; i++) {
        rounds[i] = (struct awaited){work, i, &left};
        virtual_schedule(virtual_now, queue ? queue : dispatch_get_global_queue(0, 0), end_round, &rounds[i]);
    }
    virtual_wait(VIRTUAL_NEVER, is_over, &left);
    free(rounds);
}

void dispatch_main(void) {
    while (virtual_step()) {}
    exit(0);
}

// Which queue works is known here only.
void dispatch_assert_queue(object queue) { (void)queue; }
void dispatch_assert_queue_barrier(object queue) { (void)queue; }
void dispatch_assert_queue_not(object queue) { (void)queue; }

// MARK: Tasks

char virtual_tasks;

typedef void (*enqueue)(void *job) __attribute__((swiftcall));
typedef void (*enqueue_hook)(void *job, enqueue original) __attribute__((swiftcall));
extern enqueue_hook swift_task_enqueueGlobal_hook __attribute__((weak));
struct executor {
    void *identity, *implementation;
};
extern void swift_job_run(void *job, struct executor executor) __attribute__((swiftcall, weak));

static void run_job(void *job) { swift_job_run(job, (struct executor){NULL, NULL}); }

__attribute__((swiftcall)) static void take_job(void *job, enqueue original) {
    (void)original;
    virtual_schedule(virtual_now, &virtual_tasks, run_job, job);
}

__attribute__((constructor)) static void begin(void) {
    if (&swift_task_enqueueGlobal_hook) swift_task_enqueueGlobal_hook = take_job;
}
#endif
