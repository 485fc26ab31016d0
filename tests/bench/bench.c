// SPDX-License-Identifier: Apache-2.0
// flitlock_bench CONFIG LOAD CYCLES [KEY=VALUE...]: measures the engine on one workload.
//
// LOAD is requests per cycle and client, or `greedy`. The first quarter of CYCLES warms up; the rest is measured,
// inside the function `measured_loop`, so that callgrind can count its instructions alone
// (--toggle-collect=measured_loop). Prints one line of key=value pairs. A flit-hop is one flit through one router.
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "flitlock/pod.h"

// Of the processor, not of the wall: other programs on the machine do not count.
static double now_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Flits that clients have sent: the workloads have packets of one flit.
static uint64_t flits_of_clients(const struct flitlock_pod *pod) {
  const struct flitlock_engine *engine = flitlock_pod_engine(pod);
  uint64_t flits = 0;
  for (uint32_t block = 0; block < flitlock_engine_block_count(engine); block++) {
    uint8_t kind = flitlock_pod_node(pod, block)->kind;
    if (kind != FLITLOCK_NODE_REQ_CLIENT && kind != FLITLOCK_NODE_RSP_CLIENT) continue;
    struct flitlock_client_counts counts;
    flitlock_client_get_counts(flitlock_engine_block(engine, block), &counts);
    flits += counts.sent;
  }
  return flits;
}

static uint64_t flit_hops(const struct flitlock_pod *pod) {
  return flitlock_engine_flits_carried(flitlock_pod_engine(pod)) - flits_of_clients(pod);
}

__attribute__((noinline)) static void measured_loop(struct flitlock_engine *engine, uint64_t cycles) {
  flitlock_engine_run(engine, cycles);
}

static int measure(struct flitlock_pod *pod, uint64_t cycles) {
  struct flitlock_engine *engine = flitlock_pod_engine(pod);
  flitlock_engine_run(engine, cycles / 4);
  cycles -= cycles / 4;
  uint64_t hops = flit_hops(pod);
  uint64_t steps = flitlock_engine_steps(engine);
  double start = now_seconds();
  measured_loop(engine, cycles);
  double seconds = now_seconds() - start;
  hops = flit_hops(pod) - hops;
  steps = flitlock_engine_steps(engine) - steps;
  if (hops == 0 || flitlock_engine_cycle(engine) < cycles) {
    fprintf(stderr, "flitlock_bench: nothing moved\n");
    return 5;
  }
  for (uint32_t block = 0; block < flitlock_engine_block_count(engine); block++) {
    struct flitlock_error error;
    const struct flitlock_block_ops *ops = flitlock_engine_block_ops(engine, block);
    if (ops->check != NULL && ops->check(flitlock_engine_block(engine, block), &error) != FLITLOCK_OK) {
      fprintf(stderr, "flitlock_bench: %s\n", error.text);
      return 1;
    }
  }
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("cycles=%" PRIu64 " cycles_per_s=%.0f hops=%" PRIu64
         " hops_per_s=%.0f ns_per_hop=%.2f steps_per_cycle=%.2f rss_mib=%.1f\n",
         cycles, (double)cycles / seconds, hops, (double)hops / seconds, 1e9 * seconds / (double)hops,
         (double)steps / (double)cycles, (double)usage.ru_maxrss / 1024.0);
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: flitlock_bench CONFIG LOAD CYCLES [KEY=VALUE...]\n");
    return 2;
  }
  size_t count = (size_t)argc - 3;
  const char **sets = calloc(count + 1, sizeof *sets);
  if (sets == NULL) return 6;
  char load[64];
  bool greedy = strcmp(argv[2], "greedy") == 0;
  snprintf(load, sizeof load, greedy ? "workload.injection=%s" : "workload.rate=%s", argv[2]);
  sets[0] = load;
  for (size_t n = 1; n < count; n++)
    sets[n] = argv[3 + n];

  struct flitlock_config *config = NULL;
  struct flitlock_pod *pod = NULL;
  struct flitlock_error error = {0};
  int status = flitlock_config_load(argv[1], sets, count, &config, &error);
  if (status == FLITLOCK_OK) status = flitlock_pod_create(config, NULL, NULL, NULL, &pod, &error);
  int code = 0;
  if (status == FLITLOCK_OK) {
    code = measure(pod, strtoull(argv[3], NULL, 10));
  } else {
    fprintf(stderr, "flitlock_bench: %s\n", error.text);
    code = flitlock_status_exit_code(status);
  }
  flitlock_pod_destroy(pod);
  flitlock_config_free(config);
  free(sets);
  return code;
}
