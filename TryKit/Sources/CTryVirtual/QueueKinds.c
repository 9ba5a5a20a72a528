// Which queues do several things at a time.
#define _GNU_SOURCE
#ifdef __linux__
#include "Dispatch.h"

#include <stdlib.h>

/// A set of pointers.
struct set {
    const void **members;
    size_t count;
};

static bool contains(const struct set *set, const void *member) {
    for (size_t i = 0; i < set->count; i++)
        if (set->members[i] == member) return true;
    return false;
}

static void insert(struct set *set, const void *member) {
    set->members = realloc(set->members, (set->count + 1) * sizeof *set->members);
    if (!set->members) abort();
    set->members[set->count++] = member;
}

static void remove_from(struct set *set, const void *member) {
    for (size_t i = 0; i < set->count; i++)
        if (set->members[i] == member) set->members[i] = set->members[--set->count];
}

/// The queues that were made to do several things at a time, and the attributes that make them so.
static struct set concurrent_queues, concurrent_attributes;

extern char _dispatch_queue_attr_concurrent;

static object derived(object from, object attribute) {
    bool is_concurrent = from == &_dispatch_queue_attr_concurrent || contains(&concurrent_attributes, from);
    if (is_concurrent && !contains(&concurrent_attributes, attribute)) insert(&concurrent_attributes, attribute);
    return attribute;
}

static object made(object attribute, object queue) {
    // One that was there before has gone.
    remove_from(&concurrent_queues, queue);
    if (attribute == &_dispatch_queue_attr_concurrent || contains(&concurrent_attributes, attribute)) insert(&concurrent_queues, queue);
    return queue;
}

object dispatch_queue_attr_make_initially_inactive(object attribute) {
    return derived(attribute, VIRTUAL_REAL(dispatch_queue_attr_make_initially_inactive, attribute));
}

object dispatch_queue_attr_make_with_autorelease_frequency(object attribute, uintptr_t frequency) {
    return derived(attribute, VIRTUAL_REAL(dispatch_queue_attr_make_with_autorelease_frequency, attribute, frequency));
}

object dispatch_queue_attr_make_with_qos_class(object attribute, unsigned quality, int priority) {
    return derived(attribute, VIRTUAL_REAL(dispatch_queue_attr_make_with_qos_class, attribute, quality, priority));
}

object dispatch_queue_create(const char *label, object attribute) {
    return made(attribute, VIRTUAL_REAL(dispatch_queue_create, label, attribute));
}

object dispatch_queue_create_with_target(const char *label, object attribute, object target) {
    return made(attribute, VIRTUAL_REAL(dispatch_queue_create_with_target, label, attribute, target));
}

bool virtual_is_concurrent(const void *queue) {
    if (queue == &virtual_tasks || contains(&concurrent_queues, queue)) return true;
    static const intptr_t priorities[] = {2, 0, -2, INT16_MIN, 0x21, 0x19, 0x15, 0x11, 0x09, 0x05};
    for (size_t i = 0; i < sizeof priorities / sizeof *priorities; i++)
        if (queue == dispatch_get_global_queue(priorities[i], 0)) return true;
    return false;
}
#endif
