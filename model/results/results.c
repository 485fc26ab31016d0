// SPDX-License-Identifier: Apache-2.0
#include "flitlock/results.h"

#include <stdlib.h>

#include "results/stages.h"

const char *const flitlock_stage_names[FLITLOCK_STAGE_COUNT] = {
#define FLITLOCK_STAGE_NAME(name, text) text,
    FLITLOCK_STAGES(FLITLOCK_STAGE_NAME)
#undef FLITLOCK_STAGE_NAME
};

void flitlock_results_free(struct flitlock_results *results) {
  if (results == NULL) return;
  free(results->accepted.by_node);
  free(results->accepted_whole.by_node);
  free(results->links);
  free(results->l2.slices);
  free(results->collective.bytes_by_pair);
  free(results);
}
