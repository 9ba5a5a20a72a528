// libdispatch's queues, timers and groups, and the tasks of Swift concurrency: their work is done in virtual time, on one thread.
#define _GNU_SOURCE
#ifdef __linux__
#include "CTryVirtual.h"
#include "VirtualTime.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

typedef void *object;
typedef void *block;
typedef void (*function)(void *);

extern char _dispatch_main_q;
extern char _dispatch_source_type_timer;
extern block _Block_copy(block);
extern void _Block_release(block);
extern object dispatch_get_global_queue(intptr_t priority, uintptr_t flags);
extern uint64_t dispatch_time(uint64_t base, int64_t delta);
extern void *dispatch_get_context(object);

static void call(block given) {
    struct layout {
        void *isa;
        int flags, reserved;
        void (*invoke)(block);
    };
    ((struct layout *)given)->invoke(given);
}

static void call_and_release(void *given) {
    call(given);
    _Block_release(given);
}

/// The queue of tasks, which is none of libdispatch's.
static char tasks;

bool virtual_is_concurrent(const void *queue) {
    if (queue == &tasks) return true;
    static const intptr_t priorities[] = {2, 0, -2, INT16_MIN, 0x21, 0x19, 0x15, 0x11, 0x09, 0x05};
    for (size_t i = 0; i < sizeof priorities / sizeof *priorities; i++)
        if (queue == dispatch_get_global_queue(priorities[i], 0)) return true;
    return false;
}

/// A moment of libdispatch's as one of virtual time: it counts two clocks up, and the calendar down.
static uint64_t moment(uint64_t when) {
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

void dispatch_async_f(object queue, void *context, function work) { virtual_add(virtual_now, queue, work, context); }
void dispatch_async(object queue, block work) { virtual_add(virtual_now, queue, call_and_release, _Block_copy(work)); }
void dispatch_barrier_async(object queue, block work) { dispatch_async(queue, work); }

void dispatch_after_f(uint64_t when, object queue, void *context, function work) {
    uint64_t time = moment(when);
    if (time != VIRTUAL_NEVER) virtual_add(time, queue, work, context);
}

void dispatch_after(uint64_t when, object queue, block work) {
    uint64_t time = moment(when);
    if (time != VIRTUAL_NEVER) virtual_add(time, queue, call_and_release, _Block_copy(work));
}

static void wait_for(object queue, block work) {
    virtual_drain(queue);
    call(work);
}

#define ON_OTHER_THREADS(name, type, ...) \
    if (!virtual_is_here()) return ((type)virtual_real(name))(__VA_ARGS__)

void dispatch_sync(object queue, block work) {
    ON_OTHER_THREADS("dispatch_sync", void (*)(object, block), queue, work);
    wait_for(queue, work);
}

void dispatch_barrier_sync(object queue, block work) {
    ON_OTHER_THREADS("dispatch_barrier_sync", void (*)(object, block), queue, work);
    wait_for(queue, work);
}

void dispatch_apply(size_t count, object queue, block work) {
    struct layout {
        void *isa;
        int flags, reserved;
        void (*invoke)(block, size_t);
    };
    (void)queue;
    for (size_t i = 0; i < count; i++) ((struct layout *)work)->invoke(work, i);
}

void dispatch_main(void) {
    while (virtual_step()) {}
    exit(0);
}

// All queues work on one thread.
void dispatch_assert_queue(object queue) { (void)queue; }
void dispatch_assert_queue_barrier(object queue) { (void)queue; }
void dispatch_assert_queue_not(object queue) { (void)queue; }

// MARK: Groups and semaphores

static intptr_t real_group_wait(object group, uint64_t when) {
    static intptr_t (*real)(object, uint64_t);
    if (!real) real = virtual_real("dispatch_group_wait");
    return real(group, when);
}

static intptr_t real_semaphore_wait(object semaphore, uint64_t when) {
    static intptr_t (*real)(object, uint64_t);
    if (!real) real = virtual_real("dispatch_semaphore_wait");
    return real(semaphore, when);
}

static bool is_empty(void *group) { return real_group_wait(group, 0) == 0; }
static bool is_signalled(void *semaphore) { return real_semaphore_wait(semaphore, 0) == 0; }

intptr_t dispatch_group_wait(object group, uint64_t when) {
    if (!virtual_is_here()) return real_group_wait(group, when);
    return virtual_wait(moment(when), is_empty, group) ? 0 : 1;
}

intptr_t dispatch_semaphore_wait(object semaphore, uint64_t when) {
    if (!virtual_is_here()) return real_semaphore_wait(semaphore, when);
    return virtual_wait(moment(when), is_signalled, semaphore) ? 0 : 1;
}

extern void dispatch_group_enter(object);
extern void dispatch_retain(object);
extern void dispatch_release(object);

struct member {
    object group;
    block work;
};

static void end_member(void *given) {
    extern void dispatch_group_leave(object);
    struct member *member = given;
    call_and_release(member->work);
    dispatch_group_leave(member->group);
    dispatch_release(member->group);
    free(member);
}

static struct member *make_member(object group, block work) {
    struct member *member = malloc(sizeof *member);
    if (!member) abort();
    *member = (struct member){group, _Block_copy(work)};
    dispatch_retain(group);
    return member;
}

void dispatch_group_async(object group, object queue, block work) {
    dispatch_group_enter(group);
    virtual_add(virtual_now, queue, end_member, make_member(group, work));
}

/// Who is to be told when a group is empty.
static struct waiter {
    struct member *member;
    object queue;
    struct waiter *next;
} *waiters;

static void notify(void *given) {
    struct member *member = given;
    call_and_release(member->work);
    dispatch_release(member->group);
    free(member);
}

static void tell(object group) {
    for (struct waiter **place = &waiters; *place;) {
        struct waiter *waiter = *place;
        if (waiter->member->group != group || !is_empty(group)) {
            place = &waiter->next;
            continue;
        }
        *place = waiter->next;
        virtual_add(virtual_now, waiter->queue, notify, waiter->member);
        free(waiter);
    }
}

void dispatch_group_leave(object group) {
    static void (*real)(object);
    if (!real) real = virtual_real("dispatch_group_leave");
    real(group);
    tell(group);
}

void dispatch_group_notify(object group, object queue, block work) {
    struct waiter *waiter = malloc(sizeof *waiter);
    if (!waiter) abort();
    struct waiter **end = &waiters;
    while (*end) end = &(*end)->next;
    *waiter = (struct waiter){make_member(group, work), queue, NULL};
    *end = waiter;
    tell(group);
}

// MARK: Timers

/// A timer of libdispatch's, which itself never fires.
struct timer {
    object source, queue;
    block handler, cancel_handler;
    function handler_function;
    uint64_t interval, start;
    /// Which of its settings is in force: work that was given for another is not done.
    uint64_t setting;
    bool is_set, is_active, is_cancelled;
    struct timer *next;
} static *timers;

static struct timer *timer_of(object source) {
    struct timer *timer = timers;
    while (timer && timer->source != source) timer = timer->next;
    return timer;
}

object dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, object queue) {
    static object (*real)(const void *, uintptr_t, uintptr_t, object);
    if (!real) real = virtual_real("dispatch_source_create");
    object source = real(type, handle, mask, queue);
    // One that was there before has gone.
    struct timer *gone = timer_of(source);
    if (gone) gone->source = NULL;
    if (type != &_dispatch_source_type_timer || !source || !virtual_is_here()) return source;
    struct timer *timer = malloc(sizeof *timer);
    if (!timer) abort();
    *timer = (struct timer){.source = source, .queue = queue ? queue : dispatch_get_global_queue(0, 0), .next = timers};
    timers = timer;
    return source;
}

struct shot {
    struct timer *timer;
    uint64_t setting;
};

static void schedule(struct timer *timer);

static void shoot(void *given) {
    struct shot shot = *(struct shot *)given;
    free(given);
    struct timer *timer = shot.timer;
    if (timer->setting != shot.setting || timer->is_cancelled || !timer->source) return;
    timer->is_set = timer->interval != 0;
    timer->start += timer->interval;
    if (timer->is_set) schedule(timer);
    object source = timer->source;
    dispatch_retain(source);
    if (timer->handler_function) timer->handler_function(dispatch_get_context(source));
    else if (timer->handler) call(timer->handler);
    dispatch_release(source);
}

static void schedule(struct timer *timer) {
    if (!timer->is_set || !timer->is_active || timer->is_cancelled) return;
    struct shot *shot = malloc(sizeof *shot);
    if (!shot) abort();
    *shot = (struct shot){timer, timer->setting};
    virtual_add(timer->start, timer->queue, shoot, shot);
}

void dispatch_source_set_timer(object source, uint64_t start, uint64_t interval, uint64_t leeway) {
    struct timer *timer = timer_of(source);
    if (!timer) {
        ((void (*)(object, uint64_t, uint64_t, uint64_t))virtual_real("dispatch_source_set_timer"))(source, start, interval, leeway);
        return;
    }
    timer->setting++;
    timer->start = moment(start);
    timer->interval = interval >= INT64_MAX ? 0 : interval;
    timer->is_set = timer->start != VIRTUAL_NEVER;
    schedule(timer);
}

#define SETTER(name, type, member, value) \
    void name(object source, type given) { \
        struct timer *timer = timer_of(source); \
        if (timer) timer->member = value; \
        else ((void (*)(object, type))virtual_real(#name))(source, given); \
    }

SETTER(dispatch_source_set_event_handler, block, handler, given ? _Block_copy(given) : NULL)
SETTER(dispatch_source_set_event_handler_f, function, handler_function, given)
SETTER(dispatch_source_set_cancel_handler, block, cancel_handler, given ? _Block_copy(given) : NULL)

static void activate(object given) {
    struct timer *timer = timer_of(given);
    if (!timer || timer->is_active) return;
    timer->is_active = true;
    schedule(timer);
}

void dispatch_activate(object given) {
    ((void (*)(object))virtual_real("dispatch_activate"))(given);
    activate(given);
}

void dispatch_resume(object given) {
    ((void (*)(object))virtual_real("dispatch_resume"))(given);
    activate(given);
}

void dispatch_source_cancel(object source) {
    struct timer *timer = timer_of(source);
    if (timer && !timer->is_cancelled) {
        timer->is_cancelled = true;
        if (timer->cancel_handler) virtual_add(virtual_now, timer->queue, call_and_release, timer->cancel_handler);
    }
    ((void (*)(object))virtual_real("dispatch_source_cancel"))(source);
}

// MARK: Tasks

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
    virtual_add(virtual_now, &tasks, run_job, job);
}

__attribute__((constructor)) static void begin(void) {
    if (&swift_task_enqueueGlobal_hook) swift_task_enqueueGlobal_hook = take_job;
}
#endif
