#ifndef CFLOWTASKS_H
#define CFLOWTASKS_H

#include <stdbool.h>

/// Is offered each job of Swift's global executor; returns whether it has taken it. A job that is not taken goes where it always goes.
///
/// It is called on whatever thread makes a job ready, within the runtime: it must not wait, nor run the job.
typedef bool (*flow_job_taker)(void *_Nonnull job);

/// Lets `taker` have the process's jobs from now on. To be called once: the runtime has one place for it.
void flow_take_jobs(flow_job_taker _Nonnull taker);

#endif
