// SPDX-License-Identifier: Apache-2.0
// Chooses the implementation of each router, DST and switch by its name.
#define _XOPEN_SOURCE 700
#include "flitlock/implementation.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct chooser {
  const struct flitlock_config *config;
  const struct flitlock_implementation_options *options;
  struct flitlock_implementation_counts *counts;
  uint32_t *matches;  // [rules of the configuration, then of the options]: blocks that each matched
  int planted;
  char example[80];  // a name that there is
  // What the choice under way points to.
  struct flitlock_lockstep_params lockstep;
  struct flitlock_planted_params plant;
};

static int find_golden(const struct flitlock_router_params *params, const char *name, struct flitlock_error *error) {
  (void)params;
  (void)name;
  (void)error;
  return FLITLOCK_OK;
}

const struct flitlock_device flitlock_device_golden = {
    .name = "golden", .router = &flitlock_router_golden, .find = find_golden};

static const char *const use_words[] = {"c", "rtl", "lockstep"};

static const struct flitlock_impl_rule *rule_at(const struct chooser *chooser, unsigned number) {
  unsigned own = chooser->config->impl_count;
  return number < own ? &chooser->config->impl[number] : &chooser->options->rules[number - own];
}

static unsigned rule_count(const struct chooser *chooser) {
  return chooser->config->impl_count + chooser->options->rules_count;
}

// The use that the last rule that matches asks for; -1: none matches.
static int ruled_use(struct chooser *chooser, const char *name) {
  int use = -1;
  for (unsigned n = 0; n < rule_count(chooser); n++) {
    const struct flitlock_impl_rule *rule = rule_at(chooser, n);
    if (fnmatch(rule->match, name, 0) != 0) continue;
    chooser->matches[n]++;
    use = rule->use;
  }
  return use;
}

static int no_device(const char *name, int use, struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_CONFIG,
                       "%s: '%s' was asked for, but this program was built without the RTL: configure it with "
                       "FLITLOCK_RTL=ON (it needs Verilator), or use 'c'",
                       name, use_words[use]);
}

static void plant(struct chooser *chooser, const char *name) {
  const struct flitlock_implementation_options *options = chooser->options;
  if (options->plant == NULL || chooser->planted || fnmatch(options->plant_match, name, 0) != 0) return;
  chooser->planted = 1;
  struct flitlock_lockstep_params *lockstep = &chooser->lockstep;
  chooser->plant = (struct flitlock_planted_params){
      .ops = options->plant_golden ? lockstep->golden : lockstep->device,
      .params = options->plant_golden ? lockstep->golden_params : lockstep->device_params,
      .unit_bytes = lockstep->unit_bytes,
      .plant = *options->plant,
      .session = options->session};
  *(options->plant_golden ? &lockstep->golden : &lockstep->device) = &flitlock_planted_block;
  *(options->plant_golden ? &lockstep->golden_params : &lockstep->device_params) = &chooser->plant;
}

static void choose_lockstep(struct chooser *chooser, const char *name, const struct flitlock_router_params *params,
                            struct flitlock_pod_choice *choice) {
  chooser->lockstep = (struct flitlock_lockstep_params){.session = chooser->options->session,
                                                        .golden = &flitlock_router_golden,
                                                        .device = chooser->options->device->router,
                                                        .golden_params = params,
                                                        .device_params = params,
                                                        .max_len = params->max_len,
                                                        .unit_bytes = params->unit_bytes};
  plant(chooser, name);
  choice->ops = &flitlock_lockstep_block;
  choice->params = &chooser->lockstep;
  chooser->counts->lockstep++;
}

static int choose(void *self, const char *name, const struct flitlock_router_params *params,
                  struct flitlock_pod_choice *choice, struct flitlock_error *error) {
  struct chooser *chooser = self;
  const struct flitlock_implementation_options *options = chooser->options;
  if (chooser->example[0] == '\0') snprintf(chooser->example, sizeof chooser->example, "%s", name);
  int use = ruled_use(chooser, name);
  int asked = use >= 0;
  if (!asked) use = options->lockstep ? FLITLOCK_USE_LOCKSTEP : FLITLOCK_USE_C;
  if (use == FLITLOCK_USE_C) {
    chooser->counts->c++;
    return FLITLOCK_OK;
  }
  if (options->device == NULL) return no_device(name, use, error);
  if (use == FLITLOCK_USE_LOCKSTEP && options->session == NULL)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: 'lockstep' was asked for, but nobody takes its reports", name);
  struct flitlock_error why = {0};
  int status = options->device->find(params, name, &why);
  if (status != FLITLOCK_OK && asked) return flitlock_fail(error, status, "%s", why.text);
  if (status != FLITLOCK_OK) {
    if (chooser->counts->missing++ == 0)
      snprintf(chooser->counts->why, sizeof chooser->counts->why, "%.1000s", why.text);
    return FLITLOCK_OK;
  }
  if (use == FLITLOCK_USE_LOCKSTEP) {
    choose_lockstep(chooser, name, params, choice);
  } else {
    choice->ops = options->device->router;
    chooser->counts->rtl++;
  }
  return FLITLOCK_OK;
}

// A pattern that matches nothing is a slip of the pen, and a check that does not happen.
static int check_matches(const struct chooser *chooser, struct flitlock_error *error) {
  for (unsigned n = 0; n < rule_count(chooser); n++) {
    if (chooser->matches[n] > 0) continue;
    char where[128];
    unsigned own = chooser->config->impl_count;
    snprintf(where, sizeof where, n < own ? "impl.%u.match" : "--impl", n);
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: '%s' matches no router, DST or switch; there is for example '%s' (flitlock show lists "
                         "them)",
                         where, rule_at(chooser, n)->match, chooser->example);
  }
  if (chooser->options->plant != NULL && !chooser->planted)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "no block in lockstep matches '%s', so no error can be planted there",
                         chooser->options->plant_match);
  return FLITLOCK_OK;
}

int flitlock_pod_create_chosen(const struct flitlock_config *config, struct flitlock_workload *workload,
                               const struct flitlock_implementation_options *options, struct flitlock_pod **pod,
                               struct flitlock_implementation_counts *counts, struct flitlock_error *error) {
  struct flitlock_implementation_counts unread;
  if (counts == NULL) counts = &unread;
  memset(counts, 0, sizeof *counts);
  struct chooser chooser = {.config = config, .options = options, .counts = counts};
  *pod = NULL;
  chooser.matches = calloc(rule_count(&chooser) + 1U, sizeof *chooser.matches);
  if (chooser.matches == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the pod");
  int status = flitlock_pod_create_with(config, workload, choose, &chooser, pod, error);
  if (status == FLITLOCK_OK) status = check_matches(&chooser, error);
  if (status != FLITLOCK_OK) {
    flitlock_pod_destroy(*pod);
    *pod = NULL;
  }
  free(chooser.matches);
  return status;
}
