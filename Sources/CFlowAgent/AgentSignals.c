#include "CFlowAgent.h"
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

/// Whose files these are, and what they are called.
static pid_t owner;
static char *files[2];

/// Removes the files and lets the signal do what it would have done: end the process. Calls nothing that is not safe in a handler.
static void remove_files(int number) {
    // A copy that fork made has this handler too, but the files are not its own.
    if (getpid() == owner) {
        for (size_t index = 0; index < 2; index += 1) unlink(files[index]);
    }
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    // Blocked in its own handler: it comes as soon as this function has returned.
    raise(number);
}

void flowviz_agent_remove_at_signals(const char *trace, const char *socket) {
    files[0] = strdup(trace);
    files[1] = strdup(socket);
    if (!files[0] || !files[1]) return;
    owner = getpid();
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index += 1) {
        struct sigaction known;
        if (sigaction(numbers[index], NULL, &known) != 0) continue;
        bool is_default = !(known.sa_flags & SA_SIGINFO) && known.sa_handler == SIG_DFL;
        if (!is_default) continue;
        struct sigaction action = {.sa_handler = remove_files, .sa_flags = SA_ONSTACK};
        sigemptyset(&action.sa_mask);
        sigaction(numbers[index], &action, NULL);
    }
}
