// libdispatch's groups, which work items wait by too, and semaphores: what waits for them lets the others work.
#define _GNU_SOURCE
#ifdef __linux__
#include "Dispatch.h"

#include <stdlib.h>

intptr_t dispatch_group_wait(object group, uint64_t when);
intptr_t dispatch_semaphore_wait(object semaphore, uint64_t when);

static bool is_empty(void *group) { return VIRTUAL_REAL(dispatch_group_wait, group, 0) == 0; }
static bool is_signalled(void *semaphore) { return VIRTUAL_REAL(dispatch_semaphore_wait, semaphore, 0) == 0; }

intptr_t dispatch_group_wait(object group, uint64_t when) {
    if (!virtual_thread()) return VIRTUAL_REAL(dispatch_group_wait, group, when);
    return virtual_wait(virtual_moment(when), is_empty, group) ? 0 : 1;
}

intptr_t dispatch_semaphore_wait(object semaphore, uint64_t when) {
    if (!virtual_thread()) return VIRTUAL_REAL(dispatch_semaphore_wait, semaphore, when);
    return virtual_wait(virtual_moment(when), is_signalled, semaphore) ? 0 : 1;
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
    virtual_call_and_release(member->work);
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
    virtual_schedule(virtual_now, queue, end_member, make_member(group, work));
}

/// Who is to be told when a group is empty.
static struct waiter {
    struct member *member;
    object queue;
    struct waiter *next;
} *waiters;

static void notify(void *given) {
    struct member *member = given;
    virtual_call_and_release(member->work);
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
        virtual_schedule(virtual_now, waiter->queue, notify, waiter->member);
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
#endif
