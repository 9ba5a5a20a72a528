// The threads in virtual time: what works for queues, and what a program starts itself; and what threads wait for by the C library.
#define _GNU_SOURCE
#ifdef __linux__
#include "Strand.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: Workers

struct worker {
    struct strand strand;
    struct worker *next;
};

/// Those that have nothing to do, the last one first.
static struct worker *idle_workers;

static void *work(void *given) {
    struct worker *worker = given;
    virtual_wait_for_baton(&worker->strand);
    while (true) {
        virtual_perform(worker->strand.work);
        worker->next = idle_workers;
        idle_workers = worker;
        virtual_hand_over();
    }
}

struct strand *virtual_worker(void) {
    struct worker *worker = idle_workers;
    if (worker) {
        idle_workers = worker->next;
        return &worker->strand;
    }
    worker = calloc(1, sizeof *worker);
    if (!worker) abort();
    sem_init(&worker->strand.baton, 0, 0);
    virtual_enter(&worker->strand);
    pthread_t thread;
    if (VIRTUAL_REAL(pthread_create, &thread, NULL, work, worker) != 0) abort();
    pthread_detach(thread);
    return &worker->strand;
}

// MARK: Threads of the program's own

struct thread {
    struct strand strand;
    pthread_t thread;
    void *(*start)(void *);
    void *argument;
    struct thread *next;
};

static struct thread *threads;
static pthread_key_t end_key;

/// How often the C library calls the destructors of a thread (POSIX: at least this often).
#define MOST_DESTRUCTORS 4

/// Called when a thread ends; the last of the calls comes behind the destructors of all others.
static void end(void *given) {
    static _Thread_local int calls;
    if (++calls < MOST_DESTRUCTORS) pthread_setspecific(end_key, given);
    else virtual_leave();
}

static void *start(void *given) {
    struct thread *thread = given;
    virtual_wait_for_baton(&thread->strand);
    pthread_setspecific(end_key, thread);
    return thread->start(thread->argument);
}

/// Whether a thread is one that the program asked for: libdispatch and libcurl have some that nobody else knows.
static bool is_asked_for(const void *caller) {
    Dl_info from, program;
    if (!dladdr(caller, &from) || !dladdr((const void *)is_asked_for, &program)) return false;
    return from.dli_fbase == program.dli_fbase || strstr(from.dli_fname, "libFoundation.so");
}

int pthread_create(pthread_t *made, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
    if (!virtual_has_begun || !virtual_thread() || !is_asked_for(__builtin_return_address(0)))
        return VIRTUAL_REAL(pthread_create, made, attributes, function, argument);
    if (!threads) pthread_key_create(&end_key, end);
    struct thread *thread = calloc(1, sizeof *thread);
    if (!thread) abort();
    sem_init(&thread->strand.baton, 0, 0);
    thread->start = function;
    thread->argument = argument;
    thread->next = threads;
    int error = VIRTUAL_REAL(pthread_create, &thread->thread, attributes, start, thread);
    if (error) {
        free(thread);
        return error;
    }
    threads = thread;
    *made = thread->thread;
    virtual_enter(&thread->strand);
    virtual_await(&thread->strand, virtual_now, NULL, NULL, false);
    return 0;
}

static bool has_ended(void *strand) { return ((struct strand *)strand)->has_ended; }

int pthread_join(pthread_t given, void **result) {
    struct thread *thread = threads;
    while (thread && thread->thread != given) thread = thread->next;
    if (thread && virtual_thread()) virtual_wait(VIRTUAL_NEVER, has_ended, &thread->strand);
    return VIRTUAL_REAL(pthread_join, given, result);
}

// MARK: Locks

static bool is_free(void *mutex) { return ((pthread_mutex_t *)mutex)->__data.__lock == 0; }

/// Locks what another thread in virtual time may have locked, which goes on only when this one waits.
static int lock_until(pthread_mutex_t *mutex, uint64_t deadline) {
    int error;
    while ((error = pthread_mutex_trylock(mutex)) == EBUSY)
        if (!virtual_wait(deadline, is_free, mutex)) return ETIMEDOUT;
    return error;
}

static bool is_own(const pthread_mutex_t *mutex) { return mutex->__data.__owner == syscall(SYS_gettid); }

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    if (is_free(mutex) || !virtual_has_begun || !virtual_thread() || is_own(mutex)) return VIRTUAL_REAL(pthread_mutex_lock, mutex);
    return lock_until(mutex, VIRTUAL_NEVER);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
    if (!virtual_thread() || is_own(mutex)) return VIRTUAL_REAL(pthread_mutex_timedlock, mutex, time);
    return lock_until(mutex, virtual_deadline(CLOCK_REALTIME, time));
}

static bool is_unlocked(void *word) { return __atomic_load_n((uint32_t *)word, __ATOMIC_ACQUIRE) == 0; }

/// The locks of Swift's own: its library asks the kernel only where one is taken. A lock that is free is 0, else it has its owner's number.
static long lock_word(uint32_t *word) {
    uint32_t number = (uint32_t)syscall(SYS_gettid), none = 0;
    while (!__atomic_compare_exchange_n(word, &none, number, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        virtual_wait(VIRTUAL_NEVER, is_unlocked, word);
        none = 0;
    }
    return 0;
}

long syscall(long number, ...) {
    static long (*real)(long, ...);
    if (!real) real = virtual_real("syscall");
    va_list words;
    va_start(words, number);
    long given[6];
    for (int i = 0; i < 6; i++) given[i] = va_arg(words, long);
    va_end(words);
    bool is_lock = number == SYS_futex && (given[1] & FUTEX_CMD_MASK) == FUTEX_LOCK_PI;
    if (is_lock && virtual_has_begun && virtual_thread()) return lock_word((uint32_t *)given[0]);
    return real(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}

// MARK: Conditions

struct told {
    pthread_cond_t *condition;
    bool is_told;
    struct told *next;
};

/// Who waits for a condition, first come first.
static struct told *waiters;

static bool is_told(void *given) { return ((struct told *)given)->is_told; }

static int await(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline) {
    struct told told = {condition, false, NULL};
    struct told **place = &waiters;
    while (*place) place = &(*place)->next;
    *place = &told;
    pthread_mutex_unlock(mutex);
    bool is_done = virtual_wait(deadline, is_told, &told);
    for (place = &waiters; *place != &told;) place = &(*place)->next;
    *place = told.next;
    pthread_mutex_lock(mutex);
    return is_done ? 0 : ETIMEDOUT;
}

int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex) {
    if (!virtual_has_begun || !virtual_thread()) return VIRTUAL_REAL(pthread_cond_wait, condition, mutex);
    return await(condition, mutex, VIRTUAL_NEVER);
}

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
    if (!virtual_has_begun || !virtual_thread()) return VIRTUAL_REAL(pthread_cond_timedwait, condition, mutex, time);
    bool is_monotonic = condition->__data.__wrefs & 2;
    return await(condition, mutex, virtual_deadline(is_monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME, time));
}

static void tell(const pthread_cond_t *condition, bool all) {
    for (struct told *told = waiters; told; told = told->next) {
        if (told->condition != condition || told->is_told) continue;
        told->is_told = true;
        if (!all) return;
    }
}

int pthread_cond_signal(pthread_cond_t *condition) {
    if (virtual_thread()) tell(condition, false);
    return VIRTUAL_REAL(pthread_cond_signal, condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
    if (virtual_thread()) tell(condition, true);
    return VIRTUAL_REAL(pthread_cond_broadcast, condition);
}
#endif
