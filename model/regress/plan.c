// SPDX-License-Identifier: Apache-2.0
// The runs of an entry: every combination of block, host, traffic, point of the grid and seed, and the random
// configurations. The configuration of each is tried out: a mistake shows before the first hour.
#define _XOPEN_SOURCE 700  // realpath
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "flitlock/scale_up.h"
#include "regress/suite.h"

// What the choices of one run are.
struct point {
  const struct regress_choice *block, *traffic;
  const char *host;
  uint64_t number;     // of list and grid
  uint64_t seed;       // 0: not said, the configuration's own
  const char **drawn;  // "key=value" of a random configuration
  size_t drawn_count;
};

// ---- Whether there is such a pod

#define DEVICE_BLOCKS 8

// The device with golden blocks in the place of its own: what is looked for is looked for there, and nothing of it is
// made.
static void shadow_of(const struct flitlock_device *device, struct flitlock_device *shadow,
                      struct flitlock_device_block blocks[DEVICE_BLOCKS]) {
  size_t count = 0;
  for (const struct flitlock_device_block *own = device->blocks;
       own != NULL && own->kind != NULL && count + 1 < DEVICE_BLOCKS; own++)
    for (const struct flitlock_device_block *golden = flitlock_device_golden.blocks; golden->kind != NULL; golden++)
      if (strcmp(own->kind, golden->kind) == 0)
        blocks[count++] = (struct flitlock_device_block){.kind = own->kind, .ops = golden->ops, .find = own->find};
  *shadow = *device;
  shadow->router = &flitlock_router_golden;
  shadow->blocks = blocks;
}

static int try_chosen(const struct flitlock_config *config, const struct point *point,
                      const struct flitlock_device *device, struct flitlock_error *error) {
  struct flitlock_device_block blocks[DEVICE_BLOCKS] = {{0}};
  struct flitlock_device shadow;
  shadow_of(device, &shadow, blocks);
  char pattern[256];
  snprintf(pattern, sizeof(pattern), "%s", point->block->pattern);
  const struct flitlock_impl_rule rule = {.match = pattern, .use = FLITLOCK_USE_RTL};
  struct flitlock_config bare = *config;
  bare.impl_count = 0;
  const struct flitlock_implementation_options options = {
      .rules = &rule, .rules_count = 1, .device = device == &flitlock_device_golden ? device : &shadow};
  if (config->pod.kind == FLITLOCK_POD_SCALE_UP) {
    struct flitlock_scale_up *scale_up = NULL;
    int status = flitlock_scale_up_create_chosen(&bare, &options, &scale_up, NULL, error);
    flitlock_scale_up_destroy(scale_up);
    return status;
  }
  struct flitlock_pod *pod = NULL;
  int status = flitlock_pod_create_chosen(&bare, NULL, &options, &pod, NULL, error);
  flitlock_pod_destroy(pod);
  return status;
}

static int try_pod(const struct flitlock_config *config, const struct point *point,
                   const struct flitlock_device *device, struct flitlock_error *error) {
  if (config->pod.kind != FLITLOCK_POD_SCALE_UP) {
    int status = flitlock_pod_check(config, error);
    if (status != FLITLOCK_OK) return status;
  }
  return device != NULL ? try_chosen(config, point, device, error) : FLITLOCK_OK;
}

// ---- One run

static int append_sets(struct flitlock_regress_suite *suite, const struct sweep_entry *entry, const char **sets,
                       size_t *count, struct flitlock_error *error) {
  for (size_t n = 0; n < entry->count; n++) {
    const struct flitlock_sweep_setting *setting = &entry->setting[n];
    sets[*count] = flitlock_config_arena_format(&suite->arena, "%s=%s", setting->key, setting->value);
    if (sets[(*count)++] == NULL) return regress_no_memory(suite, error);
  }
  return FLITLOCK_OK;
}

static uint64_t points_of(const struct flitlock_sweep *matrix) {
  uint64_t count = 1;
  for (size_t n = 0; n < matrix->axis_count && count <= REGRESS_MAX_RUNS; n++)
    count *= matrix->axis[n].count;
  return count;
}

// The sets of a point in the order in which they count; those from `*own` on tell it from other points.
static int make_sets(struct flitlock_regress_suite *suite, const struct regress_entry *entry, const struct point *point,
                     const char ***made, size_t *own, size_t *count, struct flitlock_error *error) {
  const struct flitlock_sweep *matrix = &entry->matrix;
  size_t most = matrix->fixed.count + point->traffic->setting.count + point->drawn_count;
  uint64_t rest = point->number;
  for (size_t n = matrix->axis_count; n-- > 0;) {
    most += matrix->axis[n].entry[rest % matrix->axis[n].count].count;
    rest /= matrix->axis[n].count;
  }
  const char **sets = flitlock_config_arena_alloc(&suite->arena, (most + 2) * sizeof(*sets));
  if (sets == NULL) return regress_no_memory(suite, error);
  *count = 0;
  int status = append_sets(suite, &matrix->fixed, sets, count, error);
  if (status == FLITLOCK_OK) status = append_sets(suite, &point->traffic->setting, sets, count, error);
  *own = *count;
  // Axes vary like the digits of a number, the last one fastest.
  uint64_t weight = points_of(matrix);
  for (size_t n = 0; n < matrix->axis_count && status == FLITLOCK_OK; n++) {
    weight /= matrix->axis[n].count;
    status =
        append_sets(suite, &matrix->axis[n].entry[point->number / weight % matrix->axis[n].count], sets, count, error);
  }
  for (size_t n = 0; n < point->drawn_count; n++)
    sets[(*count)++] = point->drawn[n];
  *made = sets;
  return status;
}

static int load_point(struct flitlock_regress_suite *suite, const struct regress_entry *entry,
                      const struct point *point, const char *const *sets, size_t count, struct flitlock_config **config,
                      struct flitlock_error *error) {
  const char *path = entry->base_text != NULL ? suite->path : entry->matrix.base_path;
  int status = flitlock_config_load_text(entry->base_text, path, sets, count, config, error);
  if (status == FLITLOCK_OK && point->seed != 0) (*config)->seed = point->seed;
  return status;
}

// The whole configuration with the choice of the host, as YAML that works in any folder.
static int write_config(struct flitlock_regress_suite *suite, const struct point *point,
                        const struct flitlock_config *config, const char **text, struct flitlock_error *error) {
  char every[] = "*", *pattern = flitlock_config_arena_text(&suite->arena, point->block->pattern);
  const int use = strcmp(point->host, "c") == 0     ? FLITLOCK_USE_C
                  : strcmp(point->host, "rtl") == 0 ? FLITLOCK_USE_RTL
                                                    : FLITLOCK_USE_LOCKSTEP;
  struct flitlock_impl_rule rules[2] = {{.match = every, .use = FLITLOCK_USE_C}, {.match = pattern, .use = use}};
  struct flitlock_config moved = *config;
  char *trace = config->workload.trace != NULL ? realpath(config->workload.trace, NULL) : NULL;
  char *msccl = config->workload.msccl != NULL ? realpath(config->workload.msccl, NULL) : NULL;
  char *collective = config->collective.msccl != NULL ? realpath(config->collective.msccl, NULL) : NULL;
  if (trace != NULL) moved.workload.trace = trace;
  if (msccl != NULL) moved.workload.msccl = msccl;
  if (collective != NULL) moved.collective.msccl = collective;
  // Whatever this program does by default: what is run here is run to find something.
  moved.check.invariants = 1;
  // The first rule would match nothing in a scale-up pod without link TLBs.
  const unsigned all_c = config->pod.kind != FLITLOCK_POD_SCALE_UP;
  moved.impl = all_c ? rules : rules + 1;
  moved.impl_count = (use == FLITLOCK_USE_C ? 0U : 1U) + all_c;
  char *dumped = NULL;
  size_t size = 0;
  int status = flitlock_config_dump(&moved, &dumped, &size, error);
  if (status == FLITLOCK_OK) {
    *text = flitlock_config_arena_text(&suite->arena, dumped);
    if (*text == NULL) status = regress_no_memory(suite, error);
  }
  free(dumped);
  free(trace);
  free(msccl);
  free(collective);
  return status;
}

// The case of a bench: its name, the host, the seed and its keys, a line each (tests/rtl/benches). The last setting of
// a key counts.
static int write_bench(struct flitlock_regress_suite *suite, const struct regress_entry *entry,
                       const struct point *point, const char *const *sets, size_t count, const char **text,
                       struct flitlock_error *error) {
  const char *made = flitlock_config_arena_format(
      &suite->arena, FLITLOCK_CASE_BENCH "%s\nhost: %s\nseed: %" PRIu64 "\n", entry->bench, point->host, point->seed);
  for (size_t n = 0; n < count && made != NULL; n++) {
    const size_t key = strcspn(sets[n], "=");
    int later = 0;
    for (size_t other = n + 1; other < count && !later; other++)
      later = strncmp(sets[n], sets[other], key + 1) == 0;
    if (!later)
      made = flitlock_config_arena_format(&suite->arena, "%s%.*s: %s\n", made, (int)key, sets[n], sets[n] + key + 1);
  }
  *text = made;
  return made != NULL ? FLITLOCK_OK : regress_no_memory(suite, error);
}

static uint64_t hash_text(const char *text, uint64_t seed) {
  return text != NULL ? XXH64(text, strlen(text), seed) : seed;
}

static const char *join(struct flitlock_regress_suite *suite, const char *const *sets, size_t from, size_t count) {
  const char *text = "";
  for (size_t n = from; n < count && text != NULL; n++)
    text = flitlock_config_arena_format(&suite->arena, "%s%s%s", text, n > from ? " " : "", sets[n]);
  return text;
}

static int add(struct flitlock_regress_suite *suite, const struct flitlock_regress_run *run,
               struct flitlock_error *error) {
  if (suite->count == REGRESS_MAX_RUNS)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: the suite has more than %" PRIu64 " runs", suite->path,
                         REGRESS_MAX_RUNS);
  if (suite->count == suite->capacity) {
    const uint64_t capacity = 2 * suite->capacity + 64;
    struct flitlock_regress_run *grown = realloc(suite->run, capacity * sizeof(*grown));
    if (grown == NULL) return regress_no_memory(suite, error);
    suite->run = grown;
    suite->capacity = capacity;
  }
  suite->run[suite->count] = *run;
  suite->run[suite->count].number = suite->count;
  suite->count++;
  return FLITLOCK_OK;
}

static int needs_rtl(const struct regress_entry *entry, const char *host) {
  return strcmp(host, "c") != 0 && (entry->device == NULL || strcmp(entry->device, "golden") != 0);
}

static const struct flitlock_device *device_of(const struct flitlock_regress_suite *suite,
                                               const struct regress_entry *entry, const char *host) {
  if (strcmp(host, "c") == 0) return NULL;
  return needs_rtl(entry, host) ? suite->choice.rtl : &flitlock_device_golden;
}

static int is_chosen(const struct flitlock_regress_suite *suite, const struct regress_entry *entry, const char *host) {
  // The benches are of the RTL, also where golden runs alone.
  const int rtl = entry->bench != NULL || needs_rtl(entry, host);
  return regress_listed(suite->choice.hosts, host) && !(suite->choice.without_rtl && rtl);
}

static int try_and_write(struct flitlock_regress_suite *suite, const struct regress_entry *entry,
                         const struct point *point, const char *const *sets, size_t count, const char **text,
                         uint64_t *seed, struct flitlock_error *error) {
  struct flitlock_config *config = NULL;
  int status = load_point(suite, entry, point, sets, count, &config, error);
  if (status != FLITLOCK_OK) return status;
  status = try_pod(config, point, device_of(suite, entry, point->host), error);
  if (status == FLITLOCK_OK) status = write_config(suite, point, config, text, error);
  *seed = config->seed;
  flitlock_config_free(config);
  return status;
}

// E_CONFIG: there is no such configuration; the message does not say of which run.
static int make_run(struct flitlock_regress_suite *suite, const struct regress_entry *entry, const struct point *point,
                    struct flitlock_regress_run *run, struct flitlock_error *error) {
  const char **sets = NULL, *text = NULL;
  size_t own = 0, count = 0;
  uint64_t seed = point->seed;
  int status = make_sets(suite, entry, point, &sets, &own, &count, error);
  if (status != FLITLOCK_OK) return status;
  status = entry->bench != NULL ? write_bench(suite, entry, point, sets, count, &text, error)
                                : try_and_write(suite, entry, point, sets, count, &text, &seed, error);
  if (status != FLITLOCK_OK) return status;
  const int planted = strcmp(point->host, "lockstep") == 0, has_block = entry->bench == NULL;
  *run = (struct flitlock_regress_run){.entry = entry->name,
                                       .block = has_block && strcmp(point->host, "c") != 0 ? point->block->name : "",
                                       .host = point->host,
                                       .traffic = point->traffic->name,
                                       .settings = join(suite, sets, own, count),
                                       .seed = seed,
                                       .seconds = entry->seconds,
                                       .expected = entry->expected,
                                       .kind = entry->kind,
                                       .packets = entry->packets};
  run->run = (struct flitlock_case){.config = text,
                                    .plant = planted ? entry->plant : NULL,
                                    .plant_at = planted ? entry->plant_at : NULL,
                                    .plant_into = planted ? entry->plant_into : NULL,
                                    .device = strcmp(point->host, "c") != 0 ? entry->device : NULL};
  if (run->settings == NULL) return regress_no_memory(suite, error);
  run->key = hash_text(run->run.config, hash_text(run->run.plant, 1));
  run->key = hash_text(run->run.plant_at, hash_text(run->run.plant_into, hash_text(run->run.device, run->key)));
  return FLITLOCK_OK;
}

// ---- All of an entry

static int fail_point(const struct regress_entry *entry, const struct point *point, int status,
                      struct flitlock_error *error) {
  struct flitlock_error inner = *error;
  return flitlock_fail(error, status, "%s: entry '%s' in host %s%s%s: %.1600s", entry->place, entry->name, point->host,
                       point->traffic->name[0] != '\0' ? ", traffic " : "", point->traffic->name, inner.text);
}

static int plan_seeds(struct flitlock_regress_suite *suite, const struct regress_entry *entry, struct point *point,
                      struct flitlock_error *error) {
  for (size_t n = 0; n < entry->seed_count + entry->fresh; n++) {
    struct flitlock_regress_run run;
    point->seed = n < entry->seed_count ? entry->seed[n] : regress_fresh_seed(suite, entry, n - entry->seed_count);
    int status = make_run(suite, entry, point, &run, error);
    if (status != FLITLOCK_OK) return fail_point(entry, point, status, error);
    status = add(suite, &run, error);
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}

// Calls for every block, host and traffic that is chosen. Golden C is the same whichever block is looked at.
static int for_all(struct flitlock_regress_suite *suite, const struct regress_entry *entry, struct point *point,
                   int (*call)(struct flitlock_regress_suite *, const struct regress_entry *, struct point *,
                               struct flitlock_error *),
                   struct flitlock_error *error) {
  for (size_t b = 0; b < entry->block_count; b++) {
    for (size_t h = 0; h < entry->host_count; h++) {
      point->block = &entry->block[b];
      point->host = entry->host[h];
      if (!is_chosen(suite, entry, point->host) || (b > 0 && strcmp(point->host, "c") == 0)) continue;
      for (size_t t = 0; t < entry->traffic_count; t++) {
        point->traffic = &entry->traffic[t];
        int status = call(suite, entry, point, error);
        if (status != FLITLOCK_OK) return status;
      }
    }
  }
  return FLITLOCK_OK;
}

static int try_point(struct flitlock_regress_suite *suite, const struct regress_entry *entry, struct point *point,
                     struct flitlock_error *error) {
  struct flitlock_regress_run run;
  return make_run(suite, entry, point, &run, error);
}

static int add_point(struct flitlock_regress_suite *suite, const struct regress_entry *entry, struct point *point,
                     struct flitlock_error *error) {
  struct flitlock_regress_run run;
  int status = make_run(suite, entry, point, &run, error);
  return status == FLITLOCK_OK ? add(suite, &run, error) : status;
}

// A configuration that is impossible in one host is drawn anew for all of them.
static int plan_draw(struct flitlock_regress_suite *suite, const struct regress_entry *entry, uint64_t number,
                     const char **sets, struct flitlock_error *error) {
  struct flitlock_error why = {0};
  for (uint64_t attempt = 0; attempt < REGRESS_DRAWS; attempt++) {
    struct point point = {.drawn = sets};
    int status = regress_draw(suite, entry, number, attempt, sets, &point.drawn_count, &point.seed, error);
    if (status != FLITLOCK_OK) return status;
    status = for_all(suite, entry, &point, try_point, &why);
    if (status == FLITLOCK_OK) return for_all(suite, entry, &point, add_point, error);
    if (status != FLITLOCK_E_CONFIG) return flitlock_fail(error, status, "%s: %.1900s", entry->place, why.text);
    suite->refused++;
  }
  return flitlock_fail(error, FLITLOCK_E_CONFIG,
                       "%s: entry '%s': none of %d random configurations is possible; the last: %.1500s", entry->place,
                       entry->name, REGRESS_DRAWS, why.text);
}

int regress_plan(struct flitlock_regress_suite *suite, struct regress_entry *entry, struct flitlock_error *error) {
  size_t keys = 0;
  for (size_t n = 0; n < entry->range_count; n++)
    keys += entry->range[n].key_count;
  for (size_t h = 0; h < entry->host_count; h++) {
    if (entry->bench == NULL && strcmp(entry->host[h], "c") != 0 && is_chosen(suite, entry, entry->host[h]) &&
        device_of(suite, entry, entry->host[h]) == NULL)
      return flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "%s: entry '%s' has the host %s, but this program was built without the RTL: configure it "
                           "with FLITLOCK_RTL=ON, or leave such runs out by --without-rtl",
                           entry->place, entry->name, entry->host[h]);
  }
  const uint64_t points = points_of(&entry->matrix);
  if (points > REGRESS_MAX_RUNS)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: entry '%s' has more than %" PRIu64 " points", entry->place,
                         entry->name, REGRESS_MAX_RUNS);
  int status = FLITLOCK_OK;
  for (uint64_t n = 0; n < points && status == FLITLOCK_OK; n++) {
    struct point point = {.number = n};
    status = for_all(suite, entry, &point, plan_seeds, error);
  }
  for (uint64_t n = 0; n < entry->draws && status == FLITLOCK_OK; n++) {
    // Each has texts of its own.
    const char **sets = flitlock_config_arena_alloc(&suite->arena, (keys + 1) * sizeof(*sets));
    status = sets != NULL ? plan_draw(suite, entry, n, sets, error) : regress_no_memory(suite, error);
  }
  return status;
}

// ---- One more, to fill holes

const char *regress_cover_host(const struct flitlock_regress_suite *suite, const struct regress_entry *entry) {
  const char *first = NULL;
  for (size_t h = 0; h < entry->host_count; h++) {
    if (!is_chosen(suite, entry, entry->host[h])) continue;
    if (first == NULL || strcmp(entry->host[h], "lockstep") == 0) first = entry->host[h];
  }
  return first;
}

static int fix_value(struct flitlock_regress_suite *suite, const char **sets, size_t count, const char *key,
                     const char *value, struct flitlock_error *error) {
  const size_t length = strlen(key);
  for (size_t n = 0; n < count; n++) {
    if (strncmp(sets[n], key, length) != 0 || sets[n][length] != '=') continue;
    sets[n] = flitlock_config_arena_format(&suite->arena, "%s=%s", key, value);
    if (sets[n] == NULL) return regress_no_memory(suite, error);
  }
  return FLITLOCK_OK;
}

int regress_plan_one(struct flitlock_regress_suite *suite, const struct regress_entry *entry, uint64_t number,
                     const char *key, const char *value, struct flitlock_regress_run *run,
                     struct flitlock_error *error) {
  size_t keys = 0;
  for (size_t n = 0; n < entry->range_count; n++)
    keys += entry->range[n].key_count;
  const char **sets = flitlock_config_arena_alloc(&suite->arena, (keys + 1) * sizeof(*sets));
  if (sets == NULL) return regress_no_memory(suite, error);
  struct point point = {.block = &entry->block[number % entry->block_count],
                        .traffic = &entry->traffic[number % entry->traffic_count],
                        .host = regress_cover_host(suite, entry),
                        .number = number % points_of(&entry->matrix),
                        .drawn = sets};
  int status = FLITLOCK_E_CONFIG;
  for (uint64_t attempt = 0; attempt < REGRESS_DRAWS && status == FLITLOCK_E_CONFIG; attempt++) {
    status = regress_draw(suite, entry, number, attempt, sets, &point.drawn_count, &point.seed, error);
    if (status == FLITLOCK_OK && key != NULL) status = fix_value(suite, sets, point.drawn_count, key, value, error);
    if (status == FLITLOCK_OK) status = make_run(suite, entry, &point, run, error);
  }
  return status;
}
