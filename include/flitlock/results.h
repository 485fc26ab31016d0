// SPDX-License-Identifier: Apache-2.0
// Results of a run, as data; results_json.c and results_csv.c write them.
#ifndef FLITLOCK_RESULTS_H
#define FLITLOCK_RESULTS_H

#include <stdint.h>

#include "flitlock/status.h"
#include "flitlock/translation.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where a transaction spends its time; the stages of a completed request add up to its latency.
#define FLITLOCK_STAGES(X)                                                                                            \
  X(SOURCE, "source")                   /* creation until the head leaves the client */                               \
  X(REQ_MESH_OUT, "req.mesh_out")       /* to the arrival of the head at the DST (or at the client, inside a mesh) */ \
  X(REQ_DST_OUT, "req.dst_out")         /* in the sending DST and switches, and on the GPU link */                    \
  X(REQ_TRANSLATION, "req.translation") /* in the link TLB, to the head's arrival at the receiving DST */             \
  X(REQ_DST_IN, "req.dst_in")           /* in the receiving DST */                                                    \
  X(REQ_MESH_IN, "req.mesh_in")         /* in the receiving mesh, to the head's arrival at the client */              \
  X(SERVICE, "service")                 /* head's arrival at the response client until the response's head leaves */  \
  X(RSP_MESH_OUT, "rsp.mesh_out")                                                                                     \
  X(RSP_DST_OUT, "rsp.dst_out")                                                                                       \
  X(RSP_DST_IN, "rsp.dst_in")                                                                                         \
  X(RSP_MESH_IN, "rsp.mesh_in") /* ... to the head's arrival at the request client */                                 \
  X(TAIL, "tail")               /* head's arrival to tail's arrival of the response (posted: of the request) */

enum flitlock_stage {
#define FLITLOCK_STAGE_ENUM(name, text) FLITLOCK_STAGE_##name,
  FLITLOCK_STAGES(FLITLOCK_STAGE_ENUM)
#undef FLITLOCK_STAGE_ENUM
      FLITLOCK_STAGE_COUNT
};

struct flitlock_rate {
  double mean;  // requests per cycle and request client, by the head's injection
  struct flitlock_node_rate {
    char name[16];  // mesh node name, over all GPUs and meshes
    double rate;
  } * by_node;
  unsigned by_node_count;
};

struct flitlock_link_result {
  char name[80];
  uint8_t width;     // units
  uint64_t flits;    // in the window
  uint64_t cycles;   // of the window
  uint64_t idle[5];  // cause 1 to 5; flits + the five + unknown = cycles
  uint64_t unknown;  // idle cycles of a sender that does not tell causes (RTL without the golden model beside it)
  uint64_t packets;  // heads in the window
  double offered;    // expected use by flitlock_pod_link_flits at the offered rate; negative: not known
};

// What a slice of an L2 did.
struct flitlock_l2_slice_result {
  char name[80];
  uint64_t reads, writes;          // accesses taken
  uint64_t read_hits, write_hits;  // of these
  uint64_t sector_misses;          // reads
  uint64_t read_misses, write_misses;
  uint64_t merged;                 // to a line under way
  uint64_t evictions;              // lines replaced
  uint64_t fetched, written_back;  // bytes from memory (whole sectors), to memory
};

struct flitlock_l2_results {
  struct flitlock_l2_slice_result *slices;  // [slices_count], in the order of R-POD-4
  uint32_t slices_count;
  struct flitlock_l2_slice_result all;  // sums
  uint64_t least, most;                 // accesses of the slices with the fewest and the most
  uint64_t answered[2];                 // reads, writes
  double mean[2];                       // cycles of these, from the client's presenting to its sampling the answer
  uint64_t answered_least[2], answered_most[2];  // cycles
  int compared;                                  // 1: with a flat memory (R-INV-8), as check.invariants asks for
  uint64_t compared_read, compared_written;      // bytes
};

struct flitlock_results {
  char name[128];
  uint64_t seed;
  uint64_t config_hash;
  uint64_t cycles;                  // simulated
  uint64_t window_from, window_to;  // steady window, [from, to)
  uint64_t window_asked;            // run.window; 0: to the end
  int steady;                       // 1: the window was found steady (or given and checked), 0: not
  uint64_t requests_issued, requests_completed;
  uint64_t requests_in_flight;          // at the end
  double offered_rate;                  // requests per cycle and client; negative: greedy or not known
  struct flitlock_rate accepted;        // in the window
  struct flitlock_rate accepted_whole;  // in the whole run
  struct {
    uint64_t count;
    double mean;
    uint64_t min, p50, p99, max;
    double stage[FLITLOCK_STAGE_COUNT];  // means
  } latency;                             // requests created and completed in the window, cycles
  struct flitlock_link_result *links;    // every channel that a router feeds or a client feeds, R-POD-4 order
  unsigned links_count;
  uint64_t flits_carried;  // all channels, whole run
  double clock_ghz;
  int status;  // how the run ended
  char status_text[2048];
  int translates;  // 1: there are link TLBs (R-DTLB), and `translation` and the stage of that name mean something
  struct flitlock_translation_results translation;  // of the whole run
  int caches;                                       // 1: there is an L2 (R-L2P), and the next means something
  struct flitlock_l2_results l2;                    // of the whole run
  struct {                                          // collectives only
    char name[64];
    uint64_t bytes;
    uint64_t time_cycles;  // end of the collective
    uint64_t sends, receives;
    uint64_t *bytes_by_pair;  // [gpus * gpus], row: sender
    uint32_t gpus;
  } collective;
};

// The meaning of a key of the files never changes without this number (docs/results.md).
#define FLITLOCK_RESULTS_FORMAT 1

void flitlock_results_free(struct flitlock_results *results);
// One JSON object (keys documented in docs/results.md); same bytes for the same results. `path` "-": standard output.
int flitlock_results_write_json(const struct flitlock_results *results, const char *path, struct flitlock_error *error);
// The same object on one line. Caller frees `*text` (terminated).
int flitlock_results_json_text(const struct flitlock_results *results, char **text, struct flitlock_error *error);
// links.csv, rates.csv, latency.csv, summary.csv, with link TLBs classes.csv, with an L2 l2.csv, in `directory` (made
// if missing).
int flitlock_results_write_csv(const struct flitlock_results *results, const char *directory,
                               struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
