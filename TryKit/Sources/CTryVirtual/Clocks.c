// The C library's clocks, and what waits by them: the program's own come before the library's.
#define _GNU_SOURCE
#ifdef __linux__
#include "CTryVirtual.h"
#include "VirtualTime.h"

#include <errno.h>
#include <stdio.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000ull

static uint64_t nanoseconds(const struct timespec *time) { return (uint64_t)time->tv_sec * SECOND + (uint64_t)time->tv_nsec; }

static struct timespec timespec_of(uint64_t time) {
    return (struct timespec){(time_t)(time / SECOND), (long)(time % SECOND)};
}

/// What a clock said when it was asked first; a calendar always begins on the same day, once the program has begun.
static uint64_t origin(clockid_t clock) {
    static uint64_t origins[16];
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) return 1767225600 * SECOND;
    if (!origins[clock]) {
        struct timespec time = {0};
        syscall(SYS_clock_gettime, clock, &time);
        origins[clock] = nanoseconds(&time) - virtual_now;
    }
    return origins[clock];
}

/// Before main the recording is begun, and its file says when that was.
static bool has_begun;

typedef int (*main_function)(int, char **, char **);
static main_function own_main;

static int begin(int count, char **words, char **variables) {
    has_begun = true;
    return own_main(count, words, variables);
}

/// What the C library's first code calls.
int __libc_start_main(
    main_function given, int count, char **words, void (*init)(void), void (*fini)(void), void (*linker_fini)(void), void *stack) {
    typedef int (*start)(main_function, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
    own_main = given;
    return ((start)virtual_real("__libc_start_main"))(begin, count, words, init, fini, linker_fini, stack);
}

static bool is_virtual(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: return has_begun;
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_RAW: case CLOCK_MONOTONIC_COARSE: case CLOCK_BOOTTIME: return true;
    default: return false;
    }
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!is_virtual(clock)) return (int)syscall(SYS_clock_gettime, clock, time);
    *time = timespec_of(origin(clock) + virtual_now);
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

int nanosleep(const struct timespec *length, struct timespec *rest) {
    if (!virtual_is_here()) return (int)syscall(SYS_nanosleep, length, rest);
    virtual_wait(virtual_now + nanoseconds(length), NULL, NULL);
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
    if (!virtual_is_here() || !is_virtual(clock)) {
        return syscall(SYS_clock_nanosleep, clock, flags, time, rest) == 0 ? 0 : errno;
    }
    uint64_t end = nanoseconds(time);
    uint64_t now = origin(clock) + virtual_now;
    if (!(flags & TIMER_ABSTIME)) end += now;
    if (end > now) virtual_wait(virtual_now + (end - now), NULL, NULL);
    return 0;
}

int usleep(useconds_t length) {
    struct timespec time = timespec_of(length * 1000ull);
    return nanosleep(&time, NULL);
}

unsigned sleep(unsigned length) {
    struct timespec time = timespec_of(length * SECOND);
    return nanosleep(&time, NULL) == 0 ? 0 : length;
}

// MARK: The run loop's timers, and its waiting

#define MOST_FILES 1024

/// When a timer of the main run loop fires, by its descriptor; 0 for not at all.
static uint64_t deadlines[MOST_FILES];
/// Which descriptors are such timers: libdispatch has some of its own, on another thread.
static bool is_own[MOST_FILES];

int timerfd_create(int clock, int flags) {
    int timer = (int)syscall(SYS_timerfd_create, clock, flags);
    if (timer >= 0 && timer < MOST_FILES) {
        deadlines[timer] = 0;
        is_own[timer] = virtual_is_here();
    }
    return timer;
}

static int set(int timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
    return (int)syscall(SYS_timerfd_settime, timer, flags, value, old);
}

int timerfd_settime(int timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
    if (timer < 0 || timer >= MOST_FILES || !is_own[timer]) return set(timer, flags, value, old);
    uint64_t time = nanoseconds(&value->it_value);
    uint64_t start = origin(CLOCK_MONOTONIC);
    if (time == 0) {
        deadlines[timer] = 0;
    } else if (flags & TFD_TIMER_ABSTIME) {
        deadlines[timer] = time > start + virtual_now ? time - start : virtual_now + 1;
    } else {
        deadlines[timer] = virtual_now + time;
    }
    struct itimerspec none = {{0, 0}, {0, 0}};
    return set(timer, 0, &none, old);
}

static int next_timer(void) {
    int found = -1;
    for (int timer = 0; timer < MOST_FILES; timer++)
        if (deadlines[timer] && (found < 0 || deadlines[timer] < deadlines[found])) found = timer;
    return found;
}

/// Has a timer's descriptor become readable.
static void fire(int timer) {
    virtual_move(deadlines[timer]);
    deadlines[timer] = 0;
    struct itimerspec soon = {.it_value = {0, 1}};
    if (set(timer, 0, &soon, NULL) != 0) return;
    struct pollfd polled = {.fd = timer, .events = POLLIN};
    syscall(SYS_poll, &polled, 1, -1);
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
    if (!virtual_is_here()) return (int)syscall(SYS_ppoll, files, count, timeout, mask, 8);
    uint64_t length = timeout ? nanoseconds(timeout) : VIRTUAL_NEVER;
    uint64_t end = length < VIRTUAL_NEVER - virtual_now ? virtual_now + length : VIRTUAL_NEVER;
    while (true) {
        struct timespec none = {0};
        int ready = (int)syscall(SYS_ppoll, files, count, &none, mask, 8);
        if (ready != 0) return ready;
        uint64_t work = virtual_next();
        int timer = next_timer();
        uint64_t fires = timer < 0 ? VIRTUAL_NEVER : deadlines[timer];
        if (end <= work && end <= fires) {
            // Nothing can happen any more: that is the program's end.
            if (end == VIRTUAL_NEVER) exit(0);
            virtual_move(end);
            return 0;
        }
        if (fires <= work) {
            fire(timer);
        } else {
            virtual_step();
        }
    }
}
#endif
