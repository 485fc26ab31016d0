// SPDX-License-Identifier: Apache-2.0
// One figure of a source against ours.
#include <math.h>

#include "flitlock/reproduce.h"

const char *flitlock_origin_text(int origin) {
  static const char *const texts[] = {
#define FLITLOCK_ORIGIN_TEXT(name, text) text,
      FLITLOCK_ORIGINS(FLITLOCK_ORIGIN_TEXT)
#undef FLITLOCK_ORIGIN_TEXT
  };
  return origin >= 0 && origin < FLITLOCK_ORIGIN_COUNT ? texts[origin] : "";
}

const char *flitlock_verdict_text(int verdict) {
  switch (verdict) {
    case FLITLOCK_VERDICT_MET:
      return "met";
    case FLITLOCK_VERDICT_MISSED:
      return "missed";
    default:
      return "printed";
  }
}

// Comparisons with NaN are false.
static int holds(const struct flitlock_figure *figure) {
  switch (figure->gate) {
    case FLITLOCK_GATE_WITHIN:
      return figure->has_source && fabs(figure->ours - figure->source) <= figure->tolerance * fabs(figure->source);
    case FLITLOCK_GATE_AT_LEAST:
      return figure->ours >= figure->low;
    case FLITLOCK_GATE_AT_MOST:
      return figure->ours <= figure->high;
    default:
      return figure->ours >= figure->low && figure->ours <= figure->high;
  }
}

int flitlock_figure_verdict(const struct flitlock_figure *figure) {
  if (figure->gate == FLITLOCK_GATE_PRINTED) return FLITLOCK_VERDICT_PRINTED;
  return holds(figure) ? FLITLOCK_VERDICT_MET : FLITLOCK_VERDICT_MISSED;
}

char *flitlock_figure_gate_text(const struct flitlock_figure *figure, char *buffer, size_t size) {
  buffer[0] = '\0';
  switch (figure->gate) {
    case FLITLOCK_GATE_WITHIN:
      snprintf(buffer, size, "within %.3g %%", figure->tolerance * 100);
      break;
    case FLITLOCK_GATE_AT_LEAST:
      snprintf(buffer, size, ">= %.4g", figure->low);
      break;
    case FLITLOCK_GATE_AT_MOST:
      snprintf(buffer, size, "<= %.4g", figure->high);
      break;
    case FLITLOCK_GATE_BETWEEN:
      snprintf(buffer, size, "%.4g to %.4g", figure->low, figure->high);
      break;
    default:
      break;
  }
  return buffer;
}

double flitlock_figure_ratio(const struct flitlock_figure *figure) {
  return figure->has_source && figure->source != 0 ? figure->ours / figure->source : NAN;
}
