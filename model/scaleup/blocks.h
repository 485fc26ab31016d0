// SPDX-License-Identifier: Apache-2.0
// The blocks of a scale-up pod besides the link TLBs, and what they share. Source: specification R-SU-8 to R-SU-12.
#ifndef FLITLOCK_MODEL_SCALEUP_BLOCKS_H
#define FLITLOCK_MODEL_SCALEUP_BLOCKS_H

#include "flitlock/block.h"
#include "scaleup/ledger.h"
#include "scaleup/pace.h"
#include "scaleup/traffic.h"

#define SCALE_UP_MAX_STATIONS 32U

// VCs of plane req, R-SU-3: requests that are translated, and those of the same node. Plane rsp has VC 0 only.
#define SCALE_UP_VCS 2U

// Of a pod, used by its blocks; outlives them.
struct scale_up_shared {
  struct scale_up_rate rate;
  struct scale_up_traffic traffic;
  struct scale_up_ledger ledger;
  // The stream that is followed: by index of issue.
  struct flitlock_scale_up_sample *sample;
  uint64_t samples, sample_capacity;
  uint8_t zeros[FLITLOCK_MAX_UNIT_BYTES];  // the payload of all flits, R-SU-3
};

struct scale_up_block_params {
  struct scale_up_shared *shared;
  uint32_t gpu;  // of a switch: the station
  uint32_t gpus, stations, gpus_per_node;
  uint32_t window;          // requester
  uint32_t buffer;          // room behind each input, and of what each output feeds
  uint32_t hbm, returning;  // memory: cycles from hand-over to delivery, and from there to the response
  uint32_t ideal;           // memory: cycles that a request on VC 0 waits as if for a hit in an L1 link TLB
  uint32_t is_response;     // switch: plane rsp
};

// Ports 0 .. S-1: requests out; S .. 2S-1: responses in.
extern const struct flitlock_block_ops scale_up_requester;
// One port for each GPU.
extern const struct flitlock_block_ops scale_up_switch;
// Ports 0 .. S-1: requests in; S .. 2S-1: responses out.
extern const struct flitlock_block_ops scale_up_memory;

// What a block has in common with the others: the answer to `describe`. NULL: out of memory.
struct flitlock_port_info *scale_up_ports(uint32_t count);
// Names port `number` and says what it has; `depth` is that of the buffer behind its input, for each VC.
void scale_up_port(struct flitlock_port_info *port, uint32_t number, const char *name, uint32_t index, int has_in,
                   int has_out, uint32_t depth);
static inline uint32_t scale_up_vc(uint32_t src, uint32_t dst, uint32_t gpus_per_node) {
  return src / gpus_per_node == dst / gpus_per_node;
}

// A ring of flits. Capacity is fixed.
struct scale_up_fifo {
  struct flitlock_flit *flit;
  uint32_t capacity, first, count;
};
static inline struct flitlock_flit *scale_up_fifo_front(const struct scale_up_fifo *fifo) {
  return &fifo->flit[fifo->first];
}
static inline uint32_t scale_up_fifo_end(const struct scale_up_fifo *fifo) {
  uint32_t at = fifo->first + fifo->count;
  return at >= fifo->capacity ? at - fifo->capacity : at;
}
static inline void scale_up_fifo_drop(struct scale_up_fifo *fifo) {
  fifo->first = fifo->first + 1 == fifo->capacity ? 0 : fifo->first + 1;
  fifo->count--;
}

#endif
