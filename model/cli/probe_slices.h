// SPDX-License-Identifier: Apache-2.0
// --impl of flitlock probe: which implementation each slice of the cache has.
#ifndef FLITLOCK_CLI_PROBE_SLICES_H
#define FLITLOCK_CLI_PROBE_SLICES_H

#include <stdio.h>

#include "cli/implementation.h"
#include "flitlock/probe.h"

struct probe_slices {
  struct cli_rules rules;
  const struct flitlock_device_block *device;  // NULL: this program has no RTL of slices
  struct flitlock_lockstep *session;
  struct flitlock_lockstep_params lockstep;  // of the choice under way
};

// Reads the options `id`; IMPL alone stands for all slices. Checks that there is a slice for each pattern and a model
// for each slice, and has `setting` choose by it if not all are golden. Freed with probe_slices_free after any result.
int probe_slices_read(const struct cli_arguments *arguments, int id, struct flitlock_probe_setting *setting,
                      struct probe_slices *slices, struct flitlock_error *error);
void probe_slices_free(struct probe_slices *slices);

// Slices in lockstep have a say in how the experiments came out: `status`, or what the comparison found. `text`: where
// what was compared is printed; NULL: nowhere.
int probe_slices_judge(const struct probe_slices *slices, FILE *text, int status, struct flitlock_error *error);

#define PROBE_HELP_IMPL                                                                                             \
  "Which implementation the slices have whose name (l2.slice0 and so on) matches, e.g. --impl 'l2.slice0=rtl': c "  \
  "(the golden model), rtl, or lockstep (both, compared in every cycle). Can be repeated; the last match wins. c, " \
  "rtl or lockstep alone is for all slices. Default: c. The RTL has the sizes of MINI48."

#endif
