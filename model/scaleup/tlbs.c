// SPDX-License-Identifier: Apache-2.0
// The link TLBs of a scale-up pod, R-SU-12.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scaleup/scale_up.h"
#include "translation/configured.h"
#include "translation/counts.h"

#define NAME_SIZE sizeof(((struct flitlock_channel *)0)->name)

static void wake_host(void *self, uint32_t gpu, uint64_t cycle) {
  struct flitlock_scale_up *pod = self;
  flitlock_engine_wake(pod->engine, scale_up_tlbs_of(pod, gpu) + pod->config->scale_up.stations + 2U, cycle);
}

static void announce(void *self, uint32_t iteration, uint64_t cycle, uint64_t begin) {
  struct flitlock_scale_up *pod = self;
  for (uint32_t g = 0; g < pod->config->pod.gpus; g++)
    scale_up_host_announce(&pod->host[g], iteration, cycle, begin);
}

// Bytes of address space of a GPU that requests use; as many behind it are there for predictions that are wrong.
static uint64_t used_space(const struct flitlock_scale_up *pod) {
  const struct scale_up_traffic *traffic = &pod->shared.traffic;
  return traffic->range * (traffic->own_ranges ? traffic->gpus : 1U);
}

static int create_host(struct flitlock_scale_up *pod, uint32_t g, const struct flitlock_l2_tlb_params *l2,
                       struct flitlock_error *error) {
  const struct flitlock_config *config = pod->config;
  const struct flitlock_config_link_tlb *keys = &config->link_tlb;
  struct scale_up_host *host = &pod->host[g];
  *host = (struct scale_up_host){.gpu = g,
                                 .gpus = config->pod.gpus,
                                 .policy = keys->prefetch,
                                 .ahead = keys->prefetch_ahead,
                                 .pre_translate = keys->pre_translate,
                                 .flush = keys->flush,
                                 .misprediction = keys->misprediction,
                                 .wrong = used_space(pod),
                                 .most = keys->l2_entries,
                                 .compute = config->collective.compute,
                                 .npa = l2->npa,
                                 .prefetch_credits = l2->prefetch_depth,
                                 .ctl_credits = l2->ctl_depth,
                                 .seed = config->seed,
                                 .wake = wake_host,
                                 .pod = pod,
                                 .told = FLITLOCK_SLEEP};
  host->source = calloc(host->gpus, sizeof *host->source);
  if (host->source == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the link TLBs");
  if (host->policy != FLITLOCK_PREFETCH_ORACLE && !host->pre_translate) return FLITLOCK_OK;
  int status =
      scale_up_pages_create(&pod->shared.traffic, g, config->scale_up.node_gpus, &host->npa, &host->use, error);
  if (status != FLITLOCK_OK) return status;
  host->used = calloc(host->use.count + 1U, 1);
  return host->used != NULL ? FLITLOCK_OK
                            : flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the link TLBs");
}

// A link TLB, golden C or what was chosen.
static int add_tlb(struct flitlock_scale_up *pod, const struct flitlock_block_ops *ops, const void *params,
                   const char *name, uint32_t *number, struct flitlock_error *error) {
  struct flitlock_pod_choice choice = {ops, params};
  int status = FLITLOCK_OK;
  if (pod->chooser != NULL) status = pod_chooser_choose(pod->chooser, name, NULL, &choice, error);
  // The policies look at what a golden L1 tells of its packets, R-SU-15.
  if (status == FLITLOCK_OK && ops == &flitlock_l1_tlb_golden && choice.ops != ops &&
      choice.ops != &flitlock_lockstep_block && pod->config->link_tlb.prefetch != FLITLOCK_PREFETCH_NONE)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: '%s' alone does not tell which pages it sees, but link_tlb.prefetch asks for it; use "
                         "lockstep or c, or no prefetches",
                         name, choice.ops->impl);
  return status == FLITLOCK_OK ? flitlock_engine_add_block(pod->engine, choice.ops, choice.params, name, number, error)
                               : status;
}

static int add_l1s(struct flitlock_scale_up *pod, uint32_t g, uint32_t queue_depth, struct flitlock_error *error) {
  const struct flitlock_config *config = pod->config;
  struct flitlock_l1_tlb_params params;
  link_tlb_l1_params(config, g, &params);
  params.vcs = SCALE_UP_VCS;
  params.max_len = 1;
  params.translate = 1;  // VC 0, R-SU-3
  memset(params.in_depth, 0, sizeof params.in_depth);
  memset(params.credits, 0, sizeof params.credits);
  for (unsigned vc = 0; vc < SCALE_UP_VCS; vc++)
    params.in_depth[vc] = params.credits[vc] = (uint16_t)config->scale_up.buffer;
  params.l2_credits = queue_depth;
  params.record = scale_up_host_record;
  params.record_self = &pod->host[g];
  int status = FLITLOCK_OK;
  for (uint32_t s = 0; status == FLITLOCK_OK && s < config->scale_up.stations; s++) {
    char name[NAME_SIZE];
    uint32_t number = 0;
    (void)snprintf(name, sizeof name, "gpu%u.station%u.l1tlb", g, s);
    status = add_tlb(pod, &flitlock_l1_tlb_golden, &params, name, &number, error);
    if (g == 0 && s == 0) pod->l1 = number;
  }
  return status;
}

static int create_gpu(struct flitlock_scale_up *pod, uint32_t g, struct flitlock_error *error) {
  const struct flitlock_config *config = pod->config;
  struct flitlock_l2_tlb_params l2;
  struct flitlock_page_table_params table;
  char name[NAME_SIZE];
  uint32_t number = 0;
  link_tlb_l2_params(config, g, config->scale_up.stations, &l2);
  int status = create_host(pod, g, &l2, error);
  uint64_t space = used_space(pod) * (config->link_tlb.misprediction > 0 ? 2U : 1U);
  if (status == FLITLOCK_OK) status = link_tlb_tables(config, g, space, &pod->tables[g], error);
  if (status == FLITLOCK_OK) status = add_l1s(pod, g, l2.queue_depth, error);
  if (status != FLITLOCK_OK) return status;
  (void)snprintf(name, sizeof name, "gpu%u.l2tlb", g);
  status = add_tlb(pod, &flitlock_l2_tlb_golden, &l2, name, &number, error);
  if (status != FLITLOCK_OK) return status;
  (void)snprintf(name, sizeof name, "gpu%u.page_table", g);
  link_tlb_page_table_params(config, pod->tables[g], &table);
  status = flitlock_engine_add_block(pod->engine, &flitlock_page_table_golden, &table, name, &number, error);
  if (status != FLITLOCK_OK) return status;
  (void)snprintf(name, sizeof name, "gpu%u.tlb_host", g);
  const struct scale_up_host *host = &pod->host[g];
  return flitlock_engine_add_block(pod->engine, &scale_up_host_block, &host, name, &number, error);
}

int scale_up_tlbs_create(struct flitlock_scale_up *pod, struct flitlock_error *error) {
  const uint32_t gpus = pod->config->pod.gpus;
  pod->translates = 1;
  pod->host = calloc(gpus, sizeof *pod->host);
  pod->tables = calloc(gpus, sizeof(*pod->tables));
  if (pod->host == NULL || pod->tables == NULL)
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the link TLBs");
  pod->shared.traffic.announce = announce;
  int status = FLITLOCK_OK;
  for (uint32_t g = 0; status == FLITLOCK_OK && g < gpus; g++)
    status = create_gpu(pod, g, error);
  return status;
}

// A pair of channels between the ports of two blocks, one cycle each way.
static int join(struct flitlock_scale_up *pod, const char *name, uint32_t a, uint32_t a_port, uint32_t b,
                uint32_t b_port, struct flitlock_error *error) {
  char text[NAME_SIZE];
  (void)snprintf(text, sizeof text, "%.70s.up", name);
  int status = scale_up_connect(pod, text, a, a_port, b, b_port, 1, 1, error);
  (void)snprintf(text, sizeof text, "%.70s.down", name);
  return status == FLITLOCK_OK ? scale_up_connect(pod, text, b, b_port, a, a_port, 1, 1, error) : status;
}

int scale_up_tlbs_connect(struct flitlock_scale_up *pod, uint32_t g, struct flitlock_error *error) {
  const struct scale_up_latencies *l = &pod->shared.ledger.latency;
  const uint32_t stations = pod->config->scale_up.stations;
  const uint32_t l1 = scale_up_tlbs_of(pod, g);
  const uint32_t l2 = l1 + stations;
  const uint32_t table = l2 + 1;
  const uint32_t host = l2 + 2;
  char name[NAME_SIZE];
  int status = FLITLOCK_OK;
  for (uint32_t s = 0; status == FLITLOCK_OK && s < stations; s++) {
    (void)snprintf(name, sizeof name, "gpu%u.station%u->memory", g, s);
    status = scale_up_connect(pod, name, l1 + s, FLITLOCK_L1_TLB_INSIDE, pod->memory + g, s, l->fabric + 1,
                              l->fabric > 0 ? l->fabric : 1, error);
    (void)snprintf(name, sizeof name, "gpu%u.station%u.l1tlb->l2tlb", g, s);
    if (status == FLITLOCK_OK) status = join(pod, name, l1 + s, FLITLOCK_L1_TLB_L2, l2, s, error);
  }
  (void)snprintf(name, sizeof name, "gpu%u.l2tlb->page_table", g);
  if (status == FLITLOCK_OK) status = join(pod, name, l2, flitlock_l2_tlb_port_mem(stations), table, 0, error);
  (void)snprintf(name, sizeof name, "gpu%u.tlb_host->l2tlb.ctl", g);
  if (status == FLITLOCK_OK) status = join(pod, name, host, 1, l2, flitlock_l2_tlb_port_ctl(stations), error);
  (void)snprintf(name, sizeof name, "gpu%u.tlb_host->l2tlb.prefetch", g);
  if (status != FLITLOCK_OK) return status;
  return scale_up_connect(pod, name, host, 0, l2, flitlock_l2_tlb_port_prefetch(stations), 1, 1, error);
}

void scale_up_tlbs_reset(struct flitlock_scale_up *pod) {
  for (uint32_t g = 0; pod->translates && g < pod->config->pod.gpus; g++)
    scale_up_host_reset(&pod->host[g]);
}

void scale_up_tlbs_destroy(struct flitlock_scale_up *pod) {
  for (uint32_t g = 0; g < pod->config->pod.gpus; g++) {
    if (pod->host != NULL) scale_up_host_free(&pod->host[g]);
    if (pod->tables != NULL) flitlock_page_tables_destroy(pod->tables[g]);
  }
  free(pod->host);
  free((void *)pod->tables);
}

void scale_up_tlbs_results(const struct flitlock_scale_up *pod, struct flitlock_translation_results *results) {
  const uint32_t stations = pod->config->scale_up.stations;
  link_tlb_counts_begin(results);
  for (uint32_t g = 0; g < pod->config->pod.gpus; g++) {
    const uint32_t l1 = scale_up_tlbs_of(pod, g);
    for (uint32_t s = 0; s < stations; s++)
      link_tlb_counts_l1(results, pod->engine, l1 + s);
    link_tlb_counts_l2(results, pod->engine, l1 + stations);
  }
  link_tlb_counts_end(results);
}
