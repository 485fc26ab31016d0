// SPDX-License-Identifier: Apache-2.0
// The bound of buffer depths and the knee that simulation finds, by credit latency (docs/tuning.md).
#include <stdio.h>

#include "reproduce/noc_rows.h"

#define DEPTHS 7  // 1 to 64

static unsigned gather(const struct noc_view *view, unsigned latency, int kind, struct flitlock_tune_point *point) {
  unsigned count = 0;
  for (uint32_t depth = 1; depth <= 64; depth *= 2) {
    const struct noc_result *result = noc_find(view, "credit.%u.%s.%u", latency, flitlock_tune_kind_text(kind), depth);
    if (result->load[NOC_EDST] > 0)
      point[count++] = (struct flitlock_tune_point){.kind = kind, .depth = depth, .use = result->load[NOC_EDST]};
  }
  return count;
}

static void put_row(const struct noc_view *view, unsigned latency, int kind) {
  struct flitlock_tune_point point[DEPTHS];
  unsigned count = gather(view, latency, kind, point);
  uint32_t knee = flitlock_tune_knee(point, count, kind);
  const char *text = flitlock_tune_kind_text(kind);
  uint32_t bound = noc_find(view, "credit.%u.%s.64", latency, text)->bound[kind];
  char cell[DEPTHS + 4][24];
  const char *cells[DEPTHS + 4];
  snprintf(cell[0], sizeof(cell[0]), "%u", latency);
  snprintf(cell[1], sizeof(cell[0]), "%s", text);
  for (unsigned n = 0; n < DEPTHS; n++)
    snprintf(cell[2 + n], sizeof(cell[0]), "%.4f", n < count ? point[n].use : 0);
  snprintf(cell[DEPTHS + 2], sizeof(cell[0]), "%u", bound);
  snprintf(cell[DEPTHS + 3], sizeof(cell[0]), "%u", knee);
  for (unsigned n = 0; n < DEPTHS + 4; n++)
    cells[n] = cell[n];
  flitlock_reproduction_grid_row(view->table, cells);
  struct flitlock_figure row = noc_figure(knee, "bound.%u.%s", latency, text);
  noc_what(&row, "knee of %s, credit latency %u; source: the bound, from below",
           kind == FLITLOCK_TUNE_ALL ? "all three buffers" : "the input buffers", latency);
  row.has_source = 1;
  row.source = bound;
  row.origin = FLITLOCK_ORIGIN_SOURCE;
  row.digits = -1;
  row.gate = FLITLOCK_GATE_AT_LEAST;
  row.low = bound;
  noc_add(view, &row);
}

void noc_bounds(const struct noc_view *view) {
  static const char *const headings[DEPTHS + 4] = {"credit latency", "buffers", "1", "2", "4", "8", "16", "32", "64",
                                                   "bound",          "knee"};
  flitlock_reproduction_section(
      view->table, "bound", "Bound and knee by credit latency",
      "The source's formula, `depth >= credit_RTT * service_rate + arbitration_gap + packet_reservation_margin`, as "
      "`flitlock tune` reads it ([tuning](tuning.md)), for E->DST full; and the use of E->DST by depth, greedy 64-byte "
      "writes. `input`: the input buffers alone, the others at 8. The knee is the smallest depth within 1 % of the use "
      "at 64. Depths of the grid are flits.");
  flitlock_reproduction_grid(view->table, DEPTHS + 4, headings);
  const unsigned *latencies = noc_credit_latencies(view->is_short);
  for (unsigned n = 0; latencies[n] != 0; n++) {
    put_row(view, latencies[n], FLITLOCK_TUNE_INPUT);
    put_row(view, latencies[n], FLITLOCK_TUNE_ALL);
  }
}
