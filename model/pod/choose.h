// SPDX-License-Identifier: Apache-2.0
// Chooses the implementation of blocks by their names, for any kind of pod.
#ifndef FLITLOCK_POD_CHOOSE_H
#define FLITLOCK_POD_CHOOSE_H

#include "flitlock/implementation.h"

struct pod_chooser {
  const struct flitlock_config *config;
  const struct flitlock_implementation_options *options;
  struct flitlock_implementation_counts *counts;
  uint32_t *matches;  // [rules of the configuration, then of the options]: blocks that each matched
  int planted;
  char example[80];                // a name that there is
  int routers, link_tlbs, slices;  // there are some
  // What the choice under way points to.
  struct flitlock_lockstep_params lockstep;
  struct flitlock_planted_params plant;
  struct flitlock_implementation_counts unread;
};

// `counts` may be NULL. Ended by pod_chooser_free after any result.
int pod_chooser_start(struct pod_chooser *chooser, const struct flitlock_config *config,
                      const struct flitlock_implementation_options *options,
                      struct flitlock_implementation_counts *counts, struct flitlock_error *error);
// A flitlock_pod_choose_block; `self` is the chooser.
int pod_chooser_choose(void *self, const char *name, const struct flitlock_router_params *router,
                       struct flitlock_pod_choice *choice, struct flitlock_error *error);
// After all blocks: that every rule was about something, and that the error was planted.
int pod_chooser_check(const struct pod_chooser *chooser, struct flitlock_error *error);
void pod_chooser_free(struct pod_chooser *chooser);

#endif
