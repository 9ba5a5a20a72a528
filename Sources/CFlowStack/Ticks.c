#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

#include "CFlowStack.h"

int flowviz_has_ticks(void) {
#if defined(__x86_64__) && defined(__linux__)
    // A program may bring another clock, as one in virtual time does: then the counter does not tell its time.
    Dl_info clock, library;
    return dladdr((void *)clock_gettime, &clock) && dladdr((void *)getpid, &library) && clock.dli_fbase == library.dli_fbase;
#else
    return 0;
#endif
}
