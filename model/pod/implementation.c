// SPDX-License-Identifier: Apache-2.0
// Chooses the implementation of each router, DST, switch, link TLB and L2 slice by its name.
#define _XOPEN_SOURCE 700
#include "flitlock/implementation.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/link_tlb.h"
#include "pod/choose.h"

static int find_golden(const struct flitlock_router_params *params, const char *name, struct flitlock_error *error) {
  (void)params;
  (void)name;
  (void)error;
  return FLITLOCK_OK;
}

static int find_golden_block(const void *params, const char *name, struct flitlock_error *error) {
  (void)params;
  (void)name;
  (void)error;
  return FLITLOCK_OK;
}

static const struct flitlock_device_block golden_blocks[] = {
    {"l1_link_tlb", &flitlock_l1_tlb_golden, find_golden_block},
    {"l2_link_tlb", &flitlock_l2_tlb_golden, find_golden_block},
    {"l2_slice", &flitlock_l2_slice_golden, find_golden_block},
    {NULL, NULL, NULL},
};

const struct flitlock_device flitlock_device_golden = {
    .name = "golden", .router = &flitlock_router_golden, .find = find_golden, .blocks = golden_blocks};

static const char *const use_words[] = {"c", "rtl", "lockstep"};

static const struct flitlock_impl_rule *rule_at(const struct pod_chooser *chooser, unsigned number) {
  unsigned own = chooser->config->impl_count;
  return number < own ? &chooser->config->impl[number] : &chooser->options->rules[number - own];
}

static unsigned rule_count(const struct pod_chooser *chooser) {
  return chooser->config->impl_count + chooser->options->rules_count;
}

// The use that the last rule that matches asks for; -1: none matches.
static int ruled_use(struct pod_chooser *chooser, const char *name) {
  int use = -1;
  for (unsigned n = 0; n < rule_count(chooser); n++) {
    const struct flitlock_impl_rule *rule = rule_at(chooser, n);
    if (fnmatch(rule->match, name, 0) != 0) continue;
    chooser->matches[n]++;
    use = rule->use;
  }
  return use;
}

// "router, DST or switch"; with `plural` "s" and `last` "and" "routers, DSTs, switches and link TLBs".
static void list_kinds(const struct pod_chooser *chooser, const char *plural, const char *last, char *text,
                       size_t size) {
  const char *kinds[5];
  unsigned count = 0;
  if (chooser->routers) kinds[count++] = "router", kinds[count++] = "DST", kinds[count++] = "switch";
  if (chooser->link_tlbs) kinds[count++] = "link TLB";
  if (chooser->slices) kinds[count++] = "L2 slice";
  size_t length = 0;
  text[0] = '\0';
  for (unsigned n = 0; n < count && length < size; n++) {
    const char *before = n == 0 ? "" : n + 1U < count ? ", " : " ";
    const char *word = n > 0 && n + 1U == count ? last : "";
    const char *more = plural[0] != '\0' && strcmp(kinds[n], "switch") == 0 ? "e" : "";
    length += (size_t)snprintf(text + length, size - length, "%s%s%s%s%s%s", before, word, word[0] != '\0' ? " " : "",
                               kinds[n], more, plural);
  }
}

static int no_device(const char *name, int use, struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_CONFIG,
                       "%s: '%s' was asked for, but this program was built without the RTL: configure it with "
                       "FLITLOCK_RTL=ON (it needs Verilator), or use 'c'",
                       name, use_words[use]);
}

static void plant(struct pod_chooser *chooser, const char *name) {
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

// A block that is to be chosen, and what the device has for it.
struct candidate {
  const struct flitlock_block_ops *golden, *device;
  const void *params;
  uint32_t max_len, unit_bytes;  // of the flits it passes on
  uint8_t makes_packets;         // 1: it passes none on
};

static void choose_lockstep(struct pod_chooser *chooser, const char *name, const struct candidate *candidate,
                            struct flitlock_pod_choice *choice) {
  chooser->lockstep = (struct flitlock_lockstep_params){.session = chooser->options->session,
                                                        .golden = candidate->golden,
                                                        .device = candidate->device,
                                                        .golden_params = candidate->params,
                                                        .device_params = candidate->params,
                                                        .max_len = candidate->max_len,
                                                        .unit_bytes = candidate->unit_bytes,
                                                        .makes_packets = candidate->makes_packets};
  plant(chooser, name);
  choice->ops = &flitlock_lockstep_block;
  choice->params = &chooser->lockstep;
  chooser->counts->lockstep++;
}

// Of another kind than a router.
static int find_block(const struct flitlock_device *device, const char *name, struct candidate *candidate,
                      struct flitlock_error *error) {
  const char *kind = candidate->golden->kind;
  if (candidate->golden == &flitlock_l1_tlb_golden) {
    const struct flitlock_l1_tlb_params *l1 = candidate->params;
    candidate->max_len = l1->max_len;
    candidate->unit_bytes = l1->unit_bytes;
    if (l1->ideal != NULL && device != &flitlock_device_golden)
      return flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "%s: an ideal link TLB (link_tlb.mode) is of golden C alone; make it modelled, or use 'c'",
                           name);
  } else if (candidate->golden == &flitlock_l2_slice_golden) {
    candidate->max_len = 2;
    candidate->makes_packets = 1;
    candidate->unit_bytes = FLITLOCK_L2_HALF_BYTES;
  } else {
    candidate->max_len = 1;
    candidate->unit_bytes = ((const struct flitlock_l2_tlb_params *)candidate->params)->unit_bytes;
  }
  for (const struct flitlock_device_block *block = device->blocks; block != NULL && block->kind != NULL; block++) {
    if (strcmp(block->kind, kind) != 0) continue;
    candidate->device = block->ops;
    return block->find(candidate->params, name, error);
  }
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %s has no block of the kind %s; use 'c'", name, device->name,
                       kind);
}

static int find(const struct flitlock_device *device, const char *name, const struct flitlock_router_params *router,
                struct candidate *candidate, struct flitlock_error *error) {
  if (router == NULL) return find_block(device, name, candidate, error);
  candidate->max_len = router->max_len;
  candidate->unit_bytes = router->unit_bytes;
  candidate->device = device->router;
  return device->find(router, name, error);
}

// Blocks that make packets cannot be compared but exactly.
static int can_compare(const struct flitlock_lockstep *session, const char *name, const struct candidate *candidate,
                       struct flitlock_error *error) {
  if (!candidate->makes_packets || flitlock_lockstep_options_of(session)->tolerance.kind == FLITLOCK_TOLERANCE_EXACT)
    return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: an L2 slice is compared exactly and with no tolerance; use 'c'",
                       name);
}

static void note_kind(struct pod_chooser *chooser, const struct flitlock_router_params *router,
                      const struct flitlock_block_ops *golden) {
  *(router != NULL                        ? &chooser->routers
    : golden == &flitlock_l2_slice_golden ? &chooser->slices
                                          : &chooser->link_tlbs) = 1;
  list_kinds(chooser, "s", "and", chooser->counts->kinds, sizeof chooser->counts->kinds);
}

int pod_chooser_choose(void *self, const char *name, const struct flitlock_router_params *params,
                       struct flitlock_pod_choice *choice, struct flitlock_error *error) {
  struct pod_chooser *chooser = self;
  const struct flitlock_implementation_options *options = chooser->options;
  if (chooser->example[0] == '\0') snprintf(chooser->example, sizeof chooser->example, "%s", name);
  note_kind(chooser, params, choice->ops);
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
  struct candidate candidate = {.golden = choice->ops, .params = choice->params};
  int status = find(options->device, name, params, &candidate, &why);
  if (status == FLITLOCK_OK && use == FLITLOCK_USE_LOCKSTEP)
    status = can_compare(options->session, name, &candidate, &why);
  if (status != FLITLOCK_OK && asked) return flitlock_fail(error, status, "%s", why.text);
  if (status != FLITLOCK_OK) {
    if (chooser->counts->missing++ == 0)
      snprintf(chooser->counts->why, sizeof chooser->counts->why, "%.1000s", why.text);
    return FLITLOCK_OK;
  }
  if (use == FLITLOCK_USE_LOCKSTEP) {
    choose_lockstep(chooser, name, &candidate, choice);
  } else {
    choice->ops = candidate.device;
    chooser->counts->rtl++;
  }
  return FLITLOCK_OK;
}

// A pattern that matches nothing is a slip of the pen, and a check that does not happen.
int pod_chooser_check(const struct pod_chooser *chooser, struct flitlock_error *error) {
  for (unsigned n = 0; n < rule_count(chooser); n++) {
    if (chooser->matches[n] > 0) continue;
    char where[128];
    unsigned own = chooser->config->impl_count;
    snprintf(where, sizeof where, n < own ? "impl.%u.match" : "--impl", n);
    if (chooser->example[0] == '\0')
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: '%s' matches no link TLB: there is none (link_tlb.mode)",
                           where, rule_at(chooser, n)->match);
    char kinds[64];
    list_kinds(chooser, "", "or", kinds, sizeof kinds);
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: '%s' matches no %s; there is for example '%s' (flitlock show lists them)", where,
                         rule_at(chooser, n)->match, kinds, chooser->example);
  }
  if (chooser->options->plant != NULL && !chooser->planted)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "no block in lockstep matches '%s', so no error can be planted there",
                         chooser->options->plant_match);
  return FLITLOCK_OK;
}

int pod_chooser_start(struct pod_chooser *chooser, const struct flitlock_config *config,
                      const struct flitlock_implementation_options *options,
                      struct flitlock_implementation_counts *counts, struct flitlock_error *error) {
  *chooser = (struct pod_chooser){.config = config, .options = options};
  chooser->counts = counts != NULL ? counts : &chooser->unread;
  memset(chooser->counts, 0, sizeof *chooser->counts);
  chooser->matches = calloc(rule_count(chooser) + 1U, sizeof *chooser->matches);
  return chooser->matches != NULL ? FLITLOCK_OK
                                  : flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the pod");
}

void pod_chooser_free(struct pod_chooser *chooser) { free(chooser->matches); }

int flitlock_pod_create_chosen(const struct flitlock_config *config, struct flitlock_workload *workload,
                               const struct flitlock_implementation_options *options, struct flitlock_pod **pod,
                               struct flitlock_implementation_counts *counts, struct flitlock_error *error) {
  struct pod_chooser chooser;
  *pod = NULL;
  int status = pod_chooser_start(&chooser, config, options, counts, error);
  if (status == FLITLOCK_OK)
    status = flitlock_pod_create_with(config, workload, pod_chooser_choose, &chooser, pod, error);
  if (status == FLITLOCK_OK) status = pod_chooser_check(&chooser, error);
  if (status != FLITLOCK_OK) {
    flitlock_pod_destroy(*pod);
    *pod = NULL;
  }
  pod_chooser_free(&chooser);
  return status;
}
