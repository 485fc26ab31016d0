// SPDX-License-Identifier: Apache-2.0
// The block contract: one table of functions for every block, golden C, Verilated RTL, or both compared.
// Source: specification R-CH, R-RST; the design is "registered outputs, so order of evaluation cannot matter".
//
// A block is a clocked state machine with ports. The host calls `step` once for a cycle with the values sampled before
// the edge, and gets the values presented after it. With a latency of 1 the receiver's `in(t + 1)` is the sender's
// `out(t)`.
#ifndef FLITLOCK_BLOCK_H
#define FLITLOCK_BLOCK_H

#include <stdint.h>

#include "flitlock/flit.h"
#include "flitlock/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// Changes when the contract changes; a host refuses a block of another version.
#define FLITLOCK_BLOCK_ABI 1

// `step` returns the next cycle at which it must be called even if no input arrives by then. FLITLOCK_SLEEP: only when
// an input arrives or somebody wakes it. A host may always call `step` in more cycles than asked for (RTL is clocked
// every cycle): a step without inputs that was not asked for changes no state and presents nothing.
#define FLITLOCK_SLEEP UINT64_MAX

// A credit word has 2 bits for each VC: the count of R-CH-7. VC v is bits 2v+1:2v.
static inline uint32_t flitlock_credit_get(uint32_t word, unsigned vc) { return word >> (2U * vc) & 3U; }
static inline uint32_t flitlock_credit_one(unsigned vc, uint32_t count) { return count << (2U * vc); }

// Sampled before the edge. Entries of `flit` and `credit` are read only where the bit of the port is set in the mask.
struct flitlock_in {
  uint64_t flit_valid;    // bit p: flit[p] arrives on input p
  uint64_t credit_valid;  // bit p: credit[p] arrives for output p
  const struct flitlock_flit *flit;
  const uint32_t *credit;
};

// Presented after the edge. The host clears both masks before `step`; the block sets the bits and fills the entries.
struct flitlock_out {
  uint64_t flit_valid;    // bit p: flit[p] leaves on output p
  uint64_t credit_valid;  // bit p: credit[p] is returned for input p
  struct flitlock_flit *flit;
  uint32_t *credit;
};

// A port as others see it. Depth and width describe the buffer behind the input side.
struct flitlock_port_info {
  char name[24];
  uint8_t has_in;
  uint8_t has_out;
  uint8_t in_width;                     // units
  uint8_t out_width;                    // units
  uint16_t in_depth[FLITLOCK_MAX_VCS];  // entries; the credits the sender starts with
};

struct flitlock_block_info {
  const char *kind;  // "router", "req_client", ...
  const char *impl;  // "c", "rtl", "lockstep"
  uint32_t abi;
  uint32_t ports;
  uint32_t vcs;
  const struct flitlock_port_info *port;  // [ports], owned by the block
};

// A value inside a block that waves and statistics may look at after a step. `address` points at an unsigned integer of
// `size` bytes (1, 2, 4, 8) that stays there until destroy. `path` is dotted below the block, e.g. "input.W.vc3.count",
// with the names of buffers below: "<buffer>.count" is an occupancy in flits, "output.<port>.vc<V>.credits" a counter.
struct flitlock_signal {
  char path[48];
  uint16_t bits;
  uint8_t size;
  const void *address;
};

// Lines of `waits`: "<buffer> <src> <id> waits for <what> of <target>\n", words parted by one space. <src> and <id> are
// the flit fields of the packet at the front, in decimal. Buffers are named "input.<port>.vc<V>",
// "crossbar.<in port>.<out port>.vc<V>" and "output.<port>.vc<V>"; clients name what they still have to take and what
// they have to send in the same way. A target of "self" is for what no buffer or port can give.
//   room    of <buffer>      of this block: too full for the packet
//   grant   of <buffer>      of this block: it holds the grant that the packet needs
//   rest    of <buffer>      of this block: the packet's next flit is still there
//   link    of <port>.vc<V>  the packet's next flit has not arrived on this input
//   credit  of <port>.vc<V>  of this output
//   turn    of self          may move at its next turn; or a client: time, a stall, the limit of outstanding requests
// For example: "output.dst.vc3 33685504 17 waits for credit of dst.vc3".

struct flitlock_block;  // opaque; each kind has its own

struct flitlock_block_ops {
  const char *kind;
  const char *impl;
  // `params` is the parameter struct of the kind (router.h, client.h); it is copied. `name` is the instance path,
  // copied.
  int (*create)(const void *params, const char *name, struct flitlock_block **block, struct flitlock_error *error);
  void (*destroy)(struct flitlock_block *block);  // NULL is allowed
  void (*reset)(struct flitlock_block *block);    // R-RST-1
  uint64_t (*step)(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                   struct flitlock_out *out);
  void (*describe)(const struct flitlock_block *block, struct flitlock_block_info *info);
  // 0 to 5: the cause of R-IDLE for each output as of the last step, as if nothing was presented. For an output that
  // did present a flit the answer holds for the cycles after it, as long as the block sleeps. NULL: not known at this
  // boundary.
  void (*idle_causes)(const struct flitlock_block *block, uint8_t *cause);
  // Number of signals; fills at most `capacity`. NULL: none.
  size_t (*signals)(const struct flitlock_block *block, struct flitlock_signal *list, size_t capacity);
  // Flits inside the block (for conservation and the watchdog). NULL: not known.
  uint64_t (*occupancy)(const struct flitlock_block *block);
  // Writes what the front packet of each non-empty buffer waits for, for the wait chain of R-INV-6: one line each, in
  // the format below. Returns the length that was needed, as snprintf does. NULL: none.
  int (*waits)(const struct flitlock_block *block, char *text, size_t size);
  // First protocol error or broken invariant seen, FLITLOCK_OK if none. NULL: the block does not check.
  int (*check)(const struct flitlock_block *block, struct flitlock_error *error);
};

#ifdef __cplusplus
}
#endif
#endif
