#include "CFlowStack.h"

#if defined(__x86_64__) || defined(__aarch64__)
/// The beginning of an asynchronous function's context, by the calling convention of Swift.
struct context {
    struct context *parent;
    void *resume;
};

typedef __attribute__((swiftasynccall)) void (*resume_function)(__attribute__((swift_async_context)) struct context *);

/// An asynchronous function for Swift, which declares it: `flowviz_stack_await(_:_:isolation:)`.
///
/// Its caller hands it the context by the calling convention, so that nothing is guessed of registers or of the stack. It calls `tell` with
/// `object` and the context, and returns without a suspension. The actor is its caller's, which it stays on.
__attribute__((swiftasynccall)) void flowviz_stack_await(
    const void *object, void (*tell)(const void *object, const void *context), const void *actor, const void *witness,
    __attribute__((swift_async_context)) struct context *context) {
    (void)actor, (void)witness;
    tell(object, context);
    return ((resume_function)context->resume)(context);
}

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)
#define SYMBOL(name) TEXT(__USER_LABEL_PREFIX__) #name
#if defined(__APPLE__)
#define CONSTANTS ".section __TEXT,__const\n"
#else
#define CONSTANTS ".section .rodata.flowviz_stack_await,\"a\",%progbits\n"
#endif

/// What Swift reads of an asynchronous function: its distance from here, and the size of the context that the caller makes for it. The
/// function has another, local, name here, since a library's symbols may be replaced, and have no distance then.
__asm__(CONSTANTS
        ".p2align 2\n"
        ".globl " SYMBOL(flowviz_stack_awaitTu) "\n"
        SYMBOL(flowviz_stack_awaitTu) ":\n"
        ".set flowviz_local_await, " SYMBOL(flowviz_stack_await) "\n"
        ".long flowviz_local_await - " SYMBOL(flowviz_stack_awaitTu) "\n"
        ".long 16\n"
        ".text\n");
#endif
