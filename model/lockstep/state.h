// SPDX-License-Identifier: Apache-2.0
// The inside of a lockstep block and of its session.
#ifndef FLITLOCK_MODEL_LOCKSTEP_STATE_H
#define FLITLOCK_MODEL_LOCKSTEP_STATE_H

#include <xxhash.h>

#include "flitlock/lockstep.h"
#include "lockstep/payload.h"

struct lockstep_queue;  // tolerance.c

// The last events of a port, as one model presented them.
struct lockstep_history {
  struct flitlock_lockstep_event event[FLITLOCK_HISTORY];
  unsigned next;   // where the next one goes
  unsigned count;  // kept
};

// One of the two models.
struct lockstep_model {
  const struct flitlock_block_ops *ops;
  struct flitlock_block *block;
  unsigned side;  // 0 golden, 1 device: of its copies of payloads
  struct flitlock_flit *in_flit;
  struct flitlock_out out;           // flit and credit belong to it
  struct lockstep_history *history;  // [ports]
  uint8_t *idle_payload;             // unit_bytes * 2 bytes of 0: what a lane without bytes carries
  XXH64_state_t *hash;               // of the window; NULL unless in hash mode
};

struct lockstep_block {
  struct flitlock_lockstep *session;
  const char *name;  // the session's
  struct lockstep_model golden, device;
  struct flitlock_block_info info;  // as golden describes itself, but for `impl`
  struct flitlock_lockstep_counts counts;
  uint64_t outputs_per_step;
  uint32_t unit_bytes;
  uint8_t makes_packets;
  struct lockstep_payload payload;
  uint64_t cycle;  // of the last step
  int stepped;
  int alone;                     // golden goes on alone: no more is to be found
  int failed;                    // out of memory: FLITLOCK_E_NO_MEMORY
  struct lockstep_queue *queue;  // tolerances: [ports * vcs] of flits, then of credits
  // Hash mode
  uint64_t window_end;  // 0: no window is open
  int differs;
  uint64_t differs_from, differs_to;
  struct lockstep_block *next;  // in the session
};

struct flitlock_lockstep {
  struct flitlock_lockstep_options options;
  // Blocks leave the session when they are destroyed; what they counted stays.
  struct lockstep_entry {
    char *name;
    struct lockstep_block *block;  // NULL: destroyed
    struct flitlock_lockstep_counts counts;
  } * entry;
  uint32_t entries, capacity;
  struct flitlock_divergence **divergence;
  uint64_t kept;
  uint64_t found;
  int out_of_memory;
  uint32_t planted, planted_made;  // errors that blocks are to make, and those that were made
  int differs;                     // hash mode
  uint64_t differs_from, differs_to;
  char *listened;  // name of the block
  flitlock_lockstep_listener listener;
  void *listener_self;
};

// ---- session.c
// A place for a divergence; NULL when enough are kept. Counts it in either case.
struct flitlock_divergence *flitlock_lockstep_record(struct lockstep_block *block);
int flitlock_lockstep_enough(const struct flitlock_lockstep *session);

// ---- divergence.c: fills in and records a divergence of a port in this cycle.
struct lockstep_difference {
  int kind;
  uint32_t port;
  uint8_t lane, vc;
  const char *field;
  const char *rule;  // of a router; NULL: that of the kind
  size_t at;         // byte of the payload
  uint64_t golden, device;
  uint32_t other_port;
  const struct flitlock_flit *golden_flit, *device_flit;  // NULL: none
  uint32_t golden_credit, device_credit;
};
void flitlock_lockstep_report(struct lockstep_block *block, const struct lockstep_difference *difference);
const char *flitlock_lockstep_field_rule(size_t field);

// ---- rules.c: of a link TLB or L2 slice; NULL: of a router, or the kind's is right.
const char *flitlock_lockstep_rule_of(const struct lockstep_block *block, const struct lockstep_difference *difference);

// ---- complaint.c: after each step, whether the device has something to say.
void flitlock_lockstep_complaint(struct lockstep_block *block);

// ---- history.c
void flitlock_lockstep_remember(struct lockstep_model *model, uint64_t cycle);
void flitlock_lockstep_recall(const struct lockstep_history *history, struct flitlock_lockstep_side *side);

// ---- compare.c
void flitlock_lockstep_compare(struct lockstep_block *block);
// Compares two flits that stand for each other; reports the first difference. 1: they are equal.
int flitlock_lockstep_compare_flits(struct lockstep_block *block, uint32_t port, const struct flitlock_flit *golden,
                                    const struct flitlock_flit *device);

// ---- tolerance.c
int flitlock_lockstep_queues_create(struct lockstep_block *block);  // 1 for success
void flitlock_lockstep_queues_clear(struct lockstep_block *block);
void flitlock_lockstep_queues_free(struct lockstep_block *block);
void flitlock_lockstep_compare_tolerant(struct lockstep_block *block);
void flitlock_lockstep_left_over(struct lockstep_block *block);

// ---- window.c
void flitlock_lockstep_window_open(struct lockstep_block *block, uint64_t cycle);
void flitlock_lockstep_window_add(struct lockstep_block *block);
void flitlock_lockstep_window_close(struct lockstep_block *block);

#endif
