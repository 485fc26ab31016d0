// SPDX-License-Identifier: Apache-2.0
// The scale-up pod: many GPUs at the level of whole requests, rail switches, link TLBs. Source: specification
// chapter 8.
#ifndef FLITLOCK_SCALE_UP_H
#define FLITLOCK_SCALE_UP_H

#include "flitlock/config.h"
#include "flitlock/engine.h"
#include "flitlock/link_tlb.h"

#ifdef __cplusplus
extern "C" {
#endif

struct flitlock_scale_up;

// Where the time of a request goes, in order: X(name, text).
#define FLITLOCK_SCALE_UP_STAGES(X)     \
  X(CU_NOC, "cu_noc")                   \
  X(REQUEST_LINKS, "request_links")     \
  X(REQUEST_SWITCH, "request_switch")   \
  X(TRANSLATION, "translation")         \
  X(FABRIC, "fabric")                   \
  X(STATION_WAIT, "station_wait")       \
  X(HBM, "hbm")                         \
  X(RESPONSE_FABRIC, "response_fabric") \
  X(RESPONSE_SWITCH, "response_switch") \
  X(RESPONSE_LINKS, "response_links")

enum flitlock_scale_up_stage {
#define FLITLOCK_SCALE_UP_STAGE_ENUM(name, text) FLITLOCK_SCALE_UP_STAGE_##name,
  FLITLOCK_SCALE_UP_STAGES(FLITLOCK_SCALE_UP_STAGE_ENUM)
#undef FLITLOCK_SCALE_UP_STAGE_ENUM
      FLITLOCK_SCALE_UP_STAGE_COUNT
};
const char *flitlock_scale_up_stage_text(int stage);  // "translation"; never NULL

// Complete requests of one kind.
struct flitlock_scale_up_requests {
  uint64_t count;
  double mean[FLITLOCK_SCALE_UP_STAGE_COUNT];   // cycles
  uint64_t max[FLITLOCK_SCALE_UP_STAGE_COUNT];  // cycles
  double round_trip_mean;                       // cycles, from issue to response
  uint64_t round_trip_min, round_trip_p50, round_trip_p99, round_trip_max;
  uint64_t translation_p50, translation_p99;
};

// What the link TLBs of all GPUs did. All zero where they are not modelled.
struct flitlock_scale_up_translation {
  uint64_t requests[FLITLOCK_CLASS_COUNT];          // by class
  double mean[FLITLOCK_CLASS_COUNT];                // cycles from arrival until translated
  uint64_t walk_requests[FLITLOCK_MAX_LEVELS + 1];  // those whose own walk it was, by accesses
  uint64_t walks, walks_least, walks_most;          // all; of the GPU with the fewest and the most
  uint64_t prefetch_walks, prefetches_dropped;
  uint64_t accesses;                       // of page-table entries
  uint64_t pwc_hits[FLITLOCK_MAX_LEVELS];  // walks by the level of the deepest hit
  uint64_t pwc_misses;
  uint64_t l2_hits, l2_merges, l2_misses;  // of requests of L1s
  uint64_t l1_evictions, l2_evictions;
  uint64_t l1_stalls, l2_stalls;  // edges at which a look-up stalled
  uint64_t errors;                // requests answered with an error
  uint32_t l1_mshrs_peak, l2_mshrs_peak, walkers_peak;
};

struct flitlock_scale_up_iteration {
  uint64_t begin, end;  // cycles
};

// A request of the stream that is followed.
struct flitlock_scale_up_sample {
  uint64_t issued;  // cycle
  uint32_t translation, round_trip;
};

struct flitlock_scale_up_results {
  char *name;
  char *collective;
  uint64_t config_hash, seed;
  int status;
  char status_text[2048];
  double clock_ghz;
  uint32_t gpus, gpus_per_node, stations;
  uint64_t bytes;   // of the collective
  uint64_t cycles;  // of the run
  struct flitlock_scale_up_iteration *iteration;
  uint32_t iterations;  // finished
  int translates;       // 1: link TLBs are modelled
  struct flitlock_scale_up_translation translation;
  struct flitlock_scale_up_requests same_node, other_node;
  uint32_t stream_src, stream_dst;  // of `sample`
  struct flitlock_scale_up_sample *sample;
  uint64_t samples;
  uint64_t steps, flits_carried;  // of the engine, for benchmarks
};
void flitlock_scale_up_results_free(struct flitlock_scale_up_results *results);  // NULL is allowed

// `config` must outlive the pod and have `pod.kind` scale_up.
int flitlock_scale_up_create(const struct flitlock_config *config, struct flitlock_scale_up **pod,
                             struct flitlock_error *error);
void flitlock_scale_up_destroy(struct flitlock_scale_up *pod);  // NULL is allowed
struct flitlock_engine *flitlock_scale_up_engine(const struct flitlock_scale_up *pod);

struct flitlock_scale_up_options {
  int follow;  // 1: the stream from `stream_src` to `stream_dst` is recorded
  uint32_t stream_src, stream_dst;
  // As in struct flitlock_run_options.
  int (*progress)(void *self, uint64_t cycle, uint64_t end);
  void *progress_self;
};

// Runs the collective to its end, once for a pod. `*results` is filled as far as the run got.
int flitlock_scale_up_run(struct flitlock_scale_up *pod, const struct flitlock_scale_up_options *options,
                          struct flitlock_scale_up_results **results, struct flitlock_error *error);

// Results as files; "-" is standard output. CSV: a folder with summary.csv, stages.csv, iterations.csv and, where a
// stream was followed, stream.csv.
int flitlock_scale_up_write_json(const struct flitlock_scale_up_results *results, const char *path,
                                 struct flitlock_error *error);
int flitlock_scale_up_write_csv(const struct flitlock_scale_up_results *results, const char *directory,
                                struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
