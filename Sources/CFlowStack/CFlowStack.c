#define _GNU_SOURCE
#include "CFlowStack.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/uio.h>
#endif

/// Sanitizers check the memory of a program's variables; a frame's two words are none.
#if defined(__clang__)
#define UNCHECKED __attribute__((noinline, no_sanitize("address", "thread", "memory", "hwaddress", "undefined")))
#else
#define UNCHECKED __attribute__((noinline))
#endif

/// Swift sets this bit in the frame pointer that an asynchronous function saves.
#define ASYNC_MARK (UINT64_C(1) << 60)

#if defined(__aarch64__)
/// The bits above are a signature, where a return address is signed.
#define ADDRESS_BITS ((UINT64_C(1) << 48) - 1)
#else
#define ADDRESS_BITS UINT64_MAX
#endif

/// The stack of this thread: `size` bytes from `low` on. Without a size nothing is known yet; 1 stands for a stack that cannot be known.
static _Thread_local struct {
    uintptr_t low, size;
} stack;

/// Finds out about this thread's stack, once. The main thread's lowest address is where the limit of its size puts it.
static __attribute__((noinline)) void find_stack(void) {
    int error = errno;
    // Once, even if what is called here calls the walk.
    stack.size = 1;
#if defined(__APPLE__)
    uintptr_t high = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
    size_t size = pthread_get_stacksize_np(pthread_self());
    stack.low = high - size;
    stack.size = size;
#elif defined(__linux__)
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void *low = NULL;
        size_t size = 0;
        if (pthread_attr_getstack(&attributes, &low, &size) == 0 && size > 1) {
            stack.low = (uintptr_t)low;
            stack.size = size;
        }
        pthread_attr_destroy(&attributes);
    }
#endif
    errno = error;
}

/// Whether a frame's two words, and the one below them, lie on this thread's stack.
static inline bool is_frame(uintptr_t frame) {
    return (frame & 7) == 0 && stack.size > 32 && frame - stack.low >= 8 && frame - stack.low <= stack.size - 16;
}

/// The frame around another one; 0 if it is none.
static inline uintptr_t next_frame(uintptr_t frame) {
    uintptr_t next = ((const uintptr_t *)frame)[0] & ~(uintptr_t)ASYNC_MARK;
    return next > frame && is_frame(next) ? next : 0;
}

static inline uintptr_t return_address(uintptr_t frame) { return ((const uintptr_t *)frame)[1] & ADDRESS_BITS; }

/// A hash of addresses by products that do not wait for each other.
struct hash {
    uint64_t sum, factor;
};

static inline struct hash new_hash(void) { return (struct hash){0, UINT64_C(0x9E3779B97F4A7C15)}; }

static inline void add_to_hash(struct hash *hash, uintptr_t address) {
    hash->sum += (address ^ address >> 17) * hash->factor;
    hash->factor += UINT64_C(0xD1B54A32D192ED04);
}

static inline uint64_t hash_value(struct hash hash) { return hash.sum ^ hash.sum >> 32; }

UNCHECKED int flowviz_stack_walk(uint64_t *addresses, int limit, int skipped, uint64_t *hash) {
    if (stack.size == 0) find_stack();
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    struct hash sum = new_hash();
    int count = 0;
    if (!is_frame(frame)) frame = 0;
    for (; frame && count < limit; frame = next_frame(frame)) {
        uintptr_t address = return_address(frame);
        // The first page is never mapped.
        if (address < 4096) break;
        if (skipped > 0) {
            skipped -= 1;
            continue;
        }
        addresses[count++] = address;
        add_to_hash(&sum, address);
    }
    *hash = hash_value(sum);
    return count;
}

UNCHECKED uintptr_t flowviz_stack_caller(void) {
    if (stack.size == 0) find_stack();
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    if (!is_frame(frame)) return 0;
    frame = next_frame(frame);
    return frame ? return_address(frame) : 0;
}

/// The context of an asynchronous function begins with that of the function that awaits it, and the address at which that resumes. A task's
/// first function has none that awaits it.
static inline bool is_context(uintptr_t context) { return context >= 4096 && (context & 7) == 0; }

static inline uintptr_t parent_context(uintptr_t context) { return ((const uintptr_t *)context)[0] & ADDRESS_BITS; }

static inline uintptr_t resume_address(uintptr_t context) {
    uintptr_t resume = ((const uintptr_t *)context)[1] & ADDRESS_BITS;
    // A return address lies behind its call: readers look one byte before it.
    return resume < 4096 ? 0 : resume + 1;
}

UNCHECKED uintptr_t flowviz_stack_awaiter(void) {
    if (stack.size == 0) find_stack();
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    if (!is_frame(frame)) return 0;
    frame = next_frame(frame);
    if (!frame) return 0;
    // The word below the frame of an asynchronous function is its context. The compiler takes the context from there too, so it is there with
    // any options.
    uintptr_t context = ((const uintptr_t *)frame)[-1];
    return is_context(context) ? resume_address(context) : 0;
}

UNCHECKED int flowviz_stack_walk_awaiting(uint64_t *addresses, int limit, const void *callee, uint64_t *hash) {
    struct hash sum = new_hash();
    int count = 0;
    for (uintptr_t context = (uintptr_t)callee; count < limit && is_context(context); context = parent_context(context)) {
        uintptr_t address = resume_address(context);
        if (!address) break;
        addresses[count++] = address;
        add_to_hash(&sum, address);
    }
    *hash = hash_value(sum);
    return count;
}

#ifdef __linux__
int flowviz_stack_copy(uint64_t address, void *bytes, size_t count) {
    int error = errno;
    struct iovec local = {.iov_base = bytes, .iov_len = count};
    struct iovec remote = {.iov_base = (void *)(uintptr_t)address, .iov_len = count};
    // By the system, which says that memory is gone where a load would end the program.
    bool is_read = process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)count;
    errno = error;
    return is_read;
}

int flowviz_stack_open_map(void) {
    int error = errno;
    int number = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    errno = error;
    return number;
}
#else
int flowviz_stack_copy(uint64_t address, void *bytes, size_t count) { return 0; }

int flowviz_stack_open_map(void) { return -1; }
#endif
