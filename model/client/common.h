// SPDX-License-Identifier: Apache-2.0
// What request and response clients share: parameters, counters, the first error, sending a packet (R-RQ-4) and
// following the packet that arrives.
#ifndef FLITLOCK_CLIENT_COMMON_H
#define FLITLOCK_CLIENT_COMMON_H

#include "client/payload.h"
#include "client/pool.h"
#include "flitlock/client.h"

enum { CLIENT_PORT_REQ = 0, CLIENT_PORT_RSP = 1, CLIENT_PORTS = 2 };

// The output of a client: one packet at a time, on one VC.
struct client_sender {
  struct flitlock_flit packet;  // header; `payload` is the whole packet's once it began
  uint32_t flits;               // of the packet, on this link
  uint32_t left;                // of these, not sent yet
  uint8_t held;                 // a packet is here
  uint8_t port;
  uint8_t width;
  uint8_t vc;
  uint16_t credits[FLITLOCK_MAX_VCS];
  const uint8_t *data;  // of the packet that begins, if it is not R-PAY-1's
};

// The input of a client: the packet whose flits are arriving. Links do not interleave packets (R-FL-5).
struct client_receiver {
  struct flitlock_flit head;
  uint8_t open;      // head taken, tail not yet
  uint8_t next_seq;  // of the flit expected
  uint8_t port;
  uint8_t width;
};

// First member of both clients' state.
struct client_common {
  struct flitlock_client_params params;
  struct flitlock_client_counts counts;
  uint32_t queued;                    // response client: flits not taken and responses that have not begun to leave
  struct flitlock_error error;        // the first one; its status is OK until then
  struct flitlock_port_info port[2];  // R-RQ, R-RS: port 0 plane req, port 1 plane rsp
  struct client_sender sender;
  struct client_receiver receiver;
  struct flitlock_payload_pool *own_pool;  // made here when the pod has none
  struct flitlock_payload_pool *pool;
  uint32_t pool_owner;
  uint64_t mixed_seed;
  char name[80];
};

// Checks the parameters, fills everything above and resets it. `out_port`: the port that this client sends on.
int client_common_create(struct client_common *common, const struct flitlock_client_params *params, const char *name,
                         unsigned out_port, struct flitlock_error *error);
void client_common_destroy(struct client_common *common);
void client_common_reset(struct client_common *common);
void client_common_describe(const struct client_common *common, const char *kind, struct flitlock_block_info *info);
int client_common_check(const struct client_common *common, struct flitlock_error *error);
// Signals that both clients have. Returns the number of all signals in the list so far.
size_t client_common_signals(const struct client_common *common, struct flitlock_signal *list, size_t capacity);
// Adds one to a list that holds `count`; returns the new count. Beyond `capacity` only counts.
size_t client_signal(struct flitlock_signal *list, size_t capacity, size_t count, const void *address, unsigned size,
                     unsigned bits, const char *format, ...) __attribute__((format(printf, 7, 8)));
// Appends a line of `waits` to `text`; `*length` is the length needed so far.
void client_wait_line(char *text, size_t size, int *length, const char *side, const struct client_common *common,
                      unsigned port, unsigned vc, const struct flitlock_flit *packet, const char *what,
                      const char *target);
// The lines of the packet being sent (`turn`: it may not start for a reason of the client's own) and of the one half
// arrived.
void client_sender_wait(char *text, size_t size, int *length, const struct client_common *common);
void client_receiver_wait(char *text, size_t size, int *length, const struct client_common *common);

// Units of a packet, R-RQ-5 and R-RS-4.
static inline uint32_t client_len(const struct flitlock_client_params *params, uint32_t op, uint32_t bytes) {
  if (op == FLITLOCK_OP_READ_REQ || op == FLITLOCK_OP_WRITE_RSP) return 1;
  uint32_t len = (bytes + params->unit_bytes - 1U) / params->unit_bytes;
  return len > 0 ? len : 1U;
}
// The same of a packet that may be the answer to a request without a translation, R-TLB-E-1.
static inline uint32_t client_packet_len(const struct flitlock_client_params *params,
                                         const struct flitlock_flit *packet) {
  if (packet->status != 0 && packet->op >= FLITLOCK_OP_WRITE_RSP) return 1;
  return client_len(params, packet->op, packet->bytes);
}
// Data bytes in the packet itself: the rest of its payload is 0 (R-FL-6, R-PAY-1).
static inline uint32_t client_data(const struct flitlock_flit *packet) {
  if (packet->op == FLITLOCK_OP_READ_REQ || packet->op == FLITLOCK_OP_WRITE_RSP) return 0;
  return packet->status != 0 && packet->op == FLITLOCK_OP_READ_RSP ? 0U : packet->bytes;
}

// Credits that arrive, R-CH-9.
void client_sender_credit(struct client_common *common, uint32_t word);
// Holds a packet, its header complete but for vc, head, tail, units, seq, payload.
void client_sender_hold(struct client_common *common, const struct flitlock_flit *packet);
static inline int client_sender_has_credit(const struct client_sender *sender) {
  return sender->credits[sender->vc] >= sender->flits;
}
// Makes the payload: the packet begins to leave. 0: out of memory, noted as the client's error.
int client_sender_begin(struct client_common *common);
// Presents the next flit. Returns 1 with the tail; the packet is gone then.
int client_sender_flit(struct client_common *common, struct flitlock_out *out);

// A flit is taken: framing, header and payload are checked (`checks`). `requester`: of R-PAY-1. Gives the memory back
// with the tail. Returns 0 when the flit broke the protocol so that it cannot be used.
int client_receiver_flit(struct client_common *common, const struct flitlock_flit *flit, uint32_t requester);

// Notes the first error of a client.
void client_error(struct client_common *common, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
