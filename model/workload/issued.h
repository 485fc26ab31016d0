// SPDX-License-Identifier: Apache-2.0
// The requests that clients were given and that have not arrived, by requester and id: what the workload means by each.
// A client numbers its requests in the order in which it is given them, from 0 (workload.h).
#ifndef FLITLOCK_WORKLOAD_ISSUED_H
#define FLITLOCK_WORKLOAD_ISSUED_H

#include <stdint.h>

#define WORKLOAD_ISSUED_NONE UINT32_MAX

struct issued_client {
  uint32_t address;
  uint32_t first;    // id of the oldest that has not arrived
  uint32_t count;    // of ids from `first` on
  uint32_t mask;     // places minus 1, a power of two minus 1
  uint32_t *number;  // [mask + 1], by the low bits of the id; WORKLOAD_ISSUED_NONE: it has arrived
};

struct issued {
  struct issued_client *client;  // [clients]
  uint32_t *by_address;          // [clients]: their numbers in the order of their addresses
  uint32_t clients;
};

// 0: out of memory.
int issued_create(struct issued *issued, const uint32_t *address, uint32_t clients);
void issued_free(struct issued *issued);
// Client `client` is given its next request. 0: out of memory.
int issued_push(struct issued *issued, uint32_t client, uint32_t number);
// Takes out the request `id` of the client with this address: its number, or WORKLOAD_ISSUED_NONE.
uint32_t issued_take(struct issued *issued, uint32_t address, uint32_t id);

#endif
