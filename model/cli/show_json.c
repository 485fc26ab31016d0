// SPDX-License-Identifier: Apache-2.0
// The pod as JSON: docs/results.md.
#include <jansson.h>

#include "cli/show.h"
#include "results/output_json.h"

// Loads are sums over all pairs of clients: their last digits are chance.
#define DIGITS 12

static int failed_to_put(json_t *object, const char *key, json_t *value) {
  return json_object_set_new(object, key, value) != 0;
}

static json_t *depths(const uint16_t *depth, uint32_t vcs) {
  json_t *list = json_array();
  for (uint32_t vc = 0; vc < vcs; vc++) {
    if (json_array_append_new(list, json_integer(depth[vc])) != 0) {
      json_decref(list);
      return NULL;
    }
  }
  return list;
}

static json_t *link_object(const struct show_pod *show, const struct show_link *link) {
  json_t *object = json_object();
  int loaded = show->has_load && link->flits > 0;
  int failed = failed_to_put(object, "name", json_string(link->name));
  failed |= failed_to_put(object, "width", json_integer(link->width));
  failed |= failed_to_put(object, "latency", json_integer(link->latency));
  failed |= failed_to_put(object, "credit_latency", json_integer(link->credit_latency));
  failed |= failed_to_put(object, "input_depth", depths(link->input, link->vcs));
  failed |=
      failed_to_put(object, "crossbar_depth", link->from_router ? depths(link->crossbar, link->vcs) : json_null());
  failed |= failed_to_put(object, "output_depth", link->from_router ? depths(link->output, link->vcs) : json_null());
  failed |= failed_to_put(object, "load",
                          show->has_load && !link->accesses ? json_real(link->flits * show->rate) : json_null());
  failed |= failed_to_put(object, "full_at", loaded ? json_real(1 / link->flits) : json_null());
  failed |= failed_to_put(object, "first", json_boolean(show_link_is_first(show, link)));
  if (!failed) return object;
  json_decref(object);
  return NULL;
}

static json_t *tlbs_object(const struct flitlock_config *config) {
  const struct flitlock_config_link_tlb *tlb = &config->link_tlb;
  const uint32_t stations = config->pod.switches > 0 ? config->pod.switches : config->pod.gpus - 1;
  if (tlb->mode == FLITLOCK_LINK_TLB_IDEAL)
    return json_pack("{s:s, s:I, s:I, s:I}", "mode", "ideal", "stations", (json_int_t)stations, "l1_latency",
                     (json_int_t)tlb->l1_latency, "memory", (json_int_t)tlb->memory);
  return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "mode", "modelled", "stations",
                   (json_int_t)stations, "l1_latency", (json_int_t)tlb->l1_latency, "l1_entries",
                   (json_int_t)tlb->l1_entries, "l2_latency", (json_int_t)tlb->l2_latency, "l2_entries",
                   (json_int_t)tlb->l2_entries, "walkers", (json_int_t)tlb->walkers, "access", (json_int_t)tlb->access,
                   "memory", (json_int_t)tlb->memory);
}

static json_t *l2_object(const struct flitlock_config *config) {
  struct flitlock_l2_profile profile;
  if (flitlock_config_l2_profile(config, &profile, NULL) != FLITLOCK_OK) return NULL;
  const struct flitlock_l2_slice_params *slice = &profile.slice;
  return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "profile", profile.name, "slices",
                   (json_int_t)slice->map.slices, "sets", (json_int_t)slice->map.sets, "ways", (json_int_t)slice->ways,
                   "reserved", (json_int_t)slice->reserved, "fabric_latency", (json_int_t)config->l2.fabric_latency,
                   "fabric_bytes", (json_int_t)config->l2.fabric_bytes, "memory_latency",
                   (json_int_t)profile.memory_latency, "memory_interval", (json_int_t)profile.memory_interval);
}

static json_t *pod_object(const struct show_pod *show) {
  const struct flitlock_config *config = show->config;
  json_t *root = json_object(), *links = json_array();
  int limited = show->has_load && show->saturation > 0;
  int failed = failed_to_put(root, "name", json_string(config->name != NULL ? config->name : ""));
  failed |= failed_to_put(root, "gpus", json_integer(config->pod.gpus));
  failed |= failed_to_put(root, "switches", json_integer(config->pod.switches));
  failed |= failed_to_put(root, "meshes", json_integer(config->pod.meshes));
  failed |= failed_to_put(root, "rows", json_integer(config->pod.rows));
  failed |= failed_to_put(root, "columns", json_integer(config->pod.columns));
  failed |= failed_to_put(root, "exit_node", config->pod.exit_node ? json_string(config->pod.exit_node) : json_null());
  failed |= failed_to_put(root, "unit_bytes", json_integer(config->pod.unit_bytes));
  if (config->link_tlb.mode != FLITLOCK_LINK_TLB_OFF) failed |= failed_to_put(root, "link_tlbs", tlbs_object(config));
  if (config->l2.mode != FLITLOCK_L2_OFF) failed |= failed_to_put(root, "l2", l2_object(config));
  failed |= failed_to_put(root, "rate", limited ? json_real(show->rate) : json_null());
  failed |= failed_to_put(root, "saturation", limited ? json_real(show->saturation) : json_null());
  for (uint32_t n = 0; n < show->count; n++) {
    failed |= json_array_append_new(links, link_object(show, &show->link[n])) != 0;
  }
  failed |= failed_to_put(root, "links", links);
  if (!failed) return root;
  json_decref(root);
  return NULL;
}

int show_json(const struct show_pod *show, const char *path, struct flitlock_error *error) {
  return flitlock_output_json(pod_object(show), DIGITS, "the pod", path, error);
}
