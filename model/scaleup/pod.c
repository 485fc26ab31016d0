// SPDX-License-Identifier: Apache-2.0
// Builds a scale-up pod, R-SU-1, R-SU-2, R-SU-6.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scaleup/scale_up.h"

#define NAME_SIZE sizeof(((struct flitlock_channel *)0)->name)

static int fail_memory(struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the scale-up pod");
}

static void wake_requester(void *host, uint32_t gpu, uint64_t cycle) {
  struct flitlock_scale_up *pod = host;
  flitlock_engine_wake(pod->engine, pod->requester + gpu, cycle);
}

static int create_shared(struct flitlock_scale_up *pod, struct flitlock_error *error) {
  const struct flitlock_config *config = pod->config;
  const struct flitlock_config_scale_up *keys = &config->scale_up;
  struct scale_up_shared *shared = &pod->shared;
  int status = scale_up_traffic_create(config, &shared->traffic, error);
  if (status != FLITLOCK_OK) return status;
  shared->traffic.wake = wake_requester;
  shared->traffic.host = pod;
  shared->rate = scale_up_rate_of(keys->station_rate, config->pod.clock_ghz, keys->request_bytes);
  struct scale_up_ledger *ledger = &shared->ledger;
  ledger->gpus = config->pod.gpus;
  ledger->window = keys->window;
  ledger->latency = (struct scale_up_latencies){.cu_noc = keys->cu_noc,
                                                .fabric = keys->fabric,
                                                .hbm = keys->hbm,
                                                .link = keys->link,
                                                .switching = keys->switching};
  ledger->record = calloc((size_t)ledger->gpus * ledger->window, sizeof *ledger->record);
  return ledger->record != NULL ? FLITLOCK_OK : fail_memory(error);
}

static struct scale_up_block_params block_params(struct flitlock_scale_up *pod, uint32_t number) {
  const struct flitlock_config *config = pod->config;
  const struct flitlock_config_scale_up *keys = &config->scale_up;
  return (struct scale_up_block_params){
      .shared = &pod->shared,
      .gpu = number,
      .gpus = config->pod.gpus,
      .stations = keys->stations,
      .gpus_per_node = keys->node_gpus,
      .window = keys->window,
      .buffer = keys->buffer,
      .hbm = keys->hbm,
      .returning = keys->fabric,
      .ideal = config->link_tlb.mode == FLITLOCK_LINK_TLB_IDEAL ? config->link_tlb.l1_latency : 0,
  };
}

static int add(struct flitlock_scale_up *pod, const struct flitlock_block_ops *ops,
               const struct scale_up_block_params *params, const char *name, uint32_t *number,
               struct flitlock_error *error) {
  return flitlock_engine_add_block(pod->engine, ops, params, name, number, error);
}

static int add_blocks(struct flitlock_scale_up *pod, struct flitlock_error *error) {
  const uint32_t gpus = pod->config->pod.gpus;
  uint32_t number = 0;
  char name[NAME_SIZE];
  int status = FLITLOCK_OK;
  for (uint32_t g = 0; status == FLITLOCK_OK && g < gpus; g++) {
    struct scale_up_block_params params = block_params(pod, g);
    (void)snprintf(name, sizeof name, "gpu%u.requester", g);
    status = add(pod, &scale_up_requester, &params, name, &number, error);
    if (g == 0) pod->requester = number;
  }
  for (uint32_t s = 0; status == FLITLOCK_OK && s < 2 * pod->config->scale_up.stations; s++) {
    struct scale_up_block_params params = block_params(pod, s / 2);
    params.is_response = s % 2;
    (void)snprintf(name, sizeof name, "switch%u.%s", s / 2, s % 2 ? "rsp" : "req");
    status = add(pod, &scale_up_switch, &params, name, &number, error);
    if (s == 0) pod->rail = number;
  }
  if (status == FLITLOCK_OK && pod->config->link_tlb.mode == FLITLOCK_LINK_TLB_MODELLED)
    status = scale_up_tlbs_create(pod, error);
  for (uint32_t g = 0; status == FLITLOCK_OK && g < gpus; g++) {
    struct scale_up_block_params params = block_params(pod, g);
    (void)snprintf(name, sizeof name, "gpu%u.memory", g);
    status = add(pod, &scale_up_memory, &params, name, &number, error);
    if (g == 0) pod->memory = number;
  }
  return status;
}

int scale_up_connect(struct flitlock_scale_up *pod, const char *name, uint32_t src_block, uint32_t src_port,
                     uint32_t dst_block, uint32_t dst_port, uint32_t latency, uint32_t credit_latency,
                     struct flitlock_error *error) {
  struct flitlock_channel channel = {.src_block = src_block,
                                     .src_port = src_port,
                                     .dst_block = dst_block,
                                     .dst_port = dst_port,
                                     .latency = latency,
                                     .credit_latency = credit_latency};
  (void)snprintf(channel.name, sizeof channel.name, "%s", name);
  return flitlock_engine_connect(pod->engine, &channel, error);
}

// The four links between a station and its switch.
static int join_station(struct flitlock_scale_up *pod, uint32_t g, uint32_t s, struct flitlock_error *error) {
  const struct scale_up_latencies *l = &pod->shared.ledger.latency;
  const uint32_t stations = pod->config->scale_up.stations;
  uint32_t requester = pod->requester + g;
  uint32_t memory = pod->memory + g;
  uint32_t req = pod->rail + 2 * s;
  uint32_t rsp = req + 1;
  char name[NAME_SIZE];
  (void)snprintf(name, sizeof name, "gpu%u.station%u->switch%u.req", g, s, s);
  int status = scale_up_connect(pod, name, requester, s, req, g, l->cu_noc + l->link + l->switching, l->link, error);
  if (status != FLITLOCK_OK) return status;
  (void)snprintf(name, sizeof name, "switch%u->gpu%u.station%u.req", s, g, s);
  // To the memory, or to the link TLB on the way there.
  status = pod->translates ? scale_up_connect(pod, name, req, g, scale_up_tlbs_of(pod, g) + s, FLITLOCK_L1_TLB_LINK,
                                              l->link, l->link, error)
                           : scale_up_connect(pod, name, req, g, memory, s, l->link + l->fabric, l->link, error);
  if (status != FLITLOCK_OK) return status;
  (void)snprintf(name, sizeof name, "gpu%u.station%u->switch%u.rsp", g, s, s);
  status = scale_up_connect(pod, name, memory, stations + s, rsp, g, l->link + l->switching, l->link, error);
  if (status != FLITLOCK_OK) return status;
  (void)snprintf(name, sizeof name, "switch%u->gpu%u.station%u.rsp", s, g, s);
  return scale_up_connect(pod, name, rsp, g, requester, stations + s, l->link, l->link, error);
}

static int build(struct flitlock_scale_up *pod, struct flitlock_error *error) {
  int status = create_shared(pod, error);
  if (status == FLITLOCK_OK) status = flitlock_engine_create(&pod->engine, error);
  if (status == FLITLOCK_OK) status = add_blocks(pod, error);
  for (uint32_t g = 0; status == FLITLOCK_OK && g < pod->config->pod.gpus; g++) {
    for (uint32_t s = 0; status == FLITLOCK_OK && s < pod->config->scale_up.stations; s++)
      status = join_station(pod, g, s, error);
    if (status == FLITLOCK_OK && pod->translates) status = scale_up_tlbs_connect(pod, g, error);
  }
  return status;
}

static int create(const struct flitlock_config *config, struct pod_chooser *chooser, struct flitlock_scale_up **pod,
                  struct flitlock_error *error) {
  *pod = NULL;
  if (config->pod.kind != FLITLOCK_POD_SCALE_UP)
    return flitlock_fail(error, FLITLOCK_E_USAGE, "%s: pod.kind is mesh, not scale_up", config->path);
  struct flitlock_scale_up *made = calloc(1, sizeof *made);
  if (made == NULL) return fail_memory(error);
  made->config = config;
  made->chooser = chooser;
  int status = build(made, error);
  if (status == FLITLOCK_OK && chooser != NULL) status = pod_chooser_check(chooser, error);
  made->chooser = NULL;
  if (status != FLITLOCK_OK) {
    flitlock_scale_up_destroy(made);
    return status;
  }
  *pod = made;
  return FLITLOCK_OK;
}

int flitlock_scale_up_create(const struct flitlock_config *config, struct flitlock_scale_up **pod,
                             struct flitlock_error *error) {
  return create(config, NULL, pod, error);
}

int flitlock_scale_up_create_chosen(const struct flitlock_config *config,
                                    const struct flitlock_implementation_options *options,
                                    struct flitlock_scale_up **pod, struct flitlock_implementation_counts *counts,
                                    struct flitlock_error *error) {
  struct pod_chooser chooser;
  *pod = NULL;
  int status = pod_chooser_start(&chooser, config, options, counts, error);
  if (status == FLITLOCK_OK) status = create(config, &chooser, pod, error);
  pod_chooser_free(&chooser);
  return status;
}

void flitlock_scale_up_destroy(struct flitlock_scale_up *pod) {
  if (pod == NULL) return;
  if (pod->engine != NULL) flitlock_engine_destroy(pod->engine);
  scale_up_tlbs_destroy(pod);
  scale_up_traffic_free(&pod->shared.traffic);
  scale_up_ledger_free(&pod->shared.ledger);
  free(pod->shared.sample);
  free(pod);
}

struct flitlock_engine *flitlock_scale_up_engine(const struct flitlock_scale_up *pod) {
  return pod->engine;
}
