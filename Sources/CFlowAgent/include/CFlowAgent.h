#ifndef CFLOWAGENT_H
#define CFLOWAGENT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/// Called before main; in Swift.
extern void flowviz_agent_load(void);

/// The variable FLOWVIZ; NULL where it is not set, or the program has more rights than who started it.
const char *flowviz_agent_setting(void);

/// What the agent's thread does with the trace and the listening socket that it has opened.
typedef void (*flowviz_agent_service)(int trace, int listener, void *context);

/// Starts the agent's thread, which opens and locks a trace and listens at an address, and waits until it has.
///
/// The thread has a table of descriptors of its own where the system allows it: what the program closes and opens is not the agent's then,
/// and what the agent has is not the program's. Elsewhere its numbers are high, where the program's seldom come.
///
/// - address: Where to listen, for this user alone; NULL to listen nowhere.
/// - service: Called on the thread; without an address its listener is -1. NULL to hold the trace and nothing more.
/// - failed: What could not be done.
/// - Returns: 0, or the number of the error.
int flowviz_agent_start_thread(
    const char *trace, const struct sockaddr *address, socklen_t length, flowviz_agent_service service, void *context,
    const char **failed);

/// Lets some time pass on a thread of the agent, and says whether that is of any use: in virtual time it is not.
bool flowviz_agent_rest(int milliseconds);

/// Gives this thread an empty table of descriptors in the place of the one that it shares; whether the system can.
bool flowviz_agent_own_descriptors(void);

/// The work of the threads of this process since the last look, apart from the calling thread, in nanoseconds.
struct flowviz_agent_work {
    /// The processor time of all threads.
    uint64_t ran;
    /// The time for which one thread was ready to run while the system ran others; the longest of all threads.
    uint64_t withheld;
};

/// Looks at the threads of this process. One thread may call it, and has all signals blocked: the first call starts a thread, which alone
/// opens files. Returns whether the system tells; a thread that is new since the last look has no work yet.
bool flowviz_agent_look(struct flowviz_agent_work *work);

/// Waits until another thread has told of work; one thread calls it.
void flowviz_agent_await_work(void);

/// Tells the waiting thread of work, or that thread as soon as it waits.
void flowviz_agent_tell_work(void);

/// Has SIGTERM, SIGINT and SIGHUP remove two files before they end this process.
///
/// Only those are handled that nobody handles or ignores yet. Whoever sets a handler later has the signal to himself, and what `exec` starts
/// has none of these.
void flowviz_agent_remove_at_signals(const char *trace, const char *socket);

/// A connection that no program started meanwhile inherits; -1 and errno as accept has them.
int flowviz_agent_accept(int listener);

#endif
