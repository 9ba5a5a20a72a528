#ifndef VIRTUALTIME_H
#define VIRTUALTIME_H

#include <stdbool.h>
#include <stdint.h>

/// Nanoseconds since the start of the program: it stands while the program works, and moves to what is due next when it waits.
extern uint64_t virtual_now;

/// When nothing is due.
#define VIRTUAL_NEVER UINT64_MAX

/// Has `work(context)` done in `queue`'s turn, at `deadline` or as soon as may be after it, behind what was given before for that time.
void virtual_add(uint64_t deadline, const void *queue, void (*work)(void *), void *context);

/// When the next work is due that can be done now, when nothing of the program's is on the stack but its run loop.
uint64_t virtual_next(void);

/// Waits, as code that blocks its thread: meanwhile the other queues work.
///
/// - Returns: Whether `is_done(context)` became true before `deadline`.
bool virtual_wait(uint64_t deadline, bool (*is_done)(void *), void *context);

/// Does what is due of one queue.
void virtual_drain(const void *queue);

/// The queue whose work is being done.
const void *virtual_queue(void);

/// Moves time forward; ends the program where its time is over.
void virtual_move(uint64_t time);

/// Whether a queue does several things at a time.
bool virtual_is_concurrent(const void *queue);

/// Whether this is the one thread that is in virtual time.
bool virtual_is_here(void);

/// The function that this program's takes the place of.
void *virtual_real(const char *name);

#endif
