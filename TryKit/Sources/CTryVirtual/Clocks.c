// The C library's clocks, and what waits by them: the program's own come before the library's.
#define _GNU_SOURCE
#ifdef __linux__
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
bool virtual_has_begun;

typedef int (*main_function)(int, char **, char **);
static main_function own_main;

static int begin(int count, char **words, char **variables) {
    virtual_has_begun = true;
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
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: return virtual_has_begun;
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_RAW: case CLOCK_MONOTONIC_COARSE: case CLOCK_BOOTTIME: return true;
    default: return false;
    }
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!is_virtual(clock)) return (int)syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_MONOTONIC && virtual_thread()) virtual_read();
    *time = timespec_of(origin(clock) + virtual_now);
    return 0;
}

uint64_t virtual_deadline(clockid_t clock, const struct timespec *time) {
    uint64_t now = origin(clock) + virtual_now, given = nanoseconds(time);
    return given > now ? virtual_now + (given - now) : virtual_now;
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
    if (!virtual_thread()) return (int)syscall(SYS_nanosleep, length, rest);
    uint64_t time = nanoseconds(length);
    // Callers that are woken a fraction of a nanosecond too early sleep for none, again and again: for them, too, time goes on.
    virtual_wait(virtual_now + (time ? time : 1), NULL, NULL);
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
    if (!virtual_thread() || !is_virtual(clock)) {
        return syscall(SYS_clock_nanosleep, clock, flags, time, rest) == 0 ? 0 : errno;
    }
    virtual_wait(flags & TIMER_ABSTIME ? virtual_deadline(clock, time) : virtual_now + nanoseconds(time), NULL, NULL);
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

// MARK: The run loops' timers, and their waiting

#define MOST_FILES 1024

/// When a run loop's timer fires, by its descriptor; 0 for not at all.
static uint64_t deadlines[MOST_FILES];
/// Whose run loop's timers descriptors are: libdispatch has some of its own, on another thread.
static void *owners[MOST_FILES];

/// Until when a run loop waits that is in `ppoll`.
struct polling {
    struct pollfd *files;
    nfds_t count;
    const sigset_t *mask;
    void *thread;
    uint64_t end;
    int ready;
    struct polling *next;
};
static struct polling *pollings;

int timerfd_create(int clock, int flags) {
    int timer = (int)syscall(SYS_timerfd_create, clock, flags);
    if (timer >= 0 && timer < MOST_FILES) {
        deadlines[timer] = 0;
        owners[timer] = virtual_thread();
    }
    return timer;
}

static int set(int timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
    return (int)syscall(SYS_timerfd_settime, timer, flags, value, old);
}

static int next_timer(const void *thread) {
    int found = -1;
    for (int timer = 0; timer < MOST_FILES; timer++)
        if (deadlines[timer] && owners[timer] == thread && (found < 0 || deadlines[timer] < deadlines[found])) found = timer;
    return found;
}

static uint64_t until(const struct polling *polling) {
    int timer = next_timer(polling->thread);
    return timer >= 0 && deadlines[timer] < polling->end ? deadlines[timer] : polling->end;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
    if (timer < 0 || timer >= MOST_FILES || !owners[timer]) return set(timer, flags, value, old);
    uint64_t time = nanoseconds(&value->it_value);
    uint64_t start = origin(CLOCK_MONOTONIC);
    if (time == 0) {
        deadlines[timer] = 0;
    } else if (flags & TFD_TIMER_ABSTIME) {
        deadlines[timer] = time > start + virtual_now ? time - start : virtual_now + 1;
    } else {
        deadlines[timer] = virtual_now + time;
    }
    for (struct polling *polling = pollings; polling; polling = polling->next)
        if (polling->thread == owners[timer]) virtual_retime(polling->thread, until(polling));
    struct itimerspec none = {{0, 0}, {0, 0}};
    return set(timer, 0, &none, old);
}

/// Has a timer's descriptor become readable.
static void fire(int timer) {
    deadlines[timer] = 0;
    struct itimerspec soon = {.it_value = {0, 1}};
    if (set(timer, 0, &soon, NULL) != 0) return;
    struct pollfd polled = {.fd = timer, .events = POLLIN};
    syscall(SYS_poll, &polled, 1, -1);
}

static bool is_ready(void *given) {
    struct polling *polling = given;
    struct timespec none = {0};
    polling->ready = (int)syscall(SYS_ppoll, polling->files, polling->count, &none, polling->mask, 8);
    return polling->ready != 0;
}

/// Waits until a descriptor is ready, or time is over.
static int poll_until(struct polling *polling) {
    while (!is_ready(polling)) {
        // Nothing can happen any more: that is the program's end.
        if (virtual_idle(until(polling), is_ready, polling) == VIRTUAL_NOTHING) exit(0);
        int timer = next_timer(polling->thread);
        if (polling->end <= virtual_now) return 0;
        if (timer >= 0 && deadlines[timer] <= virtual_now) fire(timer);
    }
    return polling->ready;
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
    void *thread = virtual_thread();
    if (!thread) return (int)syscall(SYS_ppoll, files, count, timeout, mask, 8);
    uint64_t length = timeout ? nanoseconds(timeout) : VIRTUAL_NEVER;
    uint64_t end = length < VIRTUAL_NEVER - virtual_now ? virtual_now + length : VIRTUAL_NEVER;
    struct polling polling = {files, count, mask, thread, end, 0, pollings};
    pollings = &polling;
    int ready = poll_until(&polling);
    struct polling **place = &pollings;
    while (*place != &polling) place = &(*place)->next;
    *place = polling.next;
    return ready;
}
#endif
