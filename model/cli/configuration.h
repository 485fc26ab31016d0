// SPDX-License-Identifier: Apache-2.0
// Loading a command's CONFIG with its --set, --seed and --cycles.
#ifndef FLITLOCK_CLI_CONFIGURATION_H
#define FLITLOCK_CLI_CONFIGURATION_H

#include "cli/options.h"
#include "flitlock/config.h"

// Which of a command's options these are; 0: it has no such option.
struct cli_config_options {
  int set, seed, cycles;
};

// The first operand is the file. E_USAGE, E_INPUT, E_CONFIG.
int cli_load_config(const struct cli_arguments *arguments, const struct cli_config_options *options,
                    struct flitlock_config **config, struct flitlock_error *error);

// Their texts, the same in every command.
#define CLI_HELP_SET                                                                                                \
  "Change a key of the configuration, e.g. --set workload.bytes=256B or --set links.0.width=64B. Can be repeated; " \
  "later ones win."
#define CLI_HELP_SEED   "Seed of all random choices, 1 or more."
#define CLI_HELP_CYCLES "Length of the run, or the limit of one that ends by itself (run.cycles)."

#endif
