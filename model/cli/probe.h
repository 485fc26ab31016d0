// SPDX-License-Identifier: Apache-2.0
// What flitlock probe found, in its forms.
#ifndef FLITLOCK_CLI_PROBE_H
#define FLITLOCK_CLI_PROBE_H

#include <stdio.h>

#include "flitlock/probe.h"

struct probe_report {
  const char *config;  // as it was given
  const struct flitlock_probe_setting *setting;
  const size_t *number;                      // [count]: of flitlock_probe_experiments
  const struct flitlock_probe_table *table;  // [count]
  size_t count;
  int status;  // how it came out: with another than FLITLOCK_OK there may be experiments missing
};

// One experiment: its rows, curves as bars, masks as lists of address bits.
void probe_text(FILE *file, const struct flitlock_probe_experiment *experiment,
                const struct flitlock_probe_table *table);
int probe_json(const struct probe_report *report, const char *path, struct flitlock_error *error);
// An SVG of each experiment that has a curve: DIR/E1.svg. The folder is made if missing. `text`: where those are told
// that have none; NULL: nowhere.
int probe_plot(const struct probe_report *report, const char *folder, FILE *text, struct flitlock_error *error);

#endif
