// SPDX-License-Identifier: Apache-2.0
// The client of a cache: a block with one port for each slice, requests out and responses in.
#ifndef FLITLOCK_MODEL_L2_CLIENT_H
#define FLITLOCK_MODEL_L2_CLIENT_H

#include "flitlock/l2_cache.h"

struct flitlock_l2_client_params {
  uint32_t ports;
  uint16_t credits;  // depth of the request queues
  uint16_t depth;    // of the client's own inputs
  flitlock_l2_answer answer;
  void *self;
};

extern const struct flitlock_block_ops flitlock_l2_client;

// Queues a request for a port. E_NO_MEMORY.
int flitlock_l2_client_post(struct flitlock_block *client, uint32_t port, const struct flitlock_l2_access *access,
                            uint32_t id);
// Requests that are queued or not answered.
uint64_t flitlock_l2_client_open(const struct flitlock_block *client);

#endif
