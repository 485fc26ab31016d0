// SPDX-License-Identifier: Apache-2.0
// Protocol checks at the ports of an L1 link TLB. The first error is kept; a later one is most often its consequence.
#include <inttypes.h>
#include <stdio.h>

#include "tlb/l1_state.h"

static bool report(struct flitlock_block *l1, uint64_t cycle, unsigned port, const struct flitlock_flit *flit,
                   const char *what) {
  if (l1->error.status != FLITLOCK_OK) return false;
  char text[320];
  flitlock_flit_print(flit, text, sizeof text);
  flitlock_fail(&l1->error, FLITLOCK_E_PROTOCOL, "cycle %" PRIu64 ": L1 link TLB %s port %s: %s; flit %s", cycle,
                l1->name, l1->info[port].name, what, text);
  return false;
}

// R-FL-3, R-FL-5. NULL: the flit is the one that may come next.
static const char *wrong_flit(const struct flitlock_block *l1, const struct flitlock_flit *flit) {
  if (flit->vc >= l1->params.vcs) return "R-IN-2: there is no such VC";
  if (flit->len == 0 || flit->len > l1->params.max_len)
    return "R-FL-1: `len` is not 1 to the length of the largest packet";
  if (flit->units == 0 || flit->units > l1->params.width) return "R-IN-2: `units` does not fit the width of the link";
  if (flit->head != (flit->seq == 0)) return "R-FL-3: `head` is not `seq == 0`";
  if (flit->tail != (flit->seq + flit->units == flit->len)) return "R-FL-3: `tail` is not `seq + units == len`";
  if (flit->head && l1->open != L1_NONE) return "R-INV-3: a head before the tail of the packet before";
  if (!flit->head && l1->open == L1_NONE) return "R-INV-3: no head before this flit";
  if (!flit->head) {
    const struct l1_packet *packet = &l1->packet[l1->open];
    if (flit->vc != packet->vc || flit->src != packet->src || flit->id != packet->id || flit->len != packet->len ||
        flit->seq != l1->open_seq)
      return "R-INV-3: not the next flit of the packet";
  }
  return NULL;
}

bool l1_check_flit(struct flitlock_block *l1, uint64_t cycle, const struct flitlock_flit *flit) {
  const char *wrong = wrong_flit(l1, flit);
  if (wrong == NULL && l1->in_store[flit->vc] >= l1->params.in_depth[flit->vc])
    wrong = "R-IN-2: a flit arrives without a credit, the store of its VC is full";
  return wrong == NULL || report(l1, cycle, FLITLOCK_L1_TLB_LINK, flit, wrong);
}

bool l1_check_message(struct flitlock_block *l1, uint64_t cycle, const struct flitlock_flit *flit) {
  const char *wrong = NULL;
  if (flit->op == FLITLOCK_OP_READ_RSP) {
    if (!tlb_numbers_is_taken(&l1->mshrs, flit->id)) wrong = "R-TLB-INV-2: an answer for an MSHR that waits for none";
  } else if (flit->op != FLITLOCK_OP_WRITE_REQ) {
    wrong = "R-TLB-M-1: neither an answer nor an invalidation";
  } else if (l1->draining) {
    wrong = "R-TLB-L2-10: an invalidation before the one before is done";
  }
  return wrong == NULL || report(l1, cycle, FLITLOCK_L1_TLB_L2, flit, wrong);
}

void l1_check_credit(struct flitlock_block *l1, uint64_t cycle, unsigned vc, unsigned count) {
  if (l1->credits[vc] + count <= l1->params.credits[vc] || l1->error.status != FLITLOCK_OK) return;
  flitlock_fail(&l1->error, FLITLOCK_E_PROTOCOL,
                "cycle %" PRIu64
                ": L1 link TLB %s port inside: R-CH-9: %u credits of VC %u arrive while the counter is at "
                "%u of %u: more are returned than were taken",
                cycle, l1->name, count, vc, (unsigned)l1->credits[vc], (unsigned)l1->params.credits[vc]);
}

int l1_check(const struct flitlock_block *l1, struct flitlock_error *error) {
  if (l1->error.status != FLITLOCK_OK && error != NULL) *error = l1->error;
  return l1->error.status;
}
