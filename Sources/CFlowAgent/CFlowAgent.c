#define _GNU_SOURCE
#include "CFlowAgent.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

const char *flowviz_agent_setting(void) {
#ifdef __GLIBC__
    return secure_getenv("FLOWVIZ");
#else
    return issetugid() ? NULL : getenv("FLOWVIZ");
#endif
}

int flowviz_agent_accept(int listener) {
#ifdef __GLIBC__
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
#else
    int number = accept(listener, NULL, NULL);
    if (number >= 0) fcntl(number, F_SETFD, FD_CLOEXEC);
    return number;
#endif
}

/// Starts tracing before main where the environment asks for it, so that no subscription is missed. Otherwise costs one getenv.
__attribute__((constructor)) static void flowviz_agent_constructor(void) {
    if (flowviz_agent_setting()) flowviz_agent_load();
}
