// SPDX-License-Identifier: Apache-2.0
// The state of an L1 link TLB. A packet is in exactly one list: look-up queue, those that wait for an MSHR, or the
// ready list of its VC. Lists and packets are linked by numbers, and what was never used costs no memory.
#ifndef FLITLOCK_MODEL_TLB_L1_STATE_H
#define FLITLOCK_MODEL_TLB_L1_STATE_H

#include "tlb/array.h"
#include "tlb/common.h"

#define L1_NONE UINT32_MAX

// A flit in the store.
struct l1_flit {
  struct flitlock_flit flit;
  uint32_t next;  // of its packet, or of the free list
};

struct l1_packet {
  uint32_t first, last;  // flits in the store; L1_NONE: all that came have left
  uint32_t next;         // in its list, or of the free list
  uint8_t vc;
  uint8_t kind;  // enum flitlock_translation_class
  uint8_t status;
  uint8_t accesses;
  uint8_t op;
  uint8_t len;
  uint32_t src, id, birth;
  uint64_t npa, spa;
  uint64_t arrived, looked_up, ready;
};

struct l1_list {
  uint32_t first, last;  // L1_NONE: empty
  uint32_t count;
};

struct l1_mshr {
  uint64_t page;
  struct l1_list waiting;
  uint32_t next;  // in its bucket
};

struct flitlock_block {
  struct flitlock_l1_tlb_params params;
  struct flitlock_port_info info[FLITLOCK_L1_TLB_PORTS];
  struct tlb_array array;
  struct flitlock_error error;  // first protocol error seen

  // The store, R-TLB-L1-2. `used`: entries that were ever used; free ones below it are in the free list.
  struct l1_flit *flit;
  struct l1_packet *packet;
  uint32_t capacity;
  uint32_t flit_free, flit_used;
  uint32_t packet_free, packet_used;
  uint32_t in_store[FLITLOCK_MAX_VCS];
  uint32_t open;  // packet whose tail has not come, L1_NONE: none
  uint8_t open_seq;

  struct l1_list lookups;
  uint64_t stalled_since;  // edge of the first look-up of the front that stalled; FLITLOCK_SLEEP: it has not

  struct l1_mshr *mshr;
  uint32_t *bucket;  // [bucket_mask + 1], MSHRs by page
  uint32_t bucket_mask;
  struct tlb_numbers mshrs;
  uint32_t l2_credits;
  uint32_t waiting;  // packets that wait for MSHRs

  // The output, R-TLB-L1-8.
  struct l1_list ready[FLITLOCK_MAX_VCS];
  uint16_t any_ready;  // VCs with a ready packet
  uint8_t hold;        // VC that holds the grant, L1_NO_VC: none
  uint8_t pointer;     // R-ARB-1
  uint16_t credits[FLITLOCK_MAX_VCS];

  // An invalidation that is not done, R-TLB-L1-12.
  uint8_t draining;
  uint32_t drain_id;
  uint32_t drain[FLITLOCK_MAX_VCS];  // packets at the front of the ready list that must leave
  uint32_t drain_total;

  struct flitlock_l1_tlb_counts counts;
  char *name;
};

#define L1_NO_VC 255

static inline uint32_t l1_flits_of(const struct flitlock_block *l1, unsigned len) {
  return flitlock_flits(len, l1->params.width);
}

int l1_create(const void *params, const char *name, struct flitlock_block **block, struct flitlock_error *error);
void l1_destroy(struct flitlock_block *l1);
void l1_reset(struct flitlock_block *l1);
uint64_t l1_step(struct flitlock_block *l1, uint64_t cycle, const struct flitlock_in *in, struct flitlock_out *out);
void l1_describe(const struct flitlock_block *l1, struct flitlock_block_info *info);
void l1_idle_causes(const struct flitlock_block *l1, uint8_t *cause);
size_t l1_signals(const struct flitlock_block *l1, struct flitlock_signal *list, size_t capacity);
uint64_t l1_occupancy(const struct flitlock_block *l1);
int l1_waits(const struct flitlock_block *l1, char *text, size_t size);
int l1_check(const struct flitlock_block *l1, struct flitlock_error *error);

// Protocol checks; the first error is kept. True: the flit (or message) can be taken.
bool l1_check_flit(struct flitlock_block *l1, uint64_t cycle, const struct flitlock_flit *flit);
bool l1_check_message(struct flitlock_block *l1, uint64_t cycle, const struct flitlock_flit *flit);
void l1_check_credit(struct flitlock_block *l1, uint64_t cycle, unsigned vc, unsigned count);

#endif
