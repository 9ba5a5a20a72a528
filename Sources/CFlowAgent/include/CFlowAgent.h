#ifndef CFLOWAGENT_H
#define CFLOWAGENT_H

#include <stdbool.h>
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

/// Lets a quarter of a second pass on the agent's thread, and says whether that is of any use: in virtual time it is not.
bool flowviz_agent_rest(void);

/// Has SIGTERM, SIGINT and SIGHUP remove two files before they end this process.
///
/// Only those are handled that nobody handles or ignores yet. Whoever sets a handler later has the signal to himself, and what `exec` starts
/// has none of these.
void flowviz_agent_remove_at_signals(const char *trace, const char *socket);

/// A connection that no program started meanwhile inherits; -1 and errno as accept has them.
int flowviz_agent_accept(int listener);

#endif
