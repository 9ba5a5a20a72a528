#ifndef CFLOWAGENT_H
#define CFLOWAGENT_H

/// Called before main; in Swift.
extern void flowviz_agent_load(void);

#endif
