// SPDX-License-Identifier: Apache-2.0
// Protocol checks at the ports of a router. The first error is kept; a later one is most often its consequence.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "router/state.h"

#define FLIT_TEXT 320

__attribute__((format(printf, 4, 5))) static void report(struct flitlock_block *r, uint64_t cycle, const char *port,
                                                         const char *format, ...) {
  if (r->error->status != FLITLOCK_OK) return;
  char what[1024];
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(what, sizeof what, format, arguments) < 0) what[0] = '\0';
  va_end(arguments);
  flitlock_fail(r->error, FLITLOCK_E_PROTOCOL, "cycle %" PRIu64 ": router %s port %s: %s", cycle, r->name, port, what);
}

static void report_flit(struct flitlock_block *r, uint64_t cycle, unsigned port, const struct flitlock_flit *flit,
                        const char *what) {
  char text[FLIT_TEXT];
  flitlock_flit_print(flit, text, sizeof text);
  report(r, cycle, r->info[port].name, "%s; flit %s", what, text);
}

void flitlock_router_check_masks(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in) {
  uint64_t flits = in->flit_valid & ~r->in_ports;
  uint64_t credits = in->credit_valid & ~r->out_ports;
  if (flits != 0)
    report(r, cycle, "-", "R-IN-1: a flit arrives on port %u, which has no input", flitlock_lowest64(flits));
  if (credits != 0)
    report(r, cycle, "-", "R-CH-3: a credit arrives on port %u, which has no output", flitlock_lowest64(credits));
}

// R-FL-3 on a link of `width` units.
static const char *wrong_shape(const struct flitlock_flit *flit, unsigned width, unsigned max_len) {
  if (flit->len == 0 || flit->len > max_len) return "R-FL-1: `len` is not 1 to the length of the largest packet";
  if (flit->units == 0 || flit->units > width) return "R-IN-2: `units` does not fit the width of the link";
  if (flit->head != (flit->seq == 0)) return "R-FL-3: `head` is not `seq == 0`";
  if (flit->tail != (flit->seq + flit->units == flit->len)) return "R-FL-3: `tail` is not `seq + units == len`";
  if (flit->seq + flit->units > flit->len) return "R-FL-3: `seq + units` is beyond `len`";
  if (width == 2 && flit->seq % 2 != 0) return "R-FL-3: an odd `seq` on a link of two units";
  if (width == 2 && flit->units == 1 && !flit->tail) return "R-FL-3: one unit before the tail on a link of two units";
  return NULL;
}

// R-FL-5, R-INV-3: the flits of a packet come one after the other.
static const char *wrong_order(struct flitlock_link_check *link, const struct flitlock_flit *flit) {
  const char *wrong = NULL;
  if (flit->head) {
    if (link->inside) wrong = "R-INV-3: a head before the tail of the packet before";
  } else if (!link->inside) {
    wrong = "R-INV-3: no head before this flit";
  } else if (flit->vc != link->vc || flit->src != link->src || flit->id != link->id || flit->len != link->len) {
    wrong = "R-INV-3: a flit of another packet inside a packet";
  } else if (flit->seq != link->seq) {
    wrong = "R-INV-3: `seq` is not the next unit of the packet";
  }
  *link = (struct flitlock_link_check){.inside = !flit->tail,
                                       .vc = flit->vc,
                                       .len = flit->len,
                                       .seq = (uint8_t)(flit->seq + flit->units),
                                       .src = flit->src,
                                       .id = flit->id};
  return wrong;
}

void flitlock_router_check_flit(struct flitlock_block *r, uint64_t cycle, unsigned port,
                                const struct flitlock_flit *flit) {
  struct flitlock_router_in *in = &r->in[port];
  const char *wrong = wrong_shape(flit, in->width, r->max_len);
  if (wrong != NULL) {
    report_flit(r, cycle, port, flit, wrong);
    return;
  }
  wrong = wrong_order(&in->link, flit);
  if (wrong != NULL) report_flit(r, cycle, port, flit, wrong);
}

void flitlock_router_lost_flit(struct flitlock_block *r, uint64_t cycle, unsigned port,
                               const struct flitlock_flit *flit) {
  char text[FLIT_TEXT];
  flitlock_flit_print(flit, text, sizeof text);
  if (flit->vc >= r->vcs) {
    report(r, cycle, r->info[port].name, "R-IN-2: VC %u arrives, but there are %" PRIu32 " VCs; flit %s",
           (unsigned)flit->vc, r->vcs, text);
  } else if (flit->len == 0 || flit->len > r->max_len) {
    report(r, cycle, r->info[port].name, "R-FL-1: `len` is %u, but it must be 1 to %" PRIu32 "; flit %s",
           (unsigned)flit->len, r->max_len, text);
  } else {
    report(r, cycle, r->info[port].name,
           "R-IN-2: a flit arrives without a credit: all %u entries of the input buffer of VC %u are in use; flit %s",
           (unsigned)flitlock_input_fifo(r, port, flit->vc)->depth, (unsigned)flit->vc, text);
  }
}

void flitlock_router_check_credit(struct flitlock_block *r, uint64_t cycle, unsigned port, unsigned vc,
                                  unsigned count) {
  const char *name = r->info[port].name;
  const struct flitlock_router_out *out = &r->out[port];
  if (vc >= r->vcs) {
    report(r, cycle, name, "R-CH-7: a credit for VC %u arrives, but there are %" PRIu32 " VCs", vc, r->vcs);
  } else if (count > 2) {
    report(r, cycle, name, "R-CH-7: a credit count of %u for VC %u; it must be 0, 1 or 2", count, vc);
  } else if (out->credits[vc] + count > out->far_depth[vc]) {
    report(r, cycle, name,
           "R-CH-9: %u credits of VC %u arrive while the counter is at %u of %u: more are returned than were taken",
           count, vc, (unsigned)out->credits[vc], (unsigned)out->far_depth[vc]);
  }
}

void flitlock_router_check_route(struct flitlock_block *r, uint64_t cycle, unsigned port,
                                 const struct flitlock_flit *flit) {
  report_flit(r, cycle, port, flit, "R-RT-1: no output of this router leads to `dst`");
}

int flitlock_router_check(const struct flitlock_block *r, struct flitlock_error *error) {
  if (r->error->status != FLITLOCK_OK && error != NULL) *error = *r->error;
  return r->error->status;
}
