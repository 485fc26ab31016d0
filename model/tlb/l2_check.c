// SPDX-License-Identifier: Apache-2.0
// Protocol errors at the ports of an L2 link TLB.
#include <inttypes.h>

#include "tlb/l2_state.h"

void l2_report(struct flitlock_block *l2, uint64_t cycle, unsigned port, const struct flitlock_flit *flit,
               const char *what) {
  if (l2->error.status != FLITLOCK_OK) return;
  char text[320];
  flitlock_flit_print(flit, text, sizeof text);
  flitlock_fail(&l2->error, FLITLOCK_E_PROTOCOL, "cycle %" PRIu64 ": L2 link TLB %s port %s: %s; flit %s", cycle,
                l2->name, l2->info[port].name, what, text);
}

int l2_check(const struct flitlock_block *l2, struct flitlock_error *error) {
  if (l2->error.status != FLITLOCK_OK && error != NULL) *error = l2->error;
  return l2->error.status;
}
