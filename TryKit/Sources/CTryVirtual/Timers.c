// libdispatch's timers.
#define _GNU_SOURCE
#ifdef __linux__
#include "Dispatch.h"

#include <stdlib.h>

extern char _dispatch_source_type_timer;
extern void dispatch_retain(object);
extern void dispatch_release(object);
extern void *dispatch_get_context(object);

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
    if (type != &_dispatch_source_type_timer || !source || !virtual_thread()) return source;
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
    else if (timer->handler) virtual_call(timer->handler);
    dispatch_release(source);
}

static void schedule(struct timer *timer) {
    if (!timer->is_set || !timer->is_active || timer->is_cancelled) return;
    struct shot *shot = malloc(sizeof *shot);
    if (!shot) abort();
    *shot = (struct shot){timer, timer->setting};
    virtual_schedule(timer->start, timer->queue, shoot, shot);
}

void dispatch_source_set_timer(object source, uint64_t start, uint64_t interval, uint64_t leeway) {
    struct timer *timer = timer_of(source);
    if (!timer) {
        ((void (*)(object, uint64_t, uint64_t, uint64_t))virtual_real("dispatch_source_set_timer"))(source, start, interval, leeway);
        return;
    }
    timer->setting++;
    timer->start = virtual_moment(start);
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
        if (timer->cancel_handler) virtual_schedule(virtual_now, timer->queue, virtual_call_and_release, timer->cancel_handler);
    }
    ((void (*)(object))virtual_real("dispatch_source_cancel"))(source);
}
#endif
