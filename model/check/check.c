// SPDX-License-Identifier: Apache-2.0
// The runs of a check. The first finds a divergence or none. With hashes a second one compares the window that differs
// in full. A last one repeats the divergence and keeps the cycles around it. All are the same run: same configuration,
// same seed, and the pod follows the same model.
#define _POSIX_C_SOURCE 200809L  // mkdir
#include "flitlock/check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check/check_state.h"
#include "check/run.h"
#include "results/output.h"

void flitlock_check_options_default(struct flitlock_check_options *options) {
  memset(options, 0, sizeof *options);
  flitlock_lockstep_options_default(&options->lockstep);
  options->implementation.lockstep = 1;
  options->wave_before = 30;
  options->wave_after = 20;
}

void flitlock_check_free(struct flitlock_check *check) {
  if (check == NULL) return;
  flitlock_lockstep_destroy(check->session);
  free(check->report);
  free(check);
}

// ---- Files

static int join(char *path, size_t size, const char *directory, const char *name, struct flitlock_error *error) {
  int needed = snprintf(path, size, "%s/%s", directory, name);
  if (needed >= 0 && (size_t)needed < size) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_OUTPUT, "%s: the path is too long", directory);
}

static int make_directory(const char *directory, struct flitlock_error *error) {
  char path[3072];
  int status = join(path, sizeof path, directory, "", error);
  if (status != FLITLOCK_OK) return status;
  for (char *at = path + 1; *at != '\0'; at++) {
    if (*at != '/') continue;
    *at = '\0';
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
      return flitlock_fail(error, FLITLOCK_E_OUTPUT, "%s: cannot make the folder: %s", path, strerror(errno));
    *at = '/';
  }
  return FLITLOCK_OK;
}

static int write_report_text(const struct check_context *context, const char *path, struct flitlock_error *error) {
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  if (status != FLITLOCK_OK) return status;
  fputs(context->check->report, output.file);
  return flitlock_output_commit(&output, error);
}

static int write_files(const struct check_context *context, struct flitlock_check *check,
                       struct flitlock_error *error) {
  static const struct {
    const char *name;
    int waves;  // 1: made of the frames
    int (*write)(const struct check_context *context, const char *path, struct flitlock_error *error);
  } files[] = {{"report.txt", 0, write_report_text},
               {"report.json", 0, check_write_json},
               {"wave.vcd", 1, check_write_vcd},
               {"wave.gtkw", 1, check_write_gtkw},
               {"wave.json", 1, check_write_wavedrom}};
  const char *directory = context->options->directory;
  if (directory == NULL) return FLITLOCK_OK;
  int status = make_directory(directory, error);
  for (size_t n = 0; n < sizeof files / sizeof files[0] && status == FLITLOCK_OK; n++) {
    char path[3072];
    if (files[n].waves && context->frames == NULL) continue;
    status = join(path, sizeof path, directory, files[n].name, error);
    if (status == FLITLOCK_OK) status = files[n].write(context, path, error);
    size_t length = strlen(check->files);
    if (status == FLITLOCK_OK)
      snprintf(check->files + length, sizeof check->files - length, "%s%s", length > 0 ? " " : "", files[n].name);
  }
  return status;
}

// ---- The re-run for waves

static int same_divergence(const struct flitlock_divergence *a, const struct flitlock_divergence *b) {
  return b != NULL && a->cycle == b->cycle && strcmp(a->block, b->block) == 0 && a->port == b->port &&
         a->kind == b->kind && a->golden_value == b->golden_value && a->device_value == b->device_value;
}

// Fills in the frames; 1 when they are those of this divergence. `frames` is to be freed in either case.
static int repeat(const struct flitlock_config *config, const struct flitlock_check_options *options,
                  const struct flitlock_divergence *divergence, struct frames *frames) {
  struct flitlock_error ignored = {0};
  struct flitlock_lockstep_options lockstep = options->lockstep;
  lockstep.mode = FLITLOCK_LOCKSTEP_FULL;
  lockstep.limit = 1;
  uint64_t from = divergence->cycle > options->wave_before ? divergence->cycle - options->wave_before : 0;
  lockstep.hold = divergence->cycle + options->wave_after + 1U;
  struct check_run run;
  int good = check_run_start(config, options, &lockstep, &run, &ignored) == FLITLOCK_OK;
  uint32_t block = good ? check_run_find(&run, divergence->block) : UINT32_MAX;
  if (block != UINT32_MAX) {
    struct flitlock_engine *engine = check_run_engine(&run);
    struct flitlock_block_info info;
    flitlock_engine_block_ops(engine, block)->describe(flitlock_engine_block(engine, block), &info);
    good = frames_create(frames, &info, divergence->unit_bytes, from, lockstep.hold);
    if (good) {
      flitlock_lockstep_listen(run.session, divergence->block, frames_take, frames);
      check_run_go(options, &run, NULL, &ignored);
      frames_cut(frames, run.cycles);
      good = same_divergence(divergence, flitlock_lockstep_divergence(run.session, 0));
    }
  }
  check_run_end(&run);
  return good;
}

static int report(const struct flitlock_config *config, const struct flitlock_check_options *options,
                  const struct flitlock_pod *pod, struct flitlock_check *check, int status,
                  struct flitlock_error *error) {
  const struct flitlock_device *device = options->implementation.device;
  struct check_context context = {.config = config,
                                  .options = options,
                                  .check = check,
                                  .pod = pod,
                                  .device = device != NULL && strcmp(device->name, "rtl") == 0 ? "rtl" : "device",
                                  .status = status,
                                  .message = error->text};
  const struct flitlock_divergence *divergence = flitlock_lockstep_divergence(check->session, 0);
  struct frames frames = {0};
  struct flitlock_error failure = {0};
  int written = FLITLOCK_OK;
  if (status == FLITLOCK_E_TIMEOUT && options->directory != NULL && divergence == NULL) {
    // Ctrl-C, SIGTERM, the limit of cycles: how far it got.
    written = check_write_text(&context, &check->report, &failure);
    if (written == FLITLOCK_OK) written = write_files(&context, check, &failure);
  }
  if (divergence != NULL) {
    check->reproduced = repeat(config, options, divergence, &frames);
    if (check->reproduced) {
      context.frames = &frames;
      context.later = frames_find_later(&frames, divergence);
    }
    written = check_write_text(&context, &check->report, &failure);
    if (written == FLITLOCK_OK) written = write_files(&context, check, &failure);
  }
  if (written == FLITLOCK_OK && options->report_json != NULL)
    written = check_write_json(&context, options->report_json, &failure);
  frames_free(&frames);
  // A file that cannot be written does not make a mismatch any less one.
  if (written == FLITLOCK_OK) return status;
  if (status == FLITLOCK_OK) return flitlock_fail(error, written, "%s", failure.text);
  struct flitlock_error first = *error;
  return flitlock_fail(error, status, "%.1000s; and %.900s", first.text, failure.text);
}

// ---- The check

// Hash mode: the window that differs, in full.
static int narrow(const struct flitlock_config *config, const struct flitlock_check_options *options,
                  struct check_run *run, struct flitlock_error *error) {
  uint64_t from = 0, to = 0;
  if (!flitlock_lockstep_window(run->session, &from, &to)) return FLITLOCK_OK;
  struct flitlock_lockstep_options lockstep = options->lockstep;
  lockstep.mode = FLITLOCK_LOCKSTEP_FULL;
  lockstep.from = from;
  lockstep.to = to;
  struct check_run again;
  struct flitlock_error ignored = {0};
  int status = check_run_start(config, options, &lockstep, &again, error);
  if (status == FLITLOCK_OK) {
    check_run_go(options, &again, NULL, &ignored);
    if (flitlock_lockstep_divergence(again.session, 0) == NULL)
      status = flitlock_fail(error, FLITLOCK_E_INTERNAL,
                             "the hashes of cycles %" PRIu64 " to %" PRIu64
                             " differ, but the run repeated with full compare does not: a model is not deterministic",
                             from, to - 1U);
  }
  if (status != FLITLOCK_OK) {
    check_run_end(&again);
    return status;
  }
  struct check_run first = *run;
  *run = again;
  check_run_end(&first);
  return FLITLOCK_OK;
}

// The verdict on what was compared counts more than how the run ended: a divergence is often why it ended. But what
// ended badly has not passed.
static int judge(const struct flitlock_lockstep *session, int status, struct flitlock_error *error) {
  struct flitlock_error verdict = {0};
  int compared = flitlock_lockstep_verdict(session, &verdict);
  if (compared == FLITLOCK_E_MISMATCH || status == FLITLOCK_OK) {
    if (compared != FLITLOCK_OK) *error = verdict;
    return compared;
  }
  return status;
}

int flitlock_check(const struct flitlock_config *config, const struct flitlock_check_options *options,
                   struct flitlock_check **made, struct flitlock_error *error) {
  struct flitlock_error own = {0};
  if (error == NULL) error = &own;
  error->text[0] = '\0';
  struct flitlock_check *check = calloc(1, sizeof *check);
  *made = check;
  if (check == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the check");
  struct check_run run;
  int status = check_run_start(config, options, &options->lockstep, &run, error);
  check->blocks = run.blocks;
  if (check_run_created(&run)) {
    status = check_run_go(options, &run, options->events_path, error);
    check->cycles = run.cycles;
    flitlock_lockstep_total(run.session, &check->compared);
    int narrowed = narrow(config, options, &run, error);
    status = narrowed != FLITLOCK_OK ? narrowed : judge(run.session, status, error);
    check->session = run.session;
    run.session = NULL;
    if (check_run_created(&run)) status = report(config, options, run.pod, check, status, error);
  }
  check_run_end(&run);
  return status;
}
