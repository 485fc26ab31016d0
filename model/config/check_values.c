// SPDX-License-Identifier: Apache-2.0
// Values that are possible alone but not together. Each message has both, and what to change.
#include <stdio.h>
#include <string.h>

#include "config/check.h"
#include "config/limits.h"
#include "config/places.h"
#include "flitlock/router.h"
#include "pod/names.h"

int flitlock_config_is_study(const struct flitlock_config *config) {
  const struct flitlock_config_study *study = &config->study;
  return study->instant_credits || study->pointer != FLITLOCK_STUDY_GRANT || study->room != FLITLOCK_STUDY_BEFORE ||
         study->l2_candidates != FLITLOCK_STUDY_PAIRS;
}

static int check_study(const struct flitlock_config *config, struct flitlock_error *error) {
  if (config->study.instant_credits && config->study.room == FLITLOCK_STUDY_AFTER)
    return flitlock_config_fail_at(config, error, "study.room",
                                   "after, and study.instant_credits is true: L1 would wait for L3, and L3 for the "
                                   "credits of L1 of the same cycle, in a ring (R-STU-4); choose one of the two");
  return FLITLOCK_OK;
}

typedef int (*check_function)(const struct flitlock_config *config, struct flitlock_error *error);

static int check_nodes(const struct flitlock_config *config, struct flitlock_error *error) {
  const struct flitlock_config_pod *pod = &config->pod;
  char range[40], key[64];
  if (pod->rows * pod->columns > 255)
    return flitlock_config_fail_at(
        config, error, "pod.rows",
        "%u rows x %u columns (pod.columns) are %u nodes; an address has room for 255 (R-FL-2), so "
        "make one of the two smaller",
        pod->rows, pod->columns, pod->rows * pod->columns);
  (void)flitlock_pod_node_range(config, range, sizeof range);
  if (pod->exit_node && flitlock_pod_node_number(config, pod->exit_node) < 0)
    return flitlock_config_fail_at(
        config, error, "pod.exit_node",
        "found '%s'; a mesh of %u x %u has the nodes %s; name one of them, or null for no way out", pod->exit_node,
        pod->rows, pod->columns, range);
  if (!pod->client_nodes) return FLITLOCK_OK;
  for (unsigned i = 0; i < pod->client_nodes_count; ++i) {
    (void)snprintf(key, sizeof key, "pod.client_nodes.%u", i);
    if (flitlock_pod_node_number(config, pod->client_nodes[i]) < 0)
      return flitlock_config_fail_at(
          config, error, key, "found '%s'; a mesh of %u x %u has the nodes %s; name nodes, or null for every node",
          pod->client_nodes[i], pod->rows, pod->columns, range);
    for (unsigned j = 0; j < i; ++j)
      if (strcmp(pod->client_nodes[i], pod->client_nodes[j]) == 0)
        return flitlock_config_fail_at(config, error, key,
                                       "'%s' is in the list twice (also pod.client_nodes.%u); pod.req_clients and "
                                       "pod.rsp_clients say how many clients a node has",
                                       pod->client_nodes[i], j);
  }
  return FLITLOCK_OK;
}

static int check_gpus(const struct flitlock_config *config, struct flitlock_error *error) {
  const struct flitlock_config_pod *pod = &config->pod;
  if (pod->gpus > 1 && !pod->exit_node)
    return flitlock_config_fail_at(
        config, error, "pod.exit_node",
        "null, but pod.gpus is %u: nothing can leave a mesh; name the node that leads to the DST, or "
        "set pod.gpus to 1",
        pod->gpus);
  if (pod->switches == 0 && pod->gpus > 8)
    return flitlock_config_fail_at(
        config, error, "pod.gpus",
        "%u GPUs with pod.switches 0: at most 8 are fully connected (R-SW-1); set pod.switches to 1 "
        "or more, or pod.gpus to 8 or less",
        pod->gpus);
  if (pod->switches > 0 && pod->gpus < 2)
    return flitlock_config_fail_at(config, error, "pod.switches",
                                   "%u switches, but pod.gpus is %u: there is nothing to switch; set pod.switches to 0",
                                   pod->switches, pod->gpus);
  uint32_t links = pod->switches ? pod->switches : pod->gpus - 1;
  if (pod->meshes + links > FLITLOCK_MAX_PORTS)
    return flitlock_config_fail_at(
        config, error, "pod.meshes",
        "%u meshes and %u links to GPUs or switches are %u ports of a DST; it has at most %d", pod->meshes, links,
        pod->meshes + links, FLITLOCK_MAX_PORTS);
  uint32_t ports = pod->req_clients + pod->rsp_clients + 5;
  if (ports > FLITLOCK_MAX_PORTS)
    return flitlock_config_fail_at(
        config, error, "pod.req_clients",
        "%u and %u (pod.rsp_clients) clients with 4 neighbours and the exit are %u ports of a "
        "router; it has at most %d",
        pod->req_clients, pod->rsp_clients, ports, FLITLOCK_MAX_PORTS);
  return FLITLOCK_OK;
}

// A rule that sets nothing is a key in the wrong place or a line that was lost.
static int check_rules(const struct flitlock_config *config, struct flitlock_error *error) {
  char key[64];
  for (unsigned i = 0; i < config->links_count; ++i) {
    const struct flitlock_link_rule *rule = &config->links[i];
    if (rule->width >= 0 || rule->latency >= 0 || rule->credit_latency >= 0 || rule->input_depth >= 0 ||
        rule->crossbar_depth >= 0 || rule->output_depth >= 0)
      continue;
    (void)snprintf(key, sizeof key, "links.%u.match", i);
    return flitlock_config_fail_at(config, error, key,
                                   "the rule for '%s' sets nothing: give it a width, a latency or a depth%s",
                                   rule->match, rule->vc >= 0 ? " (vc alone says which depths, and no depth)" : "");
  }
  for (unsigned i = 0; i < config->routers_count; ++i) {
    const struct flitlock_router_rule *rule = &config->routers[i];
    if (rule->input_depth >= 0 || rule->crossbar_depth >= 0 || rule->output_depth >= 0 || rule->input_stage >= 0 ||
        rule->crossbar_stage >= 0 || rule->output_stage >= 0 || rule->arbiter_l1 >= 0 || rule->arbiter_l2 >= 0 ||
        rule->arbiter_l3 >= 0 || rule->vc_weights_count > 0 || rule->port_weights_count > 0)
      continue;
    (void)snprintf(key, sizeof key, "routers.%u.match", i);
    return flitlock_config_fail_at(config, error, key,
                                   "the rule for '%s' sets nothing: give it a depth, a stage, an arbiter or weights%s",
                                   rule->match, rule->vc >= 0 ? " (vc alone says which depths, and no depth)" : "");
  }
  return FLITLOCK_OK;
}

static int check_width(const struct flitlock_config *config, const char *key, uint32_t width,
                       struct flitlock_error *error) {
  uint32_t unit = config->pod.unit_bytes;
  if (width == unit || width == 2 * unit) return FLITLOCK_OK;
  return flitlock_config_fail_at(
      config, error, key,
      "found %u bytes; a link carries one or two units of pod.unit_bytes (%u): allowed are %u and %u", width, unit,
      unit, 2 * unit);
}

static int check_widths(const struct flitlock_config *config, struct flitlock_error *error) {
  int status = check_width(config, "defaults.width", config->defaults.width, error);
  for (unsigned i = 0; status == FLITLOCK_OK && i < config->links_count; ++i) {
    char key[64];
    (void)snprintf(key, sizeof key, "links.%u.width", i);
    if (config->links[i].width >= 0) status = check_width(config, key, (uint32_t)config->links[i].width, error);
  }
  return status;
}

static int check_packets(const struct flitlock_config *config, struct flitlock_error *error) {
  uint32_t unit = config->pod.unit_bytes;
  if (config->pod.max_bytes > FLITLOCK_MAX_LEN * unit)
    return flitlock_config_fail_at(
        config, error, "pod.max_bytes",
        "%u bytes are more than the %d units of a packet (R-FL-1), at pod.unit_bytes %u that is %u; "
        "make pod.max_bytes smaller or pod.unit_bytes larger",
        config->pod.max_bytes, FLITLOCK_MAX_LEN, unit, FLITLOCK_MAX_LEN * unit);
  struct config_largest largest = flitlock_config_largest(config);
  if (largest.bytes <= config->pod.max_bytes) return FLITLOCK_OK;
  char key[64];
  (void)snprintf(key, sizeof key, "%s", largest.key);
  if (largest.entry >= 0) (void)snprintf(key, sizeof key, "%s.%d.bytes", largest.key, largest.entry);
  return flitlock_config_fail_at(
      config, error, key,
      "%u bytes, but the largest packet is pod.max_bytes = %u; make the requests smaller, or "
      "pod.max_bytes larger (with the depths that it needs)",
      largest.bytes, config->pod.max_bytes);
}

static int check_vc(const struct flitlock_config *config, const char *key, uint32_t vc, struct flitlock_error *error) {
  if (vc < config->vcs.count) return FLITLOCK_OK;
  return flitlock_config_fail_at(config, error, key, "found VC %u, but vcs.count is %u: allowed are 0 to %u", vc,
                                 config->vcs.count, config->vcs.count - 1);
}

static int check_vcs(const struct flitlock_config *config, struct flitlock_error *error) {
  int status = check_vc(config, "vcs.outbound", config->vcs.outbound, error);
  if (status == FLITLOCK_OK) status = check_vc(config, "vcs.inbound_req", config->vcs.inbound_req, error);
  if (status == FLITLOCK_OK) status = check_vc(config, "vcs.inbound_rsp", config->vcs.inbound_rsp, error);
  char key[64];
  for (unsigned i = 0; status == FLITLOCK_OK && i < config->routers_count; ++i) {
    const struct flitlock_router_rule *rule = &config->routers[i];
    (void)snprintf(key, sizeof key, "routers.%u.vc", i);
    if (rule->vc >= 0) status = check_vc(config, key, (uint32_t)rule->vc, error);
    if (status == FLITLOCK_OK && rule->vc_weights_count > config->vcs.count) {
      (void)snprintf(key, sizeof key, "routers.%u.vc_weights", i);
      status = flitlock_config_fail_at(config, error, key,
                                       "%u weights, but vcs.count is %u; give one for each VC, VC 0 first",
                                       rule->vc_weights_count, config->vcs.count);
    }
  }
  for (unsigned i = 0; status == FLITLOCK_OK && i < config->links_count; ++i) {
    (void)snprintf(key, sizeof key, "links.%u.vc", i);
    if (config->links[i].vc >= 0) status = check_vc(config, key, (uint32_t)config->links[i].vc, error);
  }
  return status;
}

static int has_reads(const struct flitlock_config *config) {
  if (config->workload.mix_count == 0) return config->workload.op == FLITLOCK_OP_READ_REQ;
  for (unsigned i = 0; i < config->workload.mix_count; ++i)
    if (config->workload.mix[i].op == FLITLOCK_OP_READ_REQ) return 1;
  return 0;
}

static int check_planes(const struct flitlock_config *config, struct flitlock_error *error) {
  if (!config->pod.planes_rsp && !config->workload.posted)
    return flitlock_config_fail_at(config, error, "pod.planes_rsp",
                                   "false, but workload.posted is false too: responses would have no network; set "
                                   "workload.posted to true, or pod.planes_rsp to true");
  if (config->workload.posted && config->workload.kind == FLITLOCK_WORKLOAD_SYNTHETIC && has_reads(config))
    return flitlock_config_fail_at(config, error, config->workload.mix_count ? "workload.mix" : "workload.op",
                                   "read, but workload.posted is true: a read without a response brings nothing; set "
                                   "workload.posted to false, or write");
  return FLITLOCK_OK;
}

static int check_destinations(const struct flitlock_config *config, struct flitlock_error *error) {
  const struct flitlock_config_pod *pod = &config->pod;
  if (config->workload.kind != FLITLOCK_WORKLOAD_SYNTHETIC) return FLITLOCK_OK;
  unsigned nodes = pod->client_nodes ? pod->client_nodes_count : pod->rows * pod->columns;
  int scope = config->workload.scope;
  if (scope == FLITLOCK_SCOPE_REMOTE && pod->gpus < 2)
    return flitlock_config_fail_at(
        config, error, "workload.scope",
        "remote, but pod.gpus is %u: there is no other GPU to send to; set workload.scope to local, "
        "or pod.gpus to 2 or more",
        pod->gpus);
  if (nodes < 2 && (scope == FLITLOCK_SCOPE_LOCAL || (scope == FLITLOCK_SCOPE_ALL && pod->gpus < 2)))
    return flitlock_config_fail_at(
        config, error, "workload.scope",
        "%s, but only one node of a mesh has clients (pod.client_nodes): there is no other to send "
        "to; give more nodes clients, or set workload.scope to remote",
        scope == FLITLOCK_SCOPE_LOCAL ? "local" : "all");
  if (config->workload.destination != FLITLOCK_DEST_HOT_SPOT) return FLITLOCK_OK;
  if (!config->workload.hot_target)
    return flitlock_config_fail_at(config, error, "workload.destination",
                                   "hot_spot, but workload.hot_target is not given; name a response client, as "
                                   "gpu1.mesh0.A.rsp_client0");
  uint32_t address = 0;
  if (!flitlock_pod_rsp_client_address(config, config->workload.hot_target, &address)) {
    char example[POD_NAME_SIZE];
    uint32_t node = 0;
    while (!flitlock_pod_node_has_clients(config, node))
      ++node;
    (void)flitlock_pod_client_name(config, flitlock_address(pod->gpus - 1, 0, node, pod->req_clients), example,
                                   sizeof example);
    return flitlock_config_fail_at(
        config, error, "workload.hot_target",
        "found '%s', which is no response client of this pod (%u GPUs, %u meshes each); name one as "
        "%s",
        config->workload.hot_target, pod->gpus, pod->meshes, example);
  }
  return FLITLOCK_OK;
}

static int check_files(const struct flitlock_config *config, struct flitlock_error *error) {
  if (config->workload.kind == FLITLOCK_WORKLOAD_TRACE && !config->workload.trace)
    return flitlock_config_fail_at(config, error, "workload.kind",
                                   "trace, but workload.trace is not given; name the CSV file with the requests");
  if (config->workload.kind == FLITLOCK_WORKLOAD_MSCCL && !config->workload.msccl)
    return flitlock_config_fail_at(config, error, "workload.kind",
                                   "msccl, but workload.msccl is not given; name the XML file with the algorithm");
  return FLITLOCK_OK;
}

static int check_run(const struct flitlock_config *config, struct flitlock_error *error) {
  unsigned long long cycles = config->run.cycles, warmup = config->run.warmup, window = config->run.window;
  if (config->run.warmup == UINT64_MAX) {
    if (window < cycles) return FLITLOCK_OK;
    return flitlock_config_fail_at(
        config, error, "run.window",
        "%llu cycles, but run.cycles is %llu and the warm-up comes first; make run.cycles larger or "
        "run.window smaller (0: to the end)",
        window, cycles);
  }
  if (warmup >= cycles)
    return flitlock_config_fail_at(config, error, "run.warmup",
                                   "%llu cycles, but run.cycles is %llu: no cycle would be left for the window; make "
                                   "run.cycles larger or run.warmup smaller",
                                   warmup, cycles);
  if (warmup + window > cycles)
    return flitlock_config_fail_at(
        config, error, "run.window",
        "%llu cycles after run.warmup = %llu end behind run.cycles = %llu; make run.cycles at least "
        "%llu, or run.window at most %llu (0: to the end)",
        window, warmup, cycles, warmup + window, cycles - warmup);
  return FLITLOCK_OK;
}

static int check_wait(const struct flitlock_config *config, const char *key, uint64_t cycles,
                      struct flitlock_error *error) {
  if (cycles < config->check.watchdog) return FLITLOCK_OK;
  return flitlock_config_fail_at(
      config, error, "check.watchdog",
      "%llu cycles, but %s is %llu: a healthy run stands still for as long; make check.watchdog larger than that",
      (unsigned long long)config->check.watchdog, key, (unsigned long long)cycles);
}

// A watchdog shorter than a wait that is ordinary would bark at every run.
static int check_watchdog(const struct flitlock_config *config, struct flitlock_error *error) {
  const int translates = config->link_tlb.mode != FLITLOCK_LINK_TLB_OFF, cached = config->l2.mode != FLITLOCK_L2_OFF;
  const struct {
    const char *key;
    uint32_t cycles;
  } waits[] = {{"defaults.latency", config->defaults.latency},
               {"defaults.credit_latency", config->defaults.credit_latency},
               {"defaults.gpu_link_latency", config->defaults.gpu_link_latency},
               {"clients.service_latency", config->clients.service_latency},
               {"link_tlb.l1_latency", translates ? config->link_tlb.l1_latency : 0},
               {"link_tlb.l2_latency", translates ? config->link_tlb.l2_latency : 0},
               {"link_tlb.access", translates ? config->link_tlb.access : 0},
               {"l2.fabric_latency", cached ? config->l2.fabric_latency : 0},
               {"l2.memory_latency", cached ? config->l2.memory_latency : 0},
               {"l2.memory_interval", cached ? config->l2.memory_interval : 0}};
  int status = FLITLOCK_OK;
  for (size_t i = 0; status == FLITLOCK_OK && i < sizeof waits / sizeof waits[0]; ++i)
    status = check_wait(config, waits[i].key, waits[i].cycles, error);
  for (unsigned i = 0; status == FLITLOCK_OK && i < config->links_count; ++i) {
    const struct flitlock_link_rule *rule = &config->links[i];
    char key[64];
    (void)snprintf(key, sizeof key, "links.%u.latency", i);
    if (rule->latency >= 0) status = check_wait(config, key, (uint64_t)rule->latency, error);
    (void)snprintf(key, sizeof key, "links.%u.credit_latency", i);
    if (status == FLITLOCK_OK && rule->credit_latency >= 0)
      status = check_wait(config, key, (uint64_t)rule->credit_latency, error);
  }
  return status;
}

int flitlock_config_check_values(const struct flitlock_config *config, struct flitlock_error *error) {
  // Names of nodes are checked first: the others use them.
  static const check_function checks[] = {check_nodes,
                                          check_gpus,
                                          check_widths,
                                          check_packets,
                                          check_vcs,
                                          check_planes,
                                          check_files,
                                          check_rules,
                                          check_destinations,
                                          check_run,
                                          check_watchdog,
                                          check_study,
                                          flitlock_config_check_mesh_tlb,
                                          flitlock_config_check_l2};
  for (size_t i = 0; i < sizeof checks / sizeof checks[0]; ++i) {
    int status = checks[i](config, error);
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}
