// Virtual time. Of the threads in it one works at a time: when it waits, it hands over to what goes on next, so that every run is the same.
#define _GNU_SOURCE
#ifdef __linux__
#include "Strand.h"
#include "VirtualTime.h"
#include "include/CTryVirtual.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char _dispatch_main_q;

uint64_t virtual_now;
static uint64_t limit = VIRTUAL_NEVER;
static uint64_t numbers;

/// The main thread, which has the main queue unless its run loop waits.
static struct frame ground = {&_dispatch_main_q, VIRTUAL_PLAIN, NULL};
static struct strand main_strand = {.top = &ground};
static _Thread_local struct strand *own;

/// The threads in virtual time; and of those the ones that wait, first come first.
static struct strand *strands = &main_strand;
static struct strand *waiting, **waiting_end = &waiting;

/// What queues have to do. Threads outside of virtual time may add to it.
static struct work *list;
static size_t count, room;
static atomic_flag is_locked = ATOMIC_FLAG_INIT;

static void lock(void) {
    while (atomic_flag_test_and_set(&is_locked)) sched_yield();
}

static void unlock(void) { atomic_flag_clear(&is_locked); }

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("FLOWVIZ_TRY_FOR");
    if (text) limit = strtoull(text, NULL, 10);
}

void *virtual_thread(void) {
    if (!own && syscall(SYS_gettid) == getpid()) {
        own = &main_strand;
        sem_init(&own->baton, 0, 0);
    }
    return own;
}

void *virtual_real(const char *name) { return dlsym(RTLD_NEXT, name); }

void virtual_move(uint64_t time) {
    if (time <= virtual_now) return;
    if (time > limit) {
        virtual_now = limit;
        fprintf(stderr, "flowviz: ended after %.2f s of virtual time; --for lets it run longer\n", (double)limit / 1e9);
        exit(0);
    }
    virtual_now = time;
}

void virtual_read(void) {
    static struct strand *reader;
    static uint64_t time;
    if (reader != own && time == virtual_now) virtual_now++;
    reader = own;
    time = virtual_now;
}

void virtual_add(uint64_t deadline, const void *queue, enum virtual_kind kind, void (*function)(void *), void *context) {
    lock();
    if (count == room) {
        room = room ? room * 2 : 64;
        list = realloc(list, room * sizeof *list);
        if (!list) abort();
    }
    list[count++] = (struct work){deadline, numbers++, queue, kind, function, context};
    unlock();
}

// MARK: Whose turn it is

/// Whether work of a queue is being done, or waits in the middle of it; a barrier only, if so asked.
static bool is_busy(const void *queue, bool by_barrier) {
    for (struct strand *strand = strands; strand; strand = strand->next)
        for (struct frame *frame = strand->top; frame; frame = frame->below)
            if (frame->queue == queue && (!by_barrier || frame->kind == VIRTUAL_BARRIER)) return true;
    return false;
}

/// Whether other work of a queue that is due is before a number; a barrier only, if so asked.
static bool is_behind(const void *queue, uint64_t number, bool a_barrier) {
    for (size_t i = 0; i < count; i++)
        if (list[i].queue == queue && list[i].number < number && list[i].deadline <= virtual_now
            && (!a_barrier || list[i].kind == VIRTUAL_BARRIER))
            return true;
    return false;
}

/// Whether a queue may begin with some work. What is done one after the other is done in order.
static bool may_begin(const void *queue, enum virtual_kind kind, uint64_t number) {
    if (queue == &_dispatch_main_q) return main_strand.is_idle && main_strand.top == &ground;
    bool is_alone = kind == VIRTUAL_BARRIER || !virtual_is_concurrent(queue);
    return !is_busy(queue, !is_alone) && !(virtual_is_concurrent(queue) && is_behind(queue, number, !is_alone));
}

/// The index of the work that is due next and may begin; the count if there is none.
static size_t next_work(void) {
    size_t found = count;
    for (size_t i = 0; i < count; i++) {
        if (found < count
            && (list[i].deadline > list[found].deadline
                || (list[i].deadline == list[found].deadline && list[i].number > list[found].number)))
            continue;
        if (may_begin(list[i].queue, list[i].kind, list[i].number)) found = i;
    }
    return found;
}

/// Ends a strand's waiting.
static struct strand *resume(struct strand *strand, enum virtual_end end) {
    struct strand **place = &waiting;
    while (*place && *place != strand) place = &(*place)->next_waiting;
    if (*place) *place = strand->next_waiting;
    if (!waiting) waiting_end = &waiting;
    else if (waiting_end == &strand->next_waiting) waiting_end = place;
    strand->is_idle = false;
    strand->end = end;
    return strand;
}

/// What goes on next: what was waited for, else what is due first. Run loops look before the queues work, blocked threads after.
static struct strand *next_strand(void) {
    for (struct strand *strand = waiting; strand; strand = strand->next_waiting)
        if (strand->is_done && strand->is_done(strand->context)) return resume(strand, VIRTUAL_DONE);

    struct strand *first = NULL;
    for (struct strand *strand = waiting; strand; strand = strand->next_waiting)
        if (strand->deadline != VIRTUAL_NEVER
            && (!first || strand->deadline < first->deadline
                || (strand->deadline == first->deadline && strand->is_idle && !first->is_idle)))
            first = strand;

    lock();
    size_t index = next_work();
    struct work work = index < count ? list[index] : (struct work){.deadline = VIRTUAL_NEVER};
    bool is_work = work.deadline != VIRTUAL_NEVER
        && (!first || work.deadline < first->deadline || (work.deadline == first->deadline && !first->is_idle));
    if (is_work) list[index] = list[--count];
    unlock();

    if (is_work) {
        virtual_move(work.deadline);
        struct strand *strand = work.queue == &_dispatch_main_q ? resume(&main_strand, VIRTUAL_WORKED) : virtual_worker();
        strand->work = work;
        return strand;
    }
    if (first) {
        virtual_move(first->deadline);
        return resume(first, VIRTUAL_LATE);
    }
    if (main_strand.is_idle) return resume(&main_strand, VIRTUAL_NOTHING);
    fprintf(stderr, "flowviz: waits for ever: nothing is scheduled that could end it\n");
    exit(1);
}

void virtual_wait_for_baton(struct strand *strand) {
    own = strand;
    while (sem_wait(&strand->baton) != 0) {}
}

void virtual_hand_over(void) {
    struct strand *strand = own, *next = next_strand();
    if (next == strand) return;
    sem_post(&next->baton);
    virtual_wait_for_baton(strand);
}

void virtual_leave(void) {
    struct strand **place = &strands;
    while (*place != own) place = &(*place)->next;
    *place = own->next;
    own->has_ended = true;
    sem_post(&next_strand()->baton);
}

void virtual_enter(struct strand *strand) {
    strand->next = strands;
    strands = strand;
}

void virtual_await(struct strand *strand, uint64_t deadline, bool (*is_done)(void *), void *context, bool is_idle) {
    strand->deadline = deadline;
    strand->is_done = is_done;
    strand->context = context;
    strand->is_idle = is_idle;
    strand->next_waiting = NULL;
    *waiting_end = strand;
    waiting_end = &strand->next_waiting;
}

// MARK: Work, and waiting

void virtual_perform(struct work work) {
    struct frame frame = {work.queue, work.kind, own->top};
    own->top = &frame;
    work.function(work.context);
    own->top = frame.below;
}

bool virtual_wait(uint64_t deadline, bool (*is_done)(void *), void *context) {
    if (is_done && is_done(context)) return true;
    virtual_await(own, deadline, is_done, context, false);
    virtual_hand_over();
    return own->end == VIRTUAL_DONE;
}

enum virtual_end virtual_idle(uint64_t deadline, bool (*is_done)(void *), void *context) {
    virtual_await(virtual_thread(), deadline, is_done, context, true);
    virtual_hand_over();
    enum virtual_end end = own->end;
    if (end == VIRTUAL_WORKED) {
        // The frame of the main queue is there already.
        struct work work = own->work;
        work.function(work.context);
    }
    return end;
}

void virtual_retime(const void *thread, uint64_t deadline) {
    struct strand *strand = (struct strand *)thread;
    if (strand->is_idle) strand->deadline = deadline;
}

bool virtual_step(void) { return virtual_idle(VIRTUAL_NEVER, NULL, NULL) == VIRTUAL_WORKED; }

struct turn {
    const void *queue;
    enum virtual_kind kind;
    uint64_t number;
};

static bool is_turn(void *given) {
    struct turn *turn = given;
    lock();
    bool is_turn = may_begin(turn->queue, turn->kind, turn->number) && !is_behind(turn->queue, turn->number, false);
    unlock();
    return is_turn;
}

void virtual_sync(const void *queue, enum virtual_kind kind, void (*function)(void *), void *context) {
    struct turn turn = {queue, kind, numbers++};
    virtual_wait(VIRTUAL_NEVER, is_turn, &turn);
    virtual_perform((struct work){virtual_now, turn.number, queue, kind, function, context});
}
#endif
