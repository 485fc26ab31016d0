// SPDX-License-Identifier: Apache-2.0
// The side of a response client towards the L2, R-L2P-CL: requests are cut into accesses, answers put together again.
// A request under way has the number of its place in the ring of responses, its slot.
#ifndef FLITLOCK_CLIENT_L2_SIDE_H
#define FLITLOCK_CLIENT_L2_SIDE_H

#include "client/common.h"

#define CLIENT_PORT_L2 2  // of partition 0
// Not served yet.
#define CLIENT_NEVER UINT64_MAX

struct client_l2_request {
  struct flitlock_flit head;
  uint8_t *data;        // of a write, as it came; of a read, as it is answered
  uint32_t pieces;      // accesses that it is cut into
  uint32_t issued;      // presented
  uint32_t unanswered;  // of all pieces
};

struct client_l2_access {
  uint32_t slot;
  uint16_t offset;  // of its first byte in the request
  uint8_t bytes;
  uint8_t live;
};

struct client_l2_port {
  uint16_t credits;
  uint16_t sent_next;
  uint8_t *sent;  // payloads presented, ring [depth + 1]
};

struct client_l2 {
  struct flitlock_client_l2 params;
  struct client_common *common;
  uint32_t slots;
  struct client_l2_request *request;  // [slots]
  uint8_t *data;                      // of all requests
  struct client_l2_access *access;    // [mask + 1], by the low bits of the id
  uint32_t mask;
  uint32_t next_id;
  uint32_t issue_slot;  // of the request with the oldest access that waits
  uint32_t waiting;     // accesses not presented
  uint32_t open;        // not answered
  struct client_l2_port port[FLITLOCK_L2_MAX_PARTITIONS];
  struct flitlock_port_info info[CLIENT_PORTS + FLITLOCK_L2_MAX_PARTITIONS];
};

int client_l2_create(struct client_l2 *l2, struct client_common *common, struct flitlock_error *error);
void client_l2_destroy(struct client_l2 *l2);
void client_l2_reset(struct client_l2 *l2);
void client_l2_describe(const struct client_l2 *l2, struct flitlock_block_info *info);

void client_l2_credits(struct client_l2 *l2, const struct flitlock_in *in);
// Takes the answers of this edge. `served` is called for each request whose last one it was.
void client_l2_answers(struct client_l2 *l2, const struct flitlock_in *in, struct flitlock_out *out,
                       void (*served)(void *self, uint32_t slot), void *self);
// A flit of the request that will have this slot is taken: the bytes of a write are kept.
void client_l2_data(struct client_l2 *l2, uint32_t slot, const struct flitlock_flit *flit);
// Its tail is. 1: it has accesses, and is served with the last answer; 0: it has none.
int client_l2_begin(struct client_l2 *l2, uint32_t slot, const struct flitlock_flit *request);
// Presents the oldest access that waits, if its port has a credit.
void client_l2_issue(struct client_l2 *l2, struct flitlock_out *out);
// Port of the oldest access that waits, or 0: none does.
unsigned client_l2_wanted(const struct client_l2 *l2);
// 1: an access can be presented at the next edge.
int client_l2_can_issue(const struct client_l2 *l2);
uint32_t client_l2_partitions(const struct client_l2 *l2);
// As client_common_signals.
size_t client_l2_signals(const struct client_l2 *l2, struct flitlock_signal *list, size_t capacity, size_t count);

#endif
