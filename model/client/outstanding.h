// SPDX-License-Identifier: Apache-2.0
// The requests of a client that wait for their responses, by id. Ids are consecutive, so a ring indexed by the low bits
// finds one at once; it doubles when the slowest request is a whole ring behind.
#ifndef FLITLOCK_CLIENT_OUTSTANDING_H
#define FLITLOCK_CLIENT_OUTSTANDING_H

#include <stdint.h>

struct outstanding_request {
  uint64_t tag;
  uint64_t addr;
  uint32_t dst;
  uint32_t id;
  uint32_t birth;
  uint16_t bytes;
  uint8_t op;
  uint8_t used;
};

struct outstanding {
  struct outstanding_request *ring;  // [mask + 1]
  uint32_t mask;
  uint32_t count;
};

int outstanding_init(struct outstanding *list);  // 0: out of memory
void outstanding_free(struct outstanding *list);
void outstanding_clear(struct outstanding *list);
// A place for the request `id`; NULL: out of memory.
struct outstanding_request *outstanding_add(struct outstanding *list, uint32_t id);
// NULL: there is none.
struct outstanding_request *outstanding_find(struct outstanding *list, uint32_t id);
void outstanding_remove(struct outstanding *list, struct outstanding_request *request);

#endif
