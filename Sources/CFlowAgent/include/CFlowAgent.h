#ifndef CFLOWAGENT_H
#define CFLOWAGENT_H

/// Called before main; in Swift.
extern void flowviz_agent_load(void);

/// The variable FLOWVIZ; NULL where it is not set, or the program has more rights than who started it.
const char *flowviz_agent_setting(void);

/// A connection that no program started meanwhile inherits; -1 and errno as accept has them.
int flowviz_agent_accept(int listener);

#endif
