#define _GNU_SOURCE
#include "CFlowAgent.h"
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>

/// The work of one thread up to a look.
struct known_thread {
    long thread;
    uint64_t ran;
    uint64_t withheld;
    unsigned look;
};

/// The threads of the last looks. Of more threads than there is room for, the further ones are not looked at.
static struct known_thread known[256];
static size_t known_count;
static unsigned looks;

static struct known_thread *found(long thread) {
    for (size_t index = 0; index < known_count; index += 1) {
        if (known[index].thread == thread) return &known[index];
    }
    return NULL;
}

/// The figures that the system has of a thread: "processor time, time ready to run, number of runs".
static bool read_thread(const char *name, uint64_t *ran, uint64_t *withheld) {
    char path[64], text[96];
    snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return false;
    text[count] = 0;
    char *end;
    *ran = strtoull(text, &end, 10);
    *withheld = strtoull(end, NULL, 10);
    return true;
}

static void count(long thread, uint64_t ran, uint64_t withheld, struct flowviz_agent_work *work) {
    struct known_thread *entry = found(thread);
    if (entry) {
        // A number may come again for another thread, whose figures begin at 0.
        if (ran >= entry->ran) work->ran += ran - entry->ran;
        if (withheld >= entry->withheld && withheld - entry->withheld > work->withheld) work->withheld = withheld - entry->withheld;
    } else {
        if (known_count == sizeof known / sizeof *known) return;
        entry = &known[known_count];
        known_count += 1;
    }
    *entry = (struct known_thread){.thread = thread, .ran = ran, .withheld = withheld, .look = looks};
}

/// Forgets the threads that are no longer there.
static void forget_ended(void) {
    size_t kept = 0;
    for (size_t index = 0; index < known_count; index += 1) {
        if (known[index].look == looks) known[kept++] = known[index];
    }
    known_count = kept;
}

static bool look(long asker, struct flowviz_agent_work *work) {
    *work = (struct flowviz_agent_work){0};
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return false;
    looks += 1;
    bool is_told = false;
    long own = syscall(SYS_gettid);
    for (struct dirent *entry = readdir(threads); entry; entry = readdir(threads)) {
        long thread = strtol(entry->d_name, NULL, 10);
        uint64_t ran, withheld;
        if (thread <= 0 || thread == own || thread == asker || !read_thread(entry->d_name, &ran, &withheld)) continue;
        is_told = true;
        count(thread, ran, withheld, work);
    }
    closedir(threads);
    forget_ended();
    return is_told;
}

/// A look that the asking thread waits for.
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_asked, is_answered, is_told;
    long asker;
    struct flowviz_agent_work work;
} request = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/// Looks on request. The thread has a separate table of descriptors, so that the program never sees the files that it opens.
static void *run_looks(void *unused) {
    (void)unused;
    flowviz_agent_own_descriptors();
    pthread_mutex_lock(&request.lock);
    for (;;) {
        while (!request.is_asked) pthread_cond_wait(&request.changed, &request.lock);
        request.is_told = look(request.asker, &request.work);
        request.is_asked = false;
        request.is_answered = true;
        pthread_cond_broadcast(&request.changed);
    }
    return NULL;
}

bool flowviz_agent_look(struct flowviz_agent_work *work) {
    static bool has_thread;
    pthread_t thread;
    if (!has_thread) {
        if (pthread_create(&thread, NULL, run_looks, NULL) != 0) return false;
        pthread_detach(thread);
        has_thread = true;
    }
    pthread_mutex_lock(&request.lock);
    request.asker = syscall(SYS_gettid);
    request.is_asked = true;
    request.is_answered = false;
    pthread_cond_broadcast(&request.changed);
    while (!request.is_answered) pthread_cond_wait(&request.changed, &request.lock);
    *work = request.work;
    bool is_told = request.is_told;
    pthread_mutex_unlock(&request.lock);
    return is_told;
}
#else
bool flowviz_agent_look(struct flowviz_agent_work *work) {
    *work = (struct flowviz_agent_work){0};
    return false;
}
#endif
