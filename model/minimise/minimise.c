// SPDX-License-Identifier: Apache-2.0
// The attempts, and the order of what is tried: first what costs most to run and to read (packets), then cycles, then
// the pod, over and over until nothing gets smaller.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minimise/shrink.h"

// Cycles after the first difference: a check holds its verdict for no longer.
#define MARGIN 2
#define ROUNDS 8
// Without the error, once it is mended, the packets have so many cycles to arrive: then the case passes.
#define LONGER 20000

int shrink_stopped(const struct shrink *shrink) { return shrink->over || shrink->status != FLITLOCK_OK; }

int shrink_copy(const struct flitlock_stimulus *from, struct flitlock_stimulus *to) {
  memset(to, 0, sizeof(*to));
  to->packet = malloc((from->count + 1) * sizeof(*to->packet));
  if (to->packet == NULL) return 0;
  to->count = to->capacity = from->count;
  memcpy(to->packet, from->packet, from->count * sizeof(*to->packet));
  return 1;
}

struct flitlock_config *shrink_config(struct shrink *shrink) {
  struct flitlock_config *config = NULL;
  struct flitlock_error error = {0};
  int status = flitlock_config_load_text(shrink->text, "case", NULL, 0, &config, &error);
  if (status == FLITLOCK_OK) return config;
  if (shrink->status == FLITLOCK_OK) shrink->status = flitlock_fail(shrink->error, status, "%.2000s", error.text);
  return NULL;
}

// Whether there is such a pod at all: an attempt in a process of its own costs more.
static int is_possible(const char *text, struct flitlock_error *wrong) {
  struct flitlock_config *config = NULL;
  int good = flitlock_config_load_text(text, "case", NULL, 0, &config, wrong) == FLITLOCK_OK &&
             flitlock_pod_check(config, wrong) == FLITLOCK_OK;
  flitlock_config_free(config);
  return good;
}

// Those that the failure takes. In no certain cycle: all that was simulated.
static uint64_t cycles_of(const struct flitlock_case_result *result) {
  return result->at > 0 ? result->at + MARGIN : result->cycles;
}

static void keep(struct shrink *shrink, char *text, const struct flitlock_stimulus *packets,
                 const struct flitlock_case_result *result) {
  if (packets != &shrink->stimulus) {
    struct flitlock_stimulus copy;
    if (!shrink_copy(packets, &copy)) {
      free(text);
      return;
    }
    flitlock_stimulus_free(&shrink->stimulus);
    shrink->stimulus = copy;
  }
  free(shrink->text);
  shrink->text = text;
  shrink->run.config = text;
  shrink->result = *result;
  shrink->minimal->packets = shrink->stimulus.count;
  shrink->minimal->cycles = cycles_of(result);
  if (shrink->options->progress != NULL && shrink->options->progress(shrink->options->self, shrink->minimal) != 0)
    shrink->over = 1;
}

int shrink_try(struct shrink *shrink, const struct flitlock_config *config, const struct flitlock_stimulus *packets) {
  struct flitlock_case_result result;
  char *text = NULL;
  size_t size = 0;
  if (shrink_stopped(shrink) || packets->count == 0) return 0;
  shrink->status = flitlock_stimulus_write(packets, config, shrink->trace, shrink->error);
  if (shrink->status == FLITLOCK_OK) shrink->status = flitlock_config_dump(config, &text, &size, shrink->error);
  if (shrink->status != FLITLOCK_OK) return 0;
  shrink->wrong = (struct flitlock_error){0};
  if (!is_possible(text, &shrink->wrong)) {
    free(text);
    return 0;
  }
  struct flitlock_case candidate = shrink->run;
  candidate.config = text;
  if (!shrink->options->attempt(shrink->options->self, &candidate, &result)) {
    shrink->over = 1;
    free(text);
    return 0;
  }
  shrink->minimal->tries++;
  if (strcmp(result.kind, shrink->kind) != 0) {
    if (result.outcome == FLITLOCK_REGRESS_ERROR)
      (void)flitlock_fail(&shrink->wrong, result.status, "%s", result.message);
    free(text);
    return 0;
  }
  keep(shrink, text, packets, &result);
  return 1;
}

// ---- From the case to one with a trace

// The run has to end after the failure, and not because its traffic has come to an end before its time.
static void use_trace(struct flitlock_config *config, char *trace, uint64_t cycles) {
  config->pod.max_bytes = flitlock_config_max_len(config) * config->pod.unit_bytes;
  config->workload.kind = FLITLOCK_WORKLOAD_TRACE;
  config->workload.trace = trace;
  config->workload.mix_count = 0;
  config->workload.count = 0;
  config->run.cycles = cycles;
  config->run.warmup = 0;
  config->run.window = 0;
}

static int start(struct shrink *shrink, const struct flitlock_case_result *result) {
  struct flitlock_config *config = shrink_config(shrink);
  if (config == NULL) return shrink->status;
  if (config->pod.kind == FLITLOCK_POD_SCALE_UP) {
    flitlock_config_free(config);
    return shrink->status = flitlock_fail(shrink->error, FLITLOCK_E_CONFIG, FLITLOCK_MINIMISE_NO_PACKETS);
  }
  // Of a crash, all that would have been simulated.
  const uint64_t known = cycles_of(result);
  const uint64_t cycles = known > 0 ? known : config->run.cycles;
  shrink->status = flitlock_stimulus_record(config, cycles, &shrink->stimulus, shrink->error);
  if (shrink->status == FLITLOCK_OK) {
    // libcyaml's texts are its own.
    char *own_trace = config->workload.trace, *own_msccl = config->workload.msccl;
    const unsigned mix = config->workload.mix_count;
    shrink->minimal->packets_before = shrink->stimulus.count;
    shrink->minimal->cycles_before = cycles;
    use_trace(config, shrink->trace, cycles + LONGER);
    config->workload.msccl = NULL;
    shrink->minimal->found = shrink_try(shrink, config, &shrink->stimulus);
    config->workload.trace = own_trace;
    config->workload.msccl = own_msccl;
    config->workload.mix_count = mix;
    // Otherwise it would look like a failure that does not depend on the traffic.
    if (shrink->status == FLITLOCK_OK && !shrink->minimal->found && shrink->wrong.text[0] != '\0')
      shrink->status = flitlock_fail(shrink->error, shrink->wrong.status,
                                     "the recorded traffic cannot be replayed: %.1800s", shrink->wrong.text);
  }
  flitlock_config_free(config);
  return shrink->status;
}

static void go_on(struct shrink *shrink) {
  int smaller = 1;
  for (int round = 0; round < ROUNDS && smaller && !shrink_stopped(shrink); round++) {
    smaller = shrink_rules(shrink);
    smaller |= shrink_packets(shrink);
    smaller |= shrink_times(shrink);
    smaller |= shrink_pod(shrink);
    smaller |= shrink_settings(shrink);
    smaller |= shrink_contents(shrink);
  }
  shrink->minimal->whole = !smaller && !shrink_stopped(shrink);
}

void flitlock_minimised_free(struct flitlock_minimised *minimised) {
  free(minimised->config);
  memset(minimised, 0, sizeof(*minimised));
}

int flitlock_minimise(const struct flitlock_case *failing, const struct flitlock_case_result *result,
                      const struct flitlock_minimise_options *options, struct flitlock_minimised *minimised,
                      struct flitlock_error *error) {
  struct flitlock_error unread;
  if (error == NULL) error = &unread;
  memset(minimised, 0, sizeof(*minimised));
  struct shrink shrink = {.options = options,
                          .kind = result->kind,
                          .run = *failing,
                          .minimal = &minimised->minimal,
                          .status = FLITLOCK_OK,
                          .error = error};
  snprintf(minimised->minimal.kind, sizeof(minimised->minimal.kind), "%s", result->kind);
  const int length = snprintf(shrink.trace, sizeof(shrink.trace), "%s/trace.csv", options->folder);
  if (length < 0 || (size_t)length >= sizeof(shrink.trace))
    return flitlock_fail(error, FLITLOCK_E_OUTPUT, "%.1000s: the path is too long", options->folder);
  const size_t size = strlen(failing->config) + 1;
  shrink.text = malloc(size);
  if (shrink.text == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the case");
  memcpy(shrink.text, failing->config, size);
  shrink.run.config = shrink.text;
  int status = start(&shrink, result);
  if (status == FLITLOCK_OK && minimised->minimal.found) {
    go_on(&shrink);
    status = shrink.status != FLITLOCK_OK ? shrink.status : minimise_write_case(&shrink, minimised);
  }
  flitlock_stimulus_free(&shrink.stimulus);
  free(shrink.text);
  return status;
}
