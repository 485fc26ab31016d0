// SPDX-License-Identifier: Apache-2.0
// Where requests go: which response clients a request client may ask (workload.scope), and which of them comes next
// (workload.destination).
#ifndef FLITLOCK_WORKLOAD_DESTINATIONS_H
#define FLITLOCK_WORKLOAD_DESTINATIONS_H

#include "flitlock/pod.h"
#include "flitlock/rng.h"

struct destinations;

// E_CONFIG when a client has nobody to ask, the hot target does not exist, or no permutation does.
int destinations_create(const struct flitlock_config *config, const struct flitlock_workload_clients *clients,
                        struct destinations **destinations, struct flitlock_error *error);
void destinations_free(struct destinations *destinations);
// Address for request number `index` (from 0) of a client, drawn from `rng` where there is a choice.
uint32_t destinations_pick(const struct destinations *destinations, uint32_t client, uint64_t index,
                           struct flitlock_rng *rng);
// The long-run share of a client's requests that goes to each destination: `visit` is called for every one that has a
// share; an address may come twice. The shares add up to 1.
void destinations_shares(const struct destinations *destinations, uint32_t client,
                         void (*visit)(void *self, uint32_t dst, double share), void *self);

#endif
