#ifndef DISPATCH_H
#define DISPATCH_H

#include "VirtualTime.h"

#include <stddef.h>

typedef void *object;
typedef void *block;
typedef void (*function)(void *);

extern char _dispatch_main_q;
extern block _Block_copy(block);
extern object dispatch_get_global_queue(intptr_t priority, uintptr_t flags);

/// The queue of tasks, which is none of libdispatch's.
extern char virtual_tasks;

/// Calls a block.
void virtual_call(block given);

/// Calls a block, which is then released.
void virtual_call_and_release(void *given);

/// A moment of libdispatch's as one of virtual time.
uint64_t virtual_moment(uint64_t when);

/// Has a queue work at a time, unless that never comes.
void virtual_schedule(uint64_t deadline, object queue, function work, void *context);

#endif
