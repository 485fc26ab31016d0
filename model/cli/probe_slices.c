// SPDX-License-Identifier: Apache-2.0
#define _XOPEN_SOURCE 700
#include "cli/probe_slices.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const uses[] = {"c", "rtl", "lockstep"};  // enum flitlock_use

// "rtl" is "*=rtl".
static int read_rules(const struct cli_arguments *arguments, int id, struct cli_rules *rules,
                      struct flitlock_error *error) {
  struct cli_arguments whole = *arguments;
  char patterns[sizeof(uses) / sizeof(uses[0])][16];
  whole.given = calloc(arguments->given_count + 1, sizeof *whole.given);
  if (whole.given == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for --impl");
  memcpy(whole.given, arguments->given, arguments->given_count * sizeof *whole.given);
  for (size_t n = 0; n < arguments->given_count; n++) {
    if (whole.given[n].option->id != id) continue;
    for (size_t use = 0; use < sizeof(uses) / sizeof(uses[0]); use++) {
      if (strcmp(whole.given[n].value, uses[use]) != 0) continue;
      snprintf(patterns[use], sizeof patterns[use], "*=%s", uses[use]);
      whole.given[n].value = patterns[use];
    }
  }
  int status = cli_rules_read(&whole, id, rules, error);
  free(whole.given);
  return status;
}

// The last rule that matches the slice.
static int use_of(const struct probe_slices *slices, uint32_t slice, char *name, size_t size) {
  int use = FLITLOCK_USE_C;
  snprintf(name, size, "l2.slice%" PRIu32, slice);
  for (unsigned n = 0; n < slices->rules.count; n++)
    if (fnmatch(slices->rules.rule[n].match, name, 0) == 0) use = slices->rules.rule[n].use;
  return use;
}

static int choose(void *self, const struct flitlock_l2_slice_params *params, const struct flitlock_block_ops **ops,
                  const void **ops_params, struct flitlock_error *error) {
  struct probe_slices *slices = self;
  char name[32];
  int use = use_of(slices, params->slice, name, sizeof name);
  if (use == FLITLOCK_USE_C) return FLITLOCK_OK;
  if (slices->device == NULL)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: '%s' was asked for, but this program was built without the RTL: configure it with "
                         "FLITLOCK_RTL=ON (it needs Verilator), or use 'c'",
                         name, uses[use]);
  int status = slices->device->find(params, name, error);
  if (status != FLITLOCK_OK) return status;
  if (use == FLITLOCK_USE_RTL) {
    *ops = slices->device->ops;
    return FLITLOCK_OK;
  }
  slices->lockstep = (struct flitlock_lockstep_params){.session = slices->session,
                                                       .golden = &flitlock_l2_slice_golden,
                                                       .device = slices->device->ops,
                                                       .golden_params = params,
                                                       .device_params = params,
                                                       .max_len = 2,
                                                       .unit_bytes = FLITLOCK_L2_HALF_BYTES,
                                                       .makes_packets = 1};
  *ops = &flitlock_lockstep_block;
  *ops_params = &slices->lockstep;
  return FLITLOCK_OK;
}

// The RTL of slices that this program has; NULL: none.
static const struct flitlock_device_block *find_device(void) {
  const struct flitlock_device *device = cli_rtl_device();
  const struct flitlock_device_block *block = device != NULL ? device->blocks : NULL;
  for (; block != NULL && block->kind != NULL; block++)
    if (strcmp(block->kind, "l2_slice") == 0) return block;
  return NULL;
}

// Before anything is printed: a pattern that matches nothing, a slice without a model.
static int check(struct probe_slices *slices, const struct flitlock_l2_profile *profile, struct flitlock_error *error) {
  struct flitlock_l2_slice_params params = profile->slice;
  for (unsigned n = 0; n < slices->rules.count; n++) {
    char name[32];
    uint32_t slice = 0;
    do
      snprintf(name, sizeof name, "l2.slice%" PRIu32, slice);
    while (fnmatch(slices->rules.rule[n].match, name, 0) != 0 && ++slice < params.map.slices);
    if (slice == params.map.slices)
      return flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "--impl: '%s' matches no slice; they are l2.slice0 to l2.slice%" PRIu32,
                           slices->rules.rule[n].match, params.map.slices - 1U);
  }
  for (params.slice = 0; params.slice < params.map.slices; params.slice++) {
    const struct flitlock_block_ops *ops = NULL;
    const void *ops_params = NULL;
    int status = choose(slices, &params, &ops, &ops_params, error);
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}

int probe_slices_read(const struct cli_arguments *arguments, int id, struct flitlock_probe_setting *setting,
                      struct probe_slices *slices, struct flitlock_error *error) {
  slices->device = find_device();
  int status = read_rules(arguments, id, &slices->rules, error);
  if (status != FLITLOCK_OK || slices->rules.count == 0) return status;
  struct flitlock_lockstep_options options;
  flitlock_lockstep_options_default(&options);
  status = flitlock_lockstep_create(&options, &slices->session, error);
  if (status == FLITLOCK_OK) status = check(slices, &setting->profile, error);
  char name[32];
  for (uint32_t slice = 0; slice < setting->profile.slice.map.slices && status == FLITLOCK_OK; slice++) {
    if (use_of(slices, slice, name, sizeof name) == FLITLOCK_USE_C) continue;
    setting->choose = choose;
    setting->choose_self = slices;
  }
  return status;
}

void probe_slices_free(struct probe_slices *slices) {
  cli_rules_free(&slices->rules);
  flitlock_lockstep_destroy(slices->session);
}

int probe_slices_judge(const struct probe_slices *slices, FILE *text, int status, struct flitlock_error *error) {
  if (slices->session == NULL || flitlock_lockstep_block_count(slices->session) == 0) return status;
  struct flitlock_error verdict = {0};
  int compared = flitlock_lockstep_verdict(slices->session, &verdict);
  struct flitlock_lockstep_counts total;
  flitlock_lockstep_total(slices->session, &total);
  if (text != NULL)
    fprintf(text, "lockstep: %" PRIu64 " flits and %" PRIu64 " credits compared, %" PRIu64 " divergences\n",
            total.flits, total.credits, total.divergences);
  if (compared == FLITLOCK_OK || (status != FLITLOCK_OK && compared != FLITLOCK_E_MISMATCH)) return status;
  return flitlock_fail(error, compared, "%.1900s", verdict.text);
}
