// SPDX-License-Identifier: Apache-2.0
// Link TLBs. Parameters: docs/rtl-interface.md; rules: specification chapter 7.
#include <stdio.h>

#include "dpi/kinds.h"

#define INTEGER FLITLOCK_DPI_INTEGER
#define NUMBER  FLITLOCK_DPI_NUMBER
#define LIST    FLITLOCK_DPI_LIST

#define NPA(type)                                                                                                 \
  INTEGER(type, "AccLsb", npa.acc_lsb), INTEGER(type, "AccBits", npa.acc_bits), NUMBER(type, "Acc", 12, npa.acc), \
      INTEGER(type, "SizeLsb", npa.size_lsb), LIST(type, "PageBits", 8, 4, npa.page_bits)
#define ARRAY(type)                                                                                            \
  INTEGER(type, "Sets", array.sets), INTEGER(type, "Ways", array.ways), INTEGER(type, "Policy", array.policy), \
      INTEGER(type, "Seed", array.seed)

// What the look-up and the message of a trace lane were, by number.
static const char *name_of(const char *const *names, size_t count, unsigned number) {
  return number < count ? names[number] : "something unknown";
}
#define NAME_OF(names, number) name_of(names, sizeof names / sizeof names[0], number)

// ---- L1

#define L1 struct flitlock_l1_tlb_params
static const struct flitlock_dpi_parameter l1_parameters[] = {
    INTEGER(L1, "Vcs", vcs),  // first: others have an element for each VC
    INTEGER(L1, "UnitBytes", unit_bytes),
    INTEGER(L1, "Width", width),
    INTEGER(L1, "Latency", latency),
    {.name = "Translate",
     .bits = 1,
     .mask = true,
     .size = sizeof(((L1 *)NULL)->translate),
     .offset = offsetof(L1, translate)},
    LIST(L1, "InDepth", 16, 0, in_depth),
    LIST(L1, "Credits", 16, 0, credits),
    INTEGER(L1, "Mshrs", mshrs),
    INTEGER(L1, "Targets", targets),
    INTEGER(L1, "L2Credits", l2_credits),
    ARRAY(L1),
    NPA(L1),
    LIST(L1, "Domain", 3, 256, domain),
    INTEGER(L1, "Trace", trace),
};

static void l1_defaults(union flitlock_dpi_params *params) { flitlock_l1_tlb_params_default(&params->l1_link_tlb); }

// The RTL does not know the largest packet: it is the one that fits into every buffer of a VC in use.
static void l1_complete(union flitlock_dpi_params *params) {
  L1 *l1 = &params->l1_link_tlb;
  l1->max_len = FLITLOCK_MAX_LEN;
  for (unsigned vc = 0; vc < l1->vcs; vc++) {
    if (l1->in_depth[vc] == 0) continue;
    flitlock_dpi_limit_len(&l1->max_len, &l1->in_depth[vc], 1, l1->width);
    flitlock_dpi_limit_len(&l1->max_len, &l1->credits[vc], 1, l1->width);
  }
  if (l1->max_len == 0) l1->max_len = 1;
}

static struct flitlock_dpi_sizes l1_sizes(const union flitlock_dpi_params *params) {
  const L1 *l1 = &params->l1_link_tlb;
  size_t packets = 1;  // and one that arrives
  for (unsigned vc = 0; vc < l1->vcs && vc < FLITLOCK_MAX_VCS; vc++)
    packets += l1->in_depth[vc];
  return (struct flitlock_dpi_sizes){FLITLOCK_L1_TLB_PORTS, l1->vcs, l1->unit_bytes,
                                     UINT64_C(1) << FLITLOCK_L1_TLB_LINK, packets};
}

// R-TLB-TR-2.
static void l1_shown(const struct flitlock_flit *flit, const struct flitlock_flit *other, char *text, size_t size) {
  (void)other;
  static const char *const looks[] = {"no look-up",        "a hit in place",
                                      "a merge with MSHR", "a miss that takes MSHR",
                                      "a decode error",    "a protection violation in place"};
  static const char *const messages[] = {"", ", a translation installed in place", ", an error answer",
                                         ", an invalidation"};
  const unsigned look = flit->bytes & 15U, message = flit->bytes >> 4U & 15U;
  const bool place = look != 0 && look != 4;
  (void)snprintf(text, size, "%s", NAME_OF(looks, look));
  if (place) flitlock_dpi_add(text, size, " %u", flit->dst & 65535U);
  flitlock_dpi_add(text, size, "%s", NAME_OF(messages, message));
  if (message == 1) flitlock_dpi_add(text, size, " %u", flit->dst >> 16U);
}

const struct flitlock_dpi_kind flitlock_dpi_l1_link_tlb = {
    .block = "L1 link TLB",
    .golden = &flitlock_l1_tlb_golden,
    .parameters = l1_parameters,
    .parameter_count = sizeof l1_parameters / sizeof l1_parameters[0],
    .defaults = l1_defaults,
    .complete = l1_complete,
    .sizes = l1_sizes,
    .rules = flitlock_l1_tlb_rules,
    .shows = "trace",
    .shown = l1_shown,
};

// ---- L2

#define L2 struct flitlock_l2_tlb_params
static const struct flitlock_dpi_parameter l2_parameters[] = {
    INTEGER(L2, "Stations", stations),
    INTEGER(L2, "UnitBytes", unit_bytes),
    INTEGER(L2, "Latency", latency),
    INTEGER(L2, "QueueDepth", queue_depth),
    INTEGER(L2, "PrefetchDepth", prefetch_depth),
    INTEGER(L2, "CtlDepth", ctl_depth),
    INTEGER(L2, "Mshrs", mshrs),
    INTEGER(L2, "PrefetchReserve", prefetch_reserve),
    ARRAY(L2),
    INTEGER(L2, "Partitions", partitions),
    LIST(L2, "Partition", 16, 256, partition),
    NPA(L2),
    INTEGER(L2, "Levels", levels),
    LIST(L2, "LevelLsb", 8, FLITLOCK_MAX_LEVELS, level_lsb),
    NUMBER(L2, "Root", 40, root),
    LIST(L2, "PwcWays", 32, FLITLOCK_MAX_LEVELS - 1, pwc_ways),
    INTEGER(L2, "PwcPolicy", pwc_policy),
    INTEGER(L2, "PwcSeed", pwc_seed),
    INTEGER(L2, "Walkers", walkers),
    INTEGER(L2, "Trace", trace),
};

static void l2_defaults(union flitlock_dpi_params *params) { flitlock_l2_tlb_params_default(&params->l2_link_tlb); }

static struct flitlock_dpi_sizes l2_sizes(const union flitlock_dpi_params *params) {
  const L2 *l2 = &params->l2_link_tlb;
  return (struct flitlock_dpi_sizes){l2->stations + 4U, 2, l2->unit_bytes, 0, 0};
}

// R-TLB-TR-3.
static void l2_shown(const struct flitlock_flit *flit, const struct flitlock_flit *other, char *text, size_t size) {
  (void)other;
  static const char *const looks[] = {"no look-up",         "a hit in place",
                                      "a merge with MSHR",  "a miss that takes MSHR",
                                      "a prefetch dropped", "a prefetch that takes MSHR"};
  static const char *const ptes[] = {"", ", a walk that goes on", ", a walk that ends, installed in place",
                                     ", a walk that ends with an error", ", a walk begun anew"};
  const unsigned look = flit->bytes & 15U, pte = flit->bytes >> 4U & 15U;
  const bool number = look != 0 && look != 4;
  (void)snprintf(text, size, "%s", NAME_OF(looks, look));
  if (number) flitlock_dpi_add(text, size, " %u", flit->id & 65535U);
  flitlock_dpi_add(text, size, "%s", NAME_OF(ptes, pte));
  if (pte == 2) flitlock_dpi_add(text, size, " %u", flit->id >> 16U);
  if (flit->bytes >> 8U & 1U)
    flitlock_dpi_add(text, size, ", walker %u started for MSHR %u at level %u", flit->birth & 65535U,
                     flit->birth >> 16U, flit->dst & 255U);
  if (flit->bytes >> 9U & 1U) flitlock_dpi_add(text, size, ", an invalidation begins");
}

const struct flitlock_dpi_kind flitlock_dpi_l2_link_tlb = {
    .block = "L2 link TLB",
    .golden = &flitlock_l2_tlb_golden,
    .parameters = l2_parameters,
    .parameter_count = sizeof l2_parameters / sizeof l2_parameters[0],
    .defaults = l2_defaults,
    .sizes = l2_sizes,
    .rules = flitlock_l2_tlb_rules,
    .shows = "trace",
    .shown = l2_shown,
};
