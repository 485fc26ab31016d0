// SPDX-License-Identifier: Apache-2.0
// One point of a sweep, simulated as `flitlock run` would.
#include <stdlib.h>
#include <string.h>

#include "cli/implementation.h"
#include "cli/processes.h"
#include "cli/sweep.h"
#include "flitlock/results.h"
#include "flitlock/run.h"

// What a process writes: this, and `size` bytes of results with the end of the text, if there are any.
struct head {
  int status;
  int stop;
  size_t size;
  char text[sizeof(((struct flitlock_error *)NULL)->text)];
};

static int simulate_pod(struct flitlock_pod *pod, struct flitlock_lockstep *session, char **json,
                        struct flitlock_error *error) {
  const struct flitlock_run_options options = {.statistics = 1};
  struct flitlock_results *results = NULL;
  int status = flitlock_run(pod, &options, &results, error);
  if (flitlock_lockstep_block_count(session) > 0) {
    struct flitlock_error verdict = {0};
    flitlock_lockstep_finish(session);
    int compared = flitlock_lockstep_verdict(session, &verdict);
    if (compared != FLITLOCK_OK && (status == FLITLOCK_OK || compared == FLITLOCK_E_MISMATCH)) {
      status = compared;
      *error = verdict;
    }
  }
  if (results != NULL) {
    int written = flitlock_results_json_text(results, json, status == FLITLOCK_OK ? error : NULL);
    if (status == FLITLOCK_OK) status = written;
  }
  flitlock_results_free(results);
  return status;
}

static int simulate(const struct flitlock_config *config, char **json, struct flitlock_error *error) {
  struct flitlock_lockstep_options lockstep;
  flitlock_lockstep_options_default(&lockstep);
  struct flitlock_lockstep *session = NULL;
  struct flitlock_pod *pod = NULL;
  int status = flitlock_lockstep_create(&lockstep, &session, error);
  const struct flitlock_implementation_options implementation = {.device = cli_rtl_device(), .session = session};
  if (status == FLITLOCK_OK) status = flitlock_pod_create_chosen(config, NULL, &implementation, &pod, NULL, error);
  if (status == FLITLOCK_OK) status = simulate_pod(pod, session, json, error);
  flitlock_pod_destroy(pod);
  flitlock_lockstep_destroy(session);
  return status;
}

int sweep_point_work(const struct flitlock_sweep *sweep, uint64_t point, int out) {
  struct flitlock_error error = {0};
  struct flitlock_config *config = NULL;
  struct head head;
  memset(&head, 0, sizeof(head));
  char *json = NULL;
  head.status = flitlock_sweep_point_config(sweep, point, &config, &error);
  // It was there as the sweep began.
  head.stop = head.status == FLITLOCK_E_CONFIG || head.status == FLITLOCK_E_INPUT;
  if (head.status == FLITLOCK_OK) head.status = simulate(config, &json, &error);
  flitlock_config_free(config);
  if (json != NULL) head.size = strlen(json) + 1;
  if (head.status != FLITLOCK_OK) memcpy(head.text, error.text, sizeof(head.text));
  int written = cli_write_all(out, &head, sizeof(head)) && (json == NULL || cli_write_all(out, json, head.size));
  free(json);
  return written ? 0 : 1;
}

int sweep_point_read(const char *message, size_t size, struct flitlock_sweep_record *record, int *stop) {
  struct head head;
  if (size < sizeof(head)) return 0;
  memcpy(&head, message, sizeof(head));
  if (size != sizeof(head) + head.size) return 0;
  // Memory is the machine's, not the model's.
  record->outcome = head.status == FLITLOCK_OK            ? FLITLOCK_SWEEP_OK
                    : head.status == FLITLOCK_E_NO_MEMORY ? FLITLOCK_SWEEP_CRASHED
                                                          : FLITLOCK_SWEEP_FAILED;
  record->status = head.status;
  record->message = message + offsetof(struct head, text);
  record->results = head.size > 0 ? message + sizeof(head) : NULL;
  *stop = head.stop;
  return 1;
}
