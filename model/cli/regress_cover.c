// SPDX-License-Identifier: Apache-2.0
// Coverage of a regression: what runs leave in their folders, and what is told of it.
#include <dirent.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/regress.h"

#define LINES "cover.txt"
// What tb/verilated writes into the folder of this variable, when it is built to count.
#define VARIABLE  "FLITLOCK_RTL_COVERAGE"
#define VERILATED ((1U << FLITLOCK_COVER_LINE) | (1U << FLITLOCK_COVER_TOGGLE))

void regress_cover_ask(const char *folder, unsigned kinds) {
  if ((kinds & VERILATED) != 0) (void)setenv(VARIABLE, folder, 1);
}

// ---- The files of a run

static void add(struct regress_cover *cover, const char *folder, const char *name, int verilator) {
  const size_t size = strlen(folder) + strlen(name) + 2;
  char *path = malloc(size);
  struct flitlock_cover_file *grown = realloc(cover->list, (cover->files.count + 1) * sizeof(*grown));
  if (grown != NULL) cover->list = grown;
  if (path == NULL || grown == NULL) {
    free(path);
    return;
  }
  snprintf(path, size, "%s/%s", folder, name);
  cover->list[cover->files.count++] = (struct flitlock_cover_file){.path = path, .verilator = verilator};
}

void regress_cover_take(const struct regress_work *work, const struct flitlock_regress_run *run, const char *folder,
                        struct regress_cover *cover) {
  memset(cover, 0, sizeof(*cover));
  cover->files.kinds = work->request->cover;
  if (cover->files.kinds == 0) return;
  if (flitlock_case_bench(&run->run, cover->bench, sizeof(cover->bench))) cover->files.bench = cover->bench;
  DIR *open = opendir(folder);
  for (struct dirent *entry = open != NULL ? readdir(open) : NULL; entry != NULL; entry = readdir(open)) {
    const size_t length = strlen(entry->d_name);
    const int counts = length > 4 && strcmp(entry->d_name + length - 4, ".dat") == 0;
    if (counts || strcmp(entry->d_name, LINES) == 0) add(cover, folder, entry->d_name, counts);
  }
  if (open != NULL) (void)closedir(open);
  cover->files.file = cover->list;
  if (run->number >= work->fill_first && work->fill_count > 0) cover->files.found = &cover->found;
}

static void release(const char *text) {
  union {
    const char *in;
    char *out;
  } owned = {text};
  free(owned.out);
}

void regress_cover_drop(struct regress_cover *cover) {
  for (size_t n = 0; n < cover->files.count; n++) {
    (void)unlink(cover->list[n].path);
    release(cover->list[n].path);
  }
  free(cover->list);
  memset(cover, 0, sizeof(*cover));
}

// ---- What is told

void regress_cover_tell_found(FILE *file, const struct flitlock_regress_run *run,
                              const struct flitlock_cover_found *found) {
  char label[2048];
  if (found->points == 0) return;
  fprintf(file, "%s%s: filled %" PRIu64 " hole%s: %s\n", file == stdout ? "" : "\n",
          flitlock_regress_label(run, label, sizeof(label)), found->points, found->points == 1 ? "" : "s",
          found->names);
  fflush(file);
}

static double percent(uint64_t met, uint64_t points) { return points > 0 ? 100.0 * (double)met / (double)points : 0; }

static void put_place(void *self, const char *place, uint64_t points, uint64_t met, const char *holes) {
  if (met < points) fprintf(self, "  %s: %" PRIu64 " of %" PRIu64 "; holes: %s\n", place, met, points, holes);
}

static int kind_sum(const struct regress_work *work, int kind, struct flitlock_cover_sum *sum,
                    struct flitlock_error *error) {
  return flitlock_cover_sum_of(work->database, &work->session, kind, sum, error);
}

static int is_asked(const struct regress_work *work, int kind) { return (int)(work->request->cover >> kind & 1U); }

int regress_cover_tell(FILE *file, const struct regress_work *work, struct flitlock_error *error) {
  int status = FLITLOCK_OK;
  for (int kind = 0; kind < FLITLOCK_COVER_KIND_COUNT && status == FLITLOCK_OK; kind++) {
    struct flitlock_cover_sum sum;
    if (!is_asked(work, kind)) continue;
    status = kind_sum(work, kind, &sum, error);
    if (status != FLITLOCK_OK) return status;
    fprintf(file, "coverage, %s: %" PRIu64 " of %" PRIu64 " (%.2f %%)", flitlock_cover_kind_text(kind), sum.met,
            sum.points, percent(sum.met, sum.points));
    if (sum.goal >= 0) fprintf(file, ", at least %g %%", sum.goal);
    fputc('\n', file);
    status = flitlock_cover_places(work->database, &work->session, kind, put_place, file, error);
  }
  if (work->fill_until > 0)
    fprintf(file, "%" PRIu64 " random configurations filled %" PRIu64 " holes\n", work->fill_count, work->fill_found);
  if (work->request->cover != 0 && work->request->shards > 1)
    fputs("coverage is that of the shard alone, and is held to nothing\n", file);
  return status;
}

int regress_cover_check(const struct regress_work *work, struct flitlock_error *error) {
  // A part of the suite is not asked for what all of it covers.
  if (work->request->shards > 1 || regress_missing(work) > 0) return FLITLOCK_OK;
  for (int kind = 0; kind < FLITLOCK_COVER_KIND_COUNT; kind++) {
    struct flitlock_cover_sum sum;
    if (!is_asked(work, kind)) continue;
    int status = kind_sum(work, kind, &sum, error);
    if (status != FLITLOCK_OK) return status;
    if (sum.points == 0)
      return flitlock_fail(
          error, FLITLOCK_E_COVERAGE, "no point of the kind '%s' was counted: %s", flitlock_cover_kind_text(kind),
          kind == FLITLOCK_COVER_CROSS ? "none of the runs is of a bench that does"
                                       : "the program and the benches have to be built with FLITLOCK_RTL_COVERAGE=ON");
    if (sum.goal >= 0 && percent(sum.met, sum.points) < sum.goal)
      return flitlock_fail(error, FLITLOCK_E_COVERAGE, "coverage, %s: %.2f %% is less than %g %%",
                           flitlock_cover_kind_text(kind), percent(sum.met, sum.points), sum.goal);
  }
  return FLITLOCK_OK;
}

// ---- JSON

struct list {
  json_t *places;
  int failed;
};

static void add_place(void *self, const char *place, uint64_t points, uint64_t met, const char *holes) {
  struct list *list = self;
  json_t *object = json_pack("{s:s, s:I, s:I, s:s}", "place", place, "points", (json_int_t)points, "met",
                             (json_int_t)met, "holes", holes);
  if (json_array_append_new(list->places, object) != 0) list->failed = 1;
}

struct json_t *regress_cover_json(const struct regress_work *work) {
  struct flitlock_error unread;
  json_t *kinds = json_array();
  for (int kind = 0; kind < FLITLOCK_COVER_KIND_COUNT && kinds != NULL; kind++) {
    struct flitlock_cover_sum sum;
    struct list list = {.places = json_array()};
    if (!is_asked(work, kind) || kind_sum(work, kind, &sum, &unread) != FLITLOCK_OK) {
      json_decref(list.places);
      continue;
    }
    (void)flitlock_cover_places(work->database, &work->session, kind, add_place, &list, &unread);
    json_t *object =
        json_pack("{s:s, s:I, s:I, s:f, s:o, s:o}", "kind", flitlock_cover_kind_text(kind), "points",
                  (json_int_t)sum.points, "met", (json_int_t)sum.met, "percent", percent(sum.met, sum.points), "goal",
                  sum.goal >= 0 ? json_real(sum.goal) : json_null(), "places", list.places);
    if (list.failed || json_array_append_new(kinds, object) != 0) {
      json_decref(kinds);
      kinds = NULL;
    }
  }
  return kinds;
}
