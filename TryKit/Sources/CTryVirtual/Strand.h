#ifndef STRAND_H
#define STRAND_H

#include "VirtualTime.h"

#include <semaphore.h>

struct work {
    uint64_t deadline, number;
    const void *queue;
    enum virtual_kind kind;
    void (*function)(void *);
    void *context;
};

/// What queue works, and, below it on the stack, which waits.
struct frame {
    const void *queue;
    enum virtual_kind kind;
    struct frame *below;
};

/// A thread in virtual time.
struct strand {
    /// Posted when it is to go on.
    sem_t baton;
    struct frame *top;
    /// Until when it waits, and for what.
    uint64_t deadline;
    bool (*is_done)(void *);
    void *context;
    /// Whether it waits as a run loop.
    bool is_idle;
    bool has_ended;
    /// What ended its waiting, and what it is to do.
    enum virtual_end end;
    struct work work;
    struct strand *next, *next_waiting;
};

/// Puts a thread among those in virtual time.
void virtual_enter(struct strand *strand);

/// Takes the calling thread out of virtual time for good; the others go on.
void virtual_leave(void);

/// Has a strand wait, the calling one or one that is about to begin.
void virtual_await(struct strand *strand, uint64_t deadline, bool (*is_done)(void *), void *context, bool is_idle);

/// Chooses what goes on next, and returns when it is the calling thread's turn.
void virtual_hand_over(void);

/// Begins the calling thread as a strand, when it is its turn.
void virtual_wait_for_baton(struct strand *strand);

/// Does the work of a queue.
void virtual_perform(struct work work);

/// A thread that works for queues and has nothing to do.
struct strand *virtual_worker(void);

#endif
