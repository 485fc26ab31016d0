// SPDX-License-Identifier: Apache-2.0
// One run: in lockstep by a check with report and waves, otherwise as `flitlock run`; what kind of failure it is.
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "flitlock/check.h"
#include "flitlock/regress.h"
#include "flitlock/results.h"
#include "flitlock/run.h"
#include "flitlock/scale_up.h"
#include "results/shell.h"

// ---- Kinds of failures

// "router", "dst" or "switch", and the plane; "l1tlb", "l2tlb", "slice": where an error is, but for the number of the
// GPU and the like.
static void put_role(const char *block, char *text, size_t size) {
  const char *what = strstr(block, ".mesh") != NULL ? "router" : strstr(block, ".dst") != NULL ? "dst" : "switch";
  const char *plane = strrchr(block, '.');
  if (plane != NULL && (strcmp(plane, ".l1tlb") == 0 || strcmp(plane, ".l2tlb") == 0)) {
    snprintf(text, size, "%s", plane + 1);
    return;
  }
  if (strstr(block, ".l2.slice") != NULL) {
    snprintf(text, size, "slice");
    return;
  }
  snprintf(text, size, "%s%s%s", what, plane != NULL ? " " : "", plane != NULL ? plane + 1 : "");
}

static void divergence_kind(const struct flitlock_divergence *divergence, struct flitlock_case_result *result) {
  char role[64], field[sizeof(divergence->field)];
  put_role(divergence->block, role, sizeof(role));
  // Which byte of a payload differs is no property of the error.
  snprintf(field, sizeof(field), "%.*s", (int)strcspn(divergence->field, "["), divergence->field);
  snprintf(result->kind, sizeof(result->kind), "divergence %s %s %s", flitlock_divergence_name(divergence->kind), field,
           role);
  snprintf(result->block, sizeof(result->block), "%s", divergence->block);
  result->at = divergence->cycle;
}

// The first rule that a message names: "R-INV-3".
static void put_rule(const char *message, char *text, size_t size) {
  const char *rule = strstr(message, "R-");
  size_t length = 0;
  while (rule != NULL && (isalnum((unsigned char)rule[length]) || rule[length] == '-'))
    length++;
  snprintf(text, size, "%.*s", (int)length, rule != NULL ? rule : "");
}

static int outcome_of(int status) {
  switch (status) {
    case FLITLOCK_OK:
      return FLITLOCK_REGRESS_PASS;
    case FLITLOCK_E_MISMATCH:
    case FLITLOCK_E_PROTOCOL:
      return FLITLOCK_REGRESS_INVARIANT;
    case FLITLOCK_E_NO_PROGRESS:
      return FLITLOCK_REGRESS_NO_PROGRESS;
    case FLITLOCK_E_TIMEOUT:
      return FLITLOCK_REGRESS_TIMED_OUT;
    case FLITLOCK_E_VACUOUS:
      return FLITLOCK_REGRESS_VACUOUS;
    default:
      return FLITLOCK_REGRESS_ERROR;
  }
}

static int conclude(int status, const struct flitlock_divergence *divergence, const struct flitlock_error *error,
                    struct flitlock_case_result *result) {
  result->status = status;
  result->outcome = outcome_of(status);
  if (status != FLITLOCK_OK) snprintf(result->message, sizeof(result->message), "%s", error->text);
  if (status == FLITLOCK_E_MISMATCH && divergence != NULL) {
    result->outcome = FLITLOCK_REGRESS_DIVERGENCE;
    divergence_kind(divergence, result);
  } else if (status != FLITLOCK_OK) {
    char rule[64];
    put_rule(error->text, rule, sizeof(rule));
    const char *more = result->outcome == FLITLOCK_REGRESS_INVARIANT ? rule
                       : result->outcome == FLITLOCK_REGRESS_ERROR   ? flitlock_status_name(status)
                                                                     : "";
    snprintf(result->kind, sizeof(result->kind), "%s%s%s", flitlock_regress_outcome_text(result->outcome),
             more[0] != '\0' ? " " : "", more);
  }
  return status;
}

void flitlock_case_lost(const char *how, int timed_out, struct flitlock_case_result *result) {
  memset(result, 0, sizeof(*result));
  result->outcome = timed_out ? FLITLOCK_REGRESS_TIMED_OUT : FLITLOCK_REGRESS_CRASH;
  result->status = timed_out ? FLITLOCK_E_TIMEOUT : FLITLOCK_E_INTERNAL;
  snprintf(result->kind, sizeof(result->kind), timed_out ? "time-out" : "crash %.100s", how);
  snprintf(result->message, sizeof(result->message),
           timed_out ? "it took longer than it was allowed to" : "its process ended without a result (%.100s)", how);
}

// ---- Running

static int vacuous(const struct flitlock_case_result *result, struct flitlock_error *error) {
  return result->completed > 0 ? FLITLOCK_OK
                               : flitlock_fail(error, FLITLOCK_E_VACUOUS, "no request was completed in %llu cycles",
                                               (unsigned long long)result->cycles);
}

static int run_pod(const struct flitlock_config *config, const struct flitlock_device *device,
                   struct flitlock_case_result *result, struct flitlock_error *error) {
  const struct flitlock_implementation_options implementation = {.device = device};
  const struct flitlock_run_options running = {.statistics = 0};
  struct flitlock_pod *pod = NULL;
  struct flitlock_results *results = NULL;
  int status = flitlock_pod_create_chosen(config, NULL, &implementation, &pod, NULL, error);
  if (status != FLITLOCK_OK) return status;
  status = flitlock_run(pod, &running, &results, error);
  if (results != NULL) {
    result->cycles = results->cycles;
    result->completed = results->requests_completed;
  }
  flitlock_results_free(results);
  flitlock_pod_destroy(pod);
  // A posted request is never known to be complete (R-RS-5).
  return status == FLITLOCK_OK && !config->workload.posted ? vacuous(result, error) : status;
}

static int run_scale_up(const struct flitlock_config *config, const struct flitlock_device *device,
                        struct flitlock_case_result *result, struct flitlock_error *error) {
  const struct flitlock_implementation_options implementation = {.device = device};
  const struct flitlock_scale_up_options running = {0};
  struct flitlock_scale_up *pod = NULL;
  struct flitlock_scale_up_results *results = NULL;
  int status = flitlock_scale_up_create_chosen(config, &implementation, &pod, NULL, error);
  if (status != FLITLOCK_OK) return status;
  status = flitlock_scale_up_run(pod, &running, &results, error);
  if (results != NULL) {
    result->cycles = results->cycles;
    result->completed = results->same_node.count + results->other_node.count;
  }
  flitlock_scale_up_results_free(results);
  flitlock_scale_up_destroy(pod);
  return status == FLITLOCK_OK ? vacuous(result, error) : status;
}

static int run_check(const struct flitlock_config *config, const struct flitlock_device *device,
                     const struct flitlock_plant *plant, const struct flitlock_case *self,
                     const struct flitlock_case_options *options, struct flitlock_case_result *result,
                     struct flitlock_error *error) {
  struct flitlock_check_options check_options;
  flitlock_check_options_default(&check_options);
  // Which block is in lockstep is said by the configuration, for all of them.
  check_options.implementation.lockstep = 0;
  check_options.implementation.device = device;
  check_options.implementation.plant = plant;
  check_options.implementation.plant_match = self->plant_at != NULL ? self->plant_at : "*";
  check_options.implementation.plant_golden = self->plant_into != NULL && strcmp(self->plant_into, "golden") == 0;
  check_options.directory = options->directory;
  check_options.reproduce = options->reproduce;
  struct flitlock_check *check = NULL;
  int status = flitlock_check(config, &check_options, &check, error);
  const struct flitlock_divergence *divergence = NULL;
  if (check != NULL) {
    result->cycles = check->cycles;
    result->compared = check->compared.outputs;
    result->flits = check->compared.flits;
    if (check->session != NULL) divergence = flitlock_lockstep_divergence(check->session, 0);
  }
  status = conclude(status, divergence, error, result);
  flitlock_check_free(check);
  return status;
}

static int is_lockstep(const struct flitlock_config *config) {
  for (unsigned n = 0; n < config->impl_count; n++)
    if (config->impl[n].use == FLITLOCK_USE_LOCKSTEP) return 1;
  return 0;
}

int flitlock_case_run(const struct flitlock_case *self, const struct flitlock_case_options *options,
                      struct flitlock_case_result *result) {
  struct flitlock_error error = {0};
  struct flitlock_config *config = NULL;
  struct flitlock_plant plant;
  memset(result, 0, sizeof(*result));
  const int golden = self->device != NULL && strcmp(self->device, "golden") == 0;
  const struct flitlock_device *device = golden ? &flitlock_device_golden : options->rtl;
  char bench[64];
  int status = self->plant != NULL ? flitlock_plant_parse(self->plant, &plant, &error) : FLITLOCK_OK;
  if (status == FLITLOCK_OK && flitlock_case_bench(self, bench, sizeof(bench)))
    status = flitlock_fail(&error, FLITLOCK_E_CONFIG, "a case of the bench '%s' is run by that program", bench);
  if (status == FLITLOCK_OK) status = flitlock_config_load_text(self->config, "case", NULL, 0, &config, &error);
  if (status != FLITLOCK_OK) return conclude(status, NULL, &error, result);
  if (is_lockstep(config)) {
    status = run_check(config, device, self->plant != NULL ? &plant : NULL, self, options, result, &error);
  } else if (config->pod.kind == FLITLOCK_POD_SCALE_UP) {
    status = conclude(run_scale_up(config, device, result, &error), NULL, &error, result);
  } else {
    status = conclude(run_pod(config, device, result, &error), NULL, &error, result);
  }
  flitlock_config_free(config);
  return status;
}

// ---- Benches

int flitlock_case_bench(const struct flitlock_case *self, char *name, size_t size) {
  const size_t head = strlen(FLITLOCK_CASE_BENCH);
  if (strncmp(self->config, FLITLOCK_CASE_BENCH, head) != 0) return 0;
  snprintf(name, size, "%.*s", (int)strcspn(self->config + head, "\n"), self->config + head);
  return 1;
}

static void take_text(const json_t *object, const char *key, char *text, size_t size) {
  const char *value = json_string_value(json_object_get(object, key));
  snprintf(text, size, "%s", value != NULL ? value : "");
}

static uint64_t take_count(const json_t *object, const char *key) {
  const json_int_t value = json_integer_value(json_object_get(object, key));
  return value > 0 ? (uint64_t)value : 0;
}

int flitlock_case_read(const char *json, size_t size, struct flitlock_case_result *result) {
  json_t *object = size > 0 && json[0] == '{' ? json_loadb(json, size, 0, NULL) : NULL;
  const char *outcome = json_string_value(json_object_get(object, "outcome"));
  memset(result, 0, sizeof(*result));
  result->outcome = outcome != NULL ? flitlock_regress_outcome_of(outcome) : -1;
  if (result->outcome > FLITLOCK_REGRESS_OPEN) {
    result->status = (int)json_integer_value(json_object_get(object, "status"));
    take_text(object, "message", result->message, sizeof(result->message));
    take_text(object, "kind", result->kind, sizeof(result->kind));
    take_text(object, "block", result->block, sizeof(result->block));
    result->at = take_count(object, "at");
    result->cycles = take_count(object, "cycles");
    result->compared = take_count(object, "compared");
    result->flits = take_count(object, "flits");
    result->completed = take_count(object, "completed");
  }
  json_decref(object);
  return result->outcome > FLITLOCK_REGRESS_OPEN;
}

// ---- The command

int flitlock_case_command(const struct flitlock_case *self, const char *config, char *line, size_t size) {
  // The configuration has its rules in a list, and the first word of it that is not golden decides.
  char bench[64], program[96];
  const int is_bench = flitlock_case_bench(self, bench, sizeof(bench));
  const int check = is_bench || strstr(self->config, "use: lockstep") != NULL;
  snprintf(program, sizeof(program), "%s", is_bench ? bench : check ? "flitlock check" : "flitlock run");
  const struct {
    const char *option, *value;
  } options[] = {{"--plant", self->plant},
                 {"--plant-at", self->plant_at},
                 {"--plant-into", self->plant_into},
                 {"--device", self->device}};
  int needed = snprintf(line, size, "%s", program);
  int good = needed > 0 && (size_t)needed < size && flitlock_shell_append(line, size, config);
  for (size_t n = 0; check && good && n < sizeof(options) / sizeof(options[0]); n++)
    if (options[n].value != NULL)
      good =
          flitlock_shell_append(line, size, options[n].option) && flitlock_shell_append(line, size, options[n].value);
  return good;
}
