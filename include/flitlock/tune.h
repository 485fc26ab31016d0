// SPDX-License-Identifier: Apache-2.0
// Depths of buffers: the bound of every buffer by arithmetic, and the knee by simulation. Definitions: docs/tuning.md.
#ifndef FLITLOCK_TUNE_H
#define FLITLOCK_TUNE_H

#include "flitlock/pod.h"

#ifdef __cplusplus
extern "C" {
#endif

// The kinds of buffers; `ALL` is for sweeps that give all three one depth.
#define FLITLOCK_TUNE_KINDS(X) X(INPUT, "input") X(CROSSBAR, "crossbar") X(OUTPUT, "output") X(ALL, "all")

enum flitlock_tune_kind {
#define FLITLOCK_TUNE_ENUM(name, text) FLITLOCK_TUNE_##name,
  FLITLOCK_TUNE_KINDS(FLITLOCK_TUNE_ENUM)
#undef FLITLOCK_TUNE_ENUM
      FLITLOCK_TUNE_KIND_COUNT
};
const char *flitlock_tune_kind_text(int kind);  // "input"; never NULL

// What a bound is made of: depth >= credit_rtt * rate + wait * rate + packet.
struct flitlock_tune_terms {
  uint32_t credit_rtt;  // edges for which a taken entry is missing, beyond the one at which its flit is moved
  uint32_t wait;        // edges for which the other candidates of the buffer's arbiter may hold the grant in a turn
  uint32_t packet;      // margin: flits of the largest packet of the plane, F(len, w)
  uint32_t least;       // F(MaxLen, w), below which no depth may be
  double rate;          // flits of the buffer per cycle
};
// The bound, rounded up, and never below `least`.
uint32_t flitlock_tune_depth(const struct flitlock_tune_terms *terms);

// A buffer that carries something under the workload.
struct flitlock_tune_buffer {
  uint32_t link;  // channel that the buffer is fed by (input) or feeds (crossbar, output)
  uint8_t kind;   // enum flitlock_tune_kind, not ALL
  uint8_t vc;     // of the buffer
  char from[24];  // crossbar: the router's input port; others: ""
  uint32_t now;   // depth as configured
  uint32_t bound;
  struct flitlock_tune_terms terms;
};

struct flitlock_tune_link {
  char name[80];
  double load;    // flits per cycle when the first link is full
  double target;  // flits per cycle that the bounds are for: the load, or the fraction of a target
  int measured;   // 1: a sweep looks at its use
};

struct flitlock_tune_bounds {
  double rate;                      // requests per cycle and client that fill the first link
  struct flitlock_tune_link *link;  // by channel
  uint32_t link_count;
  uint32_t measured_count;
  struct flitlock_tune_buffer *buffer;  // by link; of a link the input buffers, then crossbar, then output
  uint32_t buffer_count;
  uint64_t idle_count;                         // buffers that carry nothing: F(MaxLen, w) does for them
  uint32_t largest[FLITLOCK_TUNE_KIND_COUNT];  // largest bound of each kind; ALL: of the three
  uint32_t least[FLITLOCK_TUNE_KIND_COUNT];    // least depth that may be configured for all buffers of the kind
};

// The links whose name matches `pattern` (fnmatch) are to carry `fraction` of their width, 0 to 1, above 0. Later ones
// win.
struct flitlock_tune_target {
  const char *pattern;
  double fraction;
};

// Bounds for the loads at which the first link is full, or for targets. Links of targets are measured; without any,
// those that fill first. E_USAGE for a workload without a rate, for a pattern without a match and for one whose links
// carry nothing. Free with flitlock_tune_bounds_free.
int flitlock_tune_bounds_create(const struct flitlock_pod *pod, const struct flitlock_tune_target *target,
                                size_t targets, struct flitlock_tune_bounds **bounds, struct flitlock_error *error);
void flitlock_tune_bounds_free(struct flitlock_tune_bounds *bounds);  // NULL is allowed

// One point of a sweep.
struct flitlock_tune_point {
  int kind;        // enum flitlock_tune_kind
  uint32_t depth;  // of all buffers of the kind
  // Filled in by the simulation, over the measured links in the window.
  double use;    // mean, flits per cycle
  double least;  // of the link used least
  int steady;    // as in results.h
};

// Simulates the configuration with all buffers of one kind (of clients, too) at one depth, the others as configured.
int flitlock_tune_simulate(const struct flitlock_config *config, const struct flitlock_tune_bounds *bounds,
                           struct flitlock_tune_point *point, struct flitlock_error *error);

// The smallest depth whose use is within 1 % of that of the largest depth, among the points of a kind; 0: no point.
uint32_t flitlock_tune_knee(const struct flitlock_tune_point *point, size_t count, int kind);

#ifdef __cplusplus
}
#endif
#endif
