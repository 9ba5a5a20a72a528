#define _GNU_SOURCE
#include "CFlowAgent.h"
#include <stdlib.h>
#include <unistd.h>

const char *flowviz_agent_setting(void) {
#ifdef __GLIBC__
    return secure_getenv("FLOWVIZ");
#else
    return issetugid() ? NULL : getenv("FLOWVIZ");
#endif
}

/// Starts tracing before main where the environment asks for it, so that no subscription is missed. Otherwise costs one getenv.
__attribute__((constructor)) static void flowviz_agent_constructor(void) {
    if (flowviz_agent_setting()) flowviz_agent_load();
}
