// SPDX-License-Identifier: Apache-2.0
// An observer for what the statistics of a run do not tell: when flits arrive at E from B, D and F, and when the
// clients of each node have sent their last request. It looks at ports alone, so it cannot change a run.
#ifndef FLITLOCK_MODEL_REPRODUCE_NOC_WATCH_H
#define FLITLOCK_MODEL_REPRODUCE_NOC_WATCH_H

#include "flitlock/pod.h"
#include "reproduce/noc.h"

struct noc_watch;
// To be made before the run. Arrivals count from cycle `from` on.
int noc_watch_create(struct flitlock_pod *pod, uint64_t from, struct noc_watch **watch, struct flitlock_error *error);
// After the run: arrivals and tail of `result`.
void noc_watch_result(const struct noc_watch *watch, struct noc_result *result);
void noc_watch_destroy(struct noc_watch *watch);  // NULL is allowed

#endif
