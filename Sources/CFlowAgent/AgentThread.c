#define _GNU_SOURCE
#include "CFlowAgent.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#endif

/// The lowest number that the agent's descriptors get. Of the agent's thread, once it is started.
static int lowest = 3;

/// Gives this thread an empty table of descriptors in the place of the one that it shares; whether the system can.
bool flowviz_agent_own_descriptors(void) {
#ifdef __linux__
    // CLOSE_RANGE_UNSHARE, Linux 5.9. Nothing is copied into the new table, so that nothing of the program's is closed in it either.
    if (syscall(SYS_close_range, 0u, ~0u, 2u) != 0) return false;
    // Who prints on this thread must not write into what comes to be opened.
    for (int number = 0; number < 3; number += 1) open("/dev/null", O_RDWR | O_CLOEXEC);
    return true;
#else
    return false;
#endif
}

/// A number that is seldom given to anybody else: the system gives the lowest that is free. Tables have no more than 4,096 entries for it.
static int high_number(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 3;
    int end = limit.rlim_cur < 4096 ? (int)limit.rlim_cur : 4096;
    return end / 4 * 3 > 3 ? end / 4 * 3 : 3;
}

/// Gives a descriptor a number from `lowest` on, or from 3 where none of those is to be had.
static int lifted(int number) {
    if (number < 0 || number >= lowest) return number;
    int other = fcntl(number, F_DUPFD_CLOEXEC, lowest);
    if (other < 0 && number >= 3) return number;
    if (other < 0) other = fcntl(number, F_DUPFD_CLOEXEC, 3);
    int error = errno;
    close(number);
    errno = error;
    return other;
}

int flowviz_agent_accept(int listener) {
#ifdef __linux__
    return lifted(accept4(listener, NULL, NULL, SOCK_CLOEXEC));
#else
    int number = accept(listener, NULL, NULL);
    if (number >= 0) fcntl(number, F_SETFD, FD_CLOEXEC);
    return lifted(number);
#endif
}

/// Whether time is virtual. Asked before the thread starts: the program may change its environment at any time from then on.
static bool is_virtual;

bool flowviz_agent_rest(int milliseconds) {
    // In virtual time nothing may depend on how fast the machine is.
    if (is_virtual) return false;
    // Not a sleep: a thread that sleeps has something to do afterwards, for which 'flowviz try' would go on without end.
    poll(NULL, 0, milliseconds);
    return true;
}

/// The trace, locked against being taken for one that nobody writes any more.
static int open_trace(const char *path) {
    int number = lifted(open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (number >= 0) flock(number, LOCK_SH | LOCK_NB);
    return number;
}

static int open_listener(const struct sockaddr *address, socklen_t length) {
#ifdef __linux__
    int number = lifted(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
#else
    int number = lifted(socket(AF_UNIX, SOCK_STREAM, 0));
    if (number >= 0) fcntl(number, F_SETFD, FD_CLOEXEC);
#endif
    if (number < 0) return number;
    unlink(((const struct sockaddr_un *)address)->sun_path);
    // Before it has a name, so that at no moment somebody else could connect.
    fchmod(number, 0600);
    if (bind(number, address, length) == 0 && listen(number, 8) == 0) return number;
    int error = errno;
    close(number);
    errno = error;
    return -1;
}

/// What the thread is given, and what it says of its start. The starting thread's: not touched once that knows.
struct start {
    const char *trace;
    const struct sockaddr *address;
    socklen_t length;
    flowviz_agent_service service;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_known;
    const char *failed;
    int error;
};

static void say(struct start *start, const char *failed, int error) {
    pthread_mutex_lock(&start->lock);
    start->is_known = true;
    start->failed = failed;
    start->error = error;
    pthread_cond_signal(&start->changed);
    pthread_mutex_unlock(&start->lock);
}

/// Nothing but calls of the system until the starting thread goes on. That may be loading a library, which holds the lock of the linker, and
/// more could wait for that.
static void *run(void *argument) {
    struct start *start = argument;
    flowviz_agent_service service = start->service;
    void *context = start->context;
    if (!flowviz_agent_own_descriptors()) lowest = high_number();
    int trace = open_trace(start->trace);
    if (trace < 0) {
        say(start, "open", errno);
        return NULL;
    }
    if (!start->address) {
        say(start, NULL, 0);
        if (service) service(trace, -1, context);
        for (;;) pause();
    }
    int listener = open_listener(start->address, start->length);
    if (listener < 0) {
        int error = errno;
        close(trace);
        say(start, "listen at", error);
        return NULL;
    }
    say(start, NULL, 0);
    service(trace, listener, context);
    return NULL;
}

int flowviz_agent_start_thread(
    const char *trace, const struct sockaddr *address, socklen_t length, flowviz_agent_service service, void *context,
    const char **failed) {
    struct start start = {
        .trace = trace, .address = address, .length = length, .service = service, .context = context,
        .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER,
    };
    is_virtual = getenv("FLOWVIZ_TRY_FOR") != NULL;
    // Signals reach the threads that were there before, as they would without this one.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int error = pthread_create(&thread, NULL, run, &start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) {
        *failed = "start a thread for";
        return error;
    }
    pthread_detach(thread);
    pthread_mutex_lock(&start.lock);
    while (!start.is_known) pthread_cond_wait(&start.changed, &start.lock);
    pthread_mutex_unlock(&start.lock);
    *failed = start.failed;
    return start.error;
}
