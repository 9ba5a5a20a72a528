#ifndef VIRTUALTIME_H
#define VIRTUALTIME_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// Nanoseconds since the start of the program: it stands while the program works, and moves to what is due next when all of it waits.
extern uint64_t virtual_now;

/// When nothing is due.
#define VIRTUAL_NEVER UINT64_MAX

/// How a queue's work may be done beside other work of that queue.
enum virtual_kind { VIRTUAL_PLAIN, VIRTUAL_BARRIER };

/// Has `work(context)` done in `queue`'s turn, at `deadline` or as soon as may be after it, behind what was given before for that time.
void virtual_add(uint64_t deadline, const void *queue, enum virtual_kind kind, void (*work)(void *), void *context);

/// Calls `work(context)` on this thread once it is `queue`'s turn.
void virtual_sync(const void *queue, enum virtual_kind kind, void (*work)(void *), void *context);

/// Blocks this thread: meanwhile the others, and the queues, work.
///
/// - Parameter is_done: Called on whichever thread works, until it returns true. Must not wait.
/// - Returns: Whether `is_done(context)` became true before `deadline`.
bool virtual_wait(uint64_t deadline, bool (*is_done)(void *), void *context);

/// What ended the waiting of a run loop.
enum virtual_end { VIRTUAL_DONE, VIRTUAL_LATE, VIRTUAL_WORKED, VIRTUAL_NOTHING };

/// Waits as a run loop does: on the main thread, the main queue works meanwhile.
///
/// - Returns: `VIRTUAL_WORKED` after work of the main queue, `VIRTUAL_NOTHING`, on the main thread only, if nothing can happen any more.
enum virtual_end virtual_idle(uint64_t deadline, bool (*is_done)(void *), void *context);

/// Changes until when a run loop waits.
void virtual_retime(const void *thread, uint64_t deadline);

/// The thread that calls, if it is in virtual time: the main thread, what works for queues, and what the program starts.
void *virtual_thread(void);

/// Makes sure that no two threads read the same time: what they record is ordered by it.
void virtual_read(void);

/// Moves time forward; ends the program where its time is over.
void virtual_move(uint64_t time);

/// Whether a queue does several things at a time.
bool virtual_is_concurrent(const void *queue);

/// When a clock will say `time`.
uint64_t virtual_deadline(clockid_t clock, const struct timespec *time);

/// Whether `main` has been called.
extern bool virtual_has_begun;

/// The function that this program's takes the place of.
void *virtual_real(const char *name);

/// Calls the function that this program's takes the place of.
#define VIRTUAL_REAL(name, ...) \
    ({ \
        static __typeof__(&name) real; \
        if (!real) real = virtual_real(#name); \
        real(__VA_ARGS__); \
    })

#endif
