#include "CFlowAgent.h"
#include <stdlib.h>

/// Starts tracing before main where the environment asks for it, so that no subscription is missed. Otherwise costs one getenv.
__attribute__((constructor)) static void flowviz_agent_constructor(void) {
    if (getenv("FLOWVIZ")) flowviz_agent_load();
}
