// SPDX-License-Identifier: Apache-2.0
// The scale-up pod: many GPUs at the level of whole requests, rail switches, link TLBs. Source: specification
// chapter 8.
#ifndef FLITLOCK_SCALE_UP_H
#define FLITLOCK_SCALE_UP_H

#include "flitlock/config.h"
#include "flitlock/engine.h"
#include "flitlock/translation.h"

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
  struct flitlock_translation_results translation;
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
