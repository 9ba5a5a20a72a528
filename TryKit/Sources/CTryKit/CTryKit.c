#include "CTryKit.h"

#include <signal.h>
#include <stdio.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/// Before main: what is printed comes at once, also where it is not read by a terminal, and the program ends with who started it.
__attribute__((constructor)) static void prepare(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}
