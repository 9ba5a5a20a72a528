#include "CFlowAgent.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool has_work;

void flowviz_agent_await_work(void) {
    pthread_mutex_lock(&lock);
    while (!has_work) pthread_cond_wait(&changed, &lock);
    has_work = false;
    pthread_mutex_unlock(&lock);
}

void flowviz_agent_tell_work(void) {
    pthread_mutex_lock(&lock);
    has_work = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}
