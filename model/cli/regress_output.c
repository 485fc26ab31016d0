// SPDX-License-Identifier: Apache-2.0
// What `flitlock regress` prints: the runs, each that is not as expected, and how far it came, as text and JSON.
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "cli/regress.h"
#include "results/output_json.h"
#include "results/real.h"

#define SEEDS_SHOWN 16

// ---- Counts

uint64_t regress_count(const struct regress_work *work, int outcome) {
  uint64_t count = 0;
  for (uint64_t n = 0; n < work->order_count; n++)
    count += work->state[work->order[n]].outcome == outcome;
  return count;
}

uint64_t regress_missing(const struct regress_work *work) { return regress_count(work, FLITLOCK_REGRESS_OPEN); }

uint64_t regress_bad(const struct regress_work *work) {
  uint64_t count = 0;
  for (uint64_t n = 0; n < work->order_count; n++) {
    const struct flitlock_regress_state *state = &work->state[work->order[n]];
    count += state->outcome != FLITLOCK_REGRESS_OPEN && !state->good;
  }
  return count;
}

// ---- Text

void regress_list(FILE *file, const struct flitlock_regress_suite *suite, uint64_t index, uint64_t shards) {
  char label[2048];
  fprintf(file, "%s: %" PRIu64 " runs, seed %" PRIu64 ", %" PRIu64 " impossible draws refused\n",
          flitlock_regress_name(suite), flitlock_regress_count(suite), flitlock_regress_seed(suite),
          flitlock_regress_refused(suite));
  for (uint64_t n = index - 1; n < flitlock_regress_count(suite); n += shards) {
    const struct flitlock_regress_run *run = flitlock_regress_at(suite, n);
    fprintf(file, "%6" PRIu64 "  %s", n, flitlock_regress_label(run, label, sizeof(label)));
    if (run->expected != FLITLOCK_REGRESS_PASS)
      fprintf(file, "  # expected: %s", flitlock_regress_outcome_text(run->expected));
    fputc('\n', file);
  }
}

// The seeds of each entry, once each; an entry with many has them in --list and --json.
static void put_seeds(FILE *file, const struct regress_work *work) {
  const char *entry = "";
  unsigned shown = 0;
  uint64_t first = 0;
  for (uint64_t n = 0; n < flitlock_regress_count(work->suite); n++) {
    const struct flitlock_regress_run *run = flitlock_regress_at(work->suite, n);
    if (strcmp(entry, run->entry) != 0) {
      fprintf(file, "%s  %s: seeds", entry[0] != '\0' ? "\n" : "", run->entry);
      entry = run->entry;
      shown = 0;
      first = n;
    }
    int twice = 0;
    for (uint64_t other = first; other < n && !twice; other++)
      twice = flitlock_regress_at(work->suite, other)->seed == run->seed;
    if (twice || shown > SEEDS_SHOWN) continue;
    if (shown++ < SEEDS_SHOWN) {
      fprintf(file, " %" PRIu64, run->seed);
    } else {
      fputs(" ... (--list)", file);
    }
  }
  fputc('\n', file);
}

void regress_head(FILE *file, const struct regress_work *work) {
  fprintf(file, "suite %s, seed %" PRIu64 ", session %" PRId64 "%s: %" PRIu64 " runs", work->session.suite,
          work->session.seed, work->session.number, work->resumed ? ", gone on with" : "", work->order_count);
  if (work->request->shards > 1) fprintf(file, " of shard %s", work->request->shard);
  const size_t again = work->again.count + work->again.first_count;
  if (again > 0) fprintf(file, ", first the %zu that failed before", again);
  if (flitlock_regress_refused(work->suite) > 0)
    fprintf(file, ", %" PRIu64 " impossible draws refused", flitlock_regress_refused(work->suite));
  fputc('\n', file);
  put_seeds(file, work);
  fflush(file);
}

// A line that a bar of the progress does not run into.
void regress_tell(FILE *file, const struct regress_work *work, const struct flitlock_regress_run *run,
                  const struct flitlock_regress_record *record) {
  char label[2048];
  if (record->good) return;
  fprintf(file, "%s%s: %s instead of %s: %.600s\n", file == stdout ? "" : "\n",
          flitlock_regress_label(run, label, sizeof(label)), flitlock_regress_outcome_text(record->result.outcome),
          flitlock_regress_outcome_text(run->expected),
          record->result.message[0] != '\0' ? record->result.message : "no failure");
  if (record->folder[0] != '\0') fprintf(file, "  files: %s/%s\n", work->request->out, record->folder);
  if (record->command[0] != '\0') fprintf(file, "  again: (cd %s && %s)\n", work->request->out, record->command);
  fflush(file);
}

void regress_tell_minimal(FILE *file, const struct regress_work *work, const struct flitlock_regress_run *run,
                          const struct flitlock_regress_minimal_record *record) {
  char label[2048];
  const struct flitlock_regress_minimal *minimal = &record->minimal;
  fprintf(file, "%s%s: ", file == stdout ? "" : "\n", flitlock_regress_label(run, label, sizeof(label)));
  if (minimal->found) {
    fprintf(file,
            "shrunk to %" PRIu64 " of %" PRIu64 " packets, in %" PRIu64 " cycles (before: %" PRIu64 "), %" PRIu64
            " attempts%s\n",
            minimal->packets, minimal->packets_before, minimal->cycles, minimal->cycles_before, minimal->tries,
            minimal->whole ? "" : ", until the time was over");
    fprintf(file, "  again: (cd %s/%s && %s)\n", work->request->out, record->folder, record->command);
  } else {
    fprintf(file, "not shrunk: %s\n",
            record->message[0] != '\0' ? record->message : "it depends on more than its traffic");
  }
  if (run->packets > 0 && minimal->packets > run->packets)
    fprintf(file, "  at most %" PRIu64 " packets were expected\n", run->packets);
  fflush(file);
}

void regress_summary(FILE *file, const struct regress_work *work) {
  fprintf(file, "%" PRIu64 " runs", work->order_count);
  if (work->request->shards > 1) fprintf(file, " of shard %s", work->request->shard);
  fprintf(file, ": %" PRIu64 " done now, %" PRIu64 " before", work->now, work->before);
  for (int outcome = FLITLOCK_REGRESS_PASS; outcome < FLITLOCK_REGRESS_OUTCOME_COUNT; outcome++) {
    const uint64_t count = regress_count(work, outcome);
    if (count > 0) fprintf(file, ", %" PRIu64 " %s", count, flitlock_regress_outcome_text(outcome));
  }
  if (regress_missing(work) > 0)
    fprintf(file, ", %" PRIu64 " missing%s", regress_missing(work), work->over ? " (--time-budget)" : "");
  fprintf(file, "; %" PRIu64 " not as expected; in %s/" FLITLOCK_REGRESS_DATABASE "\n", regress_bad(work),
          work->request->out);
}

// ---- JSON

struct writer {
  int failed;  // Jansson's failures are all shortages of memory
};

static void put(struct writer *writer, json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value) != 0) writer->failed = 1;
}

static json_t *text(const char *value) {
  json_t *string = json_string(value);
  return string != NULL ? string : json_string("(a text that is no UTF-8)");
}

static json_t *count(uint64_t value) { return json_integer((json_int_t)value); }

// Seeds have 64 bits: more than JSON's readers are sure of.
static json_t *number_text(uint64_t value) {
  char digits[24];
  snprintf(digits, sizeof(digits), "%" PRIu64, value);
  return json_string(digits);
}

static json_t *run_object(struct writer *writer, const struct regress_work *work, uint64_t number) {
  const struct flitlock_regress_run *run = regress_work_run(work, number);
  const struct flitlock_regress_state *state = &work->state[number];
  json_t *object = json_object();
  put(writer, object, "run", count(number));
  put(writer, object, "entry", text(run->entry));
  put(writer, object, "block", text(run->block));
  put(writer, object, "host", text(run->host));
  put(writer, object, "traffic", text(run->traffic));
  put(writer, object, "settings", text(run->settings));
  put(writer, object, "seed", number_text(run->seed));
  put(writer, object, "expected", json_string(flitlock_regress_outcome_text(run->expected)));
  put(writer, object, "outcome", json_string(flitlock_regress_outcome_text(state->outcome)));
  put(writer, object, "good", json_boolean(state->good));
  return object;
}

static void put_runs(struct writer *writer, json_t *root, const struct regress_work *work) {
  json_t *list = json_array();
  for (uint64_t n = 0; n < work->order_count; n++)
    if (json_array_append_new(list, run_object(writer, work, work->order[n])) != 0) writer->failed = 1;
  put(writer, root, "runs", list);
}

int regress_json(const struct regress_work *work, struct flitlock_error *error) {
  struct writer writer = {0};
  json_t *root = json_object(), *counts = json_object();
  put(&writer, root, "format", json_integer(1));
  put(&writer, root, "suite", text(work->session.suite));
  put(&writer, root, "session", json_integer(work->session.number));
  put(&writer, root, "resumed", json_boolean(work->resumed));
  put(&writer, root, "seed", number_text(work->session.seed));
  put(&writer, root, "shard", json_string(work->request->shard));
  put(&writer, root, "directory", text(work->request->out));
  put(&writer, root, "refused_draws", count(flitlock_regress_refused(work->suite)));
  put(&writer, root, "failed_before", count(work->again.count + work->again.first_count));
  put(&writer, root, "done_now", count(work->now));
  put(&writer, root, "done_before", count(work->before));
  put(&writer, root, "not_as_expected", count(regress_bad(work)));
  for (int outcome = FLITLOCK_REGRESS_OPEN; outcome < FLITLOCK_REGRESS_OUTCOME_COUNT; outcome++)
    put(&writer, counts, flitlock_regress_outcome_text(outcome), count(regress_count(work, outcome)));
  put(&writer, root, "outcomes", counts);
  put(&writer, root, "coverage", regress_cover_json(work));
  put(&writer, root, "holes_filled", count(work->fill_found));
  put_runs(&writer, root, work);
  if (!writer.failed)
    return flitlock_output_json(root, FLITLOCK_REAL_DIGITS, "the regression", work->request->json, error);
  json_decref(root);
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the regression in JSON");
}
