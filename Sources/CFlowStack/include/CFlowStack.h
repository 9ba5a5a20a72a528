#ifndef CFLOWSTACK_H
#define CFLOWSTACK_H

#include <stddef.h>
#include <stdint.h>

/// Collects the return addresses of this thread's calls, the innermost first, by their frame pointers. Reads nothing but the thread's own stack:
/// what is no frame ends the walk, as do another stack and code without frame pointers.
///
/// - limit: The most addresses.
/// - skipped: The number of innermost addresses to leave out; the first one lies in the caller of this function.
/// - hash: Becomes a hash of the addresses.
/// - Returns: The number of addresses.
int flowviz_stack_walk(uint64_t *addresses, int limit, int skipped, uint64_t *hash);

/// The address at which the caller of this function returns; 0 where the stack is not the thread's own.
uintptr_t flowviz_stack_caller(void);

/// The address at which the function resumes that awaits the caller of this function; 0 where the stack is not the thread's own.
///
/// Only an asynchronous function of Swift may call it.
uintptr_t flowviz_stack_awaiter(void);

/// Collects the addresses at which the functions resume that await an asynchronous function of Swift and each other, the innermost first.
/// Reads the contexts of these functions, which live until it returns.
///
/// - limit: The most addresses.
/// - callee: The context of a function that has not returned, from `flowviz_stack_await`.
/// - hash: Becomes a hash of the addresses.
/// - Returns: The number of addresses.
int flowviz_stack_walk_awaiting(uint64_t *addresses, int limit, const void *callee, uint64_t *hash);

/// Whether the processor has a counter of time that programs can read, and the program's clock is the system's.
int flowviz_has_ticks(void);

/// The count of the processor's counter of time; 0 without one.
static inline uint64_t flowviz_ticks(void) {
#ifdef __x86_64__
    return __builtin_ia32_rdtsc();
#else
    return 0;
#endif
}

/// The number of the task that this thread runs, as Swift counts them; 0 outside tasks.
uint64_t flowviz_stack_task(void);

/// Copies memory of this process that may be unmapped meanwhile. Returns whether all of it could be read.
int flowviz_stack_copy(uint64_t address, void *bytes, size_t count);

/// The file of this process's memory map, opened for reading; -1 where there is none.
int flowviz_stack_open_map(void);

#ifdef __APPLE__
/// An image of this process.
struct flowviz_stack_image {
    uint64_t bias, start, end;
    const char *path;
    /// The length of its build id, and the bytes.
    int count;
    uint8_t bytes[16];
};

/// The number of images, and one of them; returns whether there is one.
int flowviz_stack_image_count(void);
int flowviz_stack_get_image(int index, struct flowviz_stack_image *image);
#endif

#endif
