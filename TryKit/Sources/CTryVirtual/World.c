#define _GNU_SOURCE
#ifdef __linux__
#include "CTryVirtual.h"
#include "VirtualTime.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char _dispatch_main_q;

struct work {
    uint64_t deadline, number;
    const void *queue;
    void (*function)(void *);
    void *context;
};

/// What queue works, and, below it on the stack, which waits.
struct frame {
    const void *queue;
    struct frame *below;
};

uint64_t virtual_now;
static uint64_t limit = VIRTUAL_NEVER;
static struct frame ground = {&_dispatch_main_q, NULL}, *top = &ground;
// Other threads may give work; it is done on the first one only.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct work *list;
static size_t count, room;
static uint64_t numbers;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("FLOWVIZ_TRY_FOR");
    if (text) limit = strtoull(text, NULL, 10);
}

bool virtual_is_here(void) { return syscall(SYS_gettid) == getpid(); }

void *virtual_real(const char *name) { return dlsym(RTLD_NEXT, name); }

const void *virtual_queue(void) { return top->queue; }

void virtual_move(uint64_t time) {
    if (time <= virtual_now) return;
    if (time > limit) {
        virtual_now = limit;
        fprintf(stderr, "flowviz: ended after %.2f s of virtual time; --for lets it run longer\n", (double)limit / 1e9);
        exit(0);
    }
    virtual_now = time;
}

void virtual_add(uint64_t deadline, const void *queue, void (*function)(void *), void *context) {
    pthread_mutex_lock(&lock);
    if (count == room) {
        room = room ? room * 2 : 64;
        list = realloc(list, room * sizeof *list);
        if (!list) abort();
    }
    list[count++] = (struct work){deadline, numbers++, queue, function, context};
    pthread_mutex_unlock(&lock);
}

/// Whether work of a queue waits on the stack. Global queues, and those of tasks, do several things at a time.
static bool is_blocked(const void *queue) {
    if (virtual_is_concurrent(queue)) return false;
    for (struct frame *frame = top; frame; frame = frame->below)
        if (frame->queue == queue) return true;
    return false;
}

/// The index of what is due next, of a queue or of any that is not blocked; the count if there is none.
static size_t first(const void *queue) {
    size_t found = count;
    for (size_t i = 0; i < count; i++) {
        if (queue ? list[i].queue != queue : is_blocked(list[i].queue)) continue;
        if (found == count || list[i].deadline < list[found].deadline
            || (list[i].deadline == list[found].deadline && list[i].number < list[found].number))
            found = i;
    }
    return found;
}

/// While the run loop waits, and at the end of the file, the main queue may work.
static struct frame *free_main(struct frame *none) {
    struct frame *own = top;
    if (own == &ground) top = none;
    return own;
}

uint64_t virtual_next(void) {
    struct frame none = {NULL, NULL}, *own = free_main(&none);
    pthread_mutex_lock(&lock);
    size_t index = first(NULL);
    uint64_t deadline = index < count ? list[index].deadline : VIRTUAL_NEVER;
    pthread_mutex_unlock(&lock);
    top = own;
    return deadline;
}

/// Takes what is due next, by a time.
static bool take(const void *queue, uint64_t time, struct work *work) {
    pthread_mutex_lock(&lock);
    size_t index = first(queue);
    bool found = index < count && list[index].deadline <= time;
    if (found) {
        *work = list[index];
        list[index] = list[--count];
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void perform(struct work work) {
    virtual_move(work.deadline);
    struct frame frame = {work.queue, top};
    top = &frame;
    work.function(work.context);
    top = frame.below;
}

static bool step(uint64_t time) {
    struct work work;
    bool found = take(NULL, time, &work);
    if (found) perform(work);
    return found;
}

bool virtual_step(void) {
    struct frame none = {NULL, NULL}, *own = free_main(&none);
    bool found = step(VIRTUAL_NEVER - 1);
    top = own;
    return found;
}

bool virtual_wait(uint64_t deadline, bool (*is_done)(void *), void *context) {
    while (true) {
        if (is_done && is_done(context)) return true;
        if (step(deadline == VIRTUAL_NEVER ? deadline - 1 : deadline)) continue;
        if (deadline == VIRTUAL_NEVER) {
            fprintf(stderr, "flowviz: waits for ever: nothing is scheduled that could end it\n");
            exit(1);
        }
        virtual_move(deadline);
        return false;
    }
}

void virtual_drain(const void *queue) {
    struct work work;
    while (take(queue, virtual_now, &work)) perform(work);
}
#endif
