// SPDX-License-Identifier: Apache-2.0
#include "cli/scale_up.h"

#include <string.h>

#include "cli/progress.h"
#include "results/output.h"

// Results are written after a failed run, too, as far as it got. The first failure is the one that is told.
static int write_results(const struct cli_scale_up *request, const struct flitlock_scale_up_results *results,
                         FILE *text, int status, struct flitlock_error *error) {
  if (!request->quiet) cli_scale_up_report(text, results);
  struct flitlock_error other = {0};
  int written = FLITLOCK_OK;
  if (request->json != NULL) written = flitlock_scale_up_write_json(results, request->json, &other);
  if (request->csv != NULL && written == FLITLOCK_OK)
    written = flitlock_scale_up_write_csv(results, request->csv, &other);
  if (request->plot != NULL && written == FLITLOCK_OK) written = cli_scale_up_plot(results, request->plot, &other);
  if (status != FLITLOCK_OK || written == FLITLOCK_OK) return status;
  *error = other;
  return written;
}

int cli_scale_up_run(const struct flitlock_config *config, const struct cli_scale_up *request,
                     struct flitlock_error *error) {
  FILE *text = request->json != NULL && strcmp(request->json, "-") == 0 ? stderr : stdout;
  const uint32_t gpus = config->pod.gpus;
  if (request->has_stream && (request->stream_src >= gpus || request->stream_dst >= gpus))
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--stream %llu:%llu: there are GPUs 0 to %u",
                         (unsigned long long)request->stream_src, (unsigned long long)request->stream_dst, gpus - 1);
  struct flitlock_scale_up *pod = NULL;
  int status = request->csv != NULL ? flitlock_output_make_folder(request->csv, error) : FLITLOCK_OK;
  if (status == FLITLOCK_OK && request->plot != NULL) status = flitlock_output_check(request->plot, error);
  if (status == FLITLOCK_OK)
    status = flitlock_scale_up_create_chosen(config, request->implementation, &pod, NULL, error);
  if (status != FLITLOCK_OK) return status;
  if (!request->quiet) {
    fprintf(text, "seed %llu\n", (unsigned long long)config->seed);
    fflush(text);
  }
  struct cli_progress progress;
  cli_progress_start(&progress, request->quiet);
  const struct flitlock_scale_up_options options = {.follow = request->has_stream,
                                                    .stream_src = (uint32_t)request->stream_src,
                                                    .stream_dst = (uint32_t)request->stream_dst,
                                                    .progress = cli_progress_step,
                                                    .progress_self = &progress};
  struct flitlock_scale_up_results *results = NULL;
  status = flitlock_scale_up_run(pod, &options, &results, error);
  cli_progress_end(&progress);
  if (results != NULL) status = write_results(request, results, text, status, error);
  status = request->judge(request->judge_self, text, status, error);
  flitlock_scale_up_results_free(results);
  flitlock_scale_up_destroy(pod);
  return status;
}
