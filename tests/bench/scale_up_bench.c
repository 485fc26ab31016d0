// SPDX-License-Identifier: Apache-2.0
// scale_up_bench CONFIG [KEY=VALUE...]: measures a scale-up pod on its collective.
//
// The whole run is in the function `measured_run`, so that callgrind can count its instructions alone. Prints one line
// of key=value pairs.
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "flitlock/scale_up.h"

// Of the processor, not of the wall: other programs on the machine do not count.
static double now_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

__attribute__((noinline)) static int measured_run(struct flitlock_scale_up *pod,
                                                  struct flitlock_scale_up_results **results,
                                                  struct flitlock_error *error) {
  const struct flitlock_scale_up_options options = {0};
  return flitlock_scale_up_run(pod, &options, results, error);
}

static int measure(struct flitlock_scale_up *pod, struct flitlock_error *error) {
  struct flitlock_scale_up_results *results = NULL;
  double start = now_seconds();
  int status = measured_run(pod, &results, error);
  double seconds = now_seconds() - start;
  if (status == FLITLOCK_OK) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    uint64_t requests = results->same_node.count + results->other_node.count;
    printf("gpus=%" PRIu32 " requests=%" PRIu64 " cycles=%" PRIu64 " seconds=%.2f ns_per_request=%.1f rss_mib=%.0f\n",
           results->gpus, requests, results->cycles, seconds, 1e9 * seconds / (double)requests,
           (double)usage.ru_maxrss / 1024.0);
  }
  flitlock_scale_up_results_free(results);
  return status;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fputs("usage: scale_up_bench CONFIG [KEY=VALUE...]\n", stderr);
    return 2;
  }
  struct flitlock_config *config = NULL;
  struct flitlock_scale_up *pod = NULL;
  struct flitlock_error error = {0};
  int status = flitlock_config_load(argv[1], (const char *const *)(argv + 2), (size_t)argc - 2, &config, &error);
  if (status == FLITLOCK_OK) status = flitlock_scale_up_create(config, &pod, &error);
  if (status == FLITLOCK_OK) status = measure(pod, &error);
  if (status != FLITLOCK_OK) fprintf(stderr, "scale_up_bench: %s\n", error.text);
  flitlock_scale_up_destroy(pod);
  flitlock_config_free(config);
  return flitlock_status_exit_code(status);
}
