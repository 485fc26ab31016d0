// SPDX-License-Identifier: Apache-2.0
// --impl PATTERN=USE, and what RTL this program has.
#ifndef FLITLOCK_CLI_IMPLEMENTATION_H
#define FLITLOCK_CLI_IMPLEMENTATION_H

#include "cli/options.h"
#include "flitlock/implementation.h"

// The RTL in this program; NULL when it was built without (device_none.c, or tb/verilated/program_device.cpp).
const struct flitlock_device *cli_rtl_device(void);

struct cli_rules {
  struct flitlock_impl_rule *rule;
  unsigned count;
};

// All --impl of the command line, in order; `id` is the option. E_USAGE. Freed with cli_rules_free after any result.
int cli_rules_read(const struct cli_arguments *arguments, int id, struct cli_rules *rules,
                   struct flitlock_error *error);
void cli_rules_free(struct cli_rules *rules);

#define CLI_HELP_IMPL                                                                                                 \
  "Which implementation the routers, DSTs, switches, link TLBs and L2 slices have whose name matches, e.g. --impl "   \
  "'*.dst.*=rtl': c (the golden model), rtl, or lockstep (both, compared in every cycle). Can be repeated; the last " \
  "match wins."

#endif
